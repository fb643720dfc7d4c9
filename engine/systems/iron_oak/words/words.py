"""The words part of the game: commands in words, and the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from engine.game.parts.part import lazy_method
from engine.game.parts.words import Diagram, Landmarks, Words
from engine.game.question import Fill, Reopen, Sheet
from engine.kit.by_type import ByType
from engine.kit.dataset import uses_own_data
from engine.kit.records import shipped_diagrams
from engine.kit.sea_words import KIND
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.cards import label
from engine.systems.iron_oak.fleet import name
from engine.systems.iron_oak.state import commands as cmd
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.commands import AnyCommand
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.words import telling as telling_cards
from engine.systems.iron_oak.words import telling as telling_harm
from engine.systems.iron_oak.words import telling as telling_turns
from engine.systems.iron_oak.words import telling_moves
from engine.systems.iron_oak.words.reference import terms, terms_asked, terms_now, terms_of
from engine.systems.iron_oak.words.telling import Reader, tells

# Commands in words, for the battle report and for typed answers.


describes: ByType[Callable[[State, Any], str]] = ByType("describes")  # Any: its type of command


def describe(state: State, command: AnyCommand) -> str:
    """Return a command as words: the label of the option that it chooses in an open question, else
    general words.
    """
    for question in rules.pending(state):
        if isinstance(question, Sheet):
            if isinstance(command, Fill) and command.sheet == question.id:
                return question.describe(command.answers) or question.prompt
            continue
        for option in question.options:
            if option.command == command:
                return option.label
    return describes.of(command)(state, command)


def _name(state: State, id: str) -> str:
    return name(state.unit(id)) if id in state.ships or id in state.sections else id


@describes(Fill)
def _fill(state: State, command: Fill) -> str:
    return f"the sheet {command.sheet}"


@describes(Reopen)
def _reopen(state: State, command: Reopen) -> str:
    return "open the sealed orders again"


@describes(cmd.CheckFire, cmd.Act, cmd.Protect)
def _unit(state: State, command: cmd.CheckFire | cmd.Act | cmd.Protect) -> str:
    return _name(state, command.unit)


@describes(cmd.Take)
def _take(state: State, command: cmd.Take) -> str:
    return f"take {_name(state, command.ship)} in tow" if command.ship else "nobody in tow"


@describes(cmd.Way)
def _way(state: State, command: cmd.Way) -> str:
    aim = command.goal or (_name(state, command.target) if command.target else "")
    return f"{command.way.replace('_', ' ')} {aim}".rstrip()


@describes(cmd.Pretend)
def _pretend(state: State, command: cmd.Pretend) -> str:
    return f"roll {command.dice or 'her own dice'}"


@describes(cmd.Play)
def _play(state: State, command: cmd.Play) -> str:
    return f"play {label(command.card)}"


@describes(cmd.Pass)
def _pass(state: State, command: cmd.Pass) -> str:
    return "play nothing"


@describes(cmd.First)
def _first(state: State, command: cmd.First) -> str:
    return f"{_name(state, command.id).replace('_', ' ')} first"


@describes(cmd.Oppose)
def _oppose(state: State, command: cmd.Oppose) -> str:
    return f"oppose {_name(state, command.ship)}"


@describes(cmd.Seek)
def _seek(state: State, command: cmd.Seek) -> str:
    return f"search {command.counter}" if command.counter else "search nobody"


@describes(cmd.Aim)
def _aim(state: State, command: cmd.Aim) -> str:
    return f"fire at {_name(state, command.target)}" if command.target else "hold fire"


@describes(cmd.Spread)
def _spread(state: State, command: cmd.Spread) -> str:
    return f"on {command.location}"


@describes(cmd.Swap)
def _swap(state: State, command: cmd.Swap) -> str:
    return f"replace {label(command.card)}" if command.card else "keep all cards"


# Iron & Oak in words: every event as a line, commands, the reference.


ROOMS = (telling_turns, telling_cards, telling_moves, telling_harm)
"""The modules with the log's sentences. Importing them registers the sentences."""


def tell(before: State, event: AnyEvent, seat: str) -> str:
    """Return an event's line of the log, as a seat may know it; '' if the log leaves the event
    out.
    """
    telling = tells.get(event)
    return telling(Reader(before, seat), event) if telling else ""


@uses_own_data
class IronOakWords(Words[State]):
    """The words part of the game: the log of a battle, and explanations of its terms."""

    landmarks: ClassVar[Landmarks] = {
        ev.ShotFired: ("shot",),
        ev.Captured: ("loss", "capture"),
        ev.SectionDestroyed: ("loss",),
        ev.Silenced: ("loss",),
        ev.Sunk: ("loss",),
    }

    plain = frozenset(("rule", "marker", KIND))
    describe = lazy_method("engine.systems.iron_oak.words.words:describe")
    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)
    terms_asked = staticmethod(terms_asked)

    happening = lazy_method("engine.systems.iron_oak.words.happenings:happening")
    voice = lazy_method("engine.systems.iron_oak.words.happenings:voice")

    def tell(self, before: State, event: AnyEvent, seat: str) -> str:
        return tell(before, event, seat)

    def diagrams(self) -> tuple[Diagram, ...]:
        return shipped_diagrams("iron_oak")

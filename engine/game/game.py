"""Game: the interface of a game system to the rest of the program, and the result of a command."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple, Self

import msgspec

from engine.base.dice import Dice
from engine.base.errors import Refused, SetUpFault
from engine.base.text import agreeing
from engine.game.decision import Answer, Decision, Option
from engine.game.parts.building import Building
from engine.game.parts.part import C, E, Positions, S
from engine.game.parts.review import Review
from engine.game.parts.screen import Showing
from engine.game.parts.thinking import Answering, Thinking
from engine.game.parts.words import Words
from engine.game.question import Draft, Fill, Question, Sheet, question_of

# Record: an entry of a battle's journal, decoded.


class Forgotten(msgspec.Struct, frozen=True):
    """A command of older rules that today's do not know. What followed from it is known."""

    raw: msgspec.Raw


class Record(msgspec.Struct, Generic[E], frozen=True, kw_only=True):
    """An entry of the journal, decoded. `at` is how many commands stand applied after it."""

    n: int
    kind: str
    at: int
    seat: str = ""
    command: Any = None
    events: tuple[E, ...] = ()
    text: str = ""
    to: str = ""
    """For chat: the only side that may read it until the battle is over; '' for all."""
    hash: str = ""
    frame: msgspec.Raw | None = None
    """The encoded state after it, if the journal wrote one."""


# What follows from a command: the events, and the state after each of them.


class Decided(tuple[E, ...], Generic[S, E]):
    """The events of a command, a tuple; `states` holds the state after each.

    The states are those that the rules had while they decided, so that nobody needs to fold
    the events a second time.
    """

    states: tuple[S, ...]

    def __new__(cls, events: Iterable[E], states: Iterable[S]) -> Decided[S, E]:
        """Join events and states; there are as many of one as of the other."""
        decided = super().__new__(cls, events)
        decided.states = tuple(states)
        return decided


def folded(state: Any, events: Iterable[E], evolve: Callable[[Any, E], Any]) -> Decided[Any, E]:
    """Return events with the states that come of folding them into a state."""
    written = tuple(events)
    if isinstance(events, Decided):
        return events
    states = []
    for event in written:
        state = evolve(state, event)
        states.append(state)
    return Decided(written, states)


# Game: what a game system gives the rest of the program.
#
# A system subclasses `Game` and implements the `Rules`. What it can say beyond them is in parts:
# `words`, `screen`, `answering`, `building`, `thinking`, `review`, `positions`. `decide` holds
# all rules and may refuse; `evolve` holds none and never refuses. Both are pure.


class Seat(msgspec.Struct, frozen=True):
    """A place at the table: key 'A', name 'Red', and the side that it fights for."""

    key: str
    name: str
    side: str = ""

    @property
    def fights_for(self) -> str:
        """The side that wins or loses with this seat; the seat itself if it has no allies."""
        return self.side or self.key


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: the winning sides (none: a draw) and why, in a sentence."""

    winners: tuple[str, ...]
    reason: str

    @property
    def told(self) -> str:
        """The reason with its grammatical number mended: a file may say of one ship "1 ships"."""
        return agreeing(self.reason)


class Cut(NamedTuple):
    """A battle that is fought inside another, as one of its own."""

    game: Any
    """Its game system."""
    state: Any
    seed: int
    """The seed of its dice: die n of its state falls as it does inside."""
    seats: Mapping[str, str] = {}
    """What its seats are called inside, where that differs: {inside: on its own}."""


class Rules(ABC, Generic[S, C, E]):
    """The rules of one game system, and what its battles begin with.

    `Battle` asks them and nobody else needs to: `decide` once a command, `evolve` once an event,
    `pending` and `view` whenever somebody looks. All are pure functions of a state, so that a
    computer player may ask them about any state that it imagines, in any thread. Whoever writes a
    system of steps and events has most of them from `AgendaGame` of the kit.
    """

    name: str
    """The registry's name, 'oak_iron'."""
    title: str
    rules_version: str
    """Changes when a recorded battle would be decided in another way."""
    bookkeeping: tuple[type, ...] = ()
    """The events that change what is still to be done and nothing else. Nobody is told of them: not
    by log, report, replay or lines; proofs of files of format 1 leave them out as well."""
    data: Any = None
    """The data set that the rules work with; a system reads the shipped one when it is wanted."""
    dealt_in_secret: str = ""
    """What chance deals in its battles that one side alone may see, so that none can be strict by
    mail, as a reason; '' for nothing."""
    strict_costs: str = "a letter more for each throw in the middle of one's own turn"
    """How many letters a strict battle by mail takes, beside a quick one: measured, in words."""
    data_folder: str = ""
    """The folder of a user's own records, for processes that read them again; '' for none."""

    # Set-up ------------------------------------------------------------------

    @property
    def data_version(self) -> str:
        """The version of the data set; a user's own records change it."""
        return "1"

    def with_data(self, folder: Path) -> Self:
        """Return this game with a user's own records; `SetUpFault` lists every mistake."""
        raise SetUpFault(str(folder), [("", f"{self.title} has no records to be replaced")])

    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Return scenario names with one line about each."""

    @abstractmethod
    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> S:
        """Return the state at the start; `SetUpFault` names what is wrong."""

    # Rules -------------------------------------------------------------------

    @abstractmethod
    def seats(self, state: S) -> tuple[Seat, ...]:
        """Return the seats, in the order of their keys."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Question, ...]:
        """Return the open questions, at most one a seat; none when the battle is over."""

    def setting_up(self, state: S) -> bool:
        """Tell whether the open questions belong to the set-up, before the first turn."""
        return False

    def settled(self, state: S, dice: Dice) -> S:
        """Return a written position after the steps that ask nobody."""
        return state

    @abstractmethod
    def decide(self, state: S, seat: str, command: C, dice: Dice) -> tuple[E, ...]:
        """Return the events that follow from a command; `Refused` says which rule forbids it.

        A `Decided` knows the states between as well, so that nobody folds them again.
        """

    def reopens(self, state: S, seat: str) -> C | None:
        """Return the command by which a seat opens its sealed sheet again, if it may."""
        return None

    def aside(self, state: S, seat: str) -> Sheet | None:
        """Return the sheet of a seat's standing choices, if any.

        Such as when it wants to be asked at all. `decide` takes its `Fill` from the seat whether
        anything is asked of it or not.
        """
        return None

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event. It knows no rules and never refuses."""

    def under_way(self, state: S) -> S:
        """Return a state in the middle of a command, marked so that `pending` has no question.

        The timeline calls it for each state between the events of a command. Such a state is only
        drawn and told about: what is still to be done changes with the command's last event.
        """
        return state

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, or None until the battle is over."""

    @abstractmethod
    def view(self, state: S, seat: str) -> S:
        """Return the state as a seat sees it: nothing hidden is in it. '' is a watcher."""

    @abstractmethod
    def dice_rolled(self, state: S) -> int:
        """Return how many numbered dice the battle has used."""

    def turn(self, state: S) -> int:
        """Return the turn's number; the journal writes a state hash whenever it changes."""
        return 0

    def chapter(self, state: S) -> str:
        """Return the name of the current battle, in a game with a chain of battles; else ''."""
        return ""

    def cut(self, state: S, seed: int) -> Cut | None:
        """Return the battle that is fought inside this state, where the battle has that seed.

        None where none is, as in every game whose battles stand alone.
        """
        return None

    def undo_barrier(self, events: Iterable[E]) -> str:
        """Say why a seat may not freely undo what led to these events; '' when it may."""
        return ""

    @property
    @abstractmethod
    def types(self) -> tuple[Any, Any, Any]:
        """The msgspec types of state, command and event, for encoding and decoding."""


class Game(Rules[S, C, E]):
    """One game system: its rules, and its parts, which are imported when first asked for.

    The registry makes one object of each when it is first named, `system("oak_iron")`; with a
    user's own records there are more of the same class. Front ends, players and reports hold it
    and ask its parts; they name no system, so one that is installed later is played at once.
    """

    @cached_property
    def words(self) -> Words[S]:
        """The words: log, report and terms."""
        return Words(self)

    @cached_property
    def screen(self) -> Showing[S]:
        """What is shown."""
        return Showing(self)

    @cached_property
    def answering(self) -> Answering[S]:
        """What is said of an answer before it is given."""
        return Answering(self)

    @cached_property
    def building(self) -> Building[S]:
        """How forces are built."""
        return Building(self)

    @cached_property
    def thinking(self) -> Thinking[S]:
        """What answers are worth."""
        return Thinking(self)

    @cached_property
    def review(self) -> Review[S]:
        """What a battle amounts to, looked back on."""
        return Review(self)

    @cached_property
    def positions(self) -> Positions[S]:
        """Situations written by hand, and what the rules say of them."""
        return Positions(self)


# From an answer to the command that it stands for.


Given = Answer | Draft
"""An answer to a question: one answer, or the draft of a whole sheet."""


def command_of(game: Game, state: Any, seat: str, given: Given) -> Any:
    """Return the command by which a seat's open question is answered so; or `Refused`."""
    question = question_of(game.pending(state), seat)
    if isinstance(question, Sheet):
        if not isinstance(given, Mapping):
            raise Refused(f"a whole sheet is asked for: {question.prompt}")
        faults = game.answering.faults(game.view(state, seat), question, given)
        if faults:
            raise Refused(faults[0].why)
        return Fill(question.id, dict(given))
    if not isinstance(given, Answer):
        raise Refused(f"one answer is asked for, not a sheet: {question.prompt}")
    if given.picks:
        raise Refused(f"one option is asked for, not several: {question.prompt}")
    option = question.option(given.option)
    at = given.at
    if option.area and at is None:
        area = game.answering.area(state, question, option, given.dial)
        at = area.rest if area else None
    return option.filled(question, given.dial, at)


def beside_of(game: Game, state: Any, seat: str, draft: Draft) -> Fill:
    """Return the command that fills in the sheet of standing choices (`Game.aside`); or raise
    `Refused`.
    """
    sheet = game.aside(state, seat)
    if sheet is None:
        raise Refused("there are no standing choices to change")
    if faults := sheet.faults(draft):
        raise Refused(faults[0].why)
    return Fill(sheet.id, dict(draft))


def decision_of(game: Game, state: Any, seat: str, option_id: str) -> tuple[Decision, Option]:
    """Return a seat's open decision and its option with this id; or raise `Refused`."""
    question = question_of(game.pending(state), seat)
    if isinstance(question, Sheet):
        raise Refused(f"a whole sheet is asked for: {question.prompt}")
    return question, question.option(option_id)

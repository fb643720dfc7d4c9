"""Acts and steps: the events of a command one by one, each with the state to show.

An act is an event to animate; a step is an event described in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from engine.base.text import agreeing, winning
from engine.game.chart import Glide, News, Picture, Shift, Spectacle, Tableau, Together
from engine.game.game import Outcome, Record
from engine.kernel.leaving import REASONS
from engine.kernel.seen import SeenBattle, may_be_told
from engine.kernel.timeline import Happening

MOST_TOLD = 3
"""The most pictures that are shown for one command: a broadside of twenty ships must not take a
minute."""
_GRAVITY: tuple[Picture, ...] = (
    "end",
    "eve",
    "flagship",
    "cards",
    "sunk",
    "blast",
    "torpedo",
    "ram",
    "colours",
    "fort",
    "past",
    "fire",
    "mast",
    "rake",
)
"""The kinds of picture to show first, most important first, when a command has too many."""


class StageAct(msgspec.Struct, frozen=True):
    """One event to animate: its place, moving ships, meeting ships and text."""

    state: Any
    spectacle: Spectacle | None = None
    meets: tuple[str, ...] = ()
    """The ships that the viewport stays on, until an act names others."""
    tableau: Tableau | None = None
    number: int = 0
    """The event's index among the events of its command."""


def moved(spectacle: Spectacle | None) -> tuple[str, ...]:
    """Return the keys of the ships that a spectacle moves."""
    if isinstance(spectacle, Together):
        return tuple(key for part in spectacle.parts for key in moved(part))
    return (spectacle.key,) if isinstance(spectacle, Glide) else ()


def acts(battle: SeenBattle, record: Record) -> list[StageAct]:
    """Return the acts of a command; none if the command was taken back in the meantime."""
    if record not in battle.entries[record.at - 1 : record.at]:
        return []
    found = _joined(list(_acts(battle, record)))
    texts = [act for act in found if act.tableau]
    texts.sort(key=lambda act: _GRAVITY.index(act.tableau.picture) if act.tableau else 0)
    left = {id(act) for act in texts[:MOST_TOLD]}
    return [act if id(act) in left else msgspec.structs.replace(act, tableau=None) for act in found]


def meeting(battle: SeenBattle, record: Record) -> tuple[str, ...]:
    """Return the keys of the ships that a command brought together, or else of those that moved
    last.
    """
    found: tuple[str, ...] = ()
    if record in battle.entries[record.at - 1 : record.at]:
        for _, spectacle, _, meets in _scenes(battle, record):
            found = meets or moved(spectacle) or found
    return found


def _joined(found: list[StageAct]) -> list[StageAct]:
    """Merge acts whose pictures belong together into the first act, with the sentences of all."""
    texts: dict[str, list[str]] = {}
    for act in found:
        if act.tableau and act.tableau.joins:
            texts.setdefault(act.tableau.joins, []).append(act.tableau.text)
    joined: list[StageAct] = []
    for act in found:
        wording = act.tableau
        if wording and wording.joins:
            every = texts.pop(wording.joins, None)
            wording = msgspec.structs.replace(wording, text=" ".join(every)) if every else None
            joined.append(msgspec.structs.replace(act, tableau=wording))
        else:
            joined.append(act)
    return joined


class _Seen(NamedTuple):
    """The spectacle of an event, whether ships meet in it, and the ships that the viewport stays
    on.
    """

    happening: Happening[Any, Any]
    spectacle: Spectacle | None
    met: bool
    meets: tuple[str, ...]


def _scenes(battle: SeenBattle, record: Record) -> Iterator[_Seen]:
    screen = battle.game.screen
    meets: tuple[str, ...] = ()
    for happening in may_be_told(battle, record.at):
        before, event, _ = happening
        spectacle, met = screen.spectacle(before, event), screen.meeting(before, event)
        if met or isinstance(spectacle, Glide | Shift | Together):
            meets = met
        yield _Seen(happening, spectacle, bool(met), meets)


def _acts(battle: SeenBattle, record: Record) -> Iterator[StageAct]:
    for number, (happening, spectacle, met, meets) in enumerate(_scenes(battle, record)):
        before, event, after = happening
        tableau = battle.game.screen.tableau(before, event)
        ended = battle.game.outcome(after) is not None and battle.game.outcome(before) is None
        if ended:
            line = battle.game.words.tell(before, event, "")
            tableau = _end(battle, after, tableau, line)
        if spectacle is not None or tableau is not None or met:
            # News and pictures are shown with the state after the event, others with the state
            # before it.
            text = spectacle is None or isinstance(spectacle, News)
            yield StageAct(after if text else before, spectacle, meets, tableau, number)


def _end(battle: SeenBattle, state: Any, wording: Tableau | None, line: str) -> Tableau:
    """Return the final picture: the winner, and the last event against the losers.

    `line` is the log line about the end, which is not itself an event against the losers.
    """
    outcome = battle.game.outcome(state)
    reason = f"{outcome.told.rstrip('.')}." if outcome else ""
    shown = wording or Tableau("end", "", reason)
    text = agreeing(shown.text) or reason
    text = f"{text[:1].upper()}{text[1:]}"
    looked_back = battle.game.review.aftermath(battle.at(0), battle.entries)
    losers = {
        key
        for seat in battle.game.seats(state)
        if outcome and outcome.winners and not {seat.key, seat.side} & set(outcome.winners)
        for key in (seat.key, seat.side)
    }
    moments = [
        each for each in looked_back.moments if each.words != line and each.against in losers
    ]
    if moments:
        last, unit = moments[-1], looked_back.moments_by
        text = f"{text} It was decided in {unit} {last.turn}: {last.words.rstrip('.')}."
    return msgspec.structs.replace(shown, title=winners(battle, outcome), text=text)


def winners(battle: SeenBattle, outcome: Outcome | None) -> str:
    """Return the winner, `RED WINS`; '' until the battle is over. The seats of a fleet win
    together, so its name is returned.
    """
    if outcome is None:
        return ""
    seats = battle.game.seats(battle.state)
    sides = [seat.side for seat in seats]
    names = dict.fromkeys(
        seat.side if sides.count(seat.side) > 1 else seat.name
        for seat in seats
        if seat.key in outcome.winners or seat.side in outcome.winners
    )
    if not names:
        return "NO WINNER" if outcome.reason == REASONS["stop"] else "A DRAW"
    return winning(*names).upper()


class ToldStep(NamedTuple):
    """An event in words: its index among the command's events, the state after it, its log line."""

    number: int
    after: Any
    line: str


def steps(battle: SeenBattle, n: int, seat: str) -> list[ToldStep]:
    """Return the steps of the nth command, from 1, showing only what a seat may know."""
    tell = battle.game.words.tell
    return [
        ToldStep(number, after, line)
        for number, (before, event, after) in enumerate(may_be_told(battle, n))
        if (line := tell(before, event, seat))
    ]

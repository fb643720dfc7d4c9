"""State and events of a series: its plan, its score, and its current battle."""

from __future__ import annotations

from typing import Any, Generic, Literal

import msgspec
from msgspec.structs import replace

from engine.game.game import Outcome
from engine.game.parts.part import E, S

# The plan: the battles, how many victories decide the series, and how seats are exchanged.


MOST = 15
"""The maximum number of battles in a series."""


class SeriesPlan(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """The plan of a series, as in its file: which battles, how many, and what changes between
    them.
    """

    title: str
    game: str
    battles: tuple[str, ...]
    """The scenarios of the battles, in order; after the last scenario the first comes again."""
    best_of: int = 3
    alternation: Literal["sides", "ends", "none"] = "sides"
    """What the two seats exchange after each battle: `sides`: their sides, with ships; `ends`:
    their places on the table, but each keeps its own squadron; `none`: nothing."""
    carry: str = ""
    """What carries over from battle to battle, if the game allows it, such as `crew`; '' for
    nothing."""
    options: dict[str, Any] = {}
    """Options of the set-up of each battle."""

    @property
    def enough(self) -> int:
        """The number of victories that decides the series."""
        return self.best_of // 2 + 1

    def scenario(self, number: int) -> str:
        """Return the scenario of battle `number`, from 1."""
        return self.battles[(number - 1) % len(self.battles)]

    def exchanged(self, number: int) -> bool:
        """Tell whether the two seats are exchanged in battle `number` (from 1)."""
        return self.alternation != "none" and number % 2 == 0

    def set_up(self, number: int) -> dict[str, Any]:
        """Return the options for the set-up of battle `number`."""
        squadrons = self.options.get("squadrons")
        if self.alternation == "ends" and self.exchanged(number) and squadrons:
            return {**self.options, "squadrons": list(reversed(squadrons))}
        return dict(self.options)


# State and events.


SIDES = ("First", "Second")
"""The names of the two sides of a series; a side keeps its name when it changes sides in a battle.
"""


class BattleRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a finished battle. `winner` is a side of the series; '' for a draw."""

    number: int
    scenario: str
    winner: str
    reason: str
    points: dict[str, float] = {}
    """The points of each side of the series in this battle."""
    turns: int = 0


class Series(msgspec.Struct, Generic[S], frozen=True):
    """A series: its plan, the finished battles, and the current or last battle."""

    plan: SeriesPlan
    battle: S
    number: int = 1
    rows: tuple[BattleRow, ...] = ()
    rolled: int = 0
    """The number of dice used in all earlier battles."""
    outcome: Outcome | None = None


class SeriesEvent(msgspec.Struct, frozen=True, tag_field="series", omit_defaults=True):
    """The base class of the events of a series."""


class InBattle(SeriesEvent, Generic[E], frozen=True, tag="in_battle"):
    """An event of the series that wraps an event of the current battle."""

    happened: E


class BattleEnded(SeriesEvent, frozen=True, tag="battle_ended"):
    """A battle is over; after the last one the series is over, too."""

    row: BattleRow
    outcome: Outcome | None = None

    def after(self, state: Series[Any]) -> Series[Any]:
        """Return the series with the finished battle in its table, and with the series' outcome if
        this was the last battle.
        """
        return replace(state, rows=(*state.rows, self.row), outcome=self.outcome)


class BattleBegan(SeriesEvent, Generic[S], frozen=True, tag="battle_began"):
    """The next battle begins; `rolled` is the number of dice used in all earlier battles."""

    number: int
    battle: S
    rolled: int

    def after(self, state: Series[Any]) -> Series[Any]:
        """Return the series with its next battle."""
        return replace(state, number=self.number, battle=self.battle, rolled=self.rolled)


def won(rows: tuple[BattleRow, ...], side: str) -> int:
    """Return how many battles a side has won."""
    return sum(row.winner == side for row in rows)


def points(rows: tuple[BattleRow, ...], side: str) -> float:
    """Return the points that a side has won in all battles."""
    return sum(row.points.get(side, 0.0) for row in rows)


def score(rows: tuple[BattleRow, ...]) -> str:
    """Return how many battles each of the two sides has won, as `2 : 1`."""
    return " : ".join(str(won(rows, side)) for side in SIDES)


def ended(plan: SeriesPlan, rows: tuple[BattleRow, ...]) -> Outcome | None:
    """Return the outcome of a series; None until it is over.

    The series ends when a side has won more than half of the battles, or when all battles are
    fought. Victories decide; if both sides have equally many, points do.
    """
    ranks = {side: (won(rows, side), points(rows, side)) for side in SIDES}
    leader = max(SIDES, key=lambda side: ranks[side])
    if won(rows, leader) >= plan.enough:
        return Outcome((leader,), f"the series is won, {score(rows)}")
    if len(rows) < plan.best_of:
        return None
    first, second = ranks.values()
    if first == second:
        return Outcome((), f"all battles are fought, and nobody leads, {score(rows)}")
    text = f"all battles are fought, {score(rows)}"
    if first[0] == second[0]:
        text += f", and the points decide, {first[1]:g} : {second[1]:g}"
    return Outcome((leader,), text)


def with_battle(state: Series[S], battle: S) -> Series[S]:
    """Return a series with `battle` as the state of its battle; the same object if it is
    unchanged.
    """
    return state if battle is state.battle else replace(state, battle=battle)

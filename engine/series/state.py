"""State and events of a series: the score, and the battle that is fought, whatever its game."""

from __future__ import annotations

from typing import Any, Generic

import msgspec
from msgspec.structs import replace

from engine.base.generic import E, S
from engine.game.game import Outcome
from engine.series.plan import SeriesPlan

SIDES = ("First", "Second")
"""What the two sides of a series are called, whichever side they have in a battle."""


class BattleRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle that is over. `winner` is a side of the series, '' for a draw."""

    number: int
    scenario: str
    winner: str
    reason: str
    points: dict[str, float] = {}
    """What each side of the series has won in it."""
    turns: int = 0


class Series(msgspec.Struct, Generic[S], frozen=True):
    """A series: its plan, the battles that are over, and the one that is fought or was last."""

    plan: SeriesPlan
    battle: S
    number: int = 1
    rows: tuple[BattleRow, ...] = ()
    rolled: int = 0
    """Dice of the battles before this one."""
    outcome: Outcome | None = None


class SeriesEvent(msgspec.Struct, frozen=True, tag_field="series", omit_defaults=True):
    """A fact of a series."""


class InBattle(SeriesEvent, Generic[E], frozen=True, tag="in_battle"):
    """What happened in the battle that is fought."""

    happened: E


class BattleEnded(SeriesEvent, frozen=True, tag="battle_ended"):
    """A battle is over; with the last one so is the series."""

    row: BattleRow
    outcome: Outcome | None = None

    def after(self, state: Series[Any]) -> Series[Any]:
        """Return the series with the battle's row, and its outcome if this was the last."""
        return replace(state, rows=(*state.rows, self.row), outcome=self.outcome)


class BattleBegan(SeriesEvent, Generic[S], frozen=True, tag="battle_began"):
    """The next battle, as it begins; `rolled` counts the dice of those before."""

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
    """Return the battles won by both sides, as `2 : 1`."""
    return " : ".join(str(won(rows, side)) for side in SIDES)


def ended(plan: SeriesPlan, rows: tuple[BattleRow, ...]) -> Outcome | None:
    """Return how a series ended, by battles won, then by points; None while it goes on.

    It stops when a side has won more than half of its battles.
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
    """Return a series with its battle at another state."""
    return replace(state, battle=battle)

"""State and events of a series: its plan, its score, and the battle that is fought of any game."""

from __future__ import annotations

from typing import Any, Generic, Literal

import msgspec
from msgspec.structs import replace

from engine.game.game import Outcome
from engine.game.parts.part import E, S

# The plan: which battles, how many of them decide it, and who changes places.


MOST = 15
"""The battles of the longest series."""


class SeriesPlan(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """The plan of a series, as in its file."""

    title: str
    game: str
    battles: tuple[str, ...]
    """Scenarios in their order; after the last one comes the first again."""
    best_of: int = 3
    alternation: Literal["sides", "ends", "none"] = "sides"
    """What changes from battle to battle, where two seats meet: each takes the other's `sides`,
    or takes the other's place and its own squadron along, `ends`; or nothing."""
    carry: str = ""
    """What carries over from battle to battle, if the game allows it: `crew`; '' for nothing."""
    options: dict[str, Any] = {}
    """Options of the set-up of each battle."""

    @property
    def enough(self) -> int:
        """How many battles won decide it."""
        return self.best_of // 2 + 1

    def scenario(self, number: int) -> str:
        """Return the scenario of battle `number`, from 1."""
        return self.battles[(number - 1) % len(self.battles)]

    def exchanged(self, number: int) -> bool:
        """Tell whether two seats have changed places in battle `number`."""
        return self.alternation != "none" and number % 2 == 0

    def set_up(self, number: int) -> dict[str, Any]:
        """Return the options of the set-up of battle `number`."""
        squadrons = self.options.get("squadrons")
        if self.alternation == "ends" and self.exchanged(number) and squadrons:
            return {**self.options, "squadrons": list(reversed(squadrons))}
        return dict(self.options)


# State and events.


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
    """Return the outcome of a series, by battles won, then by points; None until it is over.

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

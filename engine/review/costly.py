"""A choice that cost something, and which of many cost most."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.game.advice import Reason
from engine.game.answer import Answer


class CostlyChoice(msgspec.Struct, kw_only=True, frozen=True):
    """A choice and a better one; `cost` is the difference of their scores in points."""

    n: int
    """The number of its entry in the battle; it was chosen in the position before."""
    turn: int
    seat: str
    name: str
    """The name of the seat."""
    question: str
    chosen: str
    better: str
    cost: float
    reason: Reason | None = None
    """The reason that sets them apart most: above 0 it speaks for the better one, below 0
    against the chosen one; None where the game gives no reasons."""
    slot: str = ""
    """The slot of a sheet that was judged; '' where the question was no sheet."""
    instead: Answer | None = None
    """The better answer; None where it belongs to a sheet that lay open with others'."""

    @property
    def why(self) -> str:
        """The reason in words, with its sign: `+2.1 rakes B1`; '' without one."""
        return f"{self.reason.worth:+.1f} {self.reason.words}" if self.reason else ""


def costliest(choices: Iterable[CostlyChoice | None], most: int) -> tuple[CostlyChoice, ...]:
    """Return at most `most` choices, the costliest first."""
    found = sorted(filter(None, choices), key=lambda choice: (-choice.cost, choice.n))
    return tuple(found[:most])

"""How long a search may go on: so many playouts, or so many seconds by the clock.

The only place where a player looks at a clock. A search by playouts follows from its seed, one by
seconds hangs on the machine.
"""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from engine.base.errors import Refused

LONGEST = 3600.0
MOST = 1_000_000


class Budget(NamedTuple):
    """What a decision may cost: playouts where there are any, else seconds."""

    playouts: int = 0
    seconds: float = 1.0


class TimeBudget:
    """What is left of a budget since the glass was turned."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._turned = 0.0 if budget.playouts else monotonic()
        self._advised = 0.0

    def room(self, done: int, asked: int) -> bool:
        """Tell whether so many playouts more fit in, by what those that are done took.

        The first are taken to last as long each as the advice before them did.
        """
        if self._budget.playouts:
            return done + asked <= self._budget.playouts
        passed = monotonic() - self._turned
        if not done:
            self._advised = passed
        each = (passed - self._advised) / done if done else passed
        return passed + asked * each <= self._budget.seconds

    def run_out(self) -> bool:
        """Tell whether the time is up; playouts have no clock."""
        if self._budget.playouts:
            return False
        return monotonic() - self._turned >= self._budget.seconds


def budget(words: str) -> Budget:
    """Return a budget from words, `200` playouts or `0.5s`, '' for a second; else `Refused`."""
    if not words:
        return Budget()
    try:
        if words.endswith("s") and 0.0 < float(words[:-1]) <= LONGEST:
            return Budget(seconds=float(words[:-1]))
        if words.isdecimal() and 0 < int(words) <= MOST:
            return Budget(int(words))
    except ValueError:
        pass
    raise Refused(f"an admiral's budget is playouts, '200', or seconds, '0.5s'; not '{words}'")

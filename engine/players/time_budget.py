"""How long a search may take: a number of playouts, or seconds by the clock.

A search by playouts is reproducible from its seed; one by seconds depends on the machine. No
other module of the players that come with the game reads a clock.
"""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from engine.base.errors import Refused

LONGEST = 3600.0
"""Seconds of a budget at most: nobody waits for an hour for one answer."""
MOST = 1_000_000
"""Playouts of a budget at most, for the same reason."""


class Allowance(NamedTuple):
    """What one decision may cost: playouts where there are any, else seconds."""

    playouts: int = 0
    seconds: float = 1.0


class TimeBudget:
    """A budget in use; the clock starts when it is made."""

    def __init__(self, budget: Allowance) -> None:
        self._budget = budget
        self._started = 0.0 if budget.playouts else monotonic()
        self._advised = 0.0

    def room(self, done: int, asked: int) -> bool:
        """Tell whether `asked` more playouts fit in, given that `done` were played.

        A playout is assumed to take the mean of those before it; the first ones, as long as the
        advice did.
        """
        if self._budget.playouts:
            return done + asked <= self._budget.playouts
        passed = monotonic() - self._started
        if not done:
            self._advised = passed
        each = (passed - self._advised) / done if done else passed
        return passed + asked * each <= self._budget.seconds

    def run_out(self) -> bool:
        """Tell whether the time is up; playouts have no clock."""
        if self._budget.playouts:
            return False
        return monotonic() - self._started >= self._budget.seconds


def budget(words: str) -> Allowance:
    """Return the budget in a text: `200` playouts, `0.5s`, or one second for ''.

    Raises `Refused` for anything else.
    """
    if not words:
        return Allowance()
    try:
        if words.endswith("s") and 0.0 < float(words[:-1]) <= LONGEST:
            return Allowance(seconds=float(words[:-1]))
        if words.isdecimal() and 0 < int(words) <= MOST:
            return Allowance(int(words))
    except ValueError:
        pass
    raise Refused(f"an admiral's budget is playouts, '200', or seconds, '0.5s'; not '{words}'")

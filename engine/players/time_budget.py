"""How long a search may take: seconds by the clock, or a number of playouts.

A search by playouts is reproducible from its seed; one by seconds depends on the machine. No
other module of the players that come with the game reads a clock.
"""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from engine.base.counting import whole
from engine.base.errors import Refused

LONGEST = 3600.0
"""Seconds of a budget at most: nobody waits for an hour for one answer."""
MOST = 1_000_000
"""Playouts of a budget at most, for the same reason."""

OVERRUN = 0.1
"""By how much of a named time an answer may be late, at most."""


class Allowance(NamedTuple):
    """What one decision may cost: playouts of a turn where there are any, else seconds."""

    playouts: int = 0
    seconds: float = 1.0


class TimeBudget:
    """A budget in use; the clock starts when it is made."""

    def __init__(self, budget: Allowance) -> None:
        self._budget = budget
        self._started = 0.0 if budget.playouts else monotonic()
        self._looked: float | None = None
        self._advised = self._longest = 0.0

    def most(self, turns: int) -> int:
        """Return how many answers can be played on over so many turns, once each, at most.

        By the clock any number: a round that takes too long is cut short.
        """
        return self._budget.playouts // max(1, turns) if self._budget.playouts else MOST

    def room(self, done: int, asked: int) -> bool:
        """Tell whether `asked` more turns of playouts fit in, given that `done` were played.

        A turn is assumed to take the mean of those before it; the first ones, as long as the
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
        """Tell whether the time is up, or what comes next may overrun it by more than a tenth.

        Whoever thinks asks between one step and the next; a step is taken to be as long as the
        longest before it. Playouts have no clock.
        """
        if self._budget.playouts:
            return False
        now = monotonic()
        if self._looked is not None:
            self._longest = max(self._longest, now - self._looked)
        self._looked = now
        passed, most = now - self._started, self._budget.seconds
        return passed >= most or passed + self._longest > (1 + OVERRUN) * most


def budget(words: str) -> Allowance:
    """Return the budget in a text: `200` playouts, `0.5s`, or one second for ''.

    Raises `Refused` for anything else.
    """
    if not words:
        return Allowance()
    try:
        if words.endswith("s") and 0.0 < float(words[:-1]) <= LONGEST:
            return Allowance(seconds=float(words[:-1]))
        if words.isdecimal() and 0 < whole(words) <= MOST:
            return Allowance(whole(words))
    except ValueError:
        pass
    raise Refused(f"an admiral's budget is playouts, '200', or seconds, '0.5s'; not '{words}'")

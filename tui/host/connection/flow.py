"""Flow: how quickly one line may bring what costs time, when others want some of it too.

A person at a keyboard never brings too much. Those who do share what one of them alone would
have, so that a hundred of them are no worse than one.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Share:
    """What all hasty lines have together, of one kind; `at_once` may come before one is hasty."""

    def __init__(self, at_once: float, clock: Callable[[], float] = monotonic) -> None:
        self.at_once = at_once
        self.clock = clock
        self._hasty: dict[Flow, float] = {}
        """The hasty, and until when they are."""

    def count(self, flow: Flow, until: float) -> int:
        """Take note that one is hasty; return how many are now."""
        now = self.clock()
        self._hasty = {each: end for each, end in self._hasty.items() if end > now}
        self._hasty[flow] = until
        return len(self._hasty)


class Flow:
    """One line's part. `rate` is what it may bring a second, on and on."""

    def __init__(self, share: Share, rate: float) -> None:
        self._share = share
        self._rate = rate
        self._ahead = 0.0
        self._since = share.clock()

    def passed(self, amount: float) -> float:
        """Count what has come; return the seconds until more may come, 0 where it may at once."""
        now = self._share.clock()
        self._ahead = max(0.0, self._ahead - (now - self._since) * self._rate) + amount
        self._since = now
        over = (self._ahead - self._share.at_once) / self._rate
        if over <= 0:
            return 0.0
        wait = over * self._share.count(self, now + over)
        self._share.count(self, now + wait)
        self._ahead += (wait - over) * self._rate  # what falls off meanwhile is the others'
        return wait


KEYS = Share(256)
"""Bytes of keys."""
WIRE = Share(32 * 1024)
"""Bytes on the wire, for the log-in above all."""
SIZES = Share(2)
"""Changes of a terminal's size, each of which has the whole screen drawn."""

"""Rate limits of one connection for what costs the host time, shared with other busy ones.

A person at a keyboard never reaches a limit. Connections over their limit divide among them
what one of them could have alone, so a hundred cost the host no more than one.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class SharedBurst:
    """What all throttles of one kind share. `at_once` is the burst that each may send freely.

    `clock` returns seconds.
    """

    def __init__(self, at_once: float, clock: Callable[[], float] = monotonic) -> None:
        self.at_once = at_once
        self.clock = clock
        self._busy: dict[Throttle, float] = {}
        """The throttles over their limit, each with the time until which it is."""

    def count(self, throttle: Throttle, until: float) -> int:
        """Record that a throttle is over its limit until a time; return how many are now."""
        now = self.clock()
        self._busy = {each: end for each, end in self._busy.items() if end > now}
        self._busy[throttle] = until
        return len(self._busy)


class Throttle:
    """A leaky bucket for one connection. `rate` is the amount a second that it may sustain."""

    def __init__(self, share: SharedBurst, rate: float) -> None:
        self._share = share
        self._rate = rate
        self._ahead = 0.0
        """The amount that has come and has not drained yet, at `_since`."""
        self._since = share.clock()

    def passed(self, amount: float) -> float:
        """Count an amount that has come; return the seconds to wait before taking more.

        0 while the burst is not used up.
        """
        now = self._share.clock()
        self._ahead = max(0.0, self._ahead - (now - self._since) * self._rate) + amount
        self._since = now
        over = (self._ahead - self._share.at_once) / self._rate
        if over <= 0:
            return 0.0
        wait = over * self._share.count(self, now + over)
        self._share.count(self, now + wait)
        # What would drain during the longer wait belongs to the others, so it counts as used.
        self._ahead += (wait - over) * self._rate
        return wait


KEYS = SharedBurst(256)
"""Bytes of keys: more than any held key sends, less than a pasted page."""
WIRE = SharedBurst(32 * 1024)
"""Bytes on the wire; a login needs a burst of some thousands."""
SIZES = SharedBurst(2)
"""Changes of a terminal's size: each has the whole screen drawn, so few are free."""

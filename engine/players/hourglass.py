"""How long a search may go on: so many playouts, or so many seconds by the clock.

The only place where a player looks at a clock. A search by playouts follows from its seed, one by
seconds hangs on the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from engine.errors import Refused

LONGEST = 3600.0
MOST = 1_000_000

MayGoOn = Callable[[int, int], bool]
"""(playouts done, playouts of the next round) to whether there is room for that round."""


class Budget(NamedTuple):
    """What a decision may cost: playouts where there are any, else seconds."""

    playouts: int = 0
    seconds: float = 1.0

    def begin(self) -> MayGoOn:
        """Return what tells whether a search that begins now may go on."""
        if self.playouts:
            return lambda done, asked: done + asked <= self.playouts
        began = monotonic()

        def may(done: int, asked: int) -> bool:
            passed = monotonic() - began
            each = passed / done if done else 0.0
            return passed + each * asked <= self.seconds

        return may


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

"""The written form of plots: `2R1` is two hexes ahead, a turn to starboard, one ahead.

Wooden Ships & Iron Men, Movement Rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.base.errors import Refused

Steps = tuple[str, ...]
"""`1` a hex ahead, `L` and `R` a turn; one step an impulse."""
LONGEST = 99
_SIGNS = re.compile(r"[0-9LR]+")


@lru_cache(maxsize=4096)
def read(text: str) -> Steps:
    """Return the steps of a plot; `Refused` when it cannot be read.

    >>> read("11 r1"), read("0")
    (('1', '1', 'R', '1'), ())
    """
    plain = re.sub(r"\s", "", text[:200]).upper()
    if not _SIGNS.fullmatch(plain):
        raise Refused(
            f"'{text[:40]}' is no plot: digits for hexes ahead, L and R for turns", "Plot"
        )
    if plain == "0":
        return ()
    if "0" in plain:
        raise Refused(f"'{text[:40]}' is no plot: 0 stands alone, for staying", "Plot")
    steps: list[str] = []
    for sign in plain:
        steps += ["1"] * int(sign) if sign.isdigit() else [sign]
    if len(steps) > LONGEST:
        raise Refused("a plot has no more than 99 steps", "Plot")
    return tuple(steps)


def written(steps: Iterable[str]) -> str:
    """Return the written form of steps: runs of hexes added up, `0` for none.

    >>> written(("1", "1", "R", "1")), written(())
    ('2R1', '0')
    """
    text, ahead = "", 0
    for step in (*steps, ""):
        if step == "1":
            ahead += 1
            continue
        text += (str(ahead) if ahead else "") + step
        ahead = 0
    return text or "0"

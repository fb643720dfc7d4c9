"""How many dice an attack or a test rolls, and why (Oak & Iron ch. 4, designer's note on dice).

The order is the designer's: fatigue to its floor, additions, other reductions,
multiplication, division; no step goes below 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

Change = tuple[int, str]


class Pool(msgspec.Struct, frozen=True):
    """A number of dice and its sum in words, `broadside 5`, `fatigue -2`, `formation +1`."""

    dice: int
    reasons: tuple[str, ...]


def pool(
    base: int,
    name: str,
    fatigue: int = 0,
    floor: int = 1,
    floor_name: str = "",
    added: Sequence[Change] = (),
    taken: Sequence[Change] = (),
    halved: str = "",
    late: Sequence[Change] = (),
) -> Pool:
    """Return the pool; `floor` is what fatigue may not bring it below, `late` comes after all."""
    dice = base
    reasons = [f"{name} {base}"]
    if fatigue:
        dice = max(base - fatigue, min(base, floor))
        held = f" (not below {floor_name} {min(base, floor)})" if dice > base - fatigue else ""
        reasons.append(f"fatigue -{fatigue}{held}")
    for points, reason in added:
        dice += points
        reasons.append(f"{reason} +{points}")
    for points, reason in taken:
        dice -= points
        reasons.append(f"{reason} -{points}")
    dice = max(dice, 1)
    if halved:
        dice = max(dice // 2, 1)
        reasons.append(f"halved for {halved}")
    for points, reason in late:
        dice += points
        reasons.append(f"{reason} +{points}")
    return Pool(dice, tuple(reasons))

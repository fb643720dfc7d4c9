"""How many dice an attack or a test rolls, and why (Oak & Iron ch. 4, designer's note on dice).

The order is the designer's: Fatigue down to its floor, additions, other reductions,
halving; no step goes below 1. What comes late is added after that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

Change = tuple[int, str]
"""A number of dice above 0, and what adds or takes them."""


class Pool(msgspec.Struct, frozen=True):
    """A number of dice and how it comes about: `broadside 5`, `fatigue -2`, `formation +1`."""

    dice: int
    reasons: tuple[str, ...]


NOT_BELOW = " (not below 1)"
# A reason of a pool: a name, a number with its sign, and perhaps a remark in brackets.
_TERM = re.compile(r"(?P<name>.+?) (?P<sign>[+-]?)(?P<points>\d+)(?P<rest> \(.*\))?")


def terms(reasons: Sequence[str]) -> str:
    """Return the reasons of a pool as a sum, `5 broadside - 2 fatigue + 1 formation`."""
    text = ""
    for reason in reasons:
        term = _TERM.fullmatch(reason)
        if term is None:
            text += f", {reason}" if text else reason
        elif term["name"].endswith("="):
            text = term["name"].removesuffix(" =")
        else:
            lead = f" {term['sign']} " if text else ""
            text += f"{lead}{term['points']} {term['name']}{term['rest'] or ''}"
    return text


def sentence(dice: int, reasons: Sequence[str]) -> str:
    """Return a pool as a sum with its result.

    >>> sentence(2, ("broadside 5", "fatigue -1", "formation +1", "halved for rigging"))
    '5 broadside - 1 fatigue + 1 formation, halved for rigging = 2'
    """
    return f"{terms(reasons)} = {dice}"


def pool(  # noqa: PLR0913  (a kind of change each)
    base: int,
    name: str,
    fatigue: int = 0,
    floor: int = 1,
    floor_name: str = "",
    added: Sequence[Change] = (),
    taken: Sequence[Change] = (),
    halved: str = "",
    late: Sequence[Change] = (),
    borne: int = 0,
) -> Pool:
    """Return the pool of a roll, with a reason for each change.

    `fatigue` cannot take dice below `floor`; `borne` is Fatigue that takes no dice by a card
    and is only told. `halved` names the aim that halves the dice; `late` is added after that.
    """
    dice = base
    reasons = [f"{name} {base}"]
    if fatigue or borne:
        dice = max(base - fatigue, min(base, floor))
        least = f"{floor_name} {min(base, floor)}".strip()
        held = f" (not below {least})" if dice > base - fatigue else ""
        light = f" ({borne} more borne by a card)" if borne else ""
        reasons.append(f"fatigue -{fatigue}{light}{held}")
    for points, reason in added:
        dice += points
        reasons.append(f"{reason} +{points}")
    for points, reason in taken:
        dice -= points
        reasons.append(f"{reason} -{points}")
    if dice < 1:
        dice = 1
        reasons[-1] += NOT_BELOW
    if halved:
        reasons.append(f"halved for {halved}" + NOT_BELOW * (dice < 2))
        dice = max(dice // 2, 1)
    for points, reason in late:
        dice += points
        reasons.append(f"{reason} +{points}")
    return Pool(dice, tuple(reasons))

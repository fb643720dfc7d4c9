"""The typed records of the data set: ships, cards, dice, measures. Facts, no rules.

`book()` returns the data set of this process; `use(folder)` lays a user's own
records over it, for owners of the printed cards. Each record keeps where it comes
from and how sure it is.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Confidence = Literal["printed", "quoted-secondhand", "inferred", "unknown"]


class ShipType(msgspec.Struct, frozen=True):
    """A ship card: values at Battle Sail, dice, special rules, options."""

    id: str
    name: str
    ship_class: str
    points: int
    fortitude: int
    broadside: int
    crew: int
    windward: int
    large: int
    length: float
    width: float
    base: str
    special_rules: tuple[str, ...] = ()
    options: dict[str, int] = {}
    factions: tuple[str, ...] = ()
    ship_of_the_line: bool = False
    confidence: Confidence = "inferred"
    doubts: dict[str, Confidence] = {}
    """The confidence of each value that is not printed."""

"""Rolls as they are looked back on: what fell, and what fair dice would have given."""

from __future__ import annotations

from functools import cache
from math import comb

import msgspec

BOTH = "Both sides"
"""Whose dice are that are rolled for both sides."""
Fair = tuple[float, ...]
"""The chance of each count, from 0 on: `(0.5, 0.5)` for a success of one in two."""


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """A roll: whose, what for, what it came to and what it might have come to.

    What is counted are successes, where the roll is one to succeed, else hits or what was rolled.
    """

    side: str
    """As players know it; '' for a die that is neither's, such as that of a war's end."""
    ship: str
    """The ship or fort that rolled, by key or name; between battles what was rolled for."""
    kind: str
    """What for: `gunnery`."""
    got: int
    fair: Fair
    faces: tuple[tuple[str, str], ...]
    """Each die and its face: `("d10", "7")`."""

    @property
    def whose(self) -> str:
        """The side in words."""
        return self.side or BOTH

    @property
    def mean(self) -> float:
        """What fair dice give on the average."""
        return sum(count * chance for count, chance in enumerate(self.fair))


@cache
def binomial(dice: int, chance: float) -> Fair:
    """Return the chances of successes of some dice that each succeed with a chance.

    >>> binomial(2, 0.5)
    (0.25, 0.5, 0.25)
    """
    return tuple(
        comb(dice, good) * chance**good * (1 - chance) ** (dice - good) for good in range(dice + 1)
    )


@cache
def one_die(sides: int) -> Fair:
    """Return the chances of what a die shows.

    >>> one_die(2)
    (0.0, 0.5, 0.5)
    """
    return (0.0, *(1 / sides for _ in range(sides)))

"""How sure a figure of so many battles is."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

import msgspec

SURE = 1.959963984540054
"""Standard deviations on either side that hold 95 of 100 cases of a normal distribution."""


class Interval(NamedTuple):
    """Where the true figure lies, 95 times of 100."""

    low: float
    high: float


class Share(msgspec.Struct, frozen=True):
    """How many of all, as a part of 1, with its 95 % interval."""

    count: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, games: int) -> Share:
        """Return the share of `count` in `games`; of none it may be anything."""
        low, high = wilson(count, games)
        share = count / games if games else 0.0
        return cls(count, round(share, 6), round(low, 6), round(high, 6))


class Mean(msgspec.Struct, frozen=True):
    """A mean, and what it may be off by, 95 times of 100; None where one case says nothing."""

    mean: float
    margin: float | None = None


def wilson(wins: float, games: int, sure: float = SURE) -> Interval:
    """Return the Wilson interval of a share of wins; draws may count as half a win.

    >>> [round(bound, 3) for bound in wilson(75, 100)]
    [0.657, 0.825]
    """
    if games <= 0:
        return Interval(0.0, 1.0)
    share, square = wins / games, sure * sure
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = sure * sqrt(share * (1 - share) / games + square / (4 * games * games))
    reach /= 1 + square / games
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Iterable[float]) -> Mean:
    """Return the mean of some values with its margin, by the normal distribution."""
    all_ = sorted(values)  # in one order, so that the sums are the same to the last digit
    count = len(all_)
    if not count:
        return Mean(0.0)
    middle = sum(all_) / count
    if count == 1:
        return Mean(round(middle, 6))
    spread = sqrt(sum((value - middle) ** 2 for value in all_) / (count - 1))
    return Mean(round(middle, 6), round(SURE * spread / sqrt(count), 6))

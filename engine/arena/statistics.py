"""Means and shares with their 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

import msgspec

from engine.base.interval import SURE, wilson


class Share(msgspec.Struct, frozen=True):
    """A count, as a share of all from 0 to 1, with its 95 % interval."""

    count: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, games: int) -> Share:
        """Return the share of `count` in `games`; without games the interval is from 0 to 1."""
        low, high = wilson(count, games)
        share = count / games if games else 0.0
        # Rounded, so that results of different machines compare as equal text.
        return cls(count, round(share, 6), round(low, 6), round(high, 6))


class Mean(msgspec.Struct, frozen=True):
    """A mean with the margin of its 95 % interval; None for fewer than two values."""

    mean: float
    margin: float | None = None


def mean(values: Iterable[float]) -> Mean:
    """Return the mean of values with its margin, by the normal approximation."""
    all_ = sorted(values)  # float sums depend on the order: sorted, they are the same to the digit
    count = len(all_)
    if not count:
        return Mean(0.0)
    middle = sum(all_) / count
    if count == 1:
        return Mean(round(middle, 6))
    spread = sqrt(sum((value - middle) ** 2 for value in all_) / (count - 1))
    return Mean(round(middle, 6), round(SURE * spread / sqrt(count), 6))

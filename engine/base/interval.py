"""A share of trials with its 95 % confidence interval."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

SURE = 1.959963984540054
"""The 97.5 % quantile of the normal distribution: a two-sided interval of 95 %."""


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


def wilson(wins: float, games: int, sure: float = SURE) -> Interval:
    """Return the Wilson score interval of a share of wins; draws may count as half a win.

    Unlike the plain normal interval it holds for few games and for shares near 0 and 1.

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

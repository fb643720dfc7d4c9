"""A race: answers compete in rounds of playouts, and drop out once they cannot win any more.

The difference between two answers is a posterior mean: the advice is the prior (normal), the
differences round by round are the samples. So advice decides where dice hide the difference,
and playouts decide where they show it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple

from engine.game.horizon import Horizon

DOUBT = 1.25
"""Standard error of the advice about the difference of two answers, in points."""
SPREAD = 1.0
"""Standard deviation of that difference from round to round, in points for each turn played.

It is assumed as one sample more, so that two rounds alike by chance do not end a race."""
TRIFLE = 0.05
"""Points; an answer drops out when going on with it can gain no more than this on average."""
FAIR = Horizon()
_BELL = NormalDist()


class Edge(NamedTuple):
    """How much better one answer is than another, and the uncertainty that more rounds may resolve.

    Both are in points; `doubt` is a standard deviation.
    """

    points: float
    doubt: float

    @property
    def hope(self) -> float:
        """The expected gain of going on with the one: the mean of max(0, X) for a normal X."""
        far = self.points / self.doubt
        return self.points * _BELL.cdf(far) + self.doubt * _BELL.pdf(far)


def edge(advised: float, came: Sequence[float], looks: Horizon = FAIR) -> Edge:
    """Return the edge of an answer over another.

    `advised` is the difference by the advice, `came` the differences of the rounds (points).
    """
    # The variance between the advice and endless rounds: the error of either, added.
    told = DOUBT**2 + looks.bias**2
    if not came:
        return Edge(advised, DOUBT**2 / sqrt(told))
    mean = fmean(came)
    spread = ((SPREAD * looks.turns) ** 2 + sum((each - mean) ** 2 for each in came)) / len(came)
    noise = spread / len(came)
    trust = DOUBT**2 / (told + noise)
    doubt = DOUBT**2 * sqrt(noise / (told * (told + noise)))
    return Edge(trust * mean + (1.0 - trust) * advised, doubt)


def hopeful(advised: float, looks: Horizon = FAIR) -> bool:
    """Tell whether an answer may win a race, given its difference to the best by the advice."""
    return edge(advised, (), looks).hope >= TRIFLE


class Race:
    """A race between answers, which are numbered in the order of `advised` (points).

    `looks` is the horizon of a playout: how many turns, and how far it errs systematically.
    """

    def __init__(self, advised: Sequence[float], looks: Horizon = FAIR) -> None:
        self._advised = advised
        self.looks = looks
        self._came: list[list[float]] = [[] for _ in advised]
        self.running = list(range(len(advised)))

    def note(self, came: Mapping[int, float]) -> None:
        """Add the scores of a round by number; answers that cannot win any more drop out."""
        for number, points in came.items():
            self._came[number].append(points)
        best = self.leader
        self.running = [
            number
            for number in self.running
            if number == best or self.over(number, best).hope >= TRIFLE
        ]

    @property
    def leader(self) -> int:
        """The best of the running answers."""
        first = self.running[0]
        return max(self.running, key=lambda number: self.over(number, first).points)

    def over(self, one: int, other: int) -> Edge:
        """Return the edge of one answer over another, from the rounds that both were in."""
        pairs = zip(self._came[one], self._came[other], strict=False)
        advised = self._advised[one] - self._advised[other]
        return edge(advised, [a - b for a, b in pairs], self.looks)

    def scores(self) -> list[float]:
        """Return the edge of each answer over the leader, in points: 0 for the leader."""
        best = self.leader
        return [self.over(number, best).points for number in range(len(self._came))]

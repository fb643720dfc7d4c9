"""A trial: answers meet in rounds, and those go out of which nothing is to be hoped any more.

What the advice says of two answers and how they did against each other are weighed by how much
either may err (a normal prior, and the spread of the differences round by round). So advice
decides where dice hide everything, and the playouts where they speak clearly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple

from engine.game.horizon import Horizon

DOUBT = 1.25
"""By how many points the advice is likely to err about two answers."""
SPREAD = 1.0
"""By how many points the difference of two answers is taken to change from round to round before
any was played, for each turn that is played on."""
TRIFLE = 0.05
"""Points; where no more is to be gained by going on with an answer, it goes out."""
FAIR = Horizon()
_BELL = NormalDist()


class Edge(NamedTuple):
    """By how many points one answer is better than another, and how far rounds may change that."""

    points: float
    doubt: float

    @property
    def hope(self) -> float:
        """What is to be gained in the mean by going on with the one."""
        far = self.points / self.doubt
        return self.points * _BELL.cdf(far) + self.doubt * _BELL.pdf(far)


def edge(advised: float, came: Sequence[float], looks: Horizon = FAIR) -> Edge:
    """Return the edge of an answer that the advice prefers by so much, and rounds by so much."""
    # How far rounds without end may lie from the advice, squared.
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
    """Tell whether an answer may be worth a try that the advice puts so far above the best."""
    return edge(advised, (), looks).hope >= TRIFLE


class Race:
    """The answers by number, what the advice gives for each, and what came of each round.

    Rounds are played on as far as it `looks`.
    """

    def __init__(self, advised: Sequence[float], looks: Horizon = FAIR) -> None:
        self._advised = advised
        self.looks = looks
        self._came: list[list[float]] = [[] for _ in advised]
        self.running = list(range(len(advised)))

    def note(self, came: Mapping[int, float]) -> None:
        """Note what came of a round for those that stand; some may go out."""
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
        """The best of those that stand."""
        first = self.running[0]
        return max(self.running, key=lambda number: self.over(number, first).points)

    def over(self, one: int, other: int) -> Edge:
        """Return the edge of one answer over another, by the rounds that both were in."""
        pairs = zip(self._came[one], self._came[other], strict=False)
        advised = self._advised[one] - self._advised[other]
        return edge(advised, [a - b for a, b in pairs], self.looks)

    def scores(self) -> list[float]:
        """Return the edge of each answer over the leader, in points: 0 for the leader."""
        best = self.leader
        return [self.over(number, best).points for number in range(len(self._came))]

"""A race: answers compete in rounds of playouts, and drop out once they cannot win any more.

The difference between two answers is a posterior mean: the advice is the prior (normal), the
differences round by round are the samples. So advice decides where dice hide the difference,
and playouts decide where they show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import NormalDist, fmean
from typing import Any, NamedTuple

from engine.game.game import Game
from engine.game.parts.horizon import Horizon
from engine.game.question import Question
from engine.lookahead.playout import played_out

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
    def expected_gain(self) -> float:
        """The expected gain of going on with the one: the mean of max(0, X) for a normal X."""
        far = self.points / self.doubt
        return self.points * _BELL.cdf(far) + self.doubt * _BELL.pdf(far)


def edge(advised: float, rounds: Sequence[float], horizon: Horizon = FAIR) -> Edge:
    """Return the edge of an answer over another.

    `advised` is the difference by the advice, `rounds` the differences of the rounds (points).
    """
    # The variance between the advice and endless rounds: the error of either, added.
    doubted = horizon.doubt**2
    variance = doubted + horizon.bias**2
    if not rounds:
        return Edge(advised, doubted / sqrt(variance))
    luck = noise(rounds, horizon)
    trust = doubted / (variance + luck)
    doubt = doubted * sqrt(luck / (variance * (variance + luck)))
    return Edge(trust * fmean(rounds) + (1.0 - trust) * advised, doubt)


def noise(rounds: Sequence[float], horizon: Horizon = FAIR) -> float:
    """Return the variance of the mean of differences round by round, in squares of points."""
    assumed = (SPREAD * horizon.turns) ** 2
    if not rounds:
        return assumed
    mean = fmean(rounds)
    return (assumed + sum((each - mean) ** 2 for each in rounds)) / len(rounds) ** 2


def worth_trying(advised: float, horizon: Horizon = FAIR) -> bool:
    """Tell whether an answer may win a race, given its difference to the best by the advice."""
    return edge(advised, (), horizon).expected_gain >= TRIFLE


class Race:
    """A race between answers, which are numbered in the order of `advised` (points).

    `horizon` says how many turns a playout is played on, and its systematic error.
    """

    def __init__(self, advised: Sequence[float], horizon: Horizon = FAIR) -> None:
        self._advised = advised
        self.horizon = horizon
        self._rounds: list[list[float]] = [[] for _ in advised]
        self.running = list(range(len(advised)))

    def note(self, scores: Mapping[int, float]) -> None:
        """Add the scores of a round by number; answers that cannot win any more drop out."""
        for number, points in scores.items():
            self._rounds[number].append(points)
        best = self.leader
        self.running = [
            number
            for number in self.running
            if number == best or self.over(number, best).expected_gain >= TRIFLE
        ]

    @property
    def leader(self) -> int:
        """The best of the running answers."""
        first = self.running[0]
        return max(self.running, key=lambda number: self.over(number, first).points)

    def over(self, one: int, other: int) -> Edge:
        """Return the edge of one answer over another, from the rounds that both were in."""
        pairs = zip(self._rounds[one], self._rounds[other], strict=False)
        advised = self._advised[one] - self._advised[other]
        return edge(advised, [a - b for a, b in pairs], self.horizon)

    def times(self, number: int) -> int:
        """Return how many rounds an answer was in."""
        return len(self._rounds[number])

    def scores(self) -> list[float]:
        """Return the edge of each answer over the leader, in points: 0 for the leader."""
        best = self.leader
        return [self.over(number, best).points for number in range(len(self._rounds))]


def rounds(  # noqa: PLR0913  (a race, and what it is about)
    race: Race,
    game: Game,
    view: Any,
    question: Question,
    commands: Sequence[Any],
    random: Random,
    run_out: Callable[[], bool] = lambda: False,
    draw: Callable[[Random], Any] | None = None,
) -> Iterator[int]:
    """Play rounds in which all running answers start from one state and meet the same dice.

    That state is drawn by `draw`, usually the game's `determinize`. Yield the turns that were
    played on by then, after each round, until one answer is left or `run_out` says so in the
    middle of a round.
    """
    turns = race.horizon.turns
    spent = 0
    while turns and len(race.running) > 1:
        seed = random.getrandbits(32)
        luck = Random(seed)
        state = draw(luck) if draw else game.thinking.determinize(view, question, luck)
        scores: dict[int, float] = {}
        for number in race.running:
            points = played_out(game, state, question, commands[number], seed, turns, run_out)
            if points is None:
                # The answers before this one met the same state and dice: their results count.
                race.note(scores)
                return
            scores[number] = points
        spent += len(scores) * turns
        race.note(scores)
        yield spent

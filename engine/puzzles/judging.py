"""Judging: answers to a question, each played on many times from positions that the seat may face.

In a round all answers meet the same hidden things and the same dice (engine/lookahead/playout.py),
so that the differences between them are told by few rounds. Round number n of a puzzle is the same
whoever plays it: a person's answer is judged by the rounds that judged those of the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from engine.game.answer import Answer
from engine.game.command import Given
from engine.game.game import Game
from engine.game.question import Question
from engine.game.sheet import Fill, Sheet
from engine.lookahead.playout import played_on
from engine.lookahead.race import SPREAD

ALIKE = 1e-6
"""Points up to which two results are the same."""


class Result(NamedTuple):
    """Where one playout ended."""

    points: float
    terms: dict[str, float]
    """How the seat stood, by the words of each term."""


class Lead(NamedTuple):
    """By how many points one answer is ahead of another, and the standard error of that."""

    points: float
    error: float

    def clear(self, errors: float) -> bool:
        """Tell whether it is ahead by so many errors."""
        return self.points >= errors * self.error


class Judging:
    """Answers of a seat that are being judged."""

    def __init__(self, game: Game, view: Any, question: Question, dice: int) -> None:
        self._game = game
        self._view = view
        self._question = question
        self._dice = dice
        self.turns = game.thinking.horizon(view, question).turns
        self.results: list[list[Result]] = []
        """Of each answer, round by round."""
        self._given: list[Given] = []

    def add(self, given: Given) -> int:
        """Take an answer in, unless it is in already; return its number."""
        if given in self._given:
            return self._given.index(given)
        self._given.append(given)
        self.results.append([])
        return len(self._given) - 1

    def given(self, number: int) -> Given:
        """Return an answer."""
        return self._given[number]

    def play(
        self, numbers: Iterable[int], rounds: int, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        """Play answers on until each has so many rounds; tell whether `stop` let it be."""
        wanted = list(numbers)
        for n in range(rounds):
            due = [number for number in wanted if len(self.results[number]) == n]
            if not due:
                continue
            seed = Random(f"{self._dice} {n}").getrandbits(32)
            thinking = self._game.thinking
            state = thinking.determinize(self._view, self._question, Random(seed))
            for number in due:
                if stop():
                    return False
                self.results[number].append(self._result(state, number, seed))
        return True

    def _result(self, state: Any, number: int, seed: int) -> Result:
        command = command_for(self._question, self._given[number])
        on = played_on(self._game, state, self._question, command, seed, self.turns)
        assert on is not None
        terms: dict[str, float] = {}
        for reason in on.standing():
            terms[reason.words] = terms.get(reason.words, 0.0) + reason.worth
        return Result(on.score(), terms)

    def mean(self, number: int) -> float:
        """Return the points of an answer."""
        return fmean(each.points for each in self.results[number])

    def terms(self, number: int) -> dict[str, float]:
        """Return how the seat stood in the end, term by term; one that was not there counts 0."""
        results = self.results[number]
        words = dict.fromkeys(word for each in results for word in each.terms)
        return {word: fmean(each.terms.get(word, 0.0) for each in results) for word in words}

    def lead(self, one: int, other: int) -> Lead:
        """Return the lead of one answer over another, by the rounds that both were in."""
        pairs = zip(self.results[one], self.results[other], strict=False)
        return lead([a.points - b.points for a, b in pairs], self.turns)

    def same(self, one: int, other: int) -> bool:
        """Tell whether two answers led to the same in every round."""
        pairs = zip(self.results[one], self.results[other], strict=False)
        return all(abs(a.points - b.points) <= ALIKE for a, b in pairs)

    def ranked(self, numbers: Iterable[int]) -> list[int]:
        """Return answers, the best first; of equal ones the one that was added first."""
        return sorted(numbers, key=lambda number: (-self.mean(number), number))


def lead(differences: Sequence[float], turns: int) -> Lead:
    """Return the mean of differences round by round, and its standard error.

    One difference more is assumed as far off as `SPREAD` for each turn, so that rounds that are
    alike by chance do not pass for certainty.
    """
    count, mean = len(differences), fmean(differences)
    squares = (SPREAD * turns) ** 2 + sum((each - mean) ** 2 for each in differences)
    return Lead(mean, sqrt(squares) / count)


def command_for(question: Question, given: Given) -> Any:
    """Return the command that an answer stands for."""
    if isinstance(question, Sheet):
        assert not isinstance(given, Answer)
        return Fill(question.id, dict(given))
    assert isinstance(given, Answer)
    return question.option(given.option).filled(question, given.dial, given.at)

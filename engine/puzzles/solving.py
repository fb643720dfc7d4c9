"""Solving: a person's answer to a puzzle, and why it is right or not, in figures.

An answer that is not in the puzzle's table is played on by the very rounds of the table, so that
every legal answer is judged alike, and always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.game.command import Given, command_of
from engine.puzzles.judging import Judging
from engine.puzzles.puzzle import Judged, Puzzle, in_words, judged

SAME = 1e-6
"""Steps of a dial are rounded; values that differ by no more are one."""
TOLD = 3
"""Terms that are told of two answers, at most."""
SMALL = 0.05
"""Points below which a difference is not told: figures have one decimal."""


class Verdict(NamedTuple):
    """What is said of an answer."""

    right: bool
    own: Judged
    own_words: str
    best_words: str
    second_words: str
    why: tuple[tuple[str, float], ...]
    """What sets two answers apart most, and by how many points: the best against one's own, where
    that was right the best against the second."""


class Solving:
    """A puzzle being solved: its battle, and what was made of an answer."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Lead the battle to the position; raises what `Puzzle.position` raises."""
        self.puzzle = puzzle
        self.battle = puzzle.position()
        self.question = puzzle.question(self.battle)
        self.view = self.battle.view(puzzle.seat)
        self.verdict: Verdict | None = None

    def known(self, given: Given) -> Judged | None:
        """Return an answer as the table has it; None where it has to be played on first."""
        return next((each for each in self.puzzle.answers if _same(each.given, given)), None)

    def permit(self, given: Given) -> None:
        """Raise `Refused` for an answer that the rules do not allow."""
        command_of(self.battle.game, self.battle.state, self.puzzle.seat, given)

    def judge(self, given: Given, stop: Callable[[], bool] = lambda: False) -> Verdict | None:
        """Return what is said of a legal answer, and keep it; None when `stop` said so."""
        own = self.known(given) or self._played(given, stop)
        if own is None:
            return None
        best, second = self.puzzle.answers[:2]
        right = self.puzzle.right(own.points)
        self.verdict = Verdict(
            right,
            own,
            in_words(self.question, given),
            in_words(self.question, best.given),
            in_words(self.question, second.given),
            _apart(best, second if right else own),
        )
        return self.verdict

    def _played(self, given: Given, stop: Callable[[], bool]) -> Judged | None:
        puzzle = self.puzzle
        judging = Judging(self.battle.game, self.view, self.question, puzzle.dice)
        number = judging.add(given)
        if not judging.play([number], puzzle.rounds, stop):
            return None
        return judged(given, judging.mean(number), judging.terms(number))


def _same(one: Given, other: Given) -> bool:
    if isinstance(one, Mapping) or isinstance(other, Mapping):
        return one == other
    return (
        one.option == other.option
        and one.at == other.at
        and (one.dial == other.dial or abs((one.dial or 0.0) - (other.dial or 0.0)) <= SAME)
    )


def _apart(one: Judged, other: Judged) -> tuple[tuple[str, float], ...]:
    words = dict.fromkeys((*one.terms, *other.terms))
    found = [(each, one.terms.get(each, 0.0) - other.terms.get(each, 0.0)) for each in words]
    told = [(each, worth) for each, worth in found if abs(worth) >= SMALL]
    return tuple(sorted(told, key=lambda each: -abs(each[1]))[:TOLD])

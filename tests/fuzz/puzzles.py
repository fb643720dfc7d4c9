"""Shipped puzzles: each is reached by the rules, and all that its table holds can be answered."""

from __future__ import annotations

from random import Random

from engine.puzzles.puzzle import shelf
from engine.puzzles.solving import Solving

ANSWERS = 3
"""Answers of one example that are judged."""


def attack(seed: int) -> None:
    """Open any puzzle and answer it: the best answer is right, the second is not."""
    random = Random(seed)
    _, puzzle = random.choice(shelf())
    solving = Solving(puzzle)
    for each in random.sample(puzzle.answers, min(ANSWERS, len(puzzle.answers))):
        solving.validate(each.given)
        verdict = solving.judge(each.given)
        assert verdict, puzzle.name
        assert verdict.own.points == each.points, puzzle.name
        assert verdict.right == (each is puzzle.answers[0]), puzzle.name

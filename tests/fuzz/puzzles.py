"""Attack: puzzles that ship with the game.

Each can be reached by the rules, and all of its answers can be given.
"""

from __future__ import annotations

from random import Random

from engine.puzzles.puzzle import shelf
from engine.puzzles.solving import Solving

ANSWERS = 3
"""The number of answers that are judged in one example."""


def attack(seed: int) -> None:
    """Open a random puzzle and answer it: the best answer must be right, and the second must
    not.
    """
    random = Random(seed)
    _, puzzle = random.choice(shelf())
    solving = Solving(puzzle)
    for each in random.sample(puzzle.answers, min(ANSWERS, len(puzzle.answers))):
        solving.validate(each.given)
        verdict = solving.judge(each.given)
        assert verdict, puzzle.name
        assert verdict.own.points == each.points, puzzle.name
        assert verdict.right == (each is puzzle.answers[0]), puzzle.name

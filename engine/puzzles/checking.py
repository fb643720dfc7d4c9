"""Checking: whether the best answer of a puzzle is still the best by ten times as many rounds.

The rounds are others than those by which it was found: what was luck then is none now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from engine.arena.workers import by_processes
from engine.base.errors import SetUpFault
from engine.puzzles.judging import Judging
from engine.puzzles.puzzle import CLEAR, Puzzle

TIMES = 10
"""How many times as many rounds are played as when it was found."""
SHARES = (0.1, 0.2, 0.4, 1.0)
"""Shares of the rounds after which answers that cannot be the second any more are let be."""
BEHIND = 4.0
"""Errors behind the best from which on they cannot."""


class Checked(msgspec.Struct, frozen=True):
    """A puzzle, and what the rounds of the check say of it."""

    name: str
    rounds: int
    lead: float
    """Points by which its best answer is ahead of the next."""
    error: float
    fault: str = ""
    """Why it is no puzzle; '' when it holds."""

    @property
    def holds(self) -> bool:
        """Tell whether its answer is the best, and clearly so."""
        return not self.fault


def checked_all(
    puzzles: Sequence[Puzzle], jobs: int = 1, times: int = TIMES
) -> Iterator[tuple[Puzzle, Checked]]:
    """Yield each puzzle with its check as it ends, run by `jobs` processes."""
    if jobs <= 1:
        for puzzle in puzzles:
            yield puzzle, checked(puzzle, times)
        return
    yield from by_processes(partial(checked, times=times), puzzles, jobs)


def checked(puzzle: Puzzle, times: int = TIMES) -> Checked:
    """Return what so many times as many rounds say of a puzzle.

    One whose position cannot be reached has that as its fault.
    """
    try:
        battle = puzzle.position()
        question = puzzle.question(battle)
    except SetUpFault as wrong:
        return Checked(puzzle.name, 0, 0.0, 0.0, str(wrong))
    judging = Judging(battle.game, battle.view(puzzle.seat), question, puzzle.dice ^ 1)
    running = [judging.add(each.given) for each in puzzle.answers]
    rounds = times * puzzle.rounds
    for share in SHARES:
        judging.play(running, max(2, round(share * rounds)))
        ranked = judging.ranked(running)
        running = [
            each
            for each in ranked
            if each in (0, *ranked[:2]) or not judging.lead(ranked[0], each).clear(BEHIND)
        ]
    ahead = judging.lead(ranked[0], ranked[1])
    fault = ""
    if ranked[0] != 0:
        fault = "another answer is better"
    elif not ahead.clear(CLEAR):
        fault = f"its answer is no {CLEAR:g} errors ahead"
    return Checked(puzzle.name, rounds, round(ahead.points, 2), round(ahead.error, 3), fault)

"""Progress: what a person has made of puzzles: rating, streak, which were solved.

It is folded from attempts, so that nothing that is kept can contradict another thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.puzzles.glicko import Game, Strength, after
from engine.puzzles.puzzle import Name

UNSURE = 100.0
"""The deviation of a puzzle's rating: it is told from three players, and no person."""


class Attempt(msgspec.Struct, frozen=True):
    """An answer to a puzzle."""

    puzzle: Name
    right: bool
    rating: Annotated[int, Meta(ge=0, le=5000)]
    """What the puzzle was rated by then."""
    day: Annotated[str, Meta(max_length=10)] = ""
    """The date, `2026-11-26`."""


class Progress(msgspec.Struct, frozen=True):
    """Where a person stands. Only the first answer to a puzzle counts for rating and streak."""

    strength: Strength = Strength()
    streak: int = 0
    """Puzzles solved one after the other, up to the latest."""
    best: int = 0
    """The longest streak."""
    results: dict[str, bool] = {}
    """Of each puzzle that was tried, whether it was ever solved."""
    days: frozenset[str] = frozenset()
    """The dates on which a puzzle was tried."""

    @property
    def solved(self) -> int:
        """How many puzzles were solved."""
        return sum(self.results.values())

    @property
    def words(self) -> str:
        """Where somebody stands, in a line.

        >>> Progress().words
        'rating 1500 +-700, none solved'
        """
        rating, doubt = self.strength.rating, 2 * self.strength.deviation
        told = f"rating {rating:.0f} +-{doubt:.0f}"
        if not self.results:
            return f"{told}, none solved"
        return (
            f"{told}, {self.solved} of {len(self.results)} solved, "
            f"{self.streak} in a row, best {self.best}"
        )

    def sign(self, puzzle: str) -> str:
        """Return `+` for a puzzle that was solved, `-` for one that was only tried, else ''."""
        return (
            {True: "+", False: "-"}.get(self.results[puzzle], "") if puzzle in self.results else ""
        )


def progress_of(attempts: Iterable[Attempt]) -> Progress:
    """Return where somebody stands after all attempts, in their order."""
    strength, streak, best = Strength(), 0, 0
    results: dict[str, bool] = {}
    days: set[str] = set()
    for each in attempts:
        if each.day:
            days.add(each.day)
        if each.puzzle not in results:
            strength = after(strength, [Game(each.rating, UNSURE, float(each.right))])
            streak = streak + 1 if each.right else 0
            best = max(best, streak)
        results[each.puzzle] = results.get(each.puzzle, False) or each.right
    return Progress(strength, streak, best, results, frozenset(days))

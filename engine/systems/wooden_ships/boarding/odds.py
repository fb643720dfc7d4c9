"""The exact chances of a melee of two crews over the rounds of a turn.

Wooden Ships & Iron Men, Melee Procedure.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.systems.wooden_ships.boarding.strength import losses, strength, winner
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import Quality
from engine.systems.wooden_ships.fleet.status import quality, working_crew
from engine.systems.wooden_ships.state.state import Ship

FACES = range(1, 7)


class Hands(NamedTuple):
    """Crew squares of one quality."""

    squares: int
    quality: Quality

    def without(self, lost: int) -> Hands:
        """Return what is left after some losses."""
        return Hands(max(0, self.squares - lost), self.quality)


class Odds(NamedTuple):
    """Chances after a turn's rounds: won, lost, both at zero, undecided."""

    win: float
    lose: float
    neither: float
    open: float


def melee_odds(ship: Ship, other: Ship) -> Odds:
    """Return the odds if each sends all squares of its sections, or its prize crew."""
    mine, theirs = sum(working_crew(ship)), sum(working_crew(other))
    return odds(mine, quality(ship), theirs, quality(other))


def odds(
    mine: int, my_quality: Quality, theirs: int, their_quality: Quality, turns: int = 1
) -> Odds:
    """Return the odds of squares of some quality against others, in so many turns of a melee."""
    data = book()
    one, other = Hands(mine, my_quality), Hands(theirs, their_quality)
    return _after(data.version, one, other, turns * data.melee.rounds)


@lru_cache(maxsize=65536)
def _after(version: str, mine: Hands, theirs: Hands, rounds: int) -> Odds:
    """Return the odds with some rounds left; the data set's version is part of the key."""
    one, other = strength(mine.squares, mine.quality), strength(theirs.squares, theirs.quality)
    if not one and not other:
        return Odds(0.0, 0.0, 1.0, 0.0)
    won = winner(one, other)
    if won:
        return Odds(1.0, 0.0, 0.0, 0.0) if won == 1 else Odds(0.0, 1.0, 0.0, 0.0)
    if not rounds:
        return Odds(0.0, 0.0, 0.0, 1.0)
    total = [0.0, 0.0, 0.0, 0.0]
    for face in FACES:
        they_have = theirs.without(losses(one, face))
        for reply in FACES:
            i_have = mine.without(losses(other, reply))
            rest = _after(version, i_have, they_have, rounds - 1)
            total = [sum_ + part / 36 for sum_, part in zip(total, rest, strict=True)]
    return Odds(*total)

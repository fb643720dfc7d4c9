"""Worth of keeping a Fortune Point: the expected gain of spending it on a later roll.

An optimal stopping problem over the attacks still to come, solved by dynamic programming.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.systems.oak_iron.effects.rerolls import own_luck
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

GAINS: Final = (0.0, 0.0, 0.0, 0.0, 0.05, 0.45, 1.1, 4.0)
"""Distribution of the gain, in points, of re-rolling all dice of an attack: the means of eight
equal parts of 133 attacks that captains made in patrols. Half of all rolls are not worth it."""
ATTACKS: Final = 0.55
"""Mean number of attacks that a ship makes in a turn."""
ENDURANCE: Final = 0.5
"""Share of the turns left that a battle is likely to last: most end before the last turn."""


def value_if_kept(view: State, ship: Ship) -> float:
    """Return the worth of keeping the Fortune Point that a ship's roll would spend, in points.

    A captain's own point serves only that ship, so only her attacks count.
    """
    if not enemies(view, ship.id):
        return 0.0
    own = own_luck(view, ship)
    ships = 1 if own else sum(each.fights for each in view.own_ships(ship.squadron))
    points = 1 if own else view.squadrons[ship.squadron].fortune
    turns = ENDURANCE * (LAST_TURN - view.turn)
    return _worth(ATTACKS * ships * turns, points) - _worth(ATTACKS * ships * turns, points - 1)


def _worth(attacks: float, points: int) -> float:
    """Return the expected gain over a fractional number of attacks, by interpolation."""
    whole = int(attacks)
    less, more = expected_gain(whole, points), expected_gain(whole + 1, points)
    return less + (attacks - whole) * (more - less)


# Cached: the recursion meets the same pairs again and again, and there are few of them.
@lru_cache(maxsize=256)
def expected_gain(attacks: int, points: int) -> float:
    """Return the expected gain of a number of Fortune Points over a number of attacks, in points.

    A point is spent on a roll when it gains more there than it is expected to gain later.
    """
    if not attacks or points < 1:
        return 0.0
    held, spent = expected_gain(attacks - 1, points), expected_gain(attacks - 1, points - 1)
    return sum(max(held, gain + spent) for gain in GAINS) / len(GAINS)

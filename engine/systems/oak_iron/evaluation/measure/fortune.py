"""What a Fortune Point is worth to who keeps it: the rolls that it may still mend."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.systems.oak_iron.effects.rerolls import own_luck
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

GAINS: Final = (0.0, 0.0, 0.0, 0.0, 0.05, 0.45, 1.1, 4.0)
"""What a new roll of all dice would add to an attack as it fell, the means of eight equal parts
of 133 attacks in patrols between captains."""
ATTACKS: Final = 0.55
"""How many attacks a ship makes in a turn."""
ENDURANCE: Final = 0.5
"""The share of the turns left that a battle is likely to last."""


def value_if_kept(view: State, ship: Ship) -> float:
    """Return what the Fortune Point that a ship's roll would take is worth later.

    Of her captain's own, which serves nobody else, by her attacks alone.
    """
    if not enemies(view, ship.id):
        return 0.0
    own = own_luck(view, ship)
    ships = 1 if own else sum(each.fights for each in view.own_ships(ship.squadron))
    points = 1 if own else view.squadrons[ship.squadron].fortune
    turns = ENDURANCE * (LAST_TURN - view.turn)
    return _worth(ATTACKS * ships * turns, points) - _worth(ATTACKS * ships * turns, points - 1)


def _worth(attacks: float, points: int) -> float:
    """Return what Fortune Points gain over a number of attacks that need not be whole."""
    whole = int(attacks)
    less, more = expected_gain(whole, points), expected_gain(whole + 1, points)
    return less + (attacks - whole) * (more - less)


@lru_cache(maxsize=256)
def expected_gain(attacks: int, points: int) -> float:
    """Return what Fortune Points gain over so many attacks, each spent where it tells enough."""
    if not attacks or points < 1:
        return 0.0
    held, spent = expected_gain(attacks - 1, points), expected_gain(attacks - 1, points - 1)
    return sum(max(held, gain + spent) for gain in GAINS) / len(GAINS)

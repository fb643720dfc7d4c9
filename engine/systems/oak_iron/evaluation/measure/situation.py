"""How a battle stands, and what boldness that asks for."""

from __future__ import annotations

import math
from typing import Final

from engine.systems.oak_iron.state.sides import sides, summed
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn.end_phase import LAST_TURN
from engine.systems.oak_iron.victory import strike

TIE: Final = 0.5
"""Points that a tie at the end is worth to the defender, and costs the attacker or both."""
STEADY: Final = 1.2
"""How much a lead of many points changes of a captain's caution by the last turn."""

FEW: Final = 8
"""So many ships are few, both sides together."""
EAGER: Final = 3.0
"""How much more a captain minds distance and bearing who must win where a tie is nobody's."""


def crowded(view: State) -> bool:
    """Tell whether there have been many ships: some things are only minded then."""
    return len(view.ships) > FEW


def lead(view: State, side: str) -> float:
    """Return by how many strike points a side is ahead of its enemies."""
    points = {each: summed(strike.points, view, each) for each in sides(view)}
    enemy = max((borne for each, borne in points.items() if each != side), default=0)
    ahead = float(enemy - points.get(side, 0))
    if ahead:
        return ahead
    defender = view.squadrons.get(view.defender)
    return TIE if (defender.side if defender else view.defender) == side else -TIE


def caution(view: State, side: str) -> float:
    """Return how much danger counts: more for who leads, less for who must still win, later on."""
    late = min(1.0, view.turn / LAST_TURN)
    return max(0.2, 1.0 + STEADY * late * math.tanh(lead(view, side)))


def eagerness(view: State, side: str) -> float:
    """Return how much distance and bearing count: more for who must win where a tie is nobody's.

    Where the defender has it, the attacker fares no better for it.
    """
    return EAGER if not view.defender and lead(view, side) < 0.0 else 1.0

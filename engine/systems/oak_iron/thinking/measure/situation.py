"""The situation of a battle: who leads, and how cautious or eager that should make a side."""

from __future__ import annotations

import math
from typing import Final

from engine.systems.oak_iron.state.sides import sides, summed
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn.end_phase import LAST_TURN
from engine.systems.oak_iron.victory import strike

TIE: Final = 0.5
"""Lead in points of a side that wins a tie at the end, the defender; -TIE for the other side, or
for both if a tie is nobody's."""
STEADY: Final = 1.2
"""Change of caution by the last turn for a lead of many points."""
LEAST_CAUTION: Final = 0.2
"""Floor of caution: even a side that is desperate minds some danger."""

FEW: Final = 8
"""Most ships, both sides together, that are not a crowd. Above it searches are cut down to stay
within their time, and effects that matter only there are counted."""
EAGER: Final = 3.0
"""Factor on range and bearing for a side that must win because a tie is nobody's."""


def crowded(view: State) -> bool:
    """Return whether the battle began with many ships."""
    return len(view.ships) > FEW


def lead(view: State, side: str) -> float:
    """Return by how many strike points a side is ahead of its enemies; a tie counts `TIE`."""
    points = {each: summed(strike.points, view, each) for each in sides(view)}
    enemy = max((borne for each, borne in points.items() if each != side), default=0)
    ahead = float(enemy - points.get(side, 0))
    if ahead:
        return ahead
    defender = view.squadrons.get(view.defender)
    return TIE if (defender.side if defender else view.defender) == side else -TIE


def caution(view: State, side: str) -> float:
    """Return the factor on danger: above 1 for a side that leads, below 1 for one that trails.

    It starts near 1 and grows with the turns. tanh, because a lead is a lead: further points
    change little.
    """
    late = min(1.0, view.turn / LAST_TURN)
    return max(LEAST_CAUTION, 1.0 + STEADY * late * math.tanh(lead(view, side)))


def eagerness(view: State, side: str) -> float:
    """Return the factor on range and bearing: more for a side that trails if a tie is nobody's.

    Where a tie is the defender's it stays 1: eager attackers did no better in trial battles.
    """
    return EAGER if not view.defender and lead(view, side) < 0.0 else 1.0

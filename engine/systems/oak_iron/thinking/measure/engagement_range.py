"""The range and bearing at which a ship wants to fight: the heuristic that draws ships together."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.kit.cached_per_state import cached_per_state
from engine.space.plane.many import Bases, Numbers
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.situation import crowded

AMONG_FEW: Final = 5.0
"""Best gap to an enemy, in inches. Any nearer and boarders may come over the rail."""
AMONG_MANY: Final = 2.5
"""Best gap in a crowd. At 5 inches from every enemy a ship would be out of range of most. Also
used against an enemy who is alone where a tie is nobody's, as there the guns have to decide."""
TO_FINISH: Final = 1.0
"""Best gap to a Shaken enemy. She may only rally, so it is safe to close and finish her."""
APART: Final = 0.12
"""Points lost for each inch away from the best gap. Small: it decides only when no guns bear."""
ABEAM: Final = 0.3
"""Points for having the enemy abeam at close range, where a broadside bears."""
ABEAM_RANGE: Final = 6.0
"""Gap in inches at which the bonus for abeam has dropped to half."""


@cached_per_state
def alone(view: State, side: str) -> bool:
    """Return whether a side has one ship left to fight while its enemies have more."""
    # Cached: every weighed range asks it of the same state.
    fit = [view.side_of(ship.id) for ship in view.ships.values() if ship.fights]
    return fit.count(side) == 1 and len(fit) > 2


def best_range(view: State, foe: Ship) -> float:
    """Return the gap at which it is best to fight an enemy, in inches."""
    if foe.shaken:
        return TO_FINISH
    if crowded(view) or (not view.defender and alone(view, view.side_of(foe.id))):
        return AMONG_MANY
    return AMONG_FEW


def closing(
    places: Bases, foes: Bases, inches: Numbers, best: float, eager: float = 1.0
) -> Numbers:
    """Return the score of range and bearing for each place, in points.

    `inches` are the gaps between `places` and `foes`, `best` is the gap wanted. `eager` scales
    the penalty for being too far away and the bonus for abeam, not the penalty for being too near.
    """
    dx, dy = foes.x - places.x, foes.y - places.y
    far = np.maximum(np.hypot(dx, dy), 1e-9)  # no division by zero where centres coincide
    abeam = np.abs(dx * places.north - dy * places.east) / far
    lies = ABEAM * abeam / (1.0 + inches / ABEAM_RANGE)
    off = inches - best
    found: Numbers = eager * lies - APART * np.where(off > 0.0, eager * off, -off)
    return found

"""Worth of small reliefs to a ship: Fatigue removed, a side loaded."""

from __future__ import annotations

from typing import Final

from engine.space.plane.many import Bearings
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.expected_harm import point_scale
from engine.systems.oak_iron.thinking.measure.guns import SIDES, Guns
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.weights import Values

BRACED: Final = 2.0
"""Worth of being Shaken no more, in points of Fatigue: a Shaken crew may only rally."""


def rested(view: State, ship: Ship, points: int = 1) -> Values:
    """Return the terms of removing points of Fatigue from a ship."""
    off = min(points, ship.fatigue)
    return {"rested": point_scale(view, ship) * off + BRACED * (ship.shaken and off > 0)}


def bearing(view: State, ship: Ship, guns: Guns) -> tuple[float, float]:
    """Return the worth of a ship's port and starboard broadside, loaded or not, as all lie now.

    Each is that of its best target.
    """
    best = [0.0, 0.0]
    here = base(view, ship.id)
    for foe in enemies(view, ship.id):
        there = base(view, foe.id)
        if guns.may_reach(here, there).any():
            fire = guns.broadsides(ship.id, foe.id, Bearings(here, there))
            best = [max(had, float(new[0])) for had, new in zip(best, fire, strict=True)]
    return best[0], best[1]


def loaded(view: State, ship: Ship, side: str, guns: Guns) -> Values:
    """Return the terms of a side that gets loaded; negated they are those of one made empty."""
    return {"loading": 1.0, "side": bearing(view, ship, guns)[SIDES.index(side)]}

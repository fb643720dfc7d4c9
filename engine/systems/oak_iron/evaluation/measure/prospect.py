"""What the next turn holds for a side: the best shot that each ship could sail to."""

from __future__ import annotations

from math import tanh
from typing import Final

import numpy as np

from engine.space.plane.many import Bearings
from engine.systems.oak_iron.evaluation.measure.guns import Guns
from engine.systems.oak_iron.evaluation.measure.outlook import MOVING
from engine.systems.oak_iron.evaluation.measure.reach import base, next_moves
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import State

MUCH: Final = 10.0
"""Points beyond which a better shot is hardly worth more: a wreck is lost but once."""


def prospects(view: State) -> dict[str, float]:
    """Return what each ship that fights could do with her next move, less what comes back.

    Both sides of hers are taken to be loaded; enemies are taken to lie where they are now.
    """
    guns, found = Guns(view), {}
    for ship in view.ships.values():
        if not ship.fights:
            continue
        there, best = next_moves(view, ship.id, base(view, ship.id)), 0.0
        for foe in enemies(view, ship.id):
            lies = base(view, foe.id)
            pairs = guns.may_reach(there, lies)
            if pairs.any():
                bearings = Bearings(there.among(pairs), lies.among(pairs))
                mine = np.maximum(*guns.broadsides(ship.id, foe.id, bearings))
                back = np.maximum(*guns.broadsides(foe.id, ship.id, bearings.back))
                best = max(best, float((mine - MOVING * back).max()))
        found[ship.id] = MUCH * tanh(best / MUCH)
    return found

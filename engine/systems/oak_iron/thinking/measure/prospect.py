"""Promise of the next turn: the best shot that each ship could sail to, less the fire it draws."""

from __future__ import annotations

from math import tanh
from typing import Final

import numpy as np

from engine.space.plane.many import Bases, Bearings, Numbers
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.reach import base, next_moves

MOVING: Final = 0.5
"""Weight of the return fire of the ship that is taken to lie still. In fact she moves too, and
her guns bear only about half the time."""
MUCH: Final = 10.0
"""Points at which the promise saturates (tanh): a ship can be wrecked only once, so a shot worth
more than that is hardly better."""


def prospects(view: State) -> dict[str, float]:
    """Return the promise of the next move of each ship that fights, in points.

    Both her broadsides are taken to be loaded, and enemies to stay where they are now.
    """
    guns, found = Guns(view), {}
    for ship in view.ships.values():
        if not ship.fights:
            continue
        moves, best = next_moves(view, ship.id, base(view, ship.id)), 0.0
        for foe in enemies(view, ship.id):
            shot = best_next_shot(guns, ship.id, foe.id, moves, base(view, foe.id)[:, None])
            best = max(best, float(shot[0]))
        found[ship.id] = MUCH * tanh(best / MUCH)
    return found


def best_next_shot(guns: Guns, mover: str, other: str, moves: Bases, lies: Bases) -> Numbers:
    """Return the worth of a ship's best next move against another, less the return fire.

    `moves` has the shape (place, move) and `lies` (place, 1) or (1, 1); the result has a figure
    for each place.
    """
    pairs = guns.may_reach(moves, lies)
    if not pairs.any():
        return np.zeros(len(moves.x))
    bearings, worth = Bearings(moves.among(pairs), lies.among(pairs)), np.zeros(pairs.shape)
    found = np.maximum(*guns.broadsides(mover, other, bearings))
    back = np.maximum(*guns.broadsides(other, mover, bearings.back))
    worth[pairs] = found - MOVING * back
    best: Numbers = worth.max(axis=1)
    return best

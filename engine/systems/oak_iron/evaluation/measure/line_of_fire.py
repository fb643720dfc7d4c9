"""Who lies in whose line of fire, where many ships fight: ships that lie still screen and mask.

Oak & Iron ch. 4, Attack Phase (Line of Sight).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np

from engine.space.plane.many import Bases, Numbers, hidden
from engine.systems.oak_iron.evaluation.measure.reach import base
from engine.systems.oak_iron.state.state import Ship, State

SCREENED: Final = 0.25
"""What is left of a broadside when a ship lies across the line of middles: at times there is sight
past her."""


class Shot(NamedTuple):
    """Where a target lies (an array of one), and what the fire at it is worth."""

    there: Bases
    value: float


def still(view: State, ship: Ship, lies: Callable[[Ship], bool]) -> dict[str, Bases]:
    """Return where the other ships lie of which it is told that they move no more."""
    return {
        other.id: base(view, other.id)
        for other in view.ships.values()
        if other.pose and other.id != ship.id and lies(other)
    }


def unscreened(places: Bases, there: Bases, others: Iterable[Bases]) -> Numbers:
    """Return what is left of fire between places, either way, with others in between."""
    left = np.ones(np.broadcast_shapes(places.x.shape, there.x.shape))
    for lies in others:
        left[hidden(places, there, lies)] = SCREENED
    return left


def masked(places: Bases, lies: Bases, shots: Sequence[Shot]) -> Numbers:
    """Return what a consort's best shot from where she lies would lose by a ship at each place."""
    left = [
        np.where(hidden(lies, shot.there, places), SCREENED, 1.0) * shot.value for shot in shots
    ]
    lost: Numbers = max(shot.value for shot in shots) - np.max(left, axis=0)
    return lost

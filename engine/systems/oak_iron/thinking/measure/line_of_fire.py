"""Ships in the line of fire: those that have moved screen enemies and mask consorts.

Oak & Iron ch. 4, Attack Phase (Line of Sight). Only crowded battles count it: among few ships it
happens too seldom to pay for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np

from engine.space.plane.many import Bases, Numbers, hidden
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.reach import base

SCREENED: Final = 0.25
"""Share of fire that is left when a ship lies across the line between the centres of two others.
Not 0, because the rules allow a line of sight from any point of an edge, past her bow or stern."""


class ConsortShot(NamedTuple):
    """Where a target lies (an array of one), and the worth of fire at it."""

    there: Bases
    value: float


def still(view: State, ship: Ship, lies: Callable[[Ship], bool]) -> dict[str, Bases]:
    """Return the bases of the other ships for which `lies` is true, by ship id."""
    return {
        other.id: base(view, other.id)
        for other in view.ships.values()
        if other.pose and other.id != ship.id and lies(other)
    }


def unscreened(places: Bases, there: Bases, others: Iterable[Bases]) -> Numbers:
    """Return the share of fire left between places, in either direction, past other ships."""
    left = np.ones(np.broadcast_shapes(places.x.shape, there.x.shape))
    for lies in others:
        left[hidden(places, there, lies)] = SCREENED
    return left


def masked(places: Bases, lies: Bases, shots: Sequence[ConsortShot]) -> Numbers:
    """Return what a consort's best shot would lose if a ship lay at each place."""
    left = [
        np.where(hidden(lies, shot.there, places), SCREENED, 1.0) * shot.value for shot in shots
    ]
    lost: Numbers = max(shot.value for shot in shots) - np.max(left, axis=0)
    return lost

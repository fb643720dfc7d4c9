"""What a place is worth to a sailor: speed by the wind, room, clear water, company.

Oak & Iron ch. 4, Point of Sail.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.space.plane.many import Bases, Numbers, gaps, near_edge, reaching_out, touching
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.evaluation.measure.reach import BEAM, EYE, base, off_wind, speeds
from engine.systems.oak_iron.evaluation.measure.situation import crowded
from engine.systems.oak_iron.state.state import Ship, State

COMPANY: Final = 5.0
"""The gap to a consort within which she is in company, in inches."""
CONSORTS: Final = 2
"""Of how many consorts the distance counts."""


def wind(view: State, ship: str, places: Bases) -> Numbers:
    """Return what the speed of the next turn is worth; the wind's eye costs."""
    able, off = speeds(view, ship), off_wind(view, places)
    speed = np.where(off < BEAM, able["windward"], able["large"])
    return np.where(off < EYE, -1.0, 0.12 * speed)


def room(view: State, places: Bases) -> Numbers:
    """Return the danger of the table's edge ahead: none with room for a move and a turn."""
    reach = max(tool.length for tool in book().measures.tools.values()) + places.ahead
    out = reaching_out(places, reach, view.table.size)
    edge = near_edge(places, 1.0, view.table.size)
    found: Numbers = -0.8 * out - np.where(edge, 1.0, 0.0)
    return found


def in_the_way(view: State, ship: str, places: Bases) -> Numbers:
    """Return how many bases are in the way of each place now, below 0."""
    found = np.zeros_like(places.x)
    for other in view.ships.values():
        if other.pose is not None and other.id != ship:
            found -= touching(places, base(view, other.id))
    return found


def astray(view: State, friends: Sequence[Ship], places: Bases) -> Numbers:
    """Return how far places are from her nearest consorts, where many ships fight; inches."""
    if not crowded(view) or not friends:
        return np.zeros_like(places.x)
    away = [gaps(places, base(view, friend.id)) for friend in friends]
    nearest = np.sort(away, axis=0)[:CONSORTS]
    found: Numbers = np.maximum(0.0, nearest - COMPANY).mean(axis=0)
    return found

"""Sailing terms of a place: speed by the wind, sea room, clear water, company.

Oak & Iron ch. 4, Point of Sail.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.space.plane.many import Bases, Numbers, gaps, near_edge, reaching_out, touching
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.reach import BEAM, EYE, base, off_wind, speeds
from engine.systems.oak_iron.thinking.measure.situation import crowded

COMPANY: Final = 5.0
"""Gap in inches within which a consort is in company."""
CONSORTS: Final = 2
"""Number of nearest consorts whose distance counts: one ahead and one astern in a line."""
EYE_COST: Final = -1.0
"""Points for lying in the wind's eye: a turn without way."""
SPEED: Final = 0.12
"""Points for each step of speed."""
BEYOND: Final = -0.8
"""Points for each inch by which a move straight ahead would leave the table."""
AT_EDGE: Final = -1.0
"""Points for lying within an inch of the table's edge, where most turns lead off it."""


def wind(view: State, ship: str, places: Bases) -> Numbers:
    """Return the term of the next turn's speed by point of sail."""
    able, off = speeds(view, ship), off_wind(view, places)
    speed = np.where(off < BEAM, able["windward"], able["large"])
    return np.where(off < EYE, EYE_COST, SPEED * speed)


def room(view: State, places: Bases) -> Numbers:
    """Return the danger of the table's edge ahead, 0 or less; 0 with room for the longest move."""
    reach = max(tool.length for tool in book().measures.tools.values()) + places.ahead
    out = reaching_out(places, reach, view.table.size)
    edge = near_edge(places, 1.0, view.table.size)
    found: Numbers = BEYOND * out + np.where(edge, AT_EDGE, 0.0)
    return found


def in_the_way(view: State, ship: str, places: Bases) -> Numbers:
    """Return the number of bases that overlap each place now, negated.

    Not a ban: most of those ships move away before she comes there.
    """
    found = np.zeros_like(places.x)
    for other in view.ships.values():
        if other.pose is not None and other.id != ship:
            found -= touching(places, base(view, other.id))
    return found


def astray(view: State, friends: Sequence[Ship], places: Bases) -> Numbers:
    """Return the mean inches out of company with her nearest consorts; 0 unless crowded."""
    if not crowded(view) or not friends:
        return np.zeros_like(places.x)
    away = [gaps(places, base(view, friend.id)) for friend in friends]
    nearest = np.sort(away, axis=0)[:CONSORTS]
    found: Numbers = np.maximum(0.0, nearest - COMPANY).mean(axis=0)
    return found

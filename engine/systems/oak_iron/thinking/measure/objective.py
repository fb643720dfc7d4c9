"""Worth of places for the scenario's objective: the way to a berth, or to the enemy it names.

Oak & Iron ch. 7, objective cards. `rules_of_thumb.objective_task` decides which task a ship
has; a run for the lee edge is scored by `flight`.
"""

from __future__ import annotations

import numpy as np

from engine.space.plane.many import Bases, Numbers, gaps, off_the_bow
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure.situation import crowded
from engine.systems.oak_iron.thinking.rules_of_thumb.chase import COMING_ABOUT, FAR
from engine.systems.oak_iron.thinking.rules_of_thumb.objective_task import (
    Berth,
    Hunt,
    objective_task,
)


class Objective:
    """The objective's terms for one ship of a view, over arrays of places."""

    def __init__(self, view: State, ship: str) -> None:
        self._errand = None if view.phase == "set_up" else objective_task(view, ship)
        self._crowded = crowded(view)

    def terms(self, places: Bases) -> dict[str, Numbers]:
        """Return the inches still to go from places, negated; no terms without an errand."""
        match self._errand:
            case Berth(at=(x, y), near=near, anchors=anchors):
                east, north = x - places.x, y - places.y
                name = "rejoin" if self._crowded and not anchors else "berth"
                return {name: -_way(places, east, north, near)}
            case Hunt(there=there):
                lies = Bases.of(there.pose, there.length, there.width)
                return {"prey": -gaps(places, lies)}
        return {}


def _way(places: Bases, east: Numbers, north: Numbers, near: float) -> Numbers:
    """Return the inches to a point, plus those that coming about takes; 0 within `near`."""
    far = np.hypot(east, north)
    inches = np.maximum(0.0, far - near)
    off = off_the_bow(places, east, north)
    found: Numbers = inches + np.minimum(1.0, inches / FAR) * COMING_ABOUT * off / 180.0
    return found

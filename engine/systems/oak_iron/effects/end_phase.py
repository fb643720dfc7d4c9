"""Effects in the End Phase (Oak & Iron ch. 4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State

INSPIRES: Moment[Callable[[], float]] = Moment("inspires")
"""() to the inches within which a friend, or the ship herself, loses 1 Fatigue."""


@INSPIRES("inspiring")
def inspiring() -> float:
    """Inspiring: within Musket Shot."""
    return book().measures.musket


def reach(state: State, ship: Ship) -> float:
    """Return the inches within which a ship's commander inspires; -1 when he does not."""
    return max((inches() for _, inches in INSPIRES.on(state, ship)), default=-1.0)

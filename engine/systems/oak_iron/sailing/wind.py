"""Points of sail (Oak & Iron ch. 4, Movement Phase)."""

from __future__ import annotations

from engine.systems.oak_iron.state.bases import hull
from engine.systems.oak_iron.state.state import PointOfSail, State
from engine.systems.oak_iron.table.point_of_sail import point_of_sail


def points(state: State, ship: str) -> tuple[PointOfSail, ...]:
    """Return the ship's point of sail now; two when she lies exactly between Large and Windward."""
    return point_of_sail(hull(state.ships[ship]), state.table.weather_edge, state.table.size)


def in_the_eye(state: State, ship: str) -> bool:
    """Tell whether the ship lies In the Wind's Eye now."""
    return "eye" in points(state, ship)

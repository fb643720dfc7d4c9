"""The point of sail of a base: Oak & Iron ch. 4, Point of Sail. Inches."""

from __future__ import annotations

from typing import Final, Literal

from engine.space.plane.hull import Hull
from engine.space.plane.pose import Point
from engine.systems.oak_iron.state.bases import hull
from engine.systems.oak_iron.state.state import PointOfSail, State

Weather = Literal["north", "east", "south", "west"]

EVEN: Final = 0.0005
"""Inches within which distances to the weather edge count as equal, since headings are rounded."""


def from_weather(at: Point, weather_edge: Weather, table: tuple[float, float]) -> float:
    """Return the distance of a point from the line of the weather edge; negative beyond it."""
    if weather_edge == "north":
        return table[1] - at[1]
    if weather_edge == "east":
        return table[0] - at[0]
    return at[1] if weather_edge == "south" else at[0]


def point_of_sail(
    hull: Hull, weather_edge: Weather, table: tuple[float, float]
) -> tuple[PointOfSail, ...]:
    """Return the point of sail of a base on a table (width, height).

    Both names are returned when bow and stern are equally far from the weather edge: the player
    chooses. In the wind's eye both ends of the bow are nearer to it than either side's middle.

    Oak & Iron ch. 4, Point of Sail.

    >>> from engine.space.plane.pose import Pose
    >>> point_of_sail(Hull(Pose(18, 18, 180), 2, 1), "north", (36, 36))
    ('large',)
    """

    def away(at: Point) -> float:
        return from_weather(at, weather_edge, table)

    bow, stern = away(hull.mid("bow")), away(hull.mid("stern"))
    side = min(away(hull.mid("port")), away(hull.mid("starboard")))
    port, starboard = hull.ends("bow")
    if side - max(away(port), away(starboard)) > EVEN:
        return ("eye",)
    if abs(bow - stern) <= EVEN:
        return ("large", "windward")
    return ("large",) if stern < bow else ("windward",)


def points(state: State, ship: str) -> tuple[PointOfSail, ...]:
    """Return the ship's point of sail now; two when she lies exactly between Large and Windward."""
    return point_of_sail(hull(state.ships[ship]), state.table.weather_edge, state.table.size)


def in_the_eye(state: State, ship: str) -> bool:
    """Tell whether the ship lies In the Wind's Eye now."""
    return "eye" in points(state, ship)

"""A rectangular base at a pose: corners, edges, outline. Inches; bearings in degrees."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from engine.space.plane.pose import Point, Pose, unit

if TYPE_CHECKING:
    from shapely import Polygon

Edge = Literal["bow", "starboard", "stern", "port"]
Side = Literal["port", "starboard"]
Box = tuple[float, float, float, float, float, float, float]
"""Centre x and y, heading vector x and y, half length, half width, half diagonal."""

EDGES: Final[tuple[Edge, ...]] = ("bow", "starboard", "stern", "port")
SHRINK: Final = 0.0001
"""Inches taken off every side of what blocks sight: a line along a side is not blocked by it."""

_TURN: Final[dict[Edge, float]] = {"bow": 0.0, "starboard": 90.0, "stern": 180.0, "port": 270.0}
_ENDS: Final[dict[Edge, tuple[int, int]]] = {
    "bow": (0, 1),
    "starboard": (1, 2),
    "stern": (2, 3),
    "port": (3, 0),
}


class Hull:
    """A base: its length along the heading, its centre at the pose. Immutable.

    Derived points and polygons are computed at first use and cached in the instance, since
    `hull_at` returns the same instance for the same pose.
    """

    __slots__ = (
        "_mids",
        "_polygon",
        "_shrunk",
        "box",
        "corners",
        "length",
        "pose",
        "radius",
        "width",
    )

    def __init__(self, pose: Pose, length: float, width: float) -> None:
        self.pose: Final = pose
        self.length: Final = length
        self.width: Final = width
        x, y = pose.x, pose.y
        east, north = unit(pose.heading)
        ahead, beam = length / 2, width / 2
        self.radius: Final = math.hypot(ahead, beam)
        """Half the diagonal: the radius of the circle around the base."""
        self.box: Final[Box] = (x, y, east, north, ahead, beam, self.radius)
        fx, fy, rx, ry = east * ahead, north * ahead, north * beam, -east * beam
        self.corners: Final[tuple[Point, Point, Point, Point]] = (
            (x + fx - rx, y + fy - ry),
            (x + fx + rx, y + fy + ry),
            (x - fx + rx, y - fy + ry),
            (x - fx - rx, y - fy - ry),
        )
        """Bow port, bow starboard, stern starboard, stern port."""
        self._mids: tuple[Point, ...] = ()
        self._polygon: Polygon | None = None
        self._shrunk: Polygon | None = None

    def __repr__(self) -> str:
        return f"Hull({self.pose!r}, {self.length}, {self.width})"

    @property
    def polygon(self) -> Polygon:
        """The outline as a shapely polygon, built at first use."""
        if self._polygon is None:
            from shapely import Polygon

            self._polygon = Polygon(self.corners)
        return self._polygon

    @property
    def shrunk(self) -> Polygon:
        """The outline shrunk by 0.0001 inch on each side, built at first use."""
        if self._shrunk is None:
            self._shrunk = hull_at(
                self.pose, self.length - 2 * SHRINK, self.width - 2 * SHRINK
            ).polygon
        return self._shrunk

    def ends(self, edge: Edge) -> tuple[Point, Point]:
        """Return the two corners of an edge, clockwise."""
        first, second = _ENDS[edge]
        return self.corners[first], self.corners[second]

    @property
    def mids(self) -> tuple[Point, ...]:
        """The mid-points of the edges in the order of `EDGES`, computed at first use."""
        if not self._mids:
            ends = map(self.ends, EDGES)
            self._mids = tuple(((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in ends)
        return self._mids

    def mid(self, edge: Edge) -> Point:
        """Return the mid-point of an edge."""
        return self.mids[_ENDS[edge][0]]

    def outward(self, edge: Edge) -> float:
        """Return the bearing of an edge's outward normal, degrees."""
        return (self.pose.heading + _TURN[edge]) % 360.0


@lru_cache(maxsize=8192)
def hull_at(pose: Pose, length: float, width: float) -> Hull:
    """Return the base of a length and width (inches) at a pose.

    Cached: the same instance is returned each time, so that what it has computed is reused.

    >>> hull_at(Pose(10, 10, 0), 2, 1).mid("bow")
    (10.0, 11.0)
    """
    return Hull(pose, length, width)


def on_table(hull: Hull, table: tuple[float, float], margin: float = -1e-6) -> bool:
    """Tell whether the whole base is on a table (width, height), `margin` inches inside its edges.

    The default margin is negative: a base exactly on the edge is on the table.
    """
    return all(
        margin <= x <= table[0] - margin and margin <= y <= table[1] - margin
        for x, y in hull.corners
    )


ARC_STEPS = 15
"""Straight pieces of a quarter circle: 6 degrees each, finer than a character cell shows."""


def ring(hull: Hull, distance: float) -> tuple[Point, ...]:
    """Return the outline at a distance (inches) from a base: a rectangle with round corners.

    The points run clockwise; the first is not repeated at the end.
    """
    points: list[Point] = []
    for number, (x, y) in enumerate(hull.corners):
        start = hull.pose.heading - 90.0 + 90.0 * number
        for step in range(ARC_STEPS + 1):
            east, north = unit(start + 90.0 * step / ARC_STEPS)
            points.append((x + east * distance, y + north * distance))
    return tuple(points)

"""A ship's rectangular base at a pose, and the area that it covers as it moves. Inches, and degrees
clockwise from north.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

from engine.space.plane.pose import Point, Pose, turn_between, unit

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry


# A rectangular base at a pose: corners, edges, outline. Inches; bearings in degrees.


Edge = Literal["bow", "starboard", "stern", "port"]
Side = Literal["port", "starboard"]
Box = tuple[float, float, float, float, float, float, float]
"""A rectangle: centre x and y, heading vector x and y, half length, half width, half diagonal."""

EDGES: Final[tuple[Edge, ...]] = ("bow", "starboard", "stern", "port")
SHRINK: Final = 0.0001
"""An obstacle to sight is shrunk by this (inches) on every side, so that it does not block a line
that runs along its side."""

_TURN: Final[dict[Edge, float]] = {"bow": 0.0, "starboard": 90.0, "stern": 180.0, "port": 270.0}
_ENDS: Final[dict[Edge, tuple[int, int]]] = {
    "bow": (0, 1),
    "starboard": (1, 2),
    "stern": (2, 3),
    "port": (3, 0),
}


class Hull:
    """A ship's rectangular base: its centre is at the pose, its length along the heading.
    Immutable.

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
        """The corners: bow port, bow starboard, stern starboard, stern port."""
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
    """Tell whether the whole base is on a table (width, height in inches), at least `margin` inches
    inside the edges.

    The default margin is negative: a base exactly on the edge is on the table.
    """
    return all(
        margin <= x <= table[0] - margin and margin <= y <= table[1] - margin
        for x, y in hull.corners
    )


ARC_STEPS = 15
"""The number of straight pieces of a quarter circle: 6 degrees each, finer than a character
cell."""


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


# The area that a base passes over on its way through several poses. Inches, degrees.


STEP = 10.0
"""A pivot is approximated by straight pieces of at most this many degrees; a corner is then at most
about 0.01 inch off."""


def wake(base: Hull, poses: Iterable[Pose]) -> BaseGeometry:
    """Return the area that a base covers as it moves from its own pose through the given poses.

    Between two poses of equal heading the base slides, else it pivots.
    """
    from shapely import MultiPoint, union_all

    hulls = [base]
    for pose in poses:
        hulls += [hull_at(at, base.length, base.width) for at in _way(hulls[-1].pose, pose)]
    legs = [
        MultiPoint([*one.corners, *other.corners]).convex_hull for one, other in pairwise(hulls)
    ]
    covered: BaseGeometry = union_all(legs) if legs else base.polygon
    return covered


def _way(start: Pose, end: Pose) -> list[Pose]:
    """Return the poses on the way from `start` to `end`, at most `STEP` degrees apart; `end` is the
    last.

    If the heading changes, the ship rotates about the one point that carries her first pose into
    the second.
    """
    angle = turn_between(start.heading, end.heading)
    count = math.ceil(abs(angle) / STEP - 1e-9)  # a rounding error must not add another piece
    if count < 2:
        return [end]
    east, north = end.x - start.x, end.y - start.y
    half = 2.0 * math.tan(math.radians(angle) / 2.0)
    about = (
        (start.x + end.x) / 2 + north / half,
        (start.y + end.y) / 2 - east / half,
    )
    return [start.rotated(about, angle * step / count) for step in range(1, count)] + [end]

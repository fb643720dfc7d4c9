"""Lines of sight, broadside paths, raking lines, points of sail (Oak & Iron ch. 4, 5). Inches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from heapq import heapify, heappop
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from engine.space.plane.contact import Body
from engine.space.plane.hull import Edge, Hull, Side
from engine.space.plane.pose import Point, unit
from engine.space.plane.sweep import blockers_between, is_clear, wholly_beyond
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import PointOfSail, State

if TYPE_CHECKING:
    from shapely import Polygon


# Broadside paths (Oak & Iron ch. 4) and raking lines (Oak & Iron ch. 5). Inches.


_FINE: Final = 1e-9
"""Inches of tolerance in comparisons: a base that only touches the path is in it."""


def broadside_strip(hull: Hull, side: Side, reach: float) -> Polygon:
    """Return the broadside path of a side up to a reach (inches), as a polygon."""
    from shapely import Polygon

    (ax, ay), (bx, by) = hull.ends(side)
    east, north = unit(hull.outward(side))
    east, north = east * reach, north * reach
    return Polygon(((ax, ay), (bx, by), (bx + east, by + north), (ax + east, ay + north)))


def in_broadside_path(hull: Hull, side: Side, target: Hull) -> bool:
    """Tell whether a base shares a point with the broadside path of a side, at any distance.

    Oak & Iron ch. 4, Broadside.
    """
    x, y, east, north, ahead, beam, _ = hull.box
    hand = 1.0 if side == "starboard" else -1.0
    dx, dy, round_it = target.box[0] - x, target.box[1] - y, target.radius + _FINE
    # Two checks by the bounding circle of the target exclude most bases before corners are
    # computed.
    if abs(dx * east + dy * north) > ahead + round_it:
        return False
    if (dx * north - dy * east) * hand - beam < -round_it:
        return False
    seen: list[Point] = []
    for cx, cy in target.corners:
        dx, dy = cx - x, cy - y
        seen.append((dx * east + dy * north, (dx * north - dy * east) * hand - beam))
    low, high = math.inf, -math.inf
    for i in range(4):
        (af, ar), (bf, br) = seen[i - 1], seen[i]
        if br >= -_FINE:
            low, high = min(low, bf), max(high, bf)
        if (ar >= -_FINE) != (br >= -_FINE):
            cut = af + (bf - af) * ar / (ar - br)
            low, high = min(low, cut), max(high, cut)
    return low <= ahead + _FINE and high >= -ahead - _FINE


def raking(hull: Hull, side: Side, target: Hull) -> Literal["bow", "stern"] | None:
    """Return the edge that the raking line of a side crosses first, or None when it does not rake.

    The line starts at the mid-point of the side, perpendicular to it, and must cross both the bow
    and the stern of the target. The range is not checked. Oak & Iron ch. 5, Raking Shots.
    """
    sx, sy = hull.mid(side)
    wx, wy = unit(hull.outward(side))
    x, y, east, north, ahead, beam, _ = target.box
    sx, sy = sx - x, sy - y
    at, across = sx * east + sy * north, sx * north - sy * east
    way, drift = wx * east + wy * north, wx * north - wy * east
    if abs(way) < 1e-12:  # parallel to bow and stern: it crosses neither
        return None
    bow, stern = (ahead - at) / way, (-ahead - at) / way
    for run in (bow, stern):
        if run < -_FINE or abs(across + drift * run) > beam + _FINE:
            return None
    return "bow" if bow < stern else "stern"


# Lines of sight between ships: Oak & Iron ch. 4, Line of Sight. Inches.


class Sight(msgspec.Struct, frozen=True):
    """A clear line of sight, from the mid-point of the firer's edge.

    It goes to the mid-point of an edge of the target, and to a corner of the target.
    """

    edge: Edge
    """The firer's edge."""
    start: Point
    end: Point
    """The mid-point of the target's edge."""
    corner: Point


def line_of_sight(
    firer: Hull, target: Hull, edges: Sequence[Edge], blockers: Sequence[Body]
) -> Sight | None:
    """Return the shortest clear line of sight from one of the edges, or None.

    Blockers are other bases and land, each shrunk by 0.0001 inch. The bases of the two ships
    block as well.
    Oak & Iron ch. 4, Line of Sight.
    """
    between, lands = blockers_between(firer, target, blockers)
    bases = [target, firer, *between]
    starts = [(edge, firer.mid(edge)) for edge in edges]
    lines = [
        (math.dist(start, end), edge, start, end) for edge, start in starts for end in target.mids
    ]
    heapify(lines)  # usually the shortest line is clear: sorting the rest would be wasted
    while lines:
        _, edge, start, end = heappop(lines)
        if not is_clear(start, end, bases, lands):
            continue
        for corner in sorted(target.corners, key=lambda at: math.dist(start, at)):
            if is_clear(start, corner, bases, lands):
                return Sight(edge, start, end, corner)
    return None


def in_sight(firer: Hull, target: Hull, edges: Sequence[Edge], blockers: Sequence[Body]) -> bool:
    """Tell whether there is a line of sight; fast if nothing is between the two ships.

    With nothing between, a target that is wholly in front of the line through one of `edges` is
    seen: at least one of its own edges faces the mid-point of that edge. Oak & Iron ch. 4, Line of
    Sight.
    """
    between, lands = blockers_between(firer, target, blockers)
    if not between and not lands and any(wholly_beyond(firer, edge, target) for edge in edges):
        return True
    return line_of_sight(firer, target, edges, [*between, *lands]) is not None


# The point of sail of a base: Oak & Iron ch. 4, Point of Sail. Inches.


Weather = Literal["north", "east", "south", "west"]

EVEN: Final = 0.0005
"""The inches below which two distances to the weather edge count as equal, because headings are
rounded."""


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
    chooses. In the wind's eye both ends of the bow are nearer to the weather edge than either
    side's middle.

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
    """Return the ship's present point of sail; both, if she is exactly between Large
    and Windward.
    """
    return point_of_sail(hull(state.ships[ship]), state.table.weather_edge, state.table.size)


def in_the_eye(state: State, ship: str) -> bool:
    """Tell whether the ship is In the Wind's Eye now."""
    return "eye" in points(state, ship)

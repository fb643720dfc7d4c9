"""Sight lines, broadside paths and raking lines. Inches; angles in degrees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from heapq import heapify, heappop
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from engine.space.plane.contact import Body
from engine.space.plane.hull import SHRINK, Edge, Hull, Side
from engine.space.plane.pose import Point, unit

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

_FINE: Final = 1e-9


class Sight(msgspec.Struct, frozen=True):
    """A clear line: from the mid-point of an edge to an edge's mid-point and a corner."""

    edge: Edge
    """The firer's edge."""
    start: Point
    end: Point
    """The mid-point of the target's edge."""
    corner: Point


def line_of_sight(
    firer: Hull, target: Hull, edges: Sequence[Edge], blockers: Sequence[Body]
) -> Sight | None:
    """Return the shortest clear line from one of the edges, or None.

    Blockers are other bases and land, shrunk by 0.0001 inch; the two ships' own bases block too.
    Oak & Iron ch. 4, Line of Sight.
    """
    between, lands = _in_the_way(firer, target, blockers)
    bases = [target, firer, *between]
    starts = [(edge, firer.mid(edge)) for edge in edges]
    lines = [
        (math.dist(start, end), edge, start, end) for edge, start in starts for end in target.mids
    ]
    heapify(lines)  # most often the shortest is clear, and the rest need no order
    while lines:
        _, edge, start, end = heappop(lines)
        if not _clear(start, end, bases, lands):
            continue
        for corner in sorted(target.corners, key=lambda at: math.dist(start, at)):
            if _clear(start, corner, bases, lands):
                return Sight(edge, start, end, corner)
    return None


def in_sight(firer: Hull, target: Hull, edges: Sequence[Edge], blockers: Sequence[Body]) -> bool:
    """Tell whether there is a line of sight: at a glance where nothing lies between the two.

    A target wholly beyond the line of an edge shows the middle of that edge one of its own sides.
    """
    between, lands = _in_the_way(firer, target, blockers)
    if not between and not lands and any(_beyond(firer, edge, target) for edge in edges):
        return True
    return line_of_sight(firer, target, edges, [*between, *lands]) is not None


def _beyond(firer: Hull, edge: Edge, target: Hull) -> bool:
    """Tell whether a base lies beyond the line of another's edge, wholly and clear of it."""
    east, north = unit(firer.outward(edge))
    x, y = firer.mid(edge)
    tx, ty, ahead_x, ahead_y, ahead, beam, _ = target.box
    reach = abs(ahead_x * east + ahead_y * north) * ahead
    reach += abs(ahead_y * east - ahead_x * north) * beam
    return (tx - x) * east + (ty - y) * north - reach > SHRINK


def _in_the_way(
    firer: Hull, target: Hull, blockers: Sequence[Body]
) -> tuple[list[Hull], list[BaseGeometry]]:
    """Return the other bases and the land that may meet a line between two bases."""
    bases: list[Hull] = []
    lands: list[BaseGeometry] = []
    for body in blockers:
        if not isinstance(body, Hull):
            if _near(firer, target, body):
                lands.append(body)
        elif body is not target and body is not firer and _between(firer, target, body):
            bases.append(body)
    return bases, lands


def _near(firer: Hull, target: Hull, land: BaseGeometry) -> bool:
    """Tell whether land meets the upright rectangle around two bases."""
    west, south, east, north = land.bounds
    (ax, ay, *_, a), (bx, by, *_, b) = firer.box, target.box
    level = min(ax - a, bx - b) <= east and max(ax + a, bx + b) >= west
    return bool(level and min(ay - a, by - b) <= north and max(ay + a, by + b) >= south)


def _between(firer: Hull, target: Hull, base: Hull) -> bool:
    """Tell whether a base may meet any line between two others: all lie near that of the middles.

    It is told by circles about the bases, so that most of a fleet is left out cheaply.
    """
    x, y, bx, by = firer.box[0], firer.box[1], base.box[0], base.box[1]
    east, north = target.box[0] - x, target.box[1] - y
    long = east * east + north * north
    along = ((bx - x) * east + (by - y) * north) / long if long else 0.0
    along = min(max(along, 0.0), 1.0)
    off = math.hypot(bx - x - along * east, by - y - along * north)
    return off <= max(firer.radius, target.radius) + base.radius


def _clear(start: Point, end: Point, bases: list[Hull], lands: list[BaseGeometry]) -> bool:
    for base in bases:
        if crosses(start, end, base):
            return False
    return not (lands and any(_hidden(start, end, land) for land in lands))


def crosses(start: Point, end: Point, hull: Hull, shrink: float = SHRINK) -> bool:
    """Tell whether a segment meets a base shrunk all round."""
    x, y, east, north, ahead, beam, _ = hull.box
    sx, sy = start[0] - x, start[1] - y
    dx, dy = end[0] - start[0], end[1] - start[1]
    first, last = 0.0, 1.0
    for at, way, half in (
        (sx * east + sy * north, dx * east + dy * north, ahead - shrink),
        (sx * north - sy * east, dx * north - dy * east, beam - shrink),
    ):
        if abs(way) < 1e-12:
            if abs(at) > half:
                return False
            continue
        enter, leave = (-half - at) / way, (half - at) / way
        if enter > leave:
            enter, leave = leave, enter
        first = enter if enter > first else first
        last = leave if leave < last else last
        if first > last:
            return False
    return True


def _hidden(start: Point, end: Point, land: BaseGeometry) -> bool:
    west, south, east, north = land.bounds
    if (
        max(start[0], end[0]) < west
        or min(start[0], end[0]) > east
        or max(start[1], end[1]) < south
        or min(start[1], end[1]) > north
    ):
        return False
    from shapely import LineString

    return bool(_shrunk(land).intersects(LineString((start, end))))


@lru_cache(maxsize=256)
def _shrunk(land: BaseGeometry) -> BaseGeometry:
    from shapely import prepare

    smaller = land.buffer(-SHRINK)
    prepare(smaller)
    return smaller


def broadside_strip(hull: Hull, side: Side, reach: float) -> Polygon:
    """Return the strip of a side's length, square to it and outward, `reach` inches wide."""
    from shapely import Polygon

    (ax, ay), (bx, by) = hull.ends(side)
    east, north = unit(hull.outward(side))
    east, north = east * reach, north * reach
    return Polygon(((ax, ay), (bx, by), (bx + east, by + north), (ax + east, ay + north)))


def in_broadside_path(hull: Hull, side: Side, target: Hull) -> bool:
    """Tell whether a base shares a point with the strip square to a side, however far.

    Oak & Iron ch. 4, Broadside.
    """
    x, y, east, north, ahead, beam, _ = hull.box
    hand = 1.0 if side == "starboard" else -1.0
    dx, dy, round_it = target.box[0] - x, target.box[1] - y, target.radius + _FINE
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
    """Return the edge that a side's raking line crosses first, or None when it does not rake.

    The line leaves the side's mid-point square to it and must cross bow and stern; its range is
    for the rules to judge. Oak & Iron ch. 4, Raking.
    """
    sx, sy = hull.mid(side)
    wx, wy = unit(hull.outward(side))
    x, y, east, north, ahead, beam, _ = target.box
    sx, sy = sx - x, sy - y
    at, across = sx * east + sy * north, sx * north - sy * east
    way, drift = wx * east + wy * north, wx * north - wy * east
    if abs(way) < 1e-12:
        return None
    bow, stern = (ahead - at) / way, (-ahead - at) / way
    for run in (bow, stern):
        if run < -_FINE or abs(across + drift * run) > beam + _FINE:
            return None
    return "bow" if bow < stern else "stern"

"""Straight lines across bases and land: what one meets, and what may meet it. Inches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.space.plane.contact import Body
from engine.space.plane.hull import SHRINK, Edge, Hull
from engine.space.plane.pose import Point, unit

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


def wholly_beyond(hull: Hull, edge: Edge, other: Hull) -> bool:
    """Tell whether a base is wholly beyond the line through an edge of another, and clear of it."""
    east, north = unit(hull.outward(edge))
    x, y = hull.mid(edge)
    tx, ty, ahead_x, ahead_y, ahead, beam, _ = other.box
    reach = abs(ahead_x * east + ahead_y * north) * ahead
    reach += abs(ahead_y * east - ahead_x * north) * beam
    return (tx - x) * east + (ty - y) * north - reach > SHRINK


def in_the_way(
    one: Hull, other: Hull, blockers: Sequence[Body]
) -> tuple[list[Hull], list[BaseGeometry]]:
    """Return the other bases and the land that may meet a line between two bases.

    Cheap bounds only: what is left out cannot meet one, what is returned need not.
    """
    bases: list[Hull] = []
    lands: list[BaseGeometry] = []
    # All such lines are near the one between the centres. Circles around the bases leave out most
    # of a fleet cheaply; this loop is run for every shot past every ship, so it calls nothing.
    x, y = one.box[0], one.box[1]
    east, north = other.box[0] - x, other.box[1] - y
    long = east * east + north * north
    wide = max(one.radius, other.radius)
    for body in blockers:
        if not isinstance(body, Hull):
            if _near(one, other, body):
                lands.append(body)
            continue
        bx, by = body.box[0] - x, body.box[1] - y
        along = (bx * east + by * north) / long if long else 0.0
        along = 0.0 if along < 0.0 else 1.0 if along > 1.0 else along
        bx, by, reach = bx - along * east, by - along * north, wide + body.radius
        if bx * bx + by * by <= reach * reach and body is not one and body is not other:
            bases.append(body)
    return bases, lands


def _near(one: Hull, other: Hull, land: BaseGeometry) -> bool:
    """Tell whether the bounds of land meet the upright rectangle around two bases."""
    west, south, east, north = land.bounds
    (ax, ay, *_, a), (bx, by, *_, b) = one.box, other.box
    level = min(ax - a, bx - b) <= east and max(ax + a, bx + b) >= west
    return bool(level and min(ay - a, by - b) <= north and max(ay + a, by + b) >= south)


def is_clear(start: Point, end: Point, bases: list[Hull], lands: list[BaseGeometry]) -> bool:
    """Tell whether a segment meets none of some bases and land, each shrunk by `SHRINK`."""
    for base in bases:
        if crosses(start, end, base):
            return False
    return not (lands and any(_hidden(start, end, land) for land in lands))


def crosses(start: Point, end: Point, hull: Hull, shrink: float = SHRINK) -> bool:
    """Tell whether a segment meets a base shrunk by so many inches on each side."""
    x, y, east, north, ahead, beam, _ = hull.box
    sx, sy = start[0] - x, start[1] - y
    dx, dy = end[0] - start[0], end[1] - start[1]
    first, last = 0.0, 1.0
    for at, way, half in (
        (sx * east + sy * north, dx * east + dy * north, ahead - shrink),
        (sx * north - sy * east, dx * north - dy * east, beam - shrink),
    ):
        if abs(way) < 1e-12:  # parallel to the side: no division by nothing
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
    """Tell whether a segment meets land; by its bounds first, as shapely costs far more."""
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
    """Return land shrunk and prepared. Cached: both take long, and land does not change."""
    from shapely import prepare

    smaller = land.buffer(-SHRINK)
    prepare(smaller)
    return smaller

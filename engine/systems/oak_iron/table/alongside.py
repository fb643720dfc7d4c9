"""Coming alongside: a base that comes to lie flush against another. Inches; degrees.

Oak & Iron ch. 4, Boarding.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

from engine.space.plane.contact import TOUCH, Body, apart, overlapping, touching
from engine.space.plane.hull import EDGES, Edge, Hull, hull_at, on_table
from engine.space.plane.pose import Point, Pose, bearing, unit
from engine.space.plane.sweep import CLEAR, Pivot, Slide, sweep

EQUAL: Final = 0.1
"""Degrees within which two pivots count as equal: the boarder chooses between them."""

_HOLDS: Final = 2 * TOUCH
"""Inches within which a point is on an edge: both bases may be off by the tolerance of contact."""
_DEEP: Final = 0.002
"""Inches that the base may cut into the target during the pivot, since poses are rounded."""


def come_alongside(
    hull: Hull, target: Hull, obstacles: Mapping[str, Body], table: tuple[float, float]
) -> tuple[Pose, ...]:
    """Return the poses in which a base comes to lie flush against a target.

    It slides straight towards the nearest point of the target, then pivots at the point of
    contact by the smallest angle that fits. A pose fits when the bases are flush along at least
    half of the shorter edge, and slide and pivot meet no other obstacle and stay on the table
    (width, height). Several poses mean equal pivots; an empty tuple means that none fits.
    Oak & Iron ch. 4, Boarding.
    """
    others = {name: body for name, body in obstacles.items() if body is not target}
    met = _meet(hull, target, others, table)
    if met is None:
        return ()
    found: list[tuple[float, Pose]] = []
    for size, angle, point, edge, facing in sorted(_turns(met, target)):
        if found and size > found[0][0] + EQUAL:
            break
        pose = _laid(met, target, angle, point, edge, facing)
        if any(_alike(pose, other) for _, other in found):
            continue
        if _fits(met, target, angle, point, pose, edge, facing, others, table):
            found.append((size, pose))
    return tuple(pose for _, pose in found)


def _meet(
    hull: Hull, target: Hull, others: Mapping[str, Body], table: tuple[float, float]
) -> Hull | None:
    """Return the base at the end of its slide to the target; None when something is in the way."""
    between, east, north = apart(hull.box, target.box)
    if between <= TOUCH:
        return hull
    way = Slide(hull, bearing((0.0, 0.0), (east, north)), between - CLEAR)
    if sweep(hull, way, others).struck:
        return None
    met = Hull(way.pose(way.limit), hull.length, hull.width)
    return met if on_table(met, table) else None


def _turns(hull: Hull, target: Hull) -> Iterator[tuple[float, float, Point, Edge, Edge]]:
    """Yield the pivots that bring two edges flush, both of them through a point of contact.

    Each is (size, angle, point, own edge, target's edge), the size rounded so that equal ones sort
    by what follows.
    """
    for point in _contacts(hull, target):
        for edge in EDGES:
            if _off_edge(point, hull, edge) > _HOLDS:
                continue
            for facing in EDGES:
                if _off_edge(point, target, facing) <= _HOLDS:
                    turn = target.outward(facing) + 180.0 - hull.outward(edge)
                    angle = (turn + 180.0) % 360.0 - 180.0
                    yield round(abs(angle), 6), angle, point, edge, facing


def _contacts(hull: Hull, target: Hull) -> list[Point]:
    """Return the corners of each base that touch the other."""
    found = [at for at in hull.corners if _off(at, target) <= _HOLDS]
    return found + [at for at in target.corners if _off(at, hull) <= _HOLDS]


def _off(at: Point, hull: Hull) -> float:
    """Return the distance of a point from the outline of a base."""
    return min(_off_edge(at, hull, edge) for edge in EDGES)


def _off_edge(at: Point, hull: Hull, edge: Edge) -> float:
    """Return the distance of a point from an edge."""
    (ax, ay), (bx, by) = hull.ends(edge)
    dx, dy = bx - ax, by - ay
    along = ((at[0] - ax) * dx + (at[1] - ay) * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0.0), 1.0)
    return math.hypot(at[0] - ax - dx * along, at[1] - ay - dy * along)


def _laid(hull: Hull, target: Hull, angle: float, point: Point, edge: Edge, facing: Edge) -> Pose:
    """Return the pose after the pivot, moved so that the edges are `CLEAR` inches apart."""
    turned = Hull(hull.pose.swung(point, angle), hull.length, hull.width)
    east, north = unit(target.outward(facing))
    (tx, ty), (hx, hy) = target.mid(facing), turned.mid(edge)
    between = (hx - tx) * east + (hy - ty) * north
    return turned.pose.moved(target.outward(facing), CLEAR - between).rounded()


def _alike(pose: Pose, other: Pose) -> bool:
    """Tell whether two poses differ by rounding only: two points of contact may give one pose."""
    turn = abs(pose.heading - other.heading) % 360.0
    return math.dist(pose.at, other.at) <= _HOLDS and min(turn, 360.0 - turn) <= 0.001


def _fits(
    hull: Hull,
    target: Hull,
    angle: float,
    point: Point,
    pose: Pose,
    edge: Edge,
    facing: Edge,
    others: Mapping[str, Body],
    table: tuple[float, float],
) -> bool:
    """Tell whether a pivot is free, and flush at its end along half of the shorter edge."""
    end = hull_at(pose, hull.length, hull.width)
    if shared_length(end, edge, target, facing) < _shorter(end, edge, target, facing) / 2 - TOUCH:
        return False
    if not on_table(end, table) or overlapping(end, target):
        return False
    for body in others.values():
        if overlapping(end, body) or (touching(end, body) and not touching(hull, body)):
            return False
    if abs(angle) <= 1e-6:
        return True
    way = Pivot(hull, angle, point)
    # The sweep leaves the target out, which is touched all the way: some samples stand in for it.
    for share in (0.2, 0.4, 0.6, 0.8, 0.95):
        passing = Hull(way.pose(way.limit * share), hull.length, hull.width)
        if not on_table(passing, table) or -apart(passing.box, target.box)[0] > _DEEP:
            return False
    return not sweep(hull, way, others).struck


def _shorter(hull: Hull, edge: Edge, target: Hull, facing: Edge) -> float:
    return min(math.dist(*hull.ends(edge)), math.dist(*target.ends(facing)))


def shared_length(hull: Hull, edge: Edge, target: Hull, facing: Edge) -> float:
    """Return the inches of a target's edge that an edge is beside."""
    (ax, ay), (bx, by) = target.ends(facing)
    whole = math.dist((ax, ay), (bx, by))
    dx, dy = (bx - ax) / whole, (by - ay) / whole
    one, two = ((x - ax) * dx + (y - ay) * dy for x, y in hull.ends(edge))
    return max(0.0, min(max(one, two), whole) - max(min(one, two), 0.0))

"""Coming alongside: a base that comes to lie flush against another. Inches; degrees.

Oak & Iron ch. 4, Boarding.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

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
    for turn in sorted(_turns(met, target)):
        if found and turn.size > found[0][0] + EQUAL:
            break
        pose = _laid(met, target, turn)
        if any(_alike(pose, other) for _, other in found):
            continue
        if _flush(met, target, turn, pose) and _free(met, target, turn, (others, table), pose):
            found.append((turn.size, pose))
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


class _Turn(NamedTuple):
    """A pivot that brings an edge flush with one of the target."""

    size: float
    """The angle without its sign, rounded so that equal ones sort by what follows."""
    angle: float
    point: Point
    edge: Edge
    facing: Edge
    """The target's edge."""


def _turns(hull: Hull, target: Hull) -> Iterator[_Turn]:
    """Yield the pivots that bring two edges flush, both of them through a point of contact."""
    for point in _contacts(hull, target):
        for edge in EDGES:
            if _off_edge(point, hull, edge) > _HOLDS:
                continue
            for facing in EDGES:
                if _off_edge(point, target, facing) <= _HOLDS:
                    turn = target.outward(facing) + 180.0 - hull.outward(edge)
                    angle = (turn + 180.0) % 360.0 - 180.0
                    yield _Turn(round(abs(angle), 6), angle, point, edge, facing)


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


def _laid(hull: Hull, target: Hull, turn: _Turn) -> Pose:
    """Return the pose after the pivot, moved so that the edges are `CLEAR` inches apart."""
    turned = Hull(hull.pose.swung(turn.point, turn.angle), hull.length, hull.width)
    outward = target.outward(turn.facing)
    east, north = unit(outward)
    (tx, ty), (hx, hy) = target.mid(turn.facing), turned.mid(turn.edge)
    between = (hx - tx) * east + (hy - ty) * north
    return turned.pose.moved(outward, CLEAR - between).rounded()


def _alike(pose: Pose, other: Pose) -> bool:
    """Tell whether two poses differ by rounding only: two points of contact may give one pose."""
    turn = abs(pose.heading - other.heading) % 360.0
    return math.dist(pose.at, other.at) <= _HOLDS and min(turn, 360.0 - turn) <= 0.001


def _flush(hull: Hull, target: Hull, turn: _Turn, pose: Pose) -> bool:
    """Tell whether the edges lie flush along half of the shorter one at the end of a pivot."""
    end, edges = hull_at(pose, hull.length, hull.width), (turn.edge, turn.facing)
    half = _shorter(end, edges[0], target, edges[1]) / 2
    return shared_length(end, edges[0], target, edges[1]) >= half - TOUCH


def _free(
    hull: Hull,
    target: Hull,
    turn: _Turn,
    among: tuple[Mapping[str, Body], tuple[float, float]],
    pose: Pose,
) -> bool:
    """Tell whether a pivot among other bodies on a table (width, height) meets none of them."""
    others, table = among
    end = hull_at(pose, hull.length, hull.width)
    if not on_table(end, table) or overlapping(end, target):
        return False
    for body in others.values():
        if overlapping(end, body) or (touching(end, body) and not touching(hull, body)):
            return False
    if abs(turn.angle) <= 1e-6:
        return True
    way = Pivot(hull, turn.angle, turn.point)
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

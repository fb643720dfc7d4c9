"""Slides of a ship's base: to come alongside another ship, and Directly Away from ships and
land. Inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from engine.space.plane.contact import TOUCH, Body, apart, boxes, overlapping, span, touching
from engine.space.plane.hull import EDGES, Box, Edge, Hull, hull_at, on_table
from engine.space.plane.pose import Point, Pose, bearing, unit
from engine.space.plane.sweep import CLEAR, Pivot, Slide, Swept, sweep

# Coming alongside: a base moves until it is flush with another. Inches; degrees.
#
# Oak & Iron ch. 4, Boarding.


EQUAL: Final = 0.1
"""Two pivots whose angles differ by at most this many degrees count as equal, so the boarder may
choose."""

_HOLDS: Final = 2 * TOUCH
"""A point within this many inches of an edge counts as on it: twice the tolerance of contact."""
_DEEP: Final = 0.002
"""A base may overlap the target by this many inches during the pivot, because poses are rounded."""


def come_alongside(
    hull: Hull, target: Hull, obstacles: Mapping[str, Body], table: tuple[float, float]
) -> tuple[Pose, ...]:
    """Return the poses in which a ship's base lies flush along a target; several if equally good.

    The base slides straight towards the nearest point of the target, then pivots at the point of
    contact by the smallest angle that fits. A pose fits when the bases are flush along at least
    half of the shorter edge, and slide and pivot meet no other obstacle and stay on the table
    (width, height). Poses are equally good if their pivots are equal; () if no pose fits. Oak &
    Iron ch. 4, Boarding.
    """
    others = {name: body for name, body in obstacles.items() if body is not target}
    met = _meet(hull, target, others, table)
    if met is None:
        return ()
    found: list[tuple[float, Pose]] = []
    for turn in sorted(_turns(met, target)):
        if found and turn.size > found[0][0] + EQUAL:
            break
        # The pose after the pivot, moved so that the edges are `CLEAR` inches apart.
        turned = Hull(met.pose.rotated(turn.point, turn.angle), met.length, met.width)
        outward = target.outward(turn.facing)
        east, north = unit(outward)
        (tx, ty), (hx, hy) = target.mid(turn.facing), turned.mid(turn.edge)
        between = (hx - tx) * east + (hy - ty) * north
        pose = turned.pose.moved(outward, CLEAR - between).rounded()
        if any(_alike(pose, other) for _, other in found):
            continue
        end, edges = hull_at(pose, met.length, met.width), (turn.edge, turn.facing)
        half = min(math.dist(*end.ends(edges[0])), math.dist(*target.ends(edges[1]))) / 2
        if (shared_length(end, edges[0], target, edges[1]) >= half - TOUCH) and _free(
            met, target, turn, (others, table), pose
        ):
            found.append((turn.size, pose))
    return tuple(pose for _, pose in found)


def _meet(
    hull: Hull, target: Hull, others: Mapping[str, Body], table: tuple[float, float]
) -> Hull | None:
    """Return the base after its slide to the target, in contact; None if something blocks the
    slide.
    """
    between, east, north = apart(hull.box, target.box)
    if between <= TOUCH:
        return hull
    way = Slide(hull, bearing((0.0, 0.0), (east, north)), between - CLEAR)
    if sweep(hull, way, others).struck:
        return None
    met = Hull(way.pose(way.limit), hull.length, hull.width)
    return met if on_table(met, table) else None


class _Turn(NamedTuple):
    """A pivot that lays an edge of the base flush with an edge of the target."""

    size: float
    """The size of the angle in degrees, without its sign. It is the first field and is rounded, so
    that pivots sort by angle and then by the next fields."""
    angle: float
    point: Point
    edge: Edge
    facing: Edge
    """The edge of the target with which `edge`, the edge of the base, is then flush."""


def _turns(hull: Hull, target: Hull) -> Iterator[_Turn]:
    """Yield the pivots that lay two edges flush, if both edges go through a point of contact."""
    found = [at for at in hull.corners if _off(at, target) <= _HOLDS]
    for point in found + [at for at in target.corners if _off(at, hull) <= _HOLDS]:
        for edge in EDGES:
            if _off_edge(point, hull, edge) > _HOLDS:
                continue
            for facing in EDGES:
                if _off_edge(point, target, facing) <= _HOLDS:
                    turn = target.outward(facing) + 180.0 - hull.outward(edge)
                    angle = (turn + 180.0) % 360.0 - 180.0
                    yield _Turn(round(abs(angle), 6), angle, point, edge, facing)


def _off(at: Point, hull: Hull) -> float:
    """Return the distance in inches of a point from the outline of a base."""
    return min(_off_edge(at, hull, edge) for edge in EDGES)


def _off_edge(at: Point, hull: Hull, edge: Edge) -> float:
    """Return the distance in inches of a point from an edge of a base."""
    (ax, ay), (bx, by) = hull.ends(edge)
    dx, dy = bx - ax, by - ay
    along = ((at[0] - ax) * dx + (at[1] - ay) * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0.0), 1.0)
    return math.hypot(at[0] - ax - dx * along, at[1] - ay - dy * along)


def _alike(pose: Pose, other: Pose) -> bool:
    """Tell whether two poses are the same but for rounding, so that only one of them is offered."""
    turn = abs(pose.heading - other.heading) % 360.0
    return math.dist(pose.at, other.at) <= _HOLDS and min(turn, 360.0 - turn) <= 0.001


def _free(
    hull: Hull,
    target: Hull,
    turn: _Turn,
    among: tuple[Mapping[str, Body], tuple[float, float]],
    pose: Pose,
) -> bool:
    """Tell whether a pivot to `pose` meets no other body and stays on the table.

    `among` is (the other bodies, the table's width and height).
    """
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
    # The target is left out of the sweep, because the base touches it all the way; instead, sampled
    # poses are checked against it.
    for share in (0.2, 0.4, 0.6, 0.8, 0.95):
        passing = Hull(way.pose(way.limit * share), hull.length, hull.width)
        if not on_table(passing, table) or -apart(passing.box, target.box)[0] > _DEEP:
            return False
    return not sweep(hull, way, others).struck


def shared_length(hull: Hull, edge: Edge, target: Hull, facing: Edge) -> float:
    """Return over how many inches an edge of a base lies along an edge of a target."""
    (ax, ay), (bx, by) = target.ends(facing)
    whole = math.dist((ax, ay), (bx, by))
    dx, dy = (bx - ax) / whole, (by - ay) / whole
    one, two = ((x - ax) * dx + (y - ay) * dy for x, y in hull.ends(edge))
    return max(0.0, min(max(one, two), whole) - max(min(one, two), 0.0))


# The slide Directly Away from ships and land. Inches; bearings in degrees.
#
# Oak & Iron ch. 4, Directly Away.


SHORT: Final = 0.003
"""A slide stops this many inches short of an obstacle: more than `TOUCH`, so that it does not count
as contact."""
RIM: Final = 0.0002
"""A slide stops this many inches short of the table's edge, because poses are rounded."""

_EVEN: Final = 0.001
"""Two slides whose lengths differ by at most this many inches count as equal; the first is
taken."""
_SAME: Final = 1e-5
"""A gap that shrinks by at most this many inches counts as unchanged, because of rounding."""
_ROUNDED: Final = 0.0001
"""A gap may shrink by this many inches when the pose at the end of a slide is rounded."""
_FINE: Final = 1e-5
"""The length of a slide is computed to a precision of this many inches."""
_STRIDE: Final = 0.05
"""The inches of a slide between two measurements of the gap to a shore, which may be concave."""


def directly_away(
    hull: Hull,
    leaving: Mapping[str, Body],
    distance: float,
    obstacles: Mapping[str, Body],
    table: tuple[float, float],
) -> Swept | None:
    """Return the slide of a base Directly Away from the bodies `leaving`, by at most `distance`
    inches.

    A direction is open when the gap to each of these bodies never shrinks and is larger at the end.
    The longest slide is taken; of equal ones the first that is tried. Obstacles and the edge of the
    table (width, height) stop it. None when no direction is open.
    """
    bodies = {**leaving, **obstacles}
    best: Swept | None = None
    for towards in _ways(hull, leaving):
        reach = min(distance, _to_rim(hull, towards, table))
        if reach <= (best.travelled if best else 0.0) + _EVEN:
            continue
        swept = sweep(hull, Slide(hull, towards, reach), bodies, SHORT)
        if swept.travelled <= (best.travelled if best else 0.0) + _EVEN:
            continue
        way = Slide(hull, towards, swept.travelled)
        if all(_opens(way, body) for body in leaving.values()):
            best = Swept(swept.pose, swept.travelled)
            if best.travelled >= distance - _EVEN:
                break
    return best


def clear_away(
    hull: Hull,
    leaving: Mapping[str, Hull],
    apart_by: float,
    obstacles: Mapping[str, Body],
    table: tuple[float, float],
) -> Swept | None:
    """Return the shortest slide of a base that puts it `apart_by` inches from each of `leaving`.

    It goes Directly Away, as `directly_away` does, by `apart_by` to twice as many inches: away from
    two bases at right angles the slide is diagonal, and so longer. It may touch nothing on the way;
    of equal slides the first that is tried is taken. None when there is no such slide.
    """
    bodies = {**leaving, **obstacles}
    least, best = math.inf, None
    for towards in _ways(hull, leaving):
        takes = _until_clear(hull, towards, leaving.values(), apart_by)
        if takes >= least - _EVEN or takes > _to_rim(hull, towards, table):
            continue
        way = Slide(hull, towards, takes)
        if not all(_opens(way, body) for body in leaving.values()):
            continue
        swept = sweep(hull, way, bodies, SHORT)
        if swept.travelled >= takes - _EVEN:
            least, best = takes, Swept(swept.pose, swept.travelled)
            if least <= apart_by + _EVEN:
                break
    return best


def _until_clear(hull: Hull, towards: float, leaving: Iterable[Hull], apart_by: float) -> float:
    """Return the length of the shortest slide on a bearing that opens every gap to `apart_by`
    inches.

    inf if that takes more than twice `apart_by`. On an open bearing a gap never shrinks, so
    bisection finds the length.
    """
    low, high = apart_by, 2 * apart_by
    way, bases = Slide(hull, towards, high), [body.box for body in leaving]

    def clear(done: float) -> bool:
        mover = way.box(done)
        return all(apart(mover, box)[0] >= apart_by - TOUCH + _ROUNDED for box in bases)

    if clear(low):
        return low
    if not clear(high):
        return math.inf
    while high - low > _FINE:
        middle = (low + high) / 2
        low, high = (low, middle) if clear(middle) else (middle, high)
    return high


def _ways(hull: Hull, leaving: Mapping[str, Body]) -> Iterator[float]:
    """Yield the bearings in which to try a slide, best first.

    They lead straight away from each body, then at right angles to each edge of the base, then in
    every direction that is a multiple of 15 degrees.
    """
    for name in sorted(leaving):
        yield _directly_away(hull, leaving[name])
    for edge in EDGES:
        yield hull.outward(edge)
    for step in range(24):
        yield 15.0 * step


def _directly_away(hull: Hull, body: Body) -> float:
    """Return the bearing straight away from a body.

    It is at right angles to the edge in contact, by preference an edge of the body. If only corners
    touch, it leads away from the body's centre; without contact, it follows the shortest gap.
    """
    found = [(*apart(box, hull.box), box) for box in boxes(body)]
    free, nx, ny, _ = min(found)
    if free <= TOUCH:
        held = [box for apart_by, _, _, box in found if apart_by <= TOUCH]
        for box in held:
            normal = _square_on(box, hull.box)
            if normal is not None:
                return bearing((0.0, 0.0), normal)
        for box in held:
            normal = _square_on(hull.box, box)
            if normal is not None:
                return bearing(normal, (0.0, 0.0))
        x, y, _ = span(body)
        if math.dist((x, y), hull.pose.at) > _EVEN:
            return bearing((x, y), hull.pose.at)
    return bearing((0.0, 0.0), (nx, ny))


def _square_on(base: Box, other: Box) -> tuple[float, float] | None:
    """Return the outward direction (x, y) of the edge of `base` that `other` touches; None if it
    touches a corner.
    """
    x, y, east, north, ahead, beam, _ = base
    ox, oy, oe, on, oa, ob, _ = other
    dx, dy = ox - x, oy - y
    best: tuple[float, tuple[float, float]] | None = None
    for ux, uy, out, half in (
        (east, north, ahead, beam),
        (north, -east, beam, ahead),
        (-east, -north, ahead, beam),
        (-north, east, beam, ahead),
    ):
        corners = [
            (dx + oe * oa * i + on * ob * j, dy + on * oa * i - oe * ob * j)
            for i in (1, -1)
            for j in (1, -1)
        ]
        heights = [cx * ux + cy * uy - out for cx, cy in corners]
        low = min(heights)
        sides = [
            cx * uy - cy * ux
            for (cx, cy), h in zip(corners, heights, strict=True)
            if h <= low + TOUCH
        ]
        left, right = max(min(sides), -half), min(max(sides), half)
        spread = max(sides) - min(sides)
        held = right - left > TOUCH if spread > TOUCH else abs(sides[0]) < half - TOUCH
        if held and (best is None or low > best[0]):
            best = (low, (ux, uy))
    return best[1] if best is not None and abs(best[0]) <= 2 * TOUCH else None


def _to_rim(hull: Hull, towards: float, table: tuple[float, float]) -> float:
    """Return how many inches a base can slide on a bearing before it reaches the table's edge."""
    east, north = unit(towards)
    room = math.inf
    for x, y in hull.corners:
        for at, way, far in ((x, east, table[0]), (y, north, table[1])):
            if way > 1e-9:
                room = min(room, (far - RIM - at) / way)
            elif way < -1e-9:
                room = min(room, (RIM - at) / way)
    return max(0.0, room)


def _opens(way: Slide, body: Body) -> bool:
    """Tell whether a slide leads away from a body: the gap never shrinks and is larger at the
    end.
    """
    pieces = boxes(body)
    # The gap to one rectangle is a convex function: if it does not shrink at first, it never
    # shrinks.
    count = max(2, math.ceil(way.limit / _STRIDE)) if len(pieces) > 1 else 2
    first = last = min(apart(way.box(0.0), piece)[0] for piece in pieces)
    for done in (0.01, *(way.limit * step / count for step in range(1, count + 1))):
        mover = way.box(min(done, way.limit))
        now = min(apart(mover, piece)[0] for piece in pieces)
        if now < last - _SAME:
            return False
        last = now
    return last > first + _SAME

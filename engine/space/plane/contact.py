"""The distance between two bodies (ships' bases or land), and the areas where an outline may be
placed clear of bodies. All lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.space.plane.hull import Box, Hull
from engine.space.plane.pose import Point

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry


# The distance between two bodies: least gap, touching, overlapping. Inches. Two bases are compared
# by plain arithmetic on rectangles: this is the most frequent computation of the program, and
# shapely would have to build a polygon for each base first. Land and rocks go through shapely. For
# sweeps a shore is a set of thin boxes, one for each segment of its outline.


TOUCH: Final = 0.002
"""Two bodies touch if their gap is at most this (inches). It is not 0, because poses are rounded,
and a move stops just short of contact."""
REACHED: Final = TOUCH + 1e-9
"""A gap counts as within a reach if it exceeds the reach by at most this (inches); the billionth
absorbs rounding of floats."""
OVERLAP: Final = 0.0001
"""Two bodies overlap only if they share more than this area (square inches), because rounded poses
may cause tiny overlaps."""

_MEET: Final = 1e-12
"""Two rectangles count as meeting up to this gap in inches, because the direction of so small a gap
cannot be computed."""

Body: TypeAlias = "Hull | BaseGeometry"
"""An obstacle: a base, or the shapely geometry of land or rocks."""


def gap(a: Body, b: Body) -> float:
    """Return the least distance between two bodies in inches, 0 when they meet.

    The gap is symmetric, and rounded to a billionth, so that a gap exactly at a band's limit
    compares as equal.

    >>> from engine.space.plane.pose import Pose
    >>> gap(Hull(Pose(10, 10, 0), 2, 1), Hull(Pose(14, 10, 0), 2, 1))
    3.0
    """
    if isinstance(a, Hull) and isinstance(b, Hull):
        return _between(a, b) if a.box <= b.box else _between(b, a)
    return round(float(shape(a).distance(shape(b))), 9)


@lru_cache(maxsize=8192)
def _between(a: Hull, b: Hull) -> float:
    """Return the gap of two bases. Cached: one decision asks for the same pair many times."""
    return round(max(0.0, apart(a.box, b.box)[0]), 9)


def touching(a: Body, b: Body) -> bool:
    """Tell whether two bodies touch: their gap is at most 0.002 inch."""
    return gap(a, b) <= TOUCH


def within(inches: float, reach: float) -> bool:
    """Tell whether a gap is within a reach (both in inches), with a tolerance of 0.002 inch.

    A base placed exactly at the reach counts as within it, however its pose was rounded.

    >>> within(1.0002, 1.0), within(1.01, 1.0)
    (True, False)
    """
    return inches <= reach + REACHED


def overlapping(a: Body, b: Body) -> bool:
    """Tell whether two bodies share more than 0.0001 square inch."""
    if isinstance(a, Hull) and isinstance(b, Hull):
        # The shared area is at most depth times diagonal: so most pairs need no shapely.
        depth = -apart(a.box, b.box)[0]
        if depth * 2 * min(a.radius, b.radius) <= OVERLAP:
            return False
    return float(shape(a).intersection(shape(b)).area) > OVERLAP


def nearest_points(a: Body, b: Body) -> tuple[Point, Point]:
    """Return the point of each body that is nearest to the other."""
    from shapely.ops import nearest_points as nearest

    near, far = nearest(shape(a), shape(b))
    return (near.x, near.y), (far.x, far.y)


def shape(body: Body) -> BaseGeometry:
    """Return a body as a shapely geometry."""
    return body.polygon if isinstance(body, Hull) else body


def boxes(body: Body) -> tuple[Box, ...]:
    """Return the rectangles that represent a body in a moving base's path: the base itself, or one
    for each segment of a shore.
    """
    return (body.box,) if isinstance(body, Hull) else _walls(body)


def span(body: Body) -> tuple[float, float, float]:
    """Return centre x, centre y and radius of a circle around a body (inches)."""
    if isinstance(body, Hull):
        return body.box[0], body.box[1], body.radius
    return _circle(body)


@lru_cache(maxsize=512)
def _circle(geometry: BaseGeometry) -> tuple[float, float, float]:
    """Return the circle around land. Cached: land does not change during a battle."""
    if geometry.is_empty:
        return 0.0, 0.0, -math.inf
    west, south, east, north = geometry.bounds
    return (west + east) / 2, (south + north) / 2, math.hypot(east - west, north - south) / 2


@lru_cache(maxsize=512)
def _walls(geometry: BaseGeometry) -> tuple[Box, ...]:
    """Return the segments of an outline as boxes. Cached: land does not change during a battle."""
    if hasattr(geometry, "geoms"):
        return tuple(wall for part in geometry.geoms for wall in _walls(part))
    if geometry.geom_type == "Polygon":
        rings = (geometry.exterior, *geometry.interiors)
        return tuple(wall for ring in rings for wall in _along(list(ring.coords)))
    return _along(list(geometry.coords))


def _along(points: list[Point]) -> tuple[Box, ...]:
    """Return a box without width for each segment of a line, or for a single point."""
    if len(points) == 1:
        return ((points[0][0], points[0][1], 0.0, 1.0, 0.0, 0.0, 0.0),)
    found: list[Box] = []
    for i in range(len(points) - 1):
        ax, ay = points[i][:2]
        bx, by = points[i + 1][:2]
        half = math.hypot(bx - ax, by - ay) / 2
        if half > 0:
            east, north = (bx - ax) / half / 2, (by - ay) / half / 2
            found.append(((ax + bx) / 2, (ay + by) / 2, east, north, half, 0.0, half))
    return tuple(found)


def apart(a: Box, b: Box) -> tuple[float, float, float]:
    """Return the signed gap of two rectangles and the unit vector across it, from a to b.

    A negative gap is the depth of the overlap along the separating axis of least depth. The
    arithmetic is unrolled, because no other function here is called as often.
    """
    ax, ay, aux, auy, al, aw, _ = a
    bx, by, bux, buy, bl, bw, _ = b
    dx, dy = bx - ax, by - ay
    af, ar = dx * aux + dy * auy, dx * auy - dy * aux
    bf, br = dx * bux + dy * buy, dx * buy - dy * bux
    cos, sin = aux * bux + auy * buy, auy * bux - aux * buy
    c, s = abs(cos), abs(sin)
    along_a = abs(af) - al - (c * bl + s * bw)
    across_a = abs(ar) - aw - (s * bl + c * bw)
    along_b = abs(bf) - bl - (c * al + s * aw)
    across_b = abs(br) - bw - (s * al + c * aw)
    depth = max(along_a, across_a, along_b, across_b)
    if depth <= _MEET:
        if depth == across_a:
            sign = 1.0 if ar >= 0 else -1.0
            return depth, auy * sign, -aux * sign
        if depth == across_b:
            sign = 1.0 if br >= 0 else -1.0
            return depth, buy * sign, -bux * sign
        if depth == along_a:
            sign = 1.0 if af >= 0 else -1.0
            return depth, aux * sign, auy * sign
        sign = 1.0 if bf >= 0 else -1.0
        return depth, bux * sign, buy * sign
    far2, ff, fr = _corner(af, ar, cos * bl, sin * bl, -sin * bw, cos * bw, al, aw)
    near2, nf, nr = _corner(-bf, -br, cos * al, -sin * al, sin * aw, cos * aw, bl, bw)
    if far2 <= near2:
        away = math.sqrt(far2)
        ff, fr = ff / away, fr / away
        return away, ff * aux + fr * auy, ff * auy - fr * aux
    away = math.sqrt(near2)
    nf, nr = nf / away, nr / away
    return away, -(nf * bux + nr * buy), -(nf * buy - nr * bux)


def _corner(  # noqa: PLR0913  (floats alone: objects would take half of the time)
    f: float, r: float, lf: float, lr: float, wf: float, wr: float, ahead: float, beam: float
) -> tuple[float, float, float]:
    """Return the squared distance and the vector from a rectangle to another's nearest corner.

    Coordinates are (forward, right) in the frame of the first rectangle: the centre of the other is
    (f, r), its half axes are (lf, lr) and (wf, wr).
    """
    best, best_f, best_r = math.inf, 0.0, 0.0
    for cf, cr in (
        (f + lf + wf, r + lr + wr),
        (f + lf - wf, r + lr - wr),
        (f - lf + wf, r - lr + wr),
        (f - lf - wf, r - lr - wr),
    ):
        over_f = cf - ahead if cf > ahead else cf + ahead if cf < -ahead else 0.0
        over_r = cr - beam if cr > beam else cr + beam if cr < -beam else 0.0
        square = over_f * over_f + over_r * over_r
        if square < best:
            best, best_f, best_r = square, over_f, over_r
    return best, best_f, best_r


# The areas where an outline may be placed: wholly on the table and clear of other bodies. Inches.


SLACK = 0.01
"""Inches added to the required distance, because shapely's round corners are cut slightly short."""
SMALLEST = 0.01
"""Areas below this (square inches) are left out, because they only come from rounding."""


def free_areas(
    outline: Sequence[Point],
    size: tuple[float, float],
    bodies: Iterable[BaseGeometry],
    apart: float = 0.0,
    within: BaseGeometry | None = None,
) -> tuple[tuple[Point, ...], ...]:
    """Return the areas in which an outline may be placed, the largest first; () for none.

    An area is for the outline's origin: with its origin there, the outline is on a table of `size`
    (width, height), farther than `apart` inches from every body, and partly inside `within`.
    Outline and bodies are taken as their convex hulls: a Minkowski difference of convex shapes is
    one convex hull.
    """
    from shapely import MultiPoint, box, get_parts

    piece = MultiPoint(list(outline)).convex_hull
    west, south, east, north = piece.bounds
    if east - west > size[0] or north - south > size[1]:
        return ()
    free: BaseGeometry = box(-west, -south, size[0] - east, size[1] - north)
    if within is not None:
        free = free.intersection(_meeting(outline, within))
    if free.is_empty:
        return ()
    if taken := tuple(bodies):
        free = free.difference(_taken(tuple(outline), taken, apart))
    parts = [part for whole in get_parts(free) for part in _without_holes(whole)]
    parts.sort(key=lambda part: -part.area)
    return tuple(
        tuple((round(x, 6), round(y, 6)) for x, y in part.exterior.coords[:-1]) for part in parts
    )


@lru_cache(maxsize=16)
def _taken(outline: tuple[Point, ...], bodies: tuple[BaseGeometry, ...], apart: float) -> Any:
    """Return the area in which an outline must not be placed: with its origin there, it would be
    nearer than `apart` inches to one of the bodies. Cached, because it is slow.
    """
    from shapely import union_all

    return union_all([_meeting(outline, body.buffer(apart + SLACK)) for body in bodies])


def middle(outlines: Sequence[Sequence[Point]]) -> Point:
    """Return a point well inside the first of several outlines."""
    from shapely import Polygon

    spot = Polygon(outlines[0]).representative_point()
    return round(spot.x, 4), round(spot.y, 4)


def _meeting(outline: Sequence[Point], body: BaseGeometry) -> BaseGeometry:
    """Return the area in which an outline meets a body if its origin is there. Both are taken as
    their convex hulls.
    """
    from shapely import MultiPoint, get_coordinates, multipoints

    corners = get_coordinates(body.convex_hull)
    piece = get_coordinates(MultiPoint(list(outline)).convex_hull)
    sums = (corners[:, None] - piece[None]).reshape(-1, 2)
    hull: BaseGeometry = multipoints(sums).convex_hull
    return hull


def _without_holes(part: BaseGeometry) -> list[Polygon]:
    """Cut a polygon through its holes and return the pieces, since an area has a single outline and
    no holes.
    """
    from shapely import box, get_parts

    if part.geom_type != "Polygon" or part.area < SMALLEST:
        return []
    if not part.interiors:
        return [part]
    west, south, east, north = part.bounds
    middle_x = part.interiors[0].centroid.x
    halves = (box(west, south, middle_x, north), box(middle_x, south, east, north))
    pieces = [piece for half in halves for piece in get_parts(part.intersection(half))]
    return [whole for piece in pieces for whole in _without_holes(piece)]

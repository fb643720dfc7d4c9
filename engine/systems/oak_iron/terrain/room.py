"""Room on the table: where the middle of a thing may lie, given what it must keep clear of.

The thing has a fixed heading, so the answer is exact: a place is barred when the thing,
laid there, would cross an edge or come too near to something. Inches.

The method is Minkowski sums: an obstacle grows by the thing's outline, and the thing
becomes a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import cos, pi
from typing import Any

from engine.game.decision import Area
from engine.space.plane.pose import Point

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1."""
Outline = tuple[Point, ...]
SEGMENTS = 16
"""Chords of a quarter circle around corners, where a distance must be kept."""
CLEAR = 0.005
"""Inches added to each distance, so that no place on offer is refused after rounding."""
CLOSE = 0.05
"""Inches of tolerance when a refusal is put into words.

Wider than `CLEAR`: a place that is barred by rounding alone is still given a reason.
"""
SLIVER = 0.002
"""Square inches at or below which a part of the room is an artefact, not a place."""


@lru_cache(maxsize=512)
def place(
    thing: Outline,
    boxes: tuple[Box, ...],
    barred: tuple[tuple[Outline, float], ...],
    wish: Point,
    near: tuple[Point, float] | None = None,
) -> Area | None:
    """Return where a thing may lie inside some boxes, clear of others; None for nowhere.

    `barred` holds outlines with the gap to keep from each, `wish` is the preferred point.
    `near` is (point, inches): only places within that distance. Cached: one question asks for
    the same place many times.
    """
    from shapely import Point as Dot
    from shapely import union_all

    room = within(thing, boxes)
    if not room.is_empty:
        room = room.difference(union_all([around(thing, other, gap) for other, gap in barred]))
    if near is not None:
        room = room.intersection(Dot(near[0]).buffer(near[1]))
    return area(room, wish)


def sticks_out(thing: Outline, boxes: Iterable[Box]) -> bool:
    """Tell whether a thing lies wholly in none of the boxes."""
    return not any(
        all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in thing) for x0, y0, x1, y1 in boxes
    )


def within(thing: Outline, boxes: Iterable[Box]) -> Any:
    """Return where a thing lies wholly inside one of the boxes; its outline is about (0, 0)."""
    from shapely import box, union_all

    xs, ys = zip(*thing, strict=True)
    rooms = []
    for x0, y0, x1, y1 in boxes:
        low, high = (x0 - min(xs), y0 - min(ys)), (x1 - max(xs), y1 - max(ys))
        if high[0] - low[0] > CLEAR and high[1] - low[1] > CLEAR:
            rooms.append(box(*low, *high))
    return union_all(rooms)


@lru_cache(maxsize=4096)
def around(thing: Outline, other: Outline, gap: float = 0.0) -> Any:
    """Return where a thing would lie nearer than `gap` inches to another, or across it.

    The thing counts as its convex hull; the other may have bays. Cached: what lies on the
    table bars the next thing in the same way.
    """
    from shapely import Polygon, constrained_delaunay_triangles, multipoints, union_all

    parts = [Polygon(other)] if len(other) <= 4 else constrained_delaunay_triangles(Polygon(other))
    meets = [
        multipoints(
            [(x - tx, y - ty) for x, y in part.exterior.coords[:-1] for tx, ty in thing]
        ).convex_hull
        for part in getattr(parts, "geoms", parts)
    ]
    # The chords of a buffer lie inside its circle; this radius puts them outside.
    reach = (gap + CLEAR) / cos(pi / (4 * SEGMENTS))
    return union_all(meets).buffer(reach, quad_segs=SEGMENTS)


def area(room: Any, wish: Point) -> Area | None:
    """Return a room as an area whose resting point is nearest to a wish; None without a place."""
    from shapely import Point as Dot
    from shapely.ops import nearest_points

    parts = [part for part in _simple(room) if part.area > SLIVER]
    if not parts:
        return None
    here = Dot(wish)
    nearest = min(parts, key=lambda part: float(part.distance(here)))
    # A little inside: a point on the outline may fall out when it is rounded.
    inner = nearest.buffer(-CLEAR)
    rest = nearest_points(inner if not inner.is_empty else nearest, here)[0]
    outlines = tuple(tuple((x, y) for x, y in part.exterior.coords[:-1]) for part in parts)
    found = Area(outlines, (round(rest.x, 4), round(rest.y, 4)))
    if found.holds(found.rest):
        return found
    inside = nearest.representative_point()
    return Area(outlines, (round(inside.x, 4), round(inside.y, 4)))


def _simple(room: Any) -> Iterator[Any]:
    """Yield the parts of a room without holes, since an area is made of plain outlines.

    A part with a hole is cut in two through the first one.
    """
    from shapely import box, get_parts

    for part in get_parts(room):
        if part.geom_type != "Polygon" or part.is_empty:
            continue
        if not part.interiors:
            yield part
            continue
        x0, y0, x1, y1 = part.bounds
        middle = part.interiors[0].centroid.x
        for half in (box(x0, y0, middle, y1), box(middle, y0, x1, y1)):
            yield from _simple(part.intersection(half))

"""Room on the table: where the middle of a thing may lie, by what it must keep clear of.

A thing has a fixed heading here, so that all is exact: a place is barred when the
thing, laid there, would lie across an edge or too near to something. Inches.
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
"""Chords of a quarter circle, where a distance is kept."""
CLEAR = 0.005
"""Kept free beyond what is asked, so that rounding changes nothing."""
CLOSE = 0.05
"""Inches within which a reason is given although rounding alone bars the place."""
SLIVER = 0.002
"""Square inches below which a part of the room is no place at all."""


@lru_cache(maxsize=512)
def place(
    thing: Outline,
    boxes: tuple[Box, ...],
    barred: tuple[tuple[Outline, float], ...],
    wish: Point,
    near: tuple[Point, float] | None = None,
) -> Area | None:
    """Return where a thing may lie in boxes, clear of others by their gaps; None for nowhere.

    With `near`, only within so many inches of a point. One question asks for a place many
    times, so the latest ones are kept.
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
    """Return where a thing lies wholly inside one of the boxes; outlines are about (0, 0)."""
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
    """Return where a thing would lie nearer than `gap` to another, or across it.

    The thing counts with its outermost points; the other may have bays. It is kept, for
    all that lies on the table already bars the next thing, too.
    """
    from shapely import Polygon, constrained_delaunay_triangles, multipoints, union_all

    parts = [Polygon(other)] if len(other) <= 4 else constrained_delaunay_triangles(Polygon(other))
    meets = [
        multipoints(
            [(x - tx, y - ty) for x, y in part.exterior.coords[:-1] for tx, ty in thing]
        ).convex_hull
        for part in getattr(parts, "geoms", parts)
    ]
    reach = (gap + CLEAR) / cos(pi / (4 * SEGMENTS))  # chords lie outside the circle
    return union_all(meets).buffer(reach, quad_segs=SEGMENTS)


def area(room: Any, wish: Point) -> Area | None:
    """Return a room as an area that rests nearest to a wish; None when there is no place."""
    from shapely import Point as Dot
    from shapely.ops import nearest_points

    parts = [part for part in _simple(room) if part.area > SLIVER]
    if not parts:
        return None
    here = Dot(wish)
    nearest = min(parts, key=lambda part: float(part.distance(here)))
    inner = nearest.buffer(-CLEAR)
    rest = nearest_points(inner if not inner.is_empty else nearest, here)[0]
    outlines = tuple(tuple((x, y) for x, y in part.exterior.coords[:-1]) for part in parts)
    found = Area(outlines, (round(rest.x, 4), round(rest.y, 4)))
    if found.holds(found.rest):
        return found
    inside = nearest.representative_point()
    return Area(outlines, (round(inside.x, 4), round(inside.y, 4)))


def _simple(room: Any) -> Iterator[Any]:
    """Yield the parts of a room without holes: a part is cut in two through its first hole."""
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

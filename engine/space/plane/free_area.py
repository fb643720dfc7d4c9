"""Where an outline may be placed: wholly on the table and clear of other bodies. Inches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.space.plane.pose import Point

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

SLACK = 0.01
"""Inches added to the distance to be kept: a buffer's round corners are made of straight lines."""
SMALLEST = 0.01
"""Square inches below which an area is left out: a sliver made by rounding."""


def free_areas(
    outline: Sequence[Point],
    size: tuple[float, float],
    bodies: Iterable[BaseGeometry],
    apart: float = 0.0,
    within: BaseGeometry | None = None,
) -> tuple[tuple[Point, ...], ...]:
    """Return the areas in which the origin of an outline may be, largest first; () for none.

    With its origin there, the outline is on a table of `size` (width, height), farther than
    `apart` from every body, and partly inside `within`. Outline and bodies are taken as their
    convex hulls: a Minkowski difference of convex shapes is one convex hull.
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
    """Return where the origin of an outline is too near to bodies. Cached: it takes long."""
    from shapely import union_all

    return union_all([_meeting(outline, body.buffer(apart + SLACK)) for body in bodies])


def middle(outlines: Sequence[Sequence[Point]]) -> Point:
    """Return a point well inside the first of several outlines."""
    from shapely import Polygon

    spot = Polygon(outlines[0]).representative_point()
    return round(spot.x, 4), round(spot.y, 4)


def _meeting(outline: Sequence[Point], body: BaseGeometry) -> BaseGeometry:
    """Return where the origin of an outline is when its convex hull meets that of a body."""
    from shapely import MultiPoint, get_coordinates, multipoints

    corners = get_coordinates(body.convex_hull)
    piece = get_coordinates(MultiPoint(list(outline)).convex_hull)
    sums = (corners[:, None] - piece[None]).reshape(-1, 2)
    hull: BaseGeometry = multipoints(sums).convex_hull
    return hull


def _without_holes(part: BaseGeometry) -> list[Polygon]:
    """Return a polygon cut through its holes until none is left: an area is a single outline."""
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

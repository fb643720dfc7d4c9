"""Range rings: the line at a fixed distance from a base. Inches."""

from __future__ import annotations

from engine.space.plane.hull import Hull
from engine.space.plane.pose import Point, unit

ARC_STEPS = 15
"""Straight pieces of a quarter circle: 6 degrees each, finer than a character cell shows."""


def ring(hull: Hull, distance: float) -> tuple[Point, ...]:
    """Return the outline at a distance (inches) from a base: a rectangle with round corners.

    The points run clockwise; the first is not repeated at the end.
    """
    points: list[Point] = []
    for number, (x, y) in enumerate(hull.corners):
        start = hull.pose.heading - 90.0 + 90.0 * number
        for step in range(ARC_STEPS + 1):
            east, north = unit(start + 90.0 * step / ARC_STEPS)
            points.append((x + east * distance, y + north * distance))
    return tuple(points)

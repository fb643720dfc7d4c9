"""Range rings: the line at one distance from a base. Inches."""

from __future__ import annotations

from engine.space.plane.hull import Hull
from engine.space.plane.pose import Point, unit

ARC_STEPS = 15


def ring(hull: Hull, distance: float) -> tuple[Point, ...]:
    """Return the points at a distance from a base, clockwise: a rectangle with round corners."""
    points: list[Point] = []
    for number, (x, y) in enumerate(hull.corners):
        start = hull.pose.heading - 90.0 + 90.0 * number
        for step in range(ARC_STEPS + 1):
            east, north = unit(start + 90.0 * step / ARC_STEPS)
            points.append((x + east * distance, y + north * distance))
    return tuple(points)

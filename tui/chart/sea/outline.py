"""The outline of a hull and of its base, in the plane and in cells."""

from __future__ import annotations

from engine.space.plane.pose import Point, Pose, unit
from tui.chart.sea.view import View

STATIONS = (
    (-0.50, 0.38),
    (-0.44, 0.47),
    (-0.30, 0.50),
    (0.08, 0.50),
    (0.22, 0.44),
    (0.34, 0.32),
    (0.43, 0.17),
    (0.50, 0.0),
)
"""(share of the length forward of the centre, half width as a share of the width)."""


def at(pose: Pose, ahead: float, right: float) -> Point:
    """Return the point so many inches ahead and to the right of a pose's centre."""
    east, north = unit(pose.heading)
    return pose.x + ahead * east + right * north, pose.y + ahead * north - right * east


def hull(pose: Pose, length: float, width: float) -> list[Point]:
    """Return the hull's outline: a point at the bow, a square stern."""
    right = [at(pose, ahead * length, side * width) for ahead, side in STATIONS]
    left = [at(pose, ahead * length, -side * width) for ahead, side in STATIONS[-2::-1]]
    return right + left


def base(pose: Pose, length: float, width: float) -> list[Point]:
    """Return the corners of the base."""
    halves = ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))
    return [at(pose, ahead * length, side * width) for ahead, side in halves]


def in_cells(points: list[Point], view: View) -> list[tuple[float, float]]:
    """Return the points as columns and rows."""
    return [view.to_cell(point) for point in points]

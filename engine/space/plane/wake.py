"""The area that a base passes over on its way through several poses. Inches, degrees."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.space.plane.hull import Hull, hull_at
from engine.space.plane.pose import Pose

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

STEP = 10.0
"""Degrees of a pivot for each straight piece: a corner is off by at most some 0.01 inch."""


def wake(base: Hull, poses: Iterable[Pose]) -> BaseGeometry:
    """Return the area that a base covers on its way from its own pose through the others in turn.

    Between two poses of equal heading it slides, else it pivots.
    """
    from shapely import MultiPoint, union_all

    hulls = [base]
    for pose in poses:
        hulls += [hull_at(at, base.length, base.width) for at in _way(hulls[-1].pose, pose)]
    legs = [
        MultiPoint([*one.corners, *other.corners]).convex_hull for one, other in pairwise(hulls)
    ]
    covered: BaseGeometry = union_all(legs) if legs else base.polygon
    return covered


def _way(start: Pose, end: Pose) -> list[Pose]:
    """Return intermediate poses on the way to an end pose, at most `STEP` degrees apart.

    The end pose is included. A pivot is the rotation about the one point that is equally far
    from both centres and that turns the first heading into the second.
    """
    angle = (end.heading - start.heading + 180.0) % 360.0 - 180.0
    count = math.ceil(abs(angle) / STEP - 1e-9)  # a float hair above a full step adds none
    if count < 2:
        return [end]
    east, north = end.x - start.x, end.y - start.y
    half = 2.0 * math.tan(math.radians(angle) / 2.0)
    about = (
        (start.x + end.x) / 2 + north / half,
        (start.y + end.y) / 2 - east / half,
    )
    return [start.swung(about, angle * step / count) for step in range(1, count)] + [end]

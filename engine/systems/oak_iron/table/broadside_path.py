"""Broadside paths (Oak & Iron ch. 4) and raking lines (Oak & Iron ch. 5). Inches."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal

from engine.space.plane.hull import Hull, Side
from engine.space.plane.pose import Point, unit

if TYPE_CHECKING:
    from shapely import Polygon

_FINE: Final = 1e-9
"""Inches by which comparisons are loosened: a base that only touches the path is in it."""


def broadside_strip(hull: Hull, side: Side, reach: float) -> Polygon:
    """Return the broadside path of a side up to a reach (inches), as a polygon."""
    from shapely import Polygon

    (ax, ay), (bx, by) = hull.ends(side)
    east, north = unit(hull.outward(side))
    east, north = east * reach, north * reach
    return Polygon(((ax, ay), (bx, by), (bx + east, by + north), (ax + east, ay + north)))


def in_broadside_path(hull: Hull, side: Side, target: Hull) -> bool:
    """Tell whether a base shares a point with the broadside path of a side, at any distance.

    Oak & Iron ch. 4, Broadside.
    """
    x, y, east, north, ahead, beam, _ = hull.box
    hand = 1.0 if side == "starboard" else -1.0
    dx, dy, round_it = target.box[0] - x, target.box[1] - y, target.radius + _FINE
    # Two tests by the circle around the target leave most bases out before corners are computed.
    if abs(dx * east + dy * north) > ahead + round_it:
        return False
    if (dx * north - dy * east) * hand - beam < -round_it:
        return False
    seen: list[Point] = []
    for cx, cy in target.corners:
        dx, dy = cx - x, cy - y
        seen.append((dx * east + dy * north, (dx * north - dy * east) * hand - beam))
    low, high = math.inf, -math.inf
    for i in range(4):
        (af, ar), (bf, br) = seen[i - 1], seen[i]
        if br >= -_FINE:
            low, high = min(low, bf), max(high, bf)
        if (ar >= -_FINE) != (br >= -_FINE):
            cut = af + (bf - af) * ar / (ar - br)
            low, high = min(low, cut), max(high, cut)
    return low <= ahead + _FINE and high >= -ahead - _FINE


def raking(hull: Hull, side: Side, target: Hull) -> Literal["bow", "stern"] | None:
    """Return the edge that the raking line of a side crosses first, or None when it does not rake.

    The line starts at the mid-point of the side, perpendicular to it, and must cross both the
    bow and the stern of the target. Its range is not looked at. Oak & Iron ch. 5, Raking Shots.
    """
    sx, sy = hull.mid(side)
    wx, wy = unit(hull.outward(side))
    x, y, east, north, ahead, beam, _ = target.box
    sx, sy = sx - x, sy - y
    at, across = sx * east + sy * north, sx * north - sy * east
    way, drift = wx * east + wy * north, wx * north - wy * east
    if abs(way) < 1e-12:  # parallel to bow and stern: it crosses neither
        return None
    bow, stern = (ahead - at) / way, (-ahead - at) / way
    for run in (bow, stern):
        if run < -_FINE or abs(across + drift * run) > beam + _FINE:
            return None
    return "bow" if bow < stern else "stern"

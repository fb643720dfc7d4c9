"""Generators of random shapes for property tests: bases of real sizes, and land."""

from __future__ import annotations

import math

from hypothesis import strategies as st
from shapely.geometry import Polygon

from engine.space.plane.hull import Hull, hull_at
from engine.space.plane.pose import Pose

TABLE = (36.0, 36.0)

sizes = st.sampled_from([(1.5, 0.75), (2.5, 1.25), (3.5, 1.75)])
headings = st.floats(0, 359.9999)
bearings = st.floats(0, 360)


@st.composite
def hulls(draw: st.DrawFn, low: float = 14.0, high: float = 22.0) -> Hull:
    """Return a base somewhere in a square, at a rounded pose."""
    x, y = draw(st.floats(low, high)), draw(st.floats(low, high))
    return hull_at(Pose(x, y, draw(headings)).rounded(), *draw(sizes))


@st.composite
def stars(draw: st.DrawFn) -> Polygon:
    """Return a ragged coast around the point (18, 18), mostly concave."""
    count = draw(st.integers(5, 12))
    rays = draw(st.lists(st.floats(0.5, 2.5), min_size=count, max_size=count))
    return Polygon(
        [
            (18 + ray * math.sin(math.tau * i / count), 18 + ray * math.cos(math.tau * i / count))
            for i, ray in enumerate(rays)
        ]
    )


def moved(hull: Hull, about: tuple[float, float], angle: float, east: float, north: float) -> Hull:
    """Return a base after the whole plane was rotated about a point and shifted."""
    pose = hull.pose.rotated(about, angle)
    return Hull(Pose(pose.x + east, pose.y + north, pose.heading), hull.length, hull.width)

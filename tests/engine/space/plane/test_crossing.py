"""Straight lines across bases."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString

from engine.space.plane.hull import Hull
from engine.space.plane.pose import unit
from engine.space.plane.sweep import crosses
from tests.engine.space.plane.shapes import hulls


@given(hulls(), st.tuples(st.floats(10, 26), st.floats(10, 26)), st.floats(0, 360))
def test_a_line_crosses_a_base_as_shapely_says(
    hull: Hull, start: tuple[float, float], towards: float
) -> None:
    east, north = unit(towards)
    end = (start[0] + 8 * east, start[1] + 8 * north)
    line = LineString((start, end))
    depth = line.intersection(hull.polygon).length
    if depth > 0.01:
        assert crosses(start, end, hull)
    if line.distance(hull.polygon) > 1e-9:
        assert not crosses(start, end, hull)

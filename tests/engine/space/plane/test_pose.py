"""Poses, bearings, and the cost of importing the plane."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.space.plane.pose import Pose, bearing, unit


@pytest.mark.parametrize(("towards", "east", "north"), [(0, 0, 1), (90, 1, 0), (225, -1, -1)])
def test_bearings_run_clockwise_from_north(towards: float, east: float, north: float) -> None:
    assert bearing((5, 5), (5 + east, 5 + north)) == pytest.approx(towards)


@given(st.floats(0, 359.99), st.floats(-180, 180))
def test_swinging_out_and_back_ends_where_it_began(heading: float, angle: float) -> None:
    pose = Pose(3, 4, heading)
    back = pose.swung((10, 2), angle).swung((10, 2), -angle)
    assert back.at == pytest.approx(pose.at)
    assert unit(back.heading) == pytest.approx(unit(heading))


def test_a_heading_that_rounds_to_a_full_circle_is_north() -> None:
    assert Pose(1.00004, 2.00006, 359.99996).rounded() == Pose(1.0, 2.0001, 0.0)


def test_the_plane_loads_no_shapely_before_land_is_met() -> None:
    code = (
        "import sys\n"
        "from engine.space.plane import sweep\n"
        "from engine.systems.oak_iron.table import alongside, sight\n"
        "from engine.systems.oak_iron.table import formation\n"
        "from engine.space.plane.hull import hull_at\n"
        "from engine.space.plane.pose import Pose\n"
        "from engine.space.plane.sweep import slide\n"
        "slide(hull_at(Pose(9, 9, 0), 2, 1), 0, 5, {'B': hull_at(Pose(9, 13, 0), 2, 1)})\n"
        "sys.exit('shapely' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

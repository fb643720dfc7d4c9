"""Poses, bearings, and how much the import of the geometry costs."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.space.plane.hull import EDGES, Hull, hull_at, on_table, ring
from engine.space.plane.pose import Pose, bearing, unit
from tests.engine.space.plane.shapes import TABLE, hulls


@pytest.mark.parametrize(("towards", "east", "north"), [(0, 0, 1), (90, 1, 0), (225, -1, -1)])
def test_bearings_run_clockwise_from_north(towards: float, east: float, north: float) -> None:
    assert bearing((5, 5), (5 + east, 5 + north)) == pytest.approx(towards)


@given(st.floats(0, 359.99), st.floats(-180, 180))
def test_swinging_out_and_back_ends_where_it_began(heading: float, angle: float) -> None:
    pose = Pose(3, 4, heading)
    back = pose.rotated((10, 2), angle).rotated((10, 2), -angle)
    assert back.at == pytest.approx(pose.at)
    assert unit(back.heading) == pytest.approx(unit(heading))


def test_a_heading_that_rounds_to_a_full_circle_is_north() -> None:
    assert Pose(1.00004, 2.00006, 359.99996).rounded() == Pose(1.0, 2.0001, 0.0)


def test_the_plane_loads_no_shapely_before_land_is_met() -> None:
    code = (
        "import sys\n"
        "from engine.space.plane import sweep\n"
        "from engine.systems.oak_iron.table import alongside, sight\n"
        "from engine.space.plane.hull import hull_at\n"
        "from engine.space.plane.pose import Pose\n"
        "from engine.space.plane.sweep import slide\n"
        "slide(hull_at(Pose(9, 9, 0), 2, 1), 0, 5, {'B': hull_at(Pose(9, 13, 0), 2, 1)})\n"
        "sys.exit('shapely' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# A base's corners, edges and outline.


def test_a_base_heading_east_has_its_bow_to_the_east() -> None:
    hull = hull_at(Pose(10, 20, 90), 2, 1)
    assert hull.mid("bow") == pytest.approx((11, 20))
    assert hull.mid("starboard") == pytest.approx((10, 19.5))
    assert hull.mid("stern") == pytest.approx((9, 20))
    assert hull.mid("port") == pytest.approx((10, 20.5))
    assert hull.corners[0] == pytest.approx((11, 20.5))
    assert hull.outward("starboard") == 180


def test_the_same_pose_gives_the_same_base() -> None:
    assert hull_at(Pose(1, 2, 3), 2, 1) is hull_at(Pose(1, 2, 3), 2, 1)


def test_nothing_on_a_base_can_be_added() -> None:
    with pytest.raises(AttributeError):
        hull_at(Pose(1, 2, 3), 2, 1).flag = True  # type: ignore[attr-defined]


@given(hulls())
def test_the_outline_has_the_base_area_and_edges_face_outward(hull: Hull) -> None:
    assert hull.polygon.area == pytest.approx(hull.length * hull.width)
    assert hull.shrunk.distance(hull.polygon.exterior) == pytest.approx(0.0001, abs=1e-9)
    for edge in EDGES:
        turn = (bearing(hull.pose.at, hull.mid(edge)) - hull.outward(edge) + 180) % 360 - 180
        assert turn == pytest.approx(0, abs=1e-6)
        assert math.dist(*hull.ends(edge)) == pytest.approx(
            hull.width if edge in ("bow", "stern") else hull.length
        )


@given(hulls())
def test_every_point_of_a_ring_lies_at_its_distance(hull: Hull) -> None:
    from shapely import Point, Polygon

    points = ring(hull, 3.0)
    assert all(hull.polygon.distance(Point(at)) == pytest.approx(3.0) for at in points)
    assert Polygon(points).is_valid
    assert Polygon(points).area == pytest.approx(hull.polygon.buffer(3.0).area, rel=0.01)


def test_a_base_on_the_edge_is_on_the_table_and_a_hair_beyond_is_not() -> None:
    assert on_table(hull_at(Pose(0.5, 1, 0), 2, 1), TABLE)
    assert not on_table(hull_at(Pose(0.4999, 1, 0), 2, 1), TABLE)
    assert not on_table(hull_at(Pose(35, 35.1, 0), 2, 1), TABLE)

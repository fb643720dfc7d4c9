"""A base's corners, edges and outline."""

from __future__ import annotations

import math

import pytest
from hypothesis import given

from engine.space.plane.hull import EDGES, Hull, hull_at, on_table, ring
from engine.space.plane.pose import Pose, bearing
from tests.engine.space.plane.shapes import TABLE, hulls


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

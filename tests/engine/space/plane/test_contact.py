"""The distance between bodies, and whether they touch or overlap."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.affinity import translate
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry import Point as Spot

from engine.space.plane.contact import (
    free_areas,
    gap,
    middle,
    nearest_points,
    overlapping,
    touching,
)
from engine.space.plane.hull import Hull, hull_at
from engine.space.plane.pose import Pose
from tests.engine.space.plane.shapes import bearings, hulls, moved, stars


def test_bases_side_by_side_touch_but_do_not_overlap() -> None:
    one = hull_at(Pose(10, 10, 0), 2, 1)
    assert touching(one, hull_at(Pose(11.002, 10, 0), 2, 1))
    assert not touching(one, hull_at(Pose(11.0021, 10, 0), 2, 1))
    assert not overlapping(one, hull_at(Pose(11, 10, 0), 2, 1))


def test_bases_overlap_beyond_a_ten_thousandth_of_a_square_inch() -> None:
    one = hull_at(Pose(10, 10, 0), 2, 1)
    assert not overlapping(one, hull_at(Pose(10.99996, 10, 0), 2, 1))
    assert overlapping(one, hull_at(Pose(10.9999, 10, 0), 2, 1))
    assert overlapping(one, one)


def test_land_is_measured_to_its_shore() -> None:
    land = Polygon([(12, 9), (14, 9), (14, 11), (12, 11)])
    hull = hull_at(Pose(10, 10, 0), 2, 1)
    assert gap(hull, land) == gap(land, hull) == pytest.approx(1.5)
    near, far = nearest_points(hull, land)
    assert near[0] == pytest.approx(10.5)
    assert far[0] == pytest.approx(12)


@given(hulls(), hulls())
def test_range_is_the_same_both_ways_and_as_shapely_measures(a: Hull, b: Hull) -> None:
    assert gap(a, b) == gap(b, a)
    assert gap(a, b) == pytest.approx(a.polygon.distance(b.polygon), abs=3e-9)
    assert overlapping(a, b) == overlapping(b, a)
    assert overlapping(a, b) == (a.polygon.intersection(b.polygon).area > 0.0001)


@given(hulls(), hulls(), bearings, st.floats(-9, 9), st.floats(-9, 9))
def test_range_stays_when_the_whole_plane_turns_and_shifts(
    a: Hull, b: Hull, angle: float, east: float, north: float
) -> None:
    one, two = (moved(hull, (18, 18), angle, east, north) for hull in (a, b))
    assert gap(one, two) == pytest.approx(gap(a, b), abs=3e-9)


@given(hulls(), stars())
def test_range_to_land_is_the_same_both_ways(hull: Hull, land: Polygon) -> None:
    assert gap(hull, land) == pytest.approx(gap(land, hull))


def test_land_of_several_parts_is_measured_to_the_nearest_and_none_is_endlessly_far() -> None:
    near = Polygon([(12, 9), (14, 9), (14, 11), (12, 11)])
    far = Polygon([(2, 9), (4, 9), (4, 11), (2, 11)])
    hull = hull_at(Pose(10, 10, 0), 2, 1)
    assert gap(hull, MultiPolygon([far, near])) == pytest.approx(gap(hull, near))
    assert gap(hull, Spot(12, 10)) == pytest.approx(1.5)
    assert not touching(hull, Polygon())


# Where an outline may be placed.


SQUARE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
TABLE = (20.0, 20.0)


def test_an_empty_table_is_all_room_but_its_margin() -> None:
    (only,) = free_areas(SQUARE, TABLE, [])
    assert Polygon(only).bounds == pytest.approx((1, 1, 19, 19))
    assert middle([only]) == (10, 10)


@settings(max_examples=30)
@given(st.floats(2, 18), st.floats(2, 18), st.floats(0, 3))
def test_every_place_keeps_clear_and_every_other_does_not(x: float, y: float, apart: float) -> None:
    body = box(8, 8, 12, 9)
    places = [Polygon(place) for place in free_areas(SQUARE, TABLE, [body], apart)]
    here = any(place.covers(Spot(x, y)) for place in places)
    gap = translate(Polygon(SQUARE), x, y).distance(body)
    if here:
        assert gap > apart - 1e-6
    elif gap > apart + 0.1:
        pytest.fail(f"there is room at {x}, {y}")


def test_places_have_no_holes_and_join_around_a_body() -> None:
    places = free_areas(SQUARE, TABLE, [box(9, 9, 11, 11)], 1.0)
    assert len(places) == 2, "cut through the body in its middle"
    assert sum(Polygon(place).area for place in places) == pytest.approx(324 - 36 + 0.86, abs=0.4)


def test_within_wants_a_part_of_the_outline_there() -> None:
    strip = box(0, 0, 20, 3)
    (only,) = free_areas(SQUARE, TABLE, [], 0.0, strip)
    assert Polygon(only).bounds == pytest.approx((1, 1, 19, 4))


def test_no_room_at_all() -> None:
    assert free_areas(SQUARE, TABLE, [box(0, 0, 20, 20)]) == ()
    assert free_areas(SQUARE, (1.0, 1.0), []) == ()


def test_no_room_where_only_places_off_the_table_are_allowed() -> None:
    assert free_areas(SQUARE, TABLE, [], 0.0, box(40, 40, 44, 44)) == ()

"""Slides and pivots stop just before the first contact, without touching."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry

from engine.space.plane.contact import TOUCH, Body, gap, overlapping, shape, touching
from engine.space.plane.hull import Hull, hull_at, wake
from engine.space.plane.pose import Pose, unit
from engine.space.plane.sweep import Swept, crosses, pivot, slide, swept_area
from tests.engine.space.plane.shapes import bearings, hulls, moved, stars

SHIP = hull_at(Pose(10, 10, 0), 2, 1)
AT_REST = hull_at(Pose(18, 15, 0), 2.5, 1.25)
ROUNDED = 0.0002
"""Inches around the tolerance of contact in which the rounding of a pose may decide whether bodies
touch."""


def _end(hull: Hull, swept: Swept) -> Hull:
    return hull_at(swept.pose, hull.length, hull.width)


def _check_slide(hull: Hull, towards: float, distance: float, body: Body) -> None:
    swept = slide(hull, towards, distance, {"X": body})
    end = _end(hull, swept)
    assert not overlapping(end, body)
    assert math.dist(end.pose.at, hull.pose.moved(towards, swept.travelled).at) <= 0.00015
    whole = shape(body)
    if swept.travelled > 0:
        way = swept_area(hull, towards, swept.travelled)
        assert way.intersection(whole).area <= 1e-9
    if swept.struck:
        assert touching(end, body)
        assert swept.struck == ("X",)
    else:
        assert swept.travelled == distance
        assert gap(end, body) > TOUCH
        assert swept_area(hull, towards, distance).distance(whole) > 0.0


def _check_pivot(hull: Hull, angle: float, body: Body) -> None:
    swept = pivot(hull, angle, {"X": body})
    end = _end(hull, swept)
    assert not overlapping(end, body)
    assert swept.travelled * angle >= 0
    inside = hull.mid("starboard" if angle > 0 else "port")
    for step in range(61):
        pose = hull.pose.rotated(inside, swept.travelled * step / 60)
        assert Hull(pose, hull.length, hull.width).polygon.intersection(shape(body)).area <= 1e-9
    if swept.struck:
        assert touching(end, body)
    else:
        assert swept.travelled == angle


def test_a_slide_stops_at_the_base_ahead() -> None:
    swept = slide(SHIP, 0, 5, {"B": hull_at(Pose(10, 15, 90), 3, 1.5)})
    assert swept.travelled == pytest.approx(3.25, abs=0.001)
    assert swept.struck == ("B",)


def test_a_slide_with_nothing_near_goes_all_the_way() -> None:
    assert slide(SHIP, 90, 3, {"B": hull_at(Pose(10, 15, 90), 3, 1.5)}) == Swept(
        Pose(13, 10, 0), 3.0
    )


def test_everything_touched_at_the_stop_is_struck() -> None:
    pair = {"B": hull_at(Pose(9.4, 13, 0), 2, 1), "C": hull_at(Pose(10.6, 13, 0), 2, 1)}
    far = {"D": hull_at(Pose(10, 20, 0), 2, 1)}
    assert slide(SHIP, 0, 5, pair | far).struck == ("B", "C")


def test_a_slide_that_ends_within_touch_has_struck() -> None:
    assert slide(SHIP, 0, 0.999, {"B": hull_at(Pose(10, 13, 0), 2, 1)}).struck == ("B",)


def test_a_base_pressed_into_from_the_start_stops_the_slide_at_once() -> None:
    for between in (0.0, 0.0005, 0.0018):
        other = hull_at(Pose(10, 12 + between, 0), 2, 1)
        assert slide(SHIP, 0, 3, {"B": other}) == Swept(SHIP.pose, 0.0, ("B",))


def test_bases_that_touch_at_the_start_may_part_or_pass_along() -> None:
    beside = {"B": hull_at(Pose(11, 10, 0), 2, 1)}
    for towards in (0, 180, 270, 300):
        assert slide(SHIP, towards, 3, beside).struck == ()
        assert slide(SHIP, towards, 3, beside).travelled == 3


def test_a_base_alongside_is_struck_too_when_the_slide_meets_another() -> None:
    bodies = {"B": hull_at(Pose(11, 10.5, 0), 2, 1), "C": hull_at(Pose(10, 12.5, 0), 2, 1)}
    swept = slide(SHIP, 0, 3, bodies)
    assert swept.struck == ("B", "C")
    assert swept.travelled == pytest.approx(0.5, abs=0.001)


def test_a_turn_pivots_about_the_side_on_its_inside() -> None:
    swept = pivot(SHIP, 90, {})
    assert swept == Swept(Pose(10.5, 10.5, 90), 90.0)
    assert pivot(SHIP, -90, {}).pose == Pose(9.5, 10.5, 270)


def test_a_pivot_stops_where_its_bow_meets_a_base() -> None:
    other = {"B": hull_at(Pose(11.5, 11.2, 0), 2, 1)}
    swept = pivot(SHIP, 60, other)
    assert swept.struck == ("B",)
    assert swept.travelled == pytest.approx(30, abs=0.01)


def test_a_pivot_into_a_base_alongside_is_stopped_at_once() -> None:
    other = {"B": hull_at(Pose(11.0005, 10.4, 0), 2, 1)}
    swept = pivot(SHIP, 30, other)
    assert swept.struck == ("B",)
    assert swept.travelled == 0


def test_a_slide_along_a_flat_shore_that_it_touches_is_free() -> None:
    shore = Polygon([(10.5, 0), (12, 0), (12, 30), (10.5, 30)])
    assert slide(SHIP, 0, 4, {"land": shore}).struck == ()
    assert slide(SHIP, 20, 4, {"land": shore}).travelled == 0


@settings(max_examples=150)
@given(hulls(), bearings, st.floats(0.5, 5), hulls())
def test_a_slide_is_free_before_first_contact_and_touches_after(
    hull: Hull, towards: float, distance: float, other: Hull
) -> None:
    assume(not touching(hull, other))
    _check_slide(hull, towards, distance, other)


@settings(max_examples=150)
@given(hulls(), bearings, st.floats(0.5, 5), stars())
def test_a_slide_at_a_coast_is_free_before_first_contact_and_touches_after(
    hull: Hull, towards: float, distance: float, land: BaseGeometry
) -> None:
    assume(gap(hull, land) > TOUCH)
    _check_slide(hull, towards, distance, land)


@settings(max_examples=150)
@given(hulls(), st.floats(-60, 60), hulls(16, 20))
def test_a_pivot_is_free_before_first_contact_and_touches_after(
    hull: Hull, angle: float, other: Hull
) -> None:
    assume(not touching(hull, other))
    _check_pivot(hull, angle, other)


@settings(max_examples=100)
@given(hulls(), st.floats(-60, 60), stars())
def test_a_pivot_at_a_coast_is_free_before_first_contact_and_touches_after(
    hull: Hull, angle: float, land: BaseGeometry
) -> None:
    assume(gap(hull, land) > TOUCH)
    _check_pivot(hull, angle, land)


@settings(max_examples=100)
@given(hulls(), bearings, hulls(), bearings, st.floats(-60, 60))
def test_motions_from_a_contact_never_end_in_an_overlap(
    hull: Hull, towards: float, other: Hull, onward: float, angle: float
) -> None:
    assume(not touching(hull, other))
    met = _end(hull, slide(hull, towards, 6, {"X": other}))
    for swept in (slide(met, onward, 3, {"X": other}), pivot(met, angle, {"X": other})):
        assert not overlapping(_end(hull, swept), other)


@settings(max_examples=60)
@example(AT_REST, 0.0, hull_at(Pose(18, 21.502, 0), 2.5, 1.25), 1.0, 0.0)
@given(hulls(), bearings, hulls(), bearings, st.floats(-9, 9))
def test_first_contact_stays_when_the_whole_plane_turns_and_shifts(
    hull: Hull, towards: float, other: Hull, angle: float, east: float
) -> None:
    assume(gap(hull, other) > 2 * TOUCH)
    here = slide(hull, towards, 4, {"X": other})
    mover, body = (moved(base, (18, 18), angle, east, 2) for base in (hull, other))
    there = slide(mover, towards + angle, 4, {"X": body})
    assert there.travelled == pytest.approx(here.travelled, abs=1e-3)
    end = Hull(hull.pose.moved(towards, here.travelled), hull.length, hull.width)
    if abs(gap(end, other) - TOUCH) > ROUNDED:
        assert there.struck == here.struck


@settings(max_examples=40)
@given(hulls(), bearings, hulls())
def test_a_slide_never_goes_beyond_where_small_steps_meet(
    hull: Hull, towards: float, other: Hull
) -> None:
    assume(not touching(hull, other))
    swept = slide(hull, towards, 4, {"X": other})

    def meets(done: float) -> bool:
        base = Hull(hull.pose.moved(towards, done), hull.length, hull.width)
        return bool(base.polygon.intersects(other.polygon))

    first = next((step / 200 for step in range(801) if meets(step / 200)), None)
    if first is not None:
        assert swept.struck == ("X",)
        assert swept.travelled <= first


def test_a_slide_of_no_length_goes_nowhere_and_strikes_nothing() -> None:
    ship, other = hull_at(Pose(10, 10, 0), 2, 1), hull_at(Pose(10, 12, 0), 2, 1)
    assert slide(ship, 0, 0.0, {"B1": other}) == Swept(ship.pose, 0.0)
    assert slide(ship, 0, 0.1, {"B1": other}).struck == ("B1",)


def test_a_slide_stops_at_land_of_several_parts_and_at_a_point_and_at_none_that_is_empty() -> None:
    ship = hull_at(Pose(10, 10, 0), 2, 1)
    near = Polygon([(9, 14), (11, 14), (11, 15), (9, 15)])
    far = Polygon([(0, 0), (1, 0), (1, 1)])
    alone = slide(ship, 0, 5, {"L": near})
    assert slide(ship, 0, 5, {"L": MultiPolygon([far, near])}).travelled == alone.travelled
    assert slide(ship, 0, 5, {"L": Spot(10, 14)}).travelled == pytest.approx(3.0, abs=0.001)
    assert slide(ship, 0, 5, {"L": Polygon()}).travelled == 5.0


# Straight lines across bases.


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


# The area that a base passes over.


BASE = hull_at(Pose(10, 10, 0), 2, 1)


def test_a_slide_covers_the_strip_between_its_ends() -> None:
    covered = wake(BASE, [Pose(10, 14, 0)])
    assert covered.bounds == pytest.approx((9.5, 9, 10.5, 15))
    assert covered.area == pytest.approx(6)


def test_a_pose_kept_covers_the_base() -> None:
    assert wake(BASE, []).area == pytest.approx(2)
    assert wake(BASE, [BASE.pose]).area == pytest.approx(2)


def test_slide_and_turn_are_covered_both() -> None:
    covered = wake(BASE, [Pose(10, 14, 0), Pose(10, 14, 0).rotated((10.5, 14), 40)])
    assert covered.covers(Spot(10, 12))
    assert covered.area > 6


@settings(max_examples=40)
@given(st.floats(-90, 90), st.sampled_from([(10.5, 10.0), (9.5, 10.0)]))
def test_a_pivot_covers_the_base_at_every_angle_on_the_way(
    angle: float, about: tuple[float, float]
) -> None:
    covered = wake(BASE, [BASE.pose.rotated(about, angle)]).buffer(0.02)
    for share in (0.2, 0.5, 0.8, 1.0):
        there = hull_at(BASE.pose.rotated(about, angle * share), 2, 1)
        assert covered.covers(there.polygon)

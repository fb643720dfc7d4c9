"""How a boarder comes alongside: flush, clear of other bases, and by the smallest turn."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from shapely.geometry import Polygon

from engine.space.plane.contact import TOUCH, gap, overlapping, touching
from engine.space.plane.hull import EDGES, Hull, hull_at, on_table
from engine.space.plane.pose import Pose, bearing
from engine.space.plane.sweep import slide
from engine.systems.oak_iron.table.alongside import (
    clear_away,
    come_alongside,
    directly_away,
    shared_length,
)
from tests.engine.space.plane.shapes import TABLE, bearings, hulls, stars

TARGET = hull_at(Pose(10, 10, 0), 2, 1)


def test_a_parallel_base_slides_straight_across() -> None:
    poses = come_alongside(hull_at(Pose(11.8, 10.3, 0), 2, 1), TARGET, {}, TABLE)
    assert len(poses) == 1
    assert poses[0].heading == 0
    assert poses[0].at == pytest.approx((11, 10.3), abs=0.001)


def test_a_slanting_base_pivots_at_the_point_of_contact() -> None:
    (pose,) = come_alongside(hull_at(Pose(11.8, 10, 20), 2, 1), TARGET, {}, TABLE)
    assert pose.heading == 0
    assert pose.x == pytest.approx(11, abs=0.001)
    assert shared_length(hull_at(pose, 2, 1), "port", TARGET, "starboard") > 1


def test_a_base_at_45_degrees_may_choose_between_bow_and_side() -> None:
    poses = come_alongside(hull_at(Pose(12, 10, 315), 2, 1), TARGET, {}, TABLE)
    assert sorted(pose.heading for pose in poses) == [0, 270]


def test_bases_that_share_too_little_take_a_larger_pivot() -> None:
    hull = hull_at(Pose(11.5, 11.4, 0), 2, 1)
    for pose in come_alongside(hull, TARGET, {}, TABLE):
        end = hull_at(pose, 2, 1)
        shared = [shared_length(end, e, TARGET, f) for e in EDGES for f in EDGES]
        assert pose.heading in (90, 270)
        assert max(shared) >= 0.5


def test_a_base_in_the_way_of_the_slide_or_the_pivot_forbids_it() -> None:
    hull = hull_at(Pose(12.4, 10, 0), 2, 1)
    assert come_alongside(hull, TARGET, {"C": hull_at(Pose(11.4, 11.2, 0), 0.4, 0.4)}, TABLE) == ()
    rock = Polygon([(11.2, 9.5), (11.4, 9.5), (11.3, 9.8)])
    assert come_alongside(hull, TARGET, {"rock": rock}, TABLE) == ()


def test_the_target_among_the_obstacles_does_not_count() -> None:
    hull = hull_at(Pose(12.4, 10, 0), 2, 1)
    assert come_alongside(hull, TARGET, {"T": TARGET}, TABLE) != ()


def test_the_tables_edge_forbids_it() -> None:
    target = hull_at(Pose(35, 18, 10), 2, 1)
    hull = hull_at(Pose(33.6, 18, 350), 2, 1)
    for pose in come_alongside(hull, target, {}, TABLE):
        assert max(x for x, _ in hull_at(pose, 2, 1).corners) <= 36.000001


@settings(max_examples=100)
@given(hulls(16, 20), hulls(16, 20))
def test_every_pose_lies_flush_and_touches_without_overlap(hull: Hull, target: Hull) -> None:
    assume(0.002 < gap(hull, target) <= 1.5)
    for pose in come_alongside(hull, target, {}, TABLE):
        end = hull_at(pose, hull.length, hull.width)
        assert touching(end, target)
        assert not overlapping(end, target)
        turn = (pose.heading - target.pose.heading) % 90
        assert min(turn, 90 - turn) <= 0.0002


@settings(max_examples=60)
@given(hulls(16, 20), hulls(16, 20))
def test_only_equal_pivots_leave_a_choice(hull: Hull, target: Hull) -> None:
    assume(0.002 < gap(hull, target) <= 1.0)
    poses = come_alongside(hull, target, {}, TABLE)
    turns = [abs((pose.heading - hull.pose.heading + 180) % 360 - 180) for pose in poses]
    assert not turns or max(turns) - min(turns) <= 0.1002


# The slide Directly Away.


SHIP = hull_at(Pose(10, 10, 0), 2, 1)


def test_a_base_leaves_square_to_the_touched_edge() -> None:
    other = {"B": hull_at(Pose(10, 12.25, 90), 4, 2)}
    corner_first = hull_at(Pose(10, 10, 30), 2, 1)
    met = slide(corner_first, 0, 3, other)
    away = directly_away(hull_at(met.pose, 2, 1), other, 1.0, other, TABLE)
    assert away is not None
    assert away.travelled == 1.0
    assert away.struck == ()
    assert away.pose == Pose(met.pose.x, round(met.pose.y - 1.0, 4), 30)


def test_a_base_whose_edge_is_touched_by_a_corner_leaves_square_to_its_own_edge() -> None:
    other = {"B": hull_at(Pose(10, 11 + math.hypot(2, 2) / 2 + 0.0002, 45), 2, 2)}
    away = directly_away(SHIP, other, 1.0, other, TABLE)
    assert away is not None
    assert away.pose == Pose(10, 9, 0)


def test_corner_on_corner_leaves_along_the_line_of_centres() -> None:
    away = directly_away(SHIP, {"B": hull_at(Pose(11.0005, 12.0005, 0), 2, 1)}, 1.0, {}, TABLE)
    assert away is not None
    slope = (10 - away.pose.y) / (10 - away.pose.x)
    assert slope == pytest.approx(2.0005 / 1.0005, abs=0.001)


def test_the_slide_ends_short_of_another_base() -> None:
    north = {"B": hull_at(Pose(10, 12.001, 0), 2, 1)}
    walls = {
        "S": hull_at(Pose(10, 7.5, 0), 2, 9),
        "W": hull_at(Pose(8.996, 10, 0), 2, 1),
        "E": hull_at(Pose(11.004, 10, 0), 2, 1),
    }
    away = directly_away(SHIP, north, 1.0, north | walls, TABLE)
    assert away is not None
    assert away.travelled == pytest.approx(0.497, abs=0.001)
    end = hull_at(away.pose, 2, 1)
    assert all(gap(end, body) > TOUCH for body in walls.values())


def test_the_longest_way_wins_when_the_edge_of_the_table_is_near() -> None:
    low = hull_at(Pose(10, 1.1, 0), 2, 1)
    away = directly_away(low, {"B": hull_at(Pose(10, 3.1015, 0), 2, 1)}, 1.0, {}, TABLE)
    assert away is not None
    assert on_table(hull_at(away.pose, 2, 1), TABLE)
    assert away.travelled == pytest.approx(0.1 / math.sin(math.radians(15)), abs=0.001)


def test_a_base_hemmed_in_stays() -> None:
    ring = {
        "N": hull_at(Pose(10, 12.001, 0), 2, 1),
        "S": hull_at(Pose(10, 7.999, 0), 2, 1),
        "E": hull_at(Pose(11.001, 10, 0), 2, 1),
        "W": hull_at(Pose(8.999, 10, 0), 2, 1),
    }
    assert directly_away(SHIP, {"N": ring["N"]}, 1.0, ring, TABLE) is None


def test_a_base_leaves_the_shore_that_it_touches() -> None:
    shore = {"land": Polygon([(10.5005, 0), (12, 0), (12, 30), (10.5005, 30)])}
    away = directly_away(SHIP, shore, 1.0, shore, TABLE)
    assert away is not None
    assert away.pose == Pose(9, 10, 0)


@settings(max_examples=80)
@given(hulls(), bearings, hulls(), hulls())
def test_the_gap_never_shrinks_and_ends_larger(
    hull: Hull, towards: float, other: Hull, third: Hull
) -> None:
    bodies = {"B": other, "C": third}
    assume(not any(overlapping(hull, body) for body in bodies.values()))
    assume(not overlapping(other, third))
    met = hull_at(slide(hull, towards, 5, bodies).pose, hull.length, hull.width)
    away = directly_away(met, {"B": other}, 1.0, bodies, TABLE)
    if away is None:
        return
    end = hull_at(away.pose, hull.length, hull.width)
    gaps = [
        gap(
            Hull(
                Pose(
                    met.pose.x + (end.pose.x - met.pose.x) * step / 20,
                    met.pose.y + (end.pose.y - met.pose.y) * step / 20,
                    met.pose.heading,
                ),
                hull.length,
                hull.width,
            ),
            other,
        )
        for step in range(21)
    ]
    assert all(later >= sooner - 0.0001 for sooner, later in pairwise(gaps))
    assert gaps[-1] > gaps[0]
    assert not overlapping(end, third)
    assert away.travelled <= 1.0
    assert math.dist(end.pose.at, met.pose.at) == pytest.approx(away.travelled, abs=0.0002)


@settings(max_examples=50)
@given(hulls(), bearings, stars())
def test_a_ship_comes_off_a_ragged_coast_or_stays(
    hull: Hull, towards: float, land: Polygon
) -> None:
    assume(gap(hull, land) > TOUCH)
    met = hull_at(slide(hull, towards, 5, {"land": land}).pose, hull.length, hull.width)
    away = directly_away(met, {"land": land}, 1.0, {"land": land}, TABLE)
    if away is not None:
        end = hull_at(away.pose, hull.length, hull.width)
        assert gap(end, land) > gap(met, land)


def test_between_two_bases_at_right_angles_the_way_that_takes_least_is_the_diagonal() -> None:
    held = {"N": hull_at(Pose(10, 12.001, 0), 2, 1), "E": hull_at(Pose(11.001, 10, 0), 2, 1)}
    away = clear_away(SHIP, held, 1.0, held, TABLE)
    assert away is not None
    assert away.travelled == pytest.approx(math.sqrt(2), abs=0.005)
    assert away.pose.heading == 0
    end = hull_at(away.pose, 2, 1)
    assert [gap(end, each) for each in held.values()] == pytest.approx([0.9981] * 2, abs=0.0002)


def test_a_slide_may_take_twice_as_far_and_no_more() -> None:
    """Here the ship slides along the two bases on both sides of her until she is past them."""
    ends = {"N": hull_at(Pose(10, 12.001, 0), 2, 1), "S": hull_at(Pose(10.3, 7.999, 0), 2, 1)}
    away = clear_away(SHIP, ends, 1.0, ends, TABLE)
    assert away is not None
    assert away.travelled == pytest.approx(1.998, abs=0.001)
    sides = {"W": hull_at(Pose(8.999, 10, 0), 2, 1), "E": hull_at(Pose(11.001, 10, 0), 2, 1)}
    assert clear_away(SHIP, sides, 1.0, sides, TABLE) is None, "3 inches would be needed"


@given(hulls(), hulls())
@settings(max_examples=60, deadline=None)
def test_who_slides_clear_of_one_base_goes_straight_away_where_that_is_enough(
    one: Hull, other: Hull
) -> None:
    assume(gap(one, other) > TOUCH)
    met = slide(one, bearing(one.pose.at, other.pose.at), 40.0, {"B": other})
    base = hull_at(met.pose, one.length, one.width)
    found = clear_away(base, {"B": other}, 1.0, {"B": other}, (400.0, 400.0))
    if found is None:
        return
    end = hull_at(found.pose, base.length, base.width)
    assert 1.0 - 1e-6 <= found.travelled <= 2.0
    assert gap(end, other) >= 1.0 - TOUCH
    plain = directly_away(base, {"B": other}, 1.0, {"B": other}, (400.0, 400.0))
    if plain is not None and plain.travelled == 1.0:
        first = hull_at(plain.pose, base.length, base.width)
        assert gap(first, other) < 1.0 - TOUCH + 0.0002 or found.pose == plain.pose

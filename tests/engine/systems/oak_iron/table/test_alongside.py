"""Coming alongside: flush, free and by the smallest pivot."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from shapely.geometry import Polygon

from engine.space.plane.contact import gap, overlapping, touching
from engine.space.plane.hull import EDGES, Hull, hull_at
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.table.alongside import come_alongside, shared_length
from tests.engine.space.plane.shapes import TABLE, hulls

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

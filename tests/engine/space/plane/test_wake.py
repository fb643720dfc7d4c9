"""The area that a base passes over."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point as Spot

from engine.space.plane.hull import hull_at, wake
from engine.space.plane.pose import Pose

BASE = hull_at(Pose(10, 10, 0), 2, 1)


def test_a_slide_covers_the_strip_between_its_ends() -> None:
    covered = wake(BASE, [Pose(10, 14, 0)])
    assert covered.bounds == pytest.approx((9.5, 9, 10.5, 15))
    assert covered.area == pytest.approx(6)


def test_a_pose_kept_covers_the_base() -> None:
    assert wake(BASE, []).area == pytest.approx(2)
    assert wake(BASE, [BASE.pose]).area == pytest.approx(2)


def test_slide_and_turn_are_covered_both() -> None:
    covered = wake(BASE, [Pose(10, 14, 0), Pose(10, 14, 0).swung((10.5, 14), 40)])
    assert covered.covers(Spot(10, 12))
    assert covered.area > 6


@settings(max_examples=40)
@given(st.floats(-90, 90), st.sampled_from([(10.5, 10.0), (9.5, 10.0)]))
def test_a_pivot_covers_the_base_at_every_angle_on_the_way(
    angle: float, about: tuple[float, float]
) -> None:
    covered = wake(BASE, [BASE.pose.swung(about, angle)]).buffer(0.02)
    for share in (0.2, 0.5, 0.8, 1.0):
        there = hull_at(BASE.pose.swung(about, angle * share), 2, 1)
        assert covered.covers(there.polygon)

"""Distances and positions of many bases at once are equal to those computed one by one."""

from __future__ import annotations

import math
from collections.abc import Callable
from weakref import ref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point

from engine.space.plane.contact import gap
from engine.space.plane.hull import Hull, Side, on_table
from engine.space.plane.many import (
    Bases,
    Bearings,
    Numbers,
    concatenate,
    gaps,
    hidden,
    near_edge,
    off_the_bow,
    reaching_out,
    touching,
)
from engine.space.plane.pose import Pose, unit
from engine.space.plane.sweep import crosses, pivot, slide
from engine.systems.oak_iron.thinking.measure.guns import rakes
from tests.engine.space.plane.shapes import TABLE, hulls

SIDES: tuple[Side, ...] = ("port", "starboard")
sides = st.sampled_from(SIDES)
angles = st.floats(-60, 60).map(lambda angle: round(angle, 3))
EACH = np.array([True])


def bases(*of: Hull) -> Bases:
    """Return several bases of one size as arrays."""
    assert len({(hull.length, hull.width) for hull in of}) == 1
    x, y, heading = np.array([(hull.pose.x, hull.pose.y, hull.pose.heading) for hull in of]).T
    return Bases(x, y, heading, of[0].length, of[0].width)


def corner_inside(one: Hull, other: Hull) -> bool:
    return any(
        here.polygon.covers(Point(corner))
        for here, there in ((one, other), (other, one))
        for corner in there.corners
    )


@given(hulls(), hulls(6.0, 30.0))
def test_gaps_are_those_of_two_bases_or_more_where_they_cross_without_a_corner(
    one: Hull, other: Hull
) -> None:
    """Two bases that cross without a corner inside the other overlap, but may get a gap above 0."""
    found, exact = float(gaps(bases(one), bases(other))[0]), gap(one, other)
    if exact == 0.0 and not corner_inside(one, other):
        assert 0.0 <= found <= max(one.length, other.length) / 2
    else:
        assert found == pytest.approx(exact, abs=1e-6)


def test_the_gap_of_a_cross_is_that_of_its_corners() -> None:
    across = gaps(Bases.of(Pose(10, 10, 0), 2, 1), Bases.of(Pose(10, 10, 90), 2, 1))
    assert across.tolist() == [0.5]
    assert gaps(Bases.of(Pose(10, 10, 0), 2, 1), Bases.of(Pose(10, 10, 90), 1, 1)).tolist() == [0.0]


@given(hulls(), hulls(6.0, 30.0), hulls(10.0, 26.0))
def test_who_hides_another_lies_across_the_line_of_their_middles(
    one: Hull, other: Hull, between: Hull
) -> None:
    found = bool(hidden(bases(one), bases(other), bases(between))[0])
    wide, narrow = (crosses(one.pose.at, other.pose.at, between, hair) for hair in (-1e-6, 1e-6))
    assert found in (wide, narrow)


def size(hull: Hull) -> tuple[float, float]:
    return hull.length, hull.width


def same(found: Bases, pose: Pose) -> None:
    at = found.pose(0)
    assert math.dist(at.at, pose.at) <= 2e-4
    assert abs((at.heading - pose.heading + 180.0) % 360.0 - 180.0) <= 2e-4


@given(hulls(), angles)
def test_turning_is_the_pivot_of_one_base(hull: Hull, angle: float) -> None:
    same(bases(hull).turned(angle), pivot(hull, angle, {}).pose)


@given(hulls(), st.floats(0.01, 5.0))
def test_sliding_is_the_slide_of_one_base(hull: Hull, inches: float) -> None:
    same(bases(hull).slid(inches), slide(hull, hull.pose.heading, inches, {}).pose)


@given(hulls(), st.floats(0.01, 2.0), sides)
def test_shifting_is_the_slide_to_a_side(hull: Hull, inches: float, side: Side) -> None:
    hand = 1.0 if side == "starboard" else -1.0
    same(bases(hull).shifted(hand * inches), slide(hull, hull.outward(side), inches, {}).pose)


@given(hulls(-1.0, 37.0), st.floats(-1.0, 3.0))
def test_near_the_edge_is_not_wholly_so_far_inside_it(hull: Hull, inches: float) -> None:
    found = bool(near_edge(bases(hull), inches, TABLE)[0])
    if on_table(hull, TABLE, inches + 1e-6):
        assert not found
    elif not on_table(hull, TABLE, inches - 1e-6):
        assert found


@given(hulls(0.0, 36.0), st.floats(0.0, 8.0))
def test_reaching_out_tells_how_far_the_point_ahead_lies_beyond(hull: Hull, inches: float) -> None:
    east, north = unit(hull.pose.heading)
    x, y = hull.pose.x + east * inches, hull.pose.y + north * inches
    beyond = max(0.0, -x, x - TABLE[0], -y, y - TABLE[1])
    assert float(reaching_out(bases(hull), inches, TABLE)[0]) == pytest.approx(beyond, abs=1e-9)


def in_paths(bearings: Bearings) -> Numbers:
    """Return the paths of all pairs, after checking that a mask gives the same for some of them."""
    table = np.array(bearings.in_paths(bearings.gaps >= 0.0))
    some = bearings.gaps > float(np.median(bearings.gaps))
    assert (np.array(bearings.in_paths(some)) == (table & some)).all()
    return table.astype(float)


def test_points_ahead_abeam_and_astern_lie_so_far_off_the_bow() -> None:
    here = Bases.of(Pose(10, 10, 90), 2, 1)
    for east, north, off in (
        (3.0, 0.0, 0.0),
        (0.0, -2.0, 90.0),
        (-4.0, 0.0, 180.0),
        (1.0, 1.0, 45.0),
    ):
        assert off_the_bow(here, np.array([east]), np.array([north]))[0] == pytest.approx(off)


QUESTIONS: list[Callable[[Bases, Bases], Numbers]] = [
    gaps,
    lambda one, other: in_paths(Bearings(one, other))[0],
    lambda one, other: in_paths(Bearings(other, one).back)[1],
    lambda one, other: rakes(one, "starboard", other).astype(float),
    lambda one, other: touching(one, other).astype(float),
    lambda one, other: hidden(one, other, Bases.of(Pose(18, 18, 30), 3, 2)).astype(float),
]


@pytest.mark.parametrize("ask", QUESTIONS)
@given(st.integers(0, 10_000))
def test_shapes_are_broadcast_and_each_pair_is_asked_alike(
    ask: Callable[[Bases, Bases], Numbers], seed: int
) -> None:
    random = np.random.default_rng(seed)
    many = Bases(*random.uniform((14, 14, 0), (22, 22, 360), (4, 3)).T, 2.5, 1.25)
    more = Bases(*random.uniform((14, 14, 0), (22, 22, 360), (5, 3)).T, 2.0, 1.0)
    table = ask(many[:, None], more[None, :])
    assert table.shape == (4, 5)
    for row in range(4):
        for column in range(5):
            alone = ask(many[[row]], more[[column]])
            assert alone.tolist() == pytest.approx([table[row, column]])
    turned = many[..., None].turned(np.array([-30.0, 0.0, 30.0])).slid(2.0)
    assert turned.x.shape == turned.heading.shape == (4, 3)
    assert turned[2].pose(1) == many[[2]].slid(2.0).pose(0)


@given(st.integers(0, 10_000))
def test_bases_touch_where_no_gap_is_between_them(seed: int) -> None:
    random = np.random.default_rng(seed)
    many = Bases(*random.uniform((14, 14, 0), (20, 20, 360), (6, 3)).T, 2.5, 1.25)
    more = Bases(*random.uniform((14, 14, 0), (20, 20, 360), (7, 3)).T, 2.0, 1.0)
    one, other = many[:, None], more[None, :]
    apart = gaps(one, other)
    assert (touching(one, other) == (apart == 0.0)).all()
    pairs = apart < float(np.median(apart))
    assert gaps(one.among(pairs), other.among(pairs)).tolist() == apart[pairs].tolist()
    assert concatenate([many, many[:, None]]).x.tolist() == many.x.tolist() * 2


def test_bearings_go_when_they_are_done_with_and_leave_no_garbage() -> None:
    found = Bearings(Bases.of(Pose(10, 10, 0), 2, 1), Bases.of(Pose(14, 10, 0), 2, 1))
    assert found.back.gaps is found.gaps
    assert found.back.in_paths(EACH)[0].all()
    gone = ref(found), ref(found.back)
    del found
    assert [each() for each in gone] == [None, None]

"""Broadside paths and raking lines of many bases agree with those of one base."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.space.plane.hull import Hull, Side, hull_at
from engine.space.plane.many import Bearings
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.table.sight import in_broadside_path, raking
from engine.systems.oak_iron.thinking.measure.guns import rakes
from tests.engine.space.plane.shapes import hulls
from tests.engine.space.plane.test_many import EACH, SIDES, bases, sides, size

RAKES = {None: 0, "bow": 1, "stern": 2}


@given(hulls(), hulls(6.0, 30.0), sides)
def test_paths_are_those_of_one_base(one: Hull, other: Hull, side: Side) -> None:
    found = bool(Bearings(bases(one), bases(other)).in_paths(EACH)[SIDES.index(side)][0])
    clearly = in_broadside_path(one, side, other)
    if found != clearly:  # a hair's breadth of the edge: a nudge decides it either way
        nudged = {
            in_broadside_path(one, side, hull_at(other.pose.moved(way, 1e-6), *size(other)))
            for way in (0.0, 90.0, 180.0, 270.0)
        }
        assert len(nudged) == 2


@given(hulls(), hulls(6.0, 30.0), sides)
def test_rakes_are_those_of_one_base(one: Hull, other: Hull, side: Side) -> None:
    found = int(rakes(bases(one), side, bases(other))[0])
    if found != RAKES[raking(one, side, other)]:
        nudged = {
            raking(one, side, hull_at(other.pose.moved(way, 1e-6), *size(other)))
            for way in (0.0, 90.0, 180.0, 270.0)
        }
        assert len(nudged) >= 2


@given(st.floats(-20, 20), st.floats(1.0, 20.0), st.floats(-25, 25), sides)
def test_a_target_athwart_the_line_is_raked_as_by_one_base(
    north: float, out: float, heading: float, side: Side
) -> None:
    """Random positions rarely rake; these often do."""
    hand = 90.0 if side == "starboard" else 270.0
    for stern_on in (0.0, 180.0):
        one = hull_at(Pose(18, 18, 0), 2.5, 1.25)
        head = (hand + stern_on + heading) % 360.0
        other = hull_at(
            Pose(18 + (1 if hand < 180 else -1) * (out + 2), 18 + north / 20, head), 2, 1
        )
        assert rakes(bases(one), side, bases(other)).tolist() == [RAKES[raking(one, side, other)]]

"""Broadside paths and raking lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point

from engine.space.plane.hull import Hull, Side, hull_at
from engine.space.plane.pose import Pose, unit
from engine.systems.oak_iron.table.sight import broadside_strip, in_broadside_path, raking
from tests.engine.space.plane.shapes import hulls

SHIP = hull_at(Pose(10, 10, 0), 2, 1)
FOE = hull_at(Pose(16, 10, 0), 2, 1)


@given(hulls(), hulls(10, 26), st.sampled_from(["port", "starboard"]))
def test_a_base_is_in_the_path_when_it_shares_a_point_with_the_strip(
    hull: Hull, target: Hull, side: Side
) -> None:
    between = broadside_strip(hull, side, 60).distance(target.polygon)
    if between == 0 or between > 1e-6:
        assert in_broadside_path(hull, side, target) == (between == 0)


def test_a_base_that_only_touches_the_strip_is_in_the_path() -> None:
    assert in_broadside_path(SHIP, "starboard", hull_at(Pose(14, 12, 0), 2, 1))
    assert not in_broadside_path(SHIP, "starboard", hull_at(Pose(14, 12.001, 0), 2, 1))
    assert not in_broadside_path(SHIP, "port", FOE)


@pytest.mark.parametrize(
    ("heading", "rake"), [(90, "stern"), (270, "bow"), (100, "stern"), (0, None), (125, None)]
)
def test_a_rake_crosses_bow_and_stern(heading: float, rake: str | None) -> None:
    assert raking(SHIP, "starboard", hull_at(Pose(16, 10, heading), 2, 1)) == rake


def test_the_other_side_does_not_rake() -> None:
    assert raking(SHIP, "port", hull_at(Pose(16, 10, 90), 2, 1)) is None


@given(hulls(), hulls(), st.sampled_from(["port", "starboard"]))
def test_a_rake_is_what_the_drawn_line_crosses(hull: Hull, target: Hull, side: Side) -> None:
    start = hull.mid(side)
    east, north = unit(hull.outward(side))
    ray = LineString((start, (start[0] + 60 * east, start[1] + 60 * north)))
    cut = [ray.intersection(LineString(target.ends(edge))) for edge in ("bow", "stern")]
    rake = raking(hull, side, target)
    if not any(found.is_empty for found in cut):
        bow, stern = (found.distance(Point(start)) for found in cut)
        assert rake == ("bow" if bow < stern else "stern")
    elif rake is not None:
        assert all(ray.distance(LineString(target.ends(e))) < 1e-6 for e in ("bow", "stern"))

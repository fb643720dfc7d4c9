"""Lines of sight."""

from __future__ import annotations

import math
from typing import Literal, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from engine.space.plane.hull import EDGES, Edge, Hull, Side, hull_at
from engine.space.plane.pose import Pose, unit
from engine.systems.oak_iron.table.sight import (
    Sight,
    Weather,
    broadside_strip,
    from_weather,
    in_broadside_path,
    in_sight,
    line_of_sight,
    point_of_sail,
    raking,
)
from tests.engine.space.plane.shapes import TABLE, hulls, moved, stars

SHIP = hull_at(Pose(10, 10, 0), 2, 1)
FOE = hull_at(Pose(16, 10, 0), 2, 1)


def test_the_sight_line_runs_from_the_allowed_edge_to_the_nearest_middle() -> None:
    sight = line_of_sight(SHIP, FOE, ["starboard"], [])
    assert sight is not None
    assert sight.edge == "starboard"
    assert sight.start == pytest.approx((10.5, 10))
    assert sight.end == pytest.approx((15.5, 10))
    assert sight.corner in FOE.corners


def test_the_firers_own_base_blocks_its_other_side() -> None:
    assert line_of_sight(SHIP, FOE, ["port"], []) is None


def test_a_base_between_blocks_and_one_aside_does_not() -> None:
    wide = hull_at(Pose(13, 10, 0), 6, 1)
    assert line_of_sight(SHIP, FOE, ["starboard"], [wide]) is None
    assert line_of_sight(SHIP, FOE, ["starboard"], [hull_at(Pose(13, 14, 0), 2, 1)]) is not None


def test_a_middle_in_sight_is_not_enough_when_every_corner_is_hidden() -> None:
    posts = [hull_at(Pose(15.3, y, 0), 0.9, 0.1) for y in (9.4, 10.6)]
    walls = [hull_at(Pose(15.3, y, 0), 2.0, 0.1) for y in (7.9, 12.1)]
    assert line_of_sight(SHIP, FOE, ["starboard"], posts + walls) is None
    assert line_of_sight(SHIP, FOE, ["starboard"], posts[:1] + walls[:1]) is not None


def test_land_blocks_and_a_line_along_its_shore_does_not() -> None:
    land = Polygon([(12, 5), (14, 5), (14, 15), (12, 15)])
    assert line_of_sight(SHIP, FOE, ["starboard"], [land]) is None
    shore = Polygon([(12, 10), (14, 10), (14, 5), (12, 5)])
    assert line_of_sight(SHIP, FOE, ["starboard"], [shore]) is not None


def _seen_by_brute_force(
    firer: Hull, target: Hull, edges: tuple[Edge, ...], blockers: list[Polygon]
) -> bool:
    shapes = [firer.shrunk, target.shrunk, *(body.buffer(-0.0001) for body in blockers)]

    def clear(start: tuple[float, float], end: tuple[float, float]) -> bool:
        return not any(LineString((start, end)).intersects(shape) for shape in shapes)

    return any(
        clear(firer.mid(edge), target.mid(facing))
        and any(clear(firer.mid(edge), corner) for corner in target.corners)
        for edge in edges
        for facing in EDGES
    )


@settings(max_examples=60)
@given(hulls(10, 14), hulls(22, 26), st.lists(hulls(), max_size=3), stars())
def test_sight_agrees_with_trying_every_line(
    firer: Hull, target: Hull, others: list[Hull], land: Polygon
) -> None:
    edges: tuple[Edge, ...] = ("bow", "starboard")
    sight = line_of_sight(firer, target, edges, [*others, land])
    outlines = [*(other.polygon for other in others), land]
    assert (sight is not None) == _seen_by_brute_force(firer, target, edges, outlines)


@given(
    hulls(12, 24),
    hulls(12, 24),
    st.lists(hulls(8, 28), max_size=2),
    st.lists(stars(), max_size=1),
    st.sampled_from([EDGES, *((edge,) for edge in EDGES)]),
)
def test_what_is_in_sight_at_a_glance_has_a_line_of_sight(
    firer: Hull, target: Hull, others: list[Hull], lands: list[Polygon], edges: tuple[Edge, ...]
) -> None:
    blockers = [*others, *lands]
    line = line_of_sight(firer, target, edges, blockers)
    assert in_sight(firer, target, edges, blockers) == (line is not None)


def test_sight_prefers_the_shortest_line() -> None:
    sight = line_of_sight(SHIP, FOE, EDGES, [])
    assert isinstance(sight, Sight)
    assert math.dist(sight.start, sight.end) == pytest.approx(5)


# Broadside paths and raking lines.


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


# Points of sail.


@pytest.mark.parametrize(
    ("heading", "point"),
    [
        (0, ("eye",)),
        (44, ("eye",)),
        (45, ("windward",)),
        (46, ("windward",)),
        (89, ("windward",)),
        (90, ("large", "windward")),
        (91, ("large",)),
        (180, ("large",)),
        (271, ("windward",)),
        (316, ("eye",)),
    ],
)
def test_the_heading_against_the_wind_gives_the_point_of_sail(
    heading: float, point: tuple[str, ...]
) -> None:
    assert point_of_sail(hull_at(Pose(18, 18, heading), 2, 1), "north", TABLE) == point


@given(hulls(), st.sampled_from([0, 1, 2, 3]))
def test_the_point_of_sail_turns_with_the_table(hull: Hull, quarters: int) -> None:
    edges: tuple[Weather, ...] = get_args(Weather)
    turned = moved(hull, (18, 18), 90.0 * quarters, 0, 0)
    assert point_of_sail(hull, "north", TABLE) == point_of_sail(turned, edges[quarters], TABLE)


@given(hulls(), st.floats(-5, 5), st.floats(-5, 5))
def test_the_point_of_sail_is_the_same_anywhere(hull: Hull, east: float, north: float) -> None:
    there = moved(hull, (18, 18), 0, east, north)
    assert point_of_sail(there, "west", TABLE) == point_of_sail(hull, "west", TABLE)


@pytest.mark.parametrize(("edge", "far"), [("north", 6), ("east", 26), ("south", 30), ("west", 10)])
def test_distance_to_windward_is_measured_to_the_edge_line(
    edge: Literal["north", "east", "south", "west"], far: float
) -> None:
    assert from_weather((10, 30), edge, TABLE) == far

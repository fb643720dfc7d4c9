"""Lines of sight."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from engine.space.plane.hull import EDGES, Edge, Hull, hull_at
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.table.sight import Sight, in_sight, line_of_sight
from tests.engine.space.plane.shapes import hulls, stars

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

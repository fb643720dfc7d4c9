"""Points of sail."""

from __future__ import annotations

from typing import Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.space.plane.hull import Hull, hull_at
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.table.sight import Weather, from_weather, point_of_sail
from tests.engine.space.plane.shapes import TABLE, hulls, moved


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

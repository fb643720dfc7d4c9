"""Hexes: labels, steps, distances, places on the plane, areas."""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.space.hexes import (
    DIRECTIONS,
    Hex,
    ahead_north,
    axial,
    covered,
    distance,
    extent,
    heading,
    label,
    offset,
    plane,
    read_label,
    step,
    turned,
)

HEXES = st.tuples(st.integers(-90, 90), st.integers(-90, 90))
FACINGS = st.sampled_from(DIRECTIONS)


def test_fourteen_steps_north_east_of_r23_end_on_ff16() -> None:
    assert label(step(read_label("R23"), 2, 14)) == "FF16"
    assert distance(read_label("R23"), read_label("FF16")) == 14


def test_b1_is_south_east_of_a1() -> None:
    assert step(read_label("A1"), 3) == read_label("B1")


@pytest.mark.parametrize(
    ("text", "column", "row"),
    [
        ("A1", 0, 1),
        ("J20", 9, 20),
        ("Z17", 25, 17),
        ("AA17", 26, 17),
        ("YY35", 50, 35),
        ("ZZ4", 51, 4),
        ("AAA4", 52, 4),
        ("-A0", -1, 0),
        ("-Z-3", -26, -3),
        ("-AA5", -27, 5),
    ],
)
def test_labels(text: str, column: int, row: int) -> None:
    assert read_label(text) == (column, row)
    assert label((column, row)) == text


@pytest.mark.parametrize("text", ["", "7", "A", "AB7", "A1B", "A 1x", "Ä1", "A1" * 40])
def test_what_is_no_label(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hex"):
        read_label(text)


@given(HEXES)
def test_labels_and_axial_coordinates_come_back(place: Hex) -> None:
    assert read_label(label(place)) == place
    assert offset(axial(place)) == place


@given(HEXES, FACINGS)
def test_a_step_is_one_hex_and_one_unit_on_the_plane(place: Hex, facing: int) -> None:
    there = step(place, facing)
    assert distance(place, there) == 1
    assert dist(plane(place), plane(there)) == pytest.approx(1.0)
    assert step(there, turned(facing, 3)) == place


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(one: Hex, other: Hex, third: Hex) -> None:
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, third) <= distance(one, other) + distance(other, third)


@given(HEXES, FACINGS, FACINGS, st.integers(0, 20))
def test_what_is_ahead_is_north_when_the_facing_is(
    place: Hex, facing: int, by: int, far: int
) -> None:
    direction = turned(facing, by)
    there = step(place, direction, far)
    north = step((0, 0), turned(1, by), far)
    assert ahead_north(place, facing, there) == axial(north)


def test_headings() -> None:
    assert [heading(direction) for direction in DIRECTIONS] == [0, 60, 120, 180, 240, 300]


def test_an_area_holds_what_lies_in_and_on_its_outline() -> None:
    corners = ((0, 0), (4, 0), (4, 4), (0, 4))
    found = covered((corners,))
    assert {(0, 0), (2, 2), (4, 4), (2, 0), (0, 3)} <= found
    assert (5, 2) not in found
    assert (2, 5) not in found
    assert extent(found) == ((0, 0), (4, 4))

"""Geometry of a grid of boxes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.space.boxes import EDGES, Grid

GRID = Grid(5, 5)
BOXES = st.sampled_from(GRID.boxes)


def test_names_and_edges() -> None:
    assert len(GRID.boxes) == 25
    assert GRID.edges("A1") == ("left", "top")
    assert GRID.along("right") == ("A5", "B5", "C5", "D5", "E5")
    assert GRID.shifted("A1", (-1, 0)) == ""
    assert GRID.flanks("B2", "C3") == ("C2", "B3")
    assert GRID.flanks("B2", "B3") is None
    assert GRID.nears("C3", "B2", "left")
    assert not GRID.nears("C3", "B3", "left")


@given(BOXES, BOXES)
def test_distance_is_a_distance(one: str, two: str) -> None:
    assert GRID.distance(one, two) == GRID.distance(two, one)
    assert (GRID.distance(one, two) == 0) == (one == two)
    assert (two in GRID.neighbours(one)) == (GRID.distance(one, two) == 1)


@given(BOXES, BOXES)
def test_ways_have_one_diagonal_step_at_most(one: str, two: str) -> None:
    for middle in GRID.ways(one, two):
        steps = [GRID.step(one, middle), GRID.step(middle, two)]
        assert sum(bool(down and right) for down, right in steps) <= 1
    assert (two in GRID.two_away(one)) == bool(GRID.ways(one, two))
    assert not GRID.ways("A1", "C3")


@given(BOXES, BOXES)
def test_lines_cross_the_same_both_ways(one: str, two: str) -> None:
    there, back = GRID.crossed(one, two), GRID.crossed(two, one)
    if GRID.distance(one, two) <= 2:
        assert set(there.boxes) == set(back.boxes)
        assert {frozenset(pair) for pair in there.pairs} == {frozenset(pair) for pair in back.pairs}


def test_lines() -> None:
    assert GRID.crossed("C1", "C3").boxes == ("C2",)
    assert set(GRID.crossed("C1", "B3").boxes) == {"B2", "C2"}
    assert GRID.crossed("A1", "C3").boxes == ("B2",)
    assert len(GRID.crossed("A1", "C3").pairs) == 2
    assert all(edge in EDGES for edge in GRID.edges("E5"))

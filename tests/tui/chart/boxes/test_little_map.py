"""A board of boxes in a few cells: all of it, with letters for ships, where no chart fits."""

from __future__ import annotations

import pytest

from engine.game.chart import Boxes, Counter, Obstacle, Scene
from tui.chart.thumbnail import portrait
from tui.terminal.terminal import Glyphs

BOARD = Boxes(columns=5, rows=5, wind="normal")
SCENE = Scene(
    BOARD,
    (
        Obstacle("mine", "torpedo", (2, 2)),
        Counter("a", "A", (0, 0), "Monitor", "12/12", "monitor", "A"),
        Counter("b", "B", (4, 4), "Virginia", "20/20", "casemate", "B"),
        Counter("c", "B", (4, 4), "Raleigh", "8/8", "wheeler", "B"),
    ),
)


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_what_does_not_fit_as_a_chart_is_a_little_map_of_the_whole_board(glyphs: Glyphs) -> None:
    """Five columns and rows with their names; both ships of the last box, and the mine."""
    grid = portrait(SCENE, 28, 18, glyphs)
    lines = ["".join(text for _, text in grid.row(row)) for row in range(grid.rows_count)]
    assert lines[0].split() == ["1", "2", "3", "4", "5"]
    assert [line[1] for line in lines if line[1] != " "] == list("ABCDE")
    assert "A" in lines[2]
    assert "BB" in lines[14]
    assert {"ascii": "o", "unicode": "◦"}[glyphs] in "".join(lines)
    assert grid.columns <= 28


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
def test_where_a_chart_fits_it_has_the_ships_and_their_names(size: tuple[int, int]) -> None:
    grid = portrait(SCENE, *size)
    text = "".join(text for row in range(grid.rows_count) for _, text in grid.row(row))
    assert "12/12" in text
    assert "20/20" in text


@pytest.mark.parametrize(("columns", "boxes"), [(25, (3, 2)), (24, (1, 1))])
def test_a_little_map_has_the_largest_boxes_that_fit(columns: int, boxes: tuple[int, int]) -> None:
    """Five boxes of three columns with their borders take 21, and numbers and a blank four."""
    grid = portrait(SCENE, columns, 18)
    wide, high = boxes
    assert (grid.columns, grid.rows_count) == (5 * (wide + 1) + 1 + 4, 5 * (high + 1) + 1 + 2)

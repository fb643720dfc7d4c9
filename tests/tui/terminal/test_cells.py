"""Grids of cells, their runs, and what changed."""

from tui.terminal.cells import Grid


def test_cells_of_one_style_are_one_run():
    grid = Grid(6, 1)
    grid.write(2, 0, "ab", "ring")
    assert grid.row(0) == [("sea", "  "), ("ring", "ab  ")]


def test_a_blank_keeps_the_style_on_its_left_only_on_the_same_ground():
    grid = Grid(6, 1)
    grid.write(0, 0, "..", "shoal")
    grid.write(3, 0, "^", "land")
    assert grid.row(0) == [("shoal", ".."), ("sea", " "), ("land", "^"), ("sea", "  ")]


def test_the_cursor_does_not_spread_over_the_blank_beside_it():
    grid = Grid(4, 1)
    grid.put(1, 0, " ", "cursor")
    assert grid.row(0) == [("sea", " "), ("cursor", " "), ("sea", "  ")]


def test_writing_off_the_grid_changes_nothing():
    grid = Grid(3, 2)
    grid.write(-1, 0, "abcde", "ring")
    grid.put(0, 5, "x", "ring")
    assert grid.lines() == ["bcd", "   "]

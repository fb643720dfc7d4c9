"""A whole table in a few cells, for lists of battles: ships as letters, land as its texture."""

from __future__ import annotations

from math import floor

from engine.game.chart import Hull, Scene, Sea, Terrain
from tui.chart.framed_chart import framed_chart
from tui.chart.sea.terrain import looks
from tui.chart.sea.view import View, greatest_scale
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs


def thumbnail(scene: Scene, columns: int, rows: int, glyphs: Glyphs = "unicode") -> Grid:
    """Return the table in a grid of this size; of ships in one cell the last live one is seen."""
    view = _whole(scene.sea, columns, rows)
    grid = Grid(columns, rows)
    for mark in scene.marks:
        if isinstance(mark, Terrain):
            for (column, row), (glyph, style) in looks(mark, view, glyphs).items():
                grid.put(column, row, glyph, style)
    hulls = [mark for mark in scene.marks if isinstance(mark, Hull) and mark.state != "ghost"]
    # Wrecks first, so that live ships in the same cell are seen.
    for hull in sorted(hulls, key=lambda hull: hull.state != "wreck"):
        column, row = (floor(value) for value in view.to_cell(hull.pose.at))
        sign, style = hull.owner[:1], f"label_{hull.owner[:1].lower()}"
        if hull.state == "wreck":
            sign, style = "x" if glyphs == "ascii" else "×", "wreck"
        grid.put(min(column, columns - 1), min(row, rows - 1), sign, style)
    return grid


def portrait(scene: Scene, columns: int, rows: int, glyphs: Glyphs = "unicode") -> Grid:
    """Return the framed chart of the whole table at the largest scale that fits.

    Where not even the smallest scale fits, return a thumbnail.
    """
    scale = greatest_scale(scene.sea, columns - 4, rows - 2)
    wide, high = round(scene.sea.width * 2 * scale), round(scene.sea.height * scale)
    if wide <= columns - 4 and high <= rows - 2:
        return framed_chart(scene, View.fitted(scene.sea, wide, high), glyphs)
    rows = min(rows, max(1, round(columns / 2 * scene.sea.height / scene.sea.width)))
    return thumbnail(scene, columns, rows, glyphs)


def _whole(sea: Sea, columns: int, rows: int) -> View:
    """Return a view with the whole table in its middle, at any scale that fits."""
    scale = min(columns / (2 * sea.width), rows / sea.height)
    left = (sea.width - columns / (2 * scale)) / 2
    top = (sea.height + rows / scale) / 2
    return View(left, top, scale, columns, rows)

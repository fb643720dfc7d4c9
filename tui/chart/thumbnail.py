"""A whole table in a few cells, for lists of battles: ships as letters, land as its texture."""

from __future__ import annotations

from math import floor

from engine.game.board import Boxes, Sea
from engine.game.chart import Counter, Fort, Hull, Scene, Terrain
from engine.space.plane.pose import Point
from tui.chart.boxes.window import largest
from tui.chart.framed_chart import framed_chart
from tui.chart.sea.terrain import looks
from tui.chart.sea.view import View, greatest_scale
from tui.chart.viewport import lying, places
from tui.chart.window import windows
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs


def thumbnail(scene: Scene, columns: int, rows: int, glyphs: Glyphs = "unicode") -> Grid:
    """Return the table in a grid of this size; of ships in one cell the last live one is seen."""
    view, lies = _whole(scene, columns, rows), _lies(scene)
    grid = Grid(columns, rows)
    for mark in scene.marks:
        if isinstance(mark, Terrain):
            for (column, row), (glyph, style) in looks(mark, view, glyphs).items():
                grid.put(column, row, glyph, style)
    # Wrecks first, so that live ships in the same cell are seen.
    kinds = Hull | Counter | Fort
    ships = [mark for mark in scene.marks if isinstance(mark, kinds) and mark.key in lies]
    for ship in sorted(ships, key=lambda each: getattr(each, "state", "") != "wreck"):
        column, row = (floor(value) for value in view.to_cell(lies[ship.key]))
        sign, style = ship.owner[:1], f"label_{ship.owner[:1].lower()}"
        if isinstance(ship, Hull) and ship.state == "wreck":
            sign, style = "x" if glyphs == "ascii" else "×", "wreck"
        grid.put(min(column, columns - 1), min(row, rows - 1), sign, style)
    return grid


def portrait(scene: Scene, columns: int, rows: int, glyphs: Glyphs = "unicode") -> Grid:
    """Return the framed chart of the whole board at the largest scale that fits.

    Where not even the smallest scale of a sea fits, return a thumbnail.
    """
    board = scene.board
    if isinstance(board, Boxes):
        wide, high = largest(board, columns - 4, rows - 2)
    elif isinstance(board, Sea):
        scale = greatest_scale(board, columns - 4, rows - 2)
        wide, high = round(board.width * 2 * scale), round(board.height * scale)
        if wide > columns - 4 or high > rows - 2:
            rows = min(rows, max(1, round(columns / 2 * board.height / board.width)))
            return thumbnail(scene, columns, rows, glyphs)
    else:
        wide, high = columns - 4, rows - 2
    window = windows(board).whole(wide, high, places(scene))
    return framed_chart(scene, window, glyphs)


def _lies(scene: Scene) -> dict[str, Point]:
    """Return where ships and forts lie, by key."""
    return {key: place for key, place, _ in lying(scene)}


def _whole(scene: Scene, columns: int, rows: int) -> View:
    """Return a view with everything in its middle, at any scale that fits, as if on a sea."""
    left, bottom, wide, high = _extent(scene)
    scale = min(columns / (2 * wide), rows / high)
    x = left + (wide - columns / (2 * scale)) / 2
    y = bottom + (high + rows / scale) / 2
    return View(x, y, scale, columns, rows)


def _extent(scene: Scene) -> tuple[float, float, float, float]:
    """Return left, bottom, width and height of a board, or of what lies on an open one."""
    board = scene.board
    if isinstance(board, Sea):
        return 0.0, 0.0, board.width, board.height
    if isinstance(board, Boxes):
        return 0.0, 0.0, float(board.columns), float(board.rows)
    points = places(scene) or ((0.0, 0.0),)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, high = max(xs) - min(xs) + 2, max(ys) - min(ys) + 2
    return min(xs) - 1, min(ys) - 1, wide, high

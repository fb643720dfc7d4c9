"""The frame of a chart of hexes: letters of columns, numbers of rows, the wind below."""

from __future__ import annotations

from math import ceil

from tui.chart.hexes.window import HexWindow
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

GUTTER = 3
"""Columns on the left of the chart: two digits and the frame."""
NOTE = " one step = one hex, from dot to dot "
ARROWS = {"ascii": "^/>\\v/<\\", "unicode": "▲◥►◢▼◣◄◤"}
"""The eight ways that a wind can blow to, from north clockwise."""


def wind_arrow(wind_to: float, glyphs: Glyphs) -> str:
    """Return the arrow that points where the wind blows to (degrees)."""
    return ARROWS[glyphs][round(wind_to / 45) % 8]


def label(column: int) -> str:
    """Return the letters of a column: A, Z, AA, ZZ, AAA; -A for the first one west of A.

    >>> [label(column) for column in (0, 25, 26, 51, 52, -1)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA', '-A']
    """
    if column < 0:
        return "-" + label(-column - 1)
    return chr(ord("A") + column % 26) * (column // 26 + 1)


def frame(window: HexWindow, wind_to: float | None, glyphs: Glyphs) -> Grid:
    """Return the frame around a window, blank inside: columns + 4 by rows + 2 cells."""
    scale = window.scale
    grid = Grid(window.columns + GUTTER + 1, window.rows + 2, "frame")
    level, side, corners = ("-", "|", "++++") if glyphs == "ascii" else ("─", "│", "┌┐└┘")
    last, bottom = window.columns + GUTTER, window.rows + 1
    for row, pair in ((0, corners[:2]), (bottom, corners[2:])):
        grid.write(GUTTER - 1, row, pair[0] + level * window.columns + pair[1], "frame")
    for row in range(1, bottom):
        grid.put(GUTTER - 1, row, side, "frame")
        grid.put(last, row, side, "frame")
    _letters(grid, window)
    for row in range(window.rows):
        number, rest = divmod(row + window.top, scale)
        if rest == 0 and (scale > 1 or number % 2 == 0):
            grid.write(0, row + 1, f"{number:2}"[-2:], "ruler")
    if wind_to is not None:
        _wind(grid, window, wind_arrow(wind_to, glyphs))
    return grid


def _letters(grid: Grid, window: HexWindow) -> None:
    """Write the letters of the columns, as many as there is room for."""
    wide = 2 * window.scale
    first = ceil(window.left / wide)
    names = {at: label(at) for at in range(first, first + window.columns // wide + 1)}
    longest = max(map(len, names.values()), default=1)
    step = -(-(longest + 1) // wide)
    for column, name in names.items():
        at = column * wide - window.left
        if column % step == 0 and at >= 0 and at + len(name) <= window.columns:
            grid.write(GUTTER + at, 0, name, "ruler")


def _wind(grid: Grid, window: HexWindow, arrow: str) -> None:
    bottom, last = window.rows + 1, window.columns - 6
    for place in (4, 16, last):
        grid.put(GUTTER + place, bottom, arrow, "wind")
    if last - 16 > len(NOTE):
        grid.write(GUTTER + 17, bottom, NOTE, "ruler")

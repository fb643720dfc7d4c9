"""Circles and arrows that somebody has drawn over a chart, of whatever board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, floor, hypot, pi, sin

from engine.game.chart import Pointer, Remarked, Ring
from tui.chart.window import Cell, Window
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

LEFT, TOP = 3, 1
"""Where the window begins in its frame."""
STYLE = "warning"
LEAST = (4.0, 2.0)
"""Columns and rows from the middle of the smallest circle to its edge."""
AROUND = 48
"""Points of a circle that are looked at."""
LINE = {"ascii": "*", "unicode": "•"}
HEADS = {"ascii": ">v<^", "unicode": "►▼◄▲"}
"""The head of an arrow to the right, down, to the left, up."""


def lay_remarks(grid: Grid, window: Window, glyphs: Glyphs, marks: Iterable[Remarked]) -> None:
    """Draw circles and arrows over a chart in its frame."""
    for mark in marks:
        cells = _ring(mark, window) if isinstance(mark, Ring) else _line(mark, window)
        for column, row in cells:
            _put(grid, window, (column, row), LINE[glyphs])
        if isinstance(mark, Pointer):
            _put(grid, window, _cell(window.to_cell(mark.end)), _head(mark, window, glyphs))


def _put(grid: Grid, window: Window, cell: Cell, sign: str) -> None:
    column, row = cell
    if 0 <= column < window.columns and 0 <= row < window.rows:
        grid.put(column + LEFT, row + TOP, sign, STYLE)


def _cell(place: tuple[float, float]) -> Cell:
    return floor(place[0]), floor(place[1])


def _ring(mark: Ring, window: Window) -> Iterator[Cell]:
    """Yield the cells of a circle, once each; a little one is as large as a ship's label."""
    (x, y), radius = mark.at, mark.radius
    middle, side = window.to_cell((x, y)), window.to_cell((x + radius, y + radius))
    across = max(LEAST[0], abs(side[0] - middle[0]))
    down = max(LEAST[1], abs(side[1] - middle[1]))
    turns = (2 * pi * step / AROUND for step in range(AROUND))
    places = ((middle[0] + across * cos(turn), middle[1] + down * sin(turn)) for turn in turns)
    yield from dict.fromkeys(map(_cell, places))


def _line(mark: Pointer, window: Window) -> Iterator[Cell]:
    """Yield the cells of a line, with gaps between them so that the chart is seen."""
    (x, y), (tx, ty) = window.to_cell(mark.start), window.to_cell(mark.end)
    steps = max(1, round(max(abs(tx - x) / 2, abs(ty - y))))
    steps = min(steps, window.columns + window.rows)  # most of a longer one is out of sight
    for step in range(steps):
        part = step / steps
        yield _cell((x + (tx - x) * part, y + (ty - y) * part))


def _head(mark: Pointer, window: Window, glyphs: Glyphs) -> str:
    (x, y), (tx, ty) = window.to_cell(mark.start), window.to_cell(mark.end)
    across, down = tx - x, (ty - y) * 2
    if hypot(across, down) == 0:
        return LINE[glyphs]
    if abs(across) >= abs(down):
        return HEADS[glyphs][0 if across > 0 else 2]
    return HEADS[glyphs][1 if down > 0 else 3]

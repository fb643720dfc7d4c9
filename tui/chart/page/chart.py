"""The lines of a page, drawn in its frame."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game.chart import Line, Mark
from engine.game.panel import Span
from tui.chart.page.window import PageWindow
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

GUTTER = 3
"""Columns left of the lines, as wide as the numbers beside a chart of the sea."""
BAR = {"#": "█", ".": "·"}
"""The signs of a bar, and how they are drawn where there are more signs."""


def draw(marks: Iterable[Mark], window: PageWindow, glyphs: Glyphs, selected: str = "") -> Grid:
    """Return the page: `window.columns` + 4 by `window.rows` + 2 cells; the selected line lit."""
    grid = Grid(window.columns + 4, window.rows + 2, "text")
    for mark in marks:
        row = mark.row - window.top if isinstance(mark, Line) else -1
        if isinstance(mark, Line) and 0 <= row < window.rows:
            _write(grid, mark, row + 1, glyphs, chosen=bool(selected) and mark.key == selected)
    return grid


def _write(grid: Grid, line: Line, row: int, glyphs: Glyphs, chosen: bool) -> None:
    column = GUTTER
    if chosen:
        grid.write(column - 1, row, ">", "head")
    for span in line.spans:
        style = "chosen" if chosen and span.style == "text" else span.style
        grid.write(column, row, _drawn(span, glyphs), style)
        column += len(span.text)


def _drawn(span: Span, glyphs: Glyphs) -> str:
    bar = "#" in span.text and not span.text.strip("#. ")
    if not bar or glyphs == "ascii":
        return span.text
    return "".join(BAR.get(sign, sign) for sign in span.text)

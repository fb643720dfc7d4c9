"""A page of text lines, shown like a chart: its window, its frame, the drawing of its lines, and
circles and arrows over any chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, floor, hypot, pi, sin
from typing import ClassVar

import msgspec

from engine.game.chart import Line, Mark, Page, Pointer, Remarked, Ring, Scene
from engine.space.plane.pose import Point
from tui.chart.kind import BoardKind, Cell, Window
from tui.terminal.cells import SIGNS, Grid, cut_line
from tui.terminal.terminal import Glyphs


class PageWindow(msgspec.Struct, frozen=True):
    """The visible lines of a page. As a point of the plane, column x of line 3 is at (x, -3)."""

    top: int
    """The number of the first visible line."""
    columns: int
    rows: int

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return (column, row) of a point of the page."""
        return point[0], -point[1] - self.top

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point of the page at a column and row of the window."""
        return column, -row - self.top

    def shows(self, point: Point) -> bool:
        """Tell whether the line of a point is in the window."""
        return 0 <= -point[1] - self.top < self.rows

    def panned(self, columns: int, rows: int) -> PageWindow:
        """Return the window moved down by `rows` lines."""
        return msgspec.structs.replace(self, top=self.top + rows)

    def zoomed(self, step: int, about: Point) -> PageWindow:
        """Return the window unchanged: a page has only one size."""
        return self

    def centred(self, point: Point) -> PageWindow:
        """Return the window centred on the line of a point."""
        return msgspec.structs.replace(self, top=round(-point[1] - self.rows / 2))

    def sized(self, columns: int, rows: int) -> PageWindow:
        """Return the window with the same first line and another number of columns and rows."""
        return msgspec.structs.replace(self, columns=columns, rows=rows)


class PageKind(BoardKind[PageWindow]):
    """A page of lines in one size; an arrow key moves the cursor by a line."""

    lined: ClassVar[bool] = True

    def __init__(self, board: Page) -> None:
        self.board = board

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> PageWindow:
        """Return the window that begins with the first line."""
        return PageWindow(0, columns, rows)

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> PageWindow:
        """Return the window that a chart opens with: it begins with the first line."""
        return self.whole(columns, rows, about)

    def near(self, window: PageWindow, about: Sequence[Point]) -> PageWindow:
        """Return the window unchanged: lines have only one size."""
        return window

    def clamped(self, window: PageWindow) -> PageWindow:
        """Return a window moved so that it shows as many lines of the page as possible."""
        most = max(0, self.board.lines - window.rows)
        return msgspec.structs.replace(window, top=max(0, min(most, window.top)))

    def stepped(self, window: PageWindow, cursor: Cell, east: int, south: int) -> Cell:
        """Return the cell of the line to which the cursor moves."""
        return cursor[0] + east, cursor[1] + south

    def reach(self, window: PageWindow) -> float:
        """Return the width of the window, so that any cell of a line selects the line."""
        return float(window.columns)

    def things(self, marks: Iterable[Mark]) -> Iterator[tuple[str, Point, float]]:
        """Yield (key, middle, half height) of each line that has a key."""
        for mark in marks:
            if isinstance(mark, Line) and mark.key:
                yield mark.key, (0.5, -mark.row - 0.5), 0.5

    def framed(
        self, scene: Scene, window: PageWindow, glyphs: Glyphs, extra: Sequence[Mark], selected: str
    ) -> Grid:
        """Return the lines of the page in their frame."""
        return draw((*scene.marks, *extra), window, glyphs, selected)


GUTTER = 3
"""The number of columns to the left of the lines. A sea chart has as many, for its numbers."""
BAR = {"#": "█", ".": "·"}
"""{ASCII character of a bar in the text: the Unicode character that is drawn instead}."""


def draw(marks: Iterable[Mark], window: PageWindow, glyphs: Glyphs, selected: str = "") -> Grid:
    """Return the page with the selected line highlighted.

    The grid has `window.columns` + 4 by `window.rows` + 2 cells.
    """
    grid = Grid(window.columns + 4, window.rows + 2, "text")
    for mark in marks:
        row = mark.row - window.top if isinstance(mark, Line) else -1
        if isinstance(mark, Line) and 0 <= row < window.rows:
            chosen = bool(selected) and mark.key == selected
            if chosen:
                grid.write(GUTTER - 1, row + 1, ">", "head")
            line = row + 1
            runs = []
            for span in mark.spans:
                text, bar = span.text, "#" in span.text and not span.text.strip("#. ")
                if bar and glyphs != "ascii":
                    text = "".join(BAR.get(sign, sign) for sign in text)
                runs.append(("chosen" if chosen and span.style == "text" else span.style, text))
            column = GUTTER
            for style, text in cut_line(runs, grid.columns - GUTTER, SIGNS[glyphs]):
                grid.write(column, line, text, style)
                column += len(text)
    return grid


def columns_of_page(scene: Scene) -> int:
    """Return the width in columns of the widest line of a page; 0 if the chart is no page."""
    lines = (mark.spans for mark in scene.marks if isinstance(mark, Line))
    return max((sum(len(span.text.rstrip()) for span in spans) for spans in lines), default=0)


# Circles and arrows that a person has drawn on a chart, for any board.


LEFT, TOP = 3, 1
"""The column and row of the frame at which the lines or the chart inside it begin."""
STYLE = "warning"
LEAST = (4.0, 2.0)
"""The radius of the smallest circle in (columns, rows)."""
AROUND = 48
"""The number of points by which a circle is drawn."""
LINE = {"ascii": "*", "unicode": "•"}
HEADS = {"ascii": ">v<^", "unicode": "►▼◄▲"}
"""Arrow heads to the right, down, to the left and up, by glyph set."""


def draw_remarks(grid: Grid, window: Window, glyphs: Glyphs, marks: Iterable[Remarked]) -> None:
    """Draw the circles and arrows of a remark over a chart in its frame."""
    for mark in marks:
        cells = _ring(mark, window) if isinstance(mark, Ring) else _line(mark, window)
        for column, row in cells:
            _put(grid, window, (column, row), LINE[glyphs])
        if isinstance(mark, Pointer):
            (x, y), (tx, ty) = window.to_cell(mark.start), window.to_cell(mark.end)
            across, down = tx - x, (ty - y) * 2
            if hypot(across, down) == 0:
                head = LINE[glyphs]
            elif abs(across) >= abs(down):
                head = HEADS[glyphs][0 if across > 0 else 2]
            else:
                head = HEADS[glyphs][1 if down > 0 else 3]
            _put(grid, window, _cell(window.to_cell(mark.end)), head)


def _put(grid: Grid, window: Window, cell: Cell, sign: str) -> None:
    column, row = cell
    if 0 <= column < window.columns and 0 <= row < window.rows:
        grid.put(column + LEFT, row + TOP, sign, STYLE)


def _cell(place: tuple[float, float]) -> Cell:
    return floor(place[0]), floor(place[1])


def _ring(mark: Ring, window: Window) -> Iterator[Cell]:
    """Yield the cells of a circle, each once; the smallest is as large as a ship's label."""
    (x, y), radius = mark.at, mark.radius
    middle, side = window.to_cell((x, y)), window.to_cell((x + radius, y + radius))
    across = max(LEAST[0], abs(side[0] - middle[0]))
    down = max(LEAST[1], abs(side[1] - middle[1]))
    turns = (2 * pi * step / AROUND for step in range(AROUND))
    places = ((middle[0] + across * cos(turn), middle[1] + down * sin(turn)) for turn in turns)
    yield from dict.fromkeys(map(_cell, places))


def _line(mark: Pointer, window: Window) -> Iterator[Cell]:
    """Yield the cells of an arrow's line, with gaps so that the chart under it stays visible."""
    (x, y), (tx, ty) = window.to_cell(mark.start), window.to_cell(mark.end)
    steps = max(1, round(max(abs(tx - x) / 2, abs(ty - y))))
    steps = min(steps, window.columns + window.rows)  # a longer line is mostly outside
    for step in range(steps):
        part = step / steps
        yield _cell((x + (tx - x) * part, y + (ty - y) * part))

"""A page of lines: windows on it, and its frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec

from engine.game.board import Page
from engine.game.chart import Line, Mark, Scene
from engine.space.plane.pose import Point
from tui.chart.kind import Kind
from tui.chart.page.chart import draw
from tui.chart.page.window import PageWindow
from tui.chart.window import Cell
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs


class PageKind(Kind):
    """A page of lines. Its windows have one size; the cursor steps by a line."""

    lined: ClassVar[bool] = True

    def __init__(self, board: Page) -> None:
        self.board = board

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> PageWindow:
        """Return the window that begins with the first line."""
        return PageWindow(0, columns, rows)

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> PageWindow:
        """Return the same."""
        return self.whole(columns, rows, about)

    def near(self, window: PageWindow, about: Sequence[Point]) -> PageWindow:
        """Return the window as it is: lines come no nearer."""
        return window

    def kept(self, window: PageWindow) -> PageWindow:
        """Return a window slid so that no line is missed above, and none wasted below."""
        most = max(0, self.board.lines - window.rows)
        return msgspec.structs.replace(window, top=max(0, min(most, window.top)))

    def stepped(self, window: PageWindow, cursor: Cell, east: int, south: int) -> Cell:
        """Return the cell of the next line."""
        return cursor[0] + east, cursor[1] + south

    def reach(self, window: PageWindow) -> float:
        """Return a wide reach: a line is meant by any of its cells."""
        return float(window.columns)

    def lying(self, marks: Iterable[Mark]) -> Iterator[tuple[str, Point, float]]:
        """Yield the lines that have a key."""
        for mark in marks:
            if isinstance(mark, Line) and mark.key:
                yield mark.key, (0.5, -mark.row - 0.5), 0.5

    def framed(
        self, scene: Scene, window: PageWindow, glyphs: Glyphs, extra: Sequence[Mark], selected: str
    ) -> Grid:
        """Return the lines."""
        return draw((*scene.marks, *extra), window, glyphs, selected)

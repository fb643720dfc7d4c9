"""The window on a page of lines: which of them are seen."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.game.board import Page
from engine.space.plane.pose import Point
from tui.chart.window import Cell


class PageWindow(msgspec.Struct, frozen=True):
    """A window of cells on a page. On the plane line 3 lies at y = -3, and x is its column."""

    top: int
    """The first line that is seen."""
    columns: int
    rows: int

    @property
    def centre(self) -> Point:
        """The point of the plane in the middle."""
        return self.to_plane(self.columns / 2, self.rows / 2)

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return column and row of a point of the plane."""
        return point[0], -point[1] - self.top

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point of the plane at a column and row."""
        return column, -row - self.top

    def shows(self, point: Point) -> bool:
        """Tell whether the line of a point is in the window."""
        return 0 <= -point[1] - self.top < self.rows

    def panned(self, columns: int, rows: int) -> PageWindow:
        """Return the window moved by lines."""
        return msgspec.structs.replace(self, top=self.top + rows)

    def zoomed(self, step: int, about: Point) -> PageWindow:
        """Return the window as it is: a page has one size."""
        return self

    def centred(self, point: Point) -> PageWindow:
        """Return the window with a line in its middle."""
        return msgspec.structs.replace(self, top=round(-point[1] - self.rows / 2))

    def sized(self, columns: int, rows: int) -> PageWindow:
        """Return the window with the same first line in another size."""
        return msgspec.structs.replace(self, columns=columns, rows=rows)


class PageWindows:
    """Windows on one page."""

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

"""The windows on a board of boxes: the whole board where it fits; the cursor steps by a box."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.game.board import Boxes
from engine.space.plane.pose import Point
from tui.chart.boxes.window import SIZES, BoxWindow
from tui.chart.window import Cell, holds, middle


class BoxWindows:
    """Windows that stay on a board of boxes."""

    def __init__(self, board: Boxes) -> None:
        self.board = board

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> BoxWindow:
        """Return the largest boxes with which the whole board fits."""
        return BoxWindow.fitted(self.board, columns, rows)

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> BoxWindow:
        """Return the whole board: five rows of boxes fit everywhere."""
        return self.whole(columns, rows, about)

    def near(self, window: BoxWindow, about: Sequence[Point]) -> BoxWindow:
        """Return the largest boxes with which some places are seen whole."""
        place = middle(about)
        for wide, high in reversed(SIZES):
            if place is None or wide * high <= window.wide * window.high:
                break
            larger = msgspec.structs.replace(window, wide=wide, high=high)
            found = self.kept(larger.centred(place))
            if holds(found, about, wide / 2 + 1, high / 2 + 1):
                return found
        return window

    def kept(self, window: BoxWindow) -> BoxWindow:
        """Return a window slid so that it shows as much of the board as it can."""
        return window.kept_on(self.board)

    def stepped(self, window: BoxWindow, cursor: Cell, east: int, south: int) -> Cell:
        """Return the middle cell of the next box; the board ends at its edge."""
        row, column = window.box_at(cursor)
        row = max(0, min(self.board.rows - 1, row + south))
        column = max(0, min(self.board.columns - 1, column + east))
        left, top = window.corner(row, column)
        return left + window.wide // 2, top + window.high // 2

    def reach(self, window: BoxWindow) -> float:
        """Return half a box."""
        return 0.75

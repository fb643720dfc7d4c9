"""A board of boxes: windows on it, its frame and sizes, and what shares a box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec

from engine.game.board import Boxes
from engine.game.chart import Counter, Fort, Mark, Scene
from engine.game.panel import Row
from engine.space.plane.pose import Point
from tui.chart.boxes.chart import draw
from tui.chart.boxes.furniture import frame, weather
from tui.chart.boxes.here import box_rows, units_in
from tui.chart.boxes.window import SIZES, BoxWindow, largest
from tui.chart.kind import BoardKind
from tui.chart.window import Cell, holds, middle
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs


class BoxKind(BoardKind[BoxWindow]):
    """A board of boxes. The whole of it where it fits; the cursor steps by a box."""

    boxed: ClassVar[bool] = True

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

    def fitted(self, columns: int, rows: int) -> tuple[int, int]:
        """Return the cells of the board with the largest boxes that fit."""
        return largest(self.board, columns, rows)

    def little(self, columns: int, rows: int) -> BoxWindow | None:
        """Return the whole board in boxes of a few cells."""
        return BoxWindow.little_map(self.board, columns, rows)

    def extent(self, places: Sequence[Point]) -> tuple[float, float, float, float]:
        """Return the board."""
        return 0.0, 0.0, float(self.board.columns), float(self.board.rows)

    def framed(
        self, scene: Scene, window: BoxWindow, glyphs: Glyphs, extra: Sequence[Mark], selected: str
    ) -> Grid:
        """Return the boxes, numbered at their edges."""
        framed = frame(self.board, window)
        framed.paste(draw(scene, self.board, window, glyphs, extra, selected), 3, 1)
        return framed

    def wind_words(self, glyphs: Glyphs) -> str:
        """Return wind and current."""
        return weather(self.board, glyphs)

    def lying(self, marks: Iterable[Mark]) -> Iterator[tuple[str, Point, float]]:
        """Yield ships and forts, in the middle of their boxes."""
        for mark in marks:
            if isinstance(mark, Counter | Fort):
                yield mark.key, self.board.middle(*mark.box), 0.5

    def units_at(self, scene: Scene, at: Point) -> tuple[str, ...]:
        """Return the ships and forts of a box."""
        return units_in(scene, self.board.box(at))

    def listing(self, scene: Scene, at: Point, selected: str) -> list[Row]:
        """Return a line for each thing in a box; [] for a box with a single ship or none."""
        return box_rows(scene, self.board, at, selected)

"""SeaWindow: the visible part of a table of sea, and its scale.

A cell is taken to be twice as tall as wide, so an inch has twice as many columns as rows. The
window is moved by whole cells only, so that shapes look the same after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import msgspec

from engine.game.chart import Sea
from engine.space.plane.pose import Point

LADDER = (1 / 2, 2 / 3, 1.0, 3 / 2, 2.0, 3.0, 4.0)
"""The steps of the zoom, in rows per inch."""
BETWEEN = (5 / 4, 7 / 4, 5 / 2)
"""Scales between the steps of the zoom, used only to make a whole table fit."""


class SeaWindow(msgspec.Struct, frozen=True):
    """A window of cells on the table; `left` and `top` are the position of its upper left corner in
    inches.
    """

    left: float
    top: float
    rows_per_inch: float
    columns: int
    rows: int

    @property
    def cols_per_inch(self) -> float:
        """The number of columns per inch."""
        return 2 * self.rows_per_inch

    @property
    def origin(self) -> tuple[int, int]:
        """The upper left corner of the window as (cells east, cells south) of the point (0, 0)."""
        return round(self.left * self.cols_per_inch), -round(self.top * self.rows_per_inch)

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return (column, row) of a point in inches; whole numbers are the edges of cells."""
        return (
            (point[0] - self.left) * self.cols_per_inch,
            (self.top - point[1]) * self.rows_per_inch,
        )

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point in inches at a column and row."""
        return self.left + column / self.cols_per_inch, self.top - row / self.rows_per_inch

    def shows(self, point: Point) -> bool:
        """Tell whether the point lies in the window."""
        column, row = self.to_cell(point)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def panned(self, columns: int, rows: int) -> SeaWindow:
        """Return the window moved by `columns` whole cells to the east and `rows` to the south."""
        column, row = self.origin
        return self._at(column + columns, row + rows)

    def zoomed(self, step: int, about: Point) -> SeaWindow:
        """Return the window zoomed in by `step` steps of the zoom, or out if negative.

        The point `about` stays in its cell.
        """
        nearest = min(range(len(LADDER)), key=lambda i: abs(LADDER[i] - self.rows_per_inch))
        scale = LADDER[max(0, min(len(LADDER) - 1, nearest + step))]
        column, row = self.to_cell(about)
        return self.scaled(scale, about, column, row)

    def scaled(self, rows_per_inch: float, about: Point, column: float, row: float) -> SeaWindow:
        """Return the window at another scale, in which the point `about` is near the given column
        and row.
        """
        left = round(about[0] * 2 * rows_per_inch - column)
        top = round(-about[1] * rows_per_inch - row)
        return msgspec.structs.replace(self, rows_per_inch=rows_per_inch)._at(left, top)

    def centred(self, point: Point) -> SeaWindow:
        """Return the window centred on a point."""
        return self.scaled(self.rows_per_inch, point, self.columns / 2, self.rows / 2)

    def sized(self, columns: int, rows: int) -> SeaWindow:
        """Return the window with the same upper left corner and another number of columns and
        rows.
        """
        return msgspec.structs.replace(self, columns=columns, rows=rows)

    def clamped_to(self, sea: Sea) -> SeaWindow:
        """Return the window moved so that it shows as much of the table as possible."""
        column, row = self.origin
        wide = round(sea.width * self.cols_per_inch)
        high = round(sea.height * self.rows_per_inch)
        from_top = _slid(row + high, self.rows, high)
        return self._at(_slid(column, self.columns, wide), from_top - high)

    @classmethod
    def fitted(cls, sea: Sea, columns: int, rows: int) -> SeaWindow:
        """Return the window at the largest scale that shows the whole table.

        If none does, it has the smallest scale and shows as much of the table as fits.
        """
        scale = greatest_scale(sea, columns, rows, sorted((*LADDER, *BETWEEN)))
        start = cls(0.0, 0.0, scale, columns, rows)
        return start._at(0, -round(sea.height * scale)).clamped_to(sea)

    def _at(self, column: int, row: int) -> SeaWindow:
        return msgspec.structs.replace(
            self, left=column / self.cols_per_inch, top=-row / self.rows_per_inch
        )


def greatest_scale(sea: Sea, columns: int, rows: int, scales: Sequence[float] = LADDER) -> float:
    """Return the largest of some scales at which the whole table fits; if none does, the
    smallest.
    """
    fits = [
        scale
        for scale in scales
        if sea.width * 2 * scale <= columns + 1e-6 and sea.height * scale <= rows + 1e-6
    ]
    return fits[-1] if fits else scales[0]


def _slid(start: int, length: int, table: int) -> int:
    """Return where a span of cells has to start so that it lies on the table; it is moved as little
    as needed.

    A span longer than the table starts at 0.
    """
    if length >= table:
        return 0
    return max(0, min(table - length, start))


def spacing(view: SeaWindow) -> float:
    """Return the inches between two numbers on the frame, which is also the distance of dots on the
    water.
    """
    return 6.0 if view.rows_per_inch <= 1 else 3.0


def ticks_across(sea: Sea, view: SeaWindow, offset: float = 0.0) -> list[tuple[float, int]]:
    """Return (inches, column) of each visible number of the ruler along the top.

    The ruler is shifted by `offset` inches.
    """
    places = [inches + offset for inches in _ticks(sea.width, view)]
    columns = [(inches, round(view.to_cell((inches, 0.0))[0])) for inches in places]
    return [(inches, column) for inches, column in columns if 0 <= column < view.columns]


def ticks_down(sea: Sea, view: SeaWindow, offset: float = 0.0) -> list[tuple[float, int]]:
    """Return (inches, row) of each visible number of the ruler down the side, shifted by `offset`
    inches.

    The number 0 of the south edge is put one row higher, so that it is inside the window.
    """
    places = [inches + offset for inches in _ticks(sea.height, view)]
    rows = [(inches, round(view.to_cell((0.0, inches))[1])) for inches in places]
    inside = [(inches, row - 1 if inches == 0 else row) for inches, row in rows]
    return [(inches, row) for inches, row in inside if 0 <= row < view.rows]


def _ticks(length: float, view: SeaWindow) -> list[float]:
    """Return the numbers of a ruler in inches: from 0 to the last before the far edge."""
    step = spacing(view)
    return [number * step for number in range(ceil(length / step - 1e-6))]

"""The window on a sea of hexes: rows a hex, and the first cell; the sea has no edge.

A column of hexes is twice as many cells wide as a hex has rows, so that a hull keeps its shape
whichever way she heads: the lattice is a little wider on the screen than on the plane.
"""

from __future__ import annotations

import msgspec

from engine.space.plane.pose import Point
from tui.chart.sea.window import SeaWindow

ACROSS = 0.8660254
"""The distance of two columns of hexes on the plane, where that of neighbours is 1."""
SCALES = (1, 2, 3, 4)
"""Rows a hex."""
HOME = 2
"""Rows a hex at which ships are drawn as ships."""


class HexWindow(msgspec.Struct, frozen=True):
    """A window of cells; `left` and `top` are its first cell, counted from hex A0's centre."""

    left: int
    top: int
    scale: int
    columns: int
    rows: int

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return column and row of a point; a centre lies in the middle of its cell."""
        return (
            point[0] / ACROSS * 2 * self.scale - self.left + 0.5,
            -point[1] * self.scale - self.top + 0.5,
        )

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point of the plane at a column and row."""
        return (
            (column + self.left - 0.5) * ACROSS / (2 * self.scale),
            -(row + self.top - 0.5) / self.scale,
        )

    def shows(self, point: Point) -> bool:
        """Tell whether the point lies in the window."""
        column, row = self.to_cell(point)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def panned(self, columns: int, rows: int) -> HexWindow:
        """Return the window moved by cells, east and south."""
        return msgspec.structs.replace(self, left=self.left + columns, top=self.top + rows)

    def zoomed(self, step: int, about: Point) -> HexWindow:
        """Return the window some steps nearer or farther; `about` stays near where it is."""
        at = SCALES.index(self.scale) + step
        other = msgspec.structs.replace(self, scale=SCALES[max(0, min(len(SCALES) - 1, at))])
        column, row = self.to_cell(about)
        x, y = other.to_cell(about)
        return other.panned(round(x - column), round(y - row))

    def centred(self, point: Point) -> HexWindow:
        """Return the window with the point in its middle."""
        column, row = self.to_cell(point)
        return self.panned(round(column - self.columns / 2), round(row - self.rows / 2))

    def sized(self, columns: int, rows: int) -> HexWindow:
        """Return the window with the same corner in another size."""
        return msgspec.structs.replace(self, columns=columns, rows=rows)

    @property
    def sea(self) -> SeaWindow:
        """The same window in inches of a chart: a hex is two inches high, a column two wide."""
        scale = self.scale
        left, top = (self.left - 0.5) / scale, (-self.top + 0.5) * 2 / scale
        return SeaWindow(left, top, scale / 2, self.columns, self.rows)


def on_sea(point: Point) -> Point:
    """Return a point of the plane of hexes in inches of the chart."""
    return point[0] / ACROSS * 2, point[1] * 2

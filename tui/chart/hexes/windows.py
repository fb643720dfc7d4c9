"""The windows on a sea of hexes: they follow what lies on it, and nothing holds them back."""

from __future__ import annotations

from collections.abc import Sequence

from engine.space.plane.pose import Point
from tui.chart.hexes.window import HOME, SCALES, HexWindow
from tui.chart.window import Cell, holds, middle

MARGIN = 3
"""Cells that are left around the outermost ships when the whole battle is shown."""


class HexWindows:
    """Windows on a sea without an edge."""

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> HexWindow:
        """Return the largest scale at which every place is seen; else the smallest."""
        window = self._about(SCALES[-1], columns, rows, about)
        for scale in reversed(SCALES):
            window = self._about(scale, columns, rows, about)
            cells = [window.to_cell(place) for place in about]
            if all(MARGIN <= x < columns - MARGIN and 1 <= y < rows - 1 for x, y in cells):
                break
        return window

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> HexWindow:
        """Return the home scale about the places that matter."""
        return self._about(HOME, columns, rows, about)

    def near(self, window: HexWindow, about: Sequence[Point]) -> HexWindow:
        """Return four rows a hex about some places, or as near as shows them all."""
        for scale in reversed([each for each in SCALES if each > window.scale]):
            found = self._about(scale, window.columns, window.rows, about)
            if holds(found, about, 2 * scale, scale):
                return found
        if holds(window, about, MARGIN, 1):
            return window
        found = self._about(window.scale, window.columns, window.rows, about)
        return found if holds(found, about, MARGIN, 1) else window

    def kept(self, window: HexWindow) -> HexWindow:
        """Return the window as it is."""
        return window

    def stepped(self, window: HexWindow, cursor: Cell, east: int, south: int) -> Cell:
        """Return the next cell."""
        return cursor[0] + east, cursor[1] + south

    def reach(self, window: HexWindow) -> float:
        """Return a cell and a half, in hexes."""
        return 1.5 / window.scale

    def _about(self, scale: int, columns: int, rows: int, about: Sequence[Point]) -> HexWindow:
        return HexWindow(0, 0, scale, columns, rows).centred(middle(about) or (0.0, 0.0))

"""The windows on a table of sea: the whole table, or at the home scale about the ships."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.board import Sea
from engine.space.plane.pose import Point
from tui.chart.sea.view import LADDER, View
from tui.chart.window import Cell, holds, middle

HOME = 1.0
"""Rows an inch at which ships are drawn as ships: the scale to start with."""
CLOSE = 2.0
"""Rows an inch at which ships show their bases, their guns and how they lie to each other."""
AROUND = 1.8
"""Inches that are left around the middle of a ship: half of the longest base."""


class SeaWindows:
    """Windows that stay on a table."""

    def __init__(self, sea: Sea) -> None:
        self.sea = sea

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> View:
        """Return the greatest scale that shows the whole table."""
        return View.fitted(self.sea, columns, rows)

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> View:
        """Return the whole table; where that is too far off, the home scale about some places."""
        view = View.fitted(self.sea, columns, rows)
        if view.rows_per_inch < HOME:
            place = middle(about) or (self.sea.width / 2, self.sea.height / 2)
            view = self.kept(view.scaled(HOME, place, columns / 2, rows / 2))
        return view

    def near(self, window: View, about: Sequence[Point]) -> View:
        """Return two rows an inch about some places, or as near as shows them all."""
        place = middle(about)
        if place is None:
            return window
        scales = [each for each in LADDER if window.rows_per_inch < each <= CLOSE]
        for scale in (*reversed(scales), window.rows_per_inch):
            if scale == window.rows_per_inch and _shown(window, about):
                return window
            found = self.kept(window.scaled(scale, place, window.columns / 2, window.rows / 2))
            if _shown(found, about):
                return found
        return window

    def kept(self, window: View) -> View:
        """Return a window slid so that it shows as much of the table as it can."""
        return window.kept_on(self.sea)

    def stepped(self, window: View, cursor: Cell, east: int, south: int) -> Cell:
        """Return the next cell."""
        return cursor[0] + east, cursor[1] + south

    def reach(self, window: View) -> float:
        """Return a cell and a half, in inches."""
        return 1.5 / window.rows_per_inch


def _shown(view: View, about: Sequence[Point]) -> bool:
    """Tell whether a window shows ships at some places whole."""
    return holds(view, about, AROUND * view.cols_per_inch, AROUND * view.rows_per_inch)

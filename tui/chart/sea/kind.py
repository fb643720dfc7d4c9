"""A table of sea: windows on it, its frame and its sizes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.board import Sea
from engine.game.chart import Hull, Mark, Scene
from engine.space.plane.pose import Point
from tui.chart.kind import BoardKind
from tui.chart.sea.chart import draw
from tui.chart.sea.edges import edge_keys
from tui.chart.sea.furniture import frame, wind_arrow
from tui.chart.sea.window import BETWEEN, LADDER, SeaWindow, greatest_scale
from tui.chart.window import Cell, holds, middle
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

HOME = 1.0
"""Rows an inch at which ships are drawn as ships: the scale to start with."""
CLOSE = 2.0
"""Rows an inch at which ships show their bases, their guns and how they lie to each other."""
AROUND = 1.8
"""Inches that are left around the middle of a ship: half of the longest base."""


class SeaKind(BoardKind[SeaWindow]):
    """A table of sea. Its windows stay on it: the whole table, or nearer about the ships."""

    def __init__(self, sea: Sea) -> None:
        self.sea = sea

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> SeaWindow:
        """Return the greatest scale that shows the whole table."""
        return SeaWindow.fitted(self.sea, columns, rows)

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> SeaWindow:
        """Return the whole table; where that is too far off, the home scale about some places."""
        view = SeaWindow.fitted(self.sea, columns, rows)
        if view.rows_per_inch < HOME:
            place = middle(about) or (self.sea.width / 2, self.sea.height / 2)
            view = self.kept(view.scaled(HOME, place, columns / 2, rows / 2))
        return view

    def near(self, window: SeaWindow, about: Sequence[Point]) -> SeaWindow:
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

    def kept(self, window: SeaWindow) -> SeaWindow:
        return window.kept_on(self.sea)

    def stepped(self, window: SeaWindow, cursor: Cell, east: int, south: int) -> Cell:
        """Return the next cell."""
        return cursor[0] + east, cursor[1] + south

    def reach(self, window: SeaWindow) -> float:
        """Return a cell and a half, in inches."""
        return 1.5 / window.rows_per_inch

    def fitted(self, columns: int, rows: int) -> tuple[int, int]:
        """Return the cells of the table at the greatest scale of the ladder that fits."""
        return self._cells(greatest_scale(self.sea, columns, rows))

    def finer(self, columns: int, rows: int) -> tuple[int, int]:
        """Return the cells of the table at the greatest scale at which it may be fitted."""
        scales = sorted((*LADDER, *BETWEEN))
        return self._cells(greatest_scale(self.sea, columns, rows, scales))

    def at_home(self) -> tuple[int, int]:
        """Return the cells of the table at a row an inch."""
        return self._cells(HOME)

    def extent(self, places: Sequence[Point]) -> tuple[float, float, float, float]:
        """Return the table."""
        return 0.0, 0.0, self.sea.width, self.sea.height

    def framed(
        self, scene: Scene, window: SeaWindow, glyphs: Glyphs, extra: Sequence[Mark], selected: str
    ) -> Grid:
        """Return the sea with rulers at its edges, and the names of ships out of sight."""
        ships = [mark for mark in scene.marks if isinstance(mark, Hull)]
        framed = frame(self.sea, window, glyphs, edge_keys(ships, window, glyphs))
        framed.paste(draw(scene, window, glyphs, extra, selected), 3, 1)
        return framed

    def in_line(self, scene: Scene, columns: int, glyphs: Glyphs) -> Grid:
        """Return ships in line of battle at two rows an inch, or one where that is too wide."""
        scale = 2.0 if self.sea.width * 4 <= columns else 1.0
        wide, high = self._cells(scale)
        return draw(scene, SeaWindow(0, self.sea.height, scale, min(columns, wide), high), glyphs)

    def wind_words(self, glyphs: Glyphs) -> str:
        """Return the edge that the wind comes from."""
        arrow = wind_arrow(self.sea, glyphs)
        return f"wind from {self.sea.weather_edge[:1].upper()} {arrow}" if arrow else ""

    def _cells(self, scale: float) -> tuple[int, int]:
        return round(self.sea.width * 2 * scale), round(self.sea.height * scale)


def _shown(view: SeaWindow, about: Sequence[Point]) -> bool:
    """Tell whether a window shows ships at some places whole."""
    return holds(view, about, AROUND * view.cols_per_inch, AROUND * view.rows_per_inch)

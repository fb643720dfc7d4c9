"""A sea of hexes: windows on it, and its frame."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.board import Hexes
from engine.game.chart import Mark, Scene
from engine.space.hexes import NAMES
from engine.space.plane.pose import Point
from tui.chart.hexes.chart import draw, out_of_sight
from tui.chart.hexes.furniture import frame, wind_arrow
from tui.chart.hexes.window import HOME, SCALES, HexWindow
from tui.chart.kind import BoardKind
from tui.chart.sea.furniture import write_keys
from tui.chart.window import Cell, holds, middle
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

MARGIN = 3
"""Cells that are left around the outermost ships when the whole battle is shown."""


class HexKind(BoardKind[HexWindow]):
    """A sea of hexes without an edge. Its windows follow what lies on it; nothing holds them."""

    def __init__(self, board: Hexes) -> None:
        self.board = board

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
        if not about:
            return window
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

    def framed(
        self, scene: Scene, window: HexWindow, glyphs: Glyphs, extra: Sequence[Mark], selected: str
    ) -> Grid:
        """Return the hexes, with the names of ships out of sight at the edges."""
        framed = frame(window, self.board.wind_to, glyphs)
        write_keys(framed, out_of_sight(scene, window, glyphs))
        framed.paste(draw(scene, window, glyphs, extra, selected), 3, 1)
        return framed

    def wind_words(self, glyphs: Glyphs) -> str:
        """Return where the wind blows to."""
        wind_to = self.board.wind_to
        if wind_to is None:
            return ""
        name = NAMES[round(wind_to / 60) % 6]
        return f"wind blows to {name} {wind_arrow(wind_to, glyphs)}"

    def _about(self, scale: int, columns: int, rows: int, about: Sequence[Point]) -> HexWindow:
        return HexWindow(0, 0, scale, columns, rows).centred(middle(about) or (0.0, 0.0))

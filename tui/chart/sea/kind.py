"""The sea chart as a kind of board: its frame, rulers and scales."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.chart import Hull, Mark, Scene, Sea
from engine.space.plane.pose import Point
from tui.chart.kind import BoardKind, Cell, holds, middle
from tui.chart.sea.chart import draw
from tui.chart.sea.ships import EdgeKey, edge_keys
from tui.chart.sea.window import (
    BETWEEN,
    LADDER,
    SeaWindow,
    greatest_scale,
    spacing,
    ticks_across,
    ticks_down,
)
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

# The frame of the chart: inches, the wind on the weather edge, the range ruler below. The frame has
# three columns on the left, one on the right, and a row above and below. The chart's upper left
# corner is at column 3, row 1 of the frame.


GUTTER = 3
"""The number of columns to the left of the chart: two digits and the frame."""
_CORNERS = {"ascii": "++++", "unicode": "┌┬└┘"}
_SIDES = {"ascii": "-|+|", "unicode": "─│┤│"}
_WINDS = {
    "ascii": {"north": "v", "south": "^", "west": ">", "east": "<"},
    "unicode": {"north": "▼", "south": "▲", "west": "►", "east": "◄"},
}


def wind_arrow(sea: Sea, glyphs: Glyphs) -> str:
    """Return an arrow in the direction in which the wind blows; '' in a calm."""
    return _WINDS[glyphs].get(sea.weather_edge, "")


def frame(  # noqa: PLR0912  (one branch a part of the frame)
    sea: Sea, view: SeaWindow, glyphs: Glyphs, keys: Sequence[EdgeKey] = ()
) -> Grid:
    """Return the frame around a view, blank inside; it has columns + 4 by rows + 2 cells."""
    grid = Grid(view.columns + GUTTER + 1, view.rows + 2, "frame")
    level, left, _, right = tuple(_SIDES[glyphs])
    corners = _CORNERS[glyphs]
    bottom, last = view.rows + 1, view.columns + GUTTER
    for row, pair in ((0, corners[:2]), (bottom, corners[2:])):
        text = pair[0] + level * view.columns + pair[1]
        grid.write(GUTTER - 1, row, text, "frame")
    for row in range(1, bottom):
        grid.put(GUTTER - 1, row, left, "frame")
        grid.put(last, row, right, "frame")
    for inches, column in ticks_across(sea, view):
        if column <= view.columns - 2:
            grid.write(GUTTER + column, 0, f"{inches:g}", "ruler")
    for inches, row in ticks_down(sea, view):
        grid.write(0, row + 1, f"{inches:2g}", "ruler")
        grid.put(GUTTER - 1, row + 1, _SIDES[glyphs][2], "frame")
    arrow = wind_arrow(sea, glyphs)
    if arrow:
        half = spacing(view) / 2
        if sea.weather_edge in ("north", "south"):
            line = 0 if sea.weather_edge == "north" else view.rows + 1
            for _, column in ticks_across(sea, view, half):
                grid.put(GUTTER + column, line, arrow, "wind")
        else:
            line = GUTTER - 1 if sea.weather_edge == "west" else view.columns + GUTTER
            for _, row in ticks_down(sea, view, half):
                grid.put(line, row + 1, arrow, "wind")
    # The range ruler `0-Y---P-----M-----------C` stands in the row below the chart, to scale.
    places = [("0", 0)]
    for letter, inches in sea.ruler:
        column = round(inches * view.cols_per_inch)
        # Six columns are needed for the start of the ruler and a blank before the corner of the
        # frame.
        if column + 6 < view.columns and column > places[-1][1]:
            places.append((letter, column))
    if len(places) >= 2:
        level = _SIDES[glyphs][0]
        signs = [" ", *level * (places[-1][1] + 1), " "]
        for letter, column in places:
            signs[column + 1] = letter
        grid.write(GUTTER + 2, view.rows + 1, "".join(signs), "ruler")
    write_keys(grid, keys)
    return grid


def write_keys(grid: Grid, keys: Sequence[EdgeKey]) -> None:
    """Write the label of each ship outside the window onto the frame, on the side where the ship
    is.

    On the right only the arrow is on the frame; the label is inside the chart beside it.
    """
    last, bottom = grid.columns - 1, grid.rows_count - 1
    for key in keys:
        if key.edge == "left":
            text = key.text if len(key.text) <= GUTTER else key.label[:GUTTER]
            grid.write(0, key.cell + 1, text, key.style)
        elif key.edge == "right":
            grid.put(last, key.cell + 1, key.arrow, key.style)
        else:
            row = 0 if key.edge == "top" else bottom
            first = GUTTER + key.cell
            _clear_figure(grid, row, first - 1, -1)
            _clear_figure(grid, row, first + len(key.text), 1)
            grid.write(first, row, key.text, key.style)


def _clear_figure(grid: Grid, row: int, column: int, step: int) -> None:
    """Blank the part of a ruler's number next to a ship's label: A1 beside 12 would look like
    A112.
    """
    while grid.holds(column, row):
        sign, style = grid.cell(column, row)
        if style != "ruler" or not sign.isalnum():
            break
        grid.put(column, row, " ", "frame")
        column += step


# A table of sea: windows on it, its frame and its sizes.


HOME = 1.0
"""The usual scale in rows per inch: a chart opens at it, and ships are drawn in detail."""
CLOSE = 2.0
"""The scale that shows bases, guns and the exact position of ships, in rows per inch."""
AROUND = 1.8
"""A ship counts as visible if this many inches around her centre are in the window: half the length
of the longest base."""


class SeaKind(BoardKind[SeaWindow]):
    """A table of sea, shown whole or zoomed in on ships. Its windows stay on the table."""

    def __init__(self, sea: Sea) -> None:
        self.sea = sea

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> SeaWindow:
        """Return a window that shows the whole table at the largest scale possible."""
        return SeaWindow.fitted(self.sea, columns, rows)

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> SeaWindow:
        """Return the window that a chart opens with: the whole table, or a part of it around the
        places `about` if the whole table would be too small for detailed ships.
        """
        view = SeaWindow.fitted(self.sea, columns, rows)
        if view.rows_per_inch < HOME:
            place = middle(about) or (self.sea.width / 2, self.sea.height / 2)
            view = self.clamped(view.scaled(HOME, place, columns / 2, rows / 2))
        return view

    def near(self, window: SeaWindow, about: Sequence[Point]) -> SeaWindow:
        """Return a window around some places: at two rows per inch if that shows them all.

        Otherwise it has the largest scale that shows them all.
        """
        place = middle(about)
        if place is None:
            return window
        scales = [each for each in LADDER if window.rows_per_inch < each <= CLOSE]
        for scale in (*reversed(scales), window.rows_per_inch):
            if scale == window.rows_per_inch and _shown(window, about):
                return window
            found = self.clamped(window.scaled(scale, place, window.columns / 2, window.rows / 2))
            if _shown(found, about):
                return found
        return window

    def clamped(self, window: SeaWindow) -> SeaWindow:
        return window.clamped_to(self.sea)

    def stepped(self, window: SeaWindow, cursor: Cell, east: int, south: int) -> Cell:
        """Return the cell that is `east` cells to the right of the cursor and `south` cells below
        it.
        """
        return cursor[0] + east, cursor[1] + south

    def reach(self, window: SeaWindow) -> float:
        """Return the distance at which the cursor selects a thing: the length of 1.5 cells, in
        inches.
        """
        return 1.5 / window.rows_per_inch

    def fitted(self, columns: int, rows: int) -> tuple[int, int]:
        """Return (columns, rows) of the whole table at the largest step of the zoom that fits."""
        return self._cells(greatest_scale(self.sea, columns, rows))

    def finer(self, columns: int, rows: int) -> tuple[int, int]:
        """Return (columns, rows) of the whole table at the largest scale that fits, even between
        two steps of the zoom.
        """
        scales = sorted((*LADDER, *BETWEEN))
        return self._cells(greatest_scale(self.sea, columns, rows, scales))

    def at_home(self) -> tuple[int, int]:
        """Return (columns, rows) of the whole table at one row per inch."""
        return self._cells(HOME)

    def extent(self, places: Sequence[Point]) -> tuple[float, float, float, float]:
        """Return (left, bottom, width, height) of the table, in inches."""
        return 0.0, 0.0, self.sea.width, self.sea.height

    def framed(
        self, scene: Scene, window: SeaWindow, glyphs: Glyphs, extra: Sequence[Mark], selected: str
    ) -> Grid:
        """Return the chart; at its edges are rulers and the names of ships outside the window."""
        ships = [mark for mark in scene.marks if isinstance(mark, Hull)]
        framed = frame(self.sea, window, glyphs, edge_keys(ships, window, glyphs))
        framed.paste(draw(scene, window, glyphs, extra, selected), 3, 1)
        return framed

    def in_line(self, scene: Scene, columns: int, glyphs: Glyphs) -> Grid:
        """Return ships in line of battle, at two rows per inch; at one if that would be too
        wide.
        """
        scale = 2.0 if self.sea.width * 4 <= columns else 1.0
        wide, high = self._cells(scale)
        return draw(scene, SeaWindow(0, self.sea.height, scale, min(columns, wide), high), glyphs)

    def wind_words(self, glyphs: Glyphs) -> str:
        """Return in words the edge of the table that the wind comes from."""
        arrow = wind_arrow(self.sea, glyphs)
        return f"wind from {self.sea.weather_edge[:1].upper()} {arrow}" if arrow else ""

    def _cells(self, scale: float) -> tuple[int, int]:
        return round(self.sea.width * 2 * scale), round(self.sea.height * scale)


def _shown(view: SeaWindow, about: Sequence[Point]) -> bool:
    """Tell whether the window shows the whole ship at each of the places."""
    return holds(view, about, AROUND * view.cols_per_inch, AROUND * view.rows_per_inch)

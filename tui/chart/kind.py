"""BoardKind: what the chart must know of each kind of board (sea, boxes, hexes, lines); and
windows, the visible parts of a board.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from engine.game.chart import Hull, Mark, Scene
from engine.game.panel import Row
from engine.space.plane.pose import Point
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

# Window: the visible part of a board, and its scale. Each kind of board has its own.


Cell = tuple[int, int]


class Window(Protocol):
    """The visible rectangle of cells of a board. A cell is (column, row)."""

    @property
    def columns(self) -> int:
        """Columns of the window."""

    @property
    def rows(self) -> int:
        """Rows of the window."""

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return (column, row) of a point; whole numbers are the edges of cells."""

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point of the board at a column and row of the window."""

    def shows(self, point: Point) -> bool:
        """Tell whether the point lies in the window."""

    def panned(self, columns: int, rows: int) -> Self:
        """Return the window moved by `columns` cells to the east and `rows` cells to the south."""

    def zoomed(self, step: int, about: Point) -> Self:
        """Return the window zoomed in by steps, or out if negative; the point `about` stays in
        place.
        """

    def centred(self, point: Point) -> Self:
        """Return the window centred on a point."""

    def sized(self, columns: int, rows: int) -> Self:
        """Return the window with the same upper left corner and another number of columns and
        rows.
        """


def holds(window: Window, about: Sequence[Point], across: float, down: float) -> bool:
    """Tell whether a window shows some places with a margin.

    The margin is `across` columns at the left and right, and `down` rows above and below.
    """
    cells = [window.to_cell(place) for place in about]
    return all(
        across <= column <= window.columns - across and down <= row <= window.rows - down
        for column, row in cells
    )


def middle(places: Sequence[Point]) -> Point | None:
    """Return the middle of the rectangle around some places; None if there are none."""
    if not places:
        return None
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


# BoardKind: how charts of one kind of board are drawn, measured and framed; one object per kind.


W = TypeVar("W", bound=Window)


class BoardKind(ABC, Generic[W]):
    """A kind of board: makes its windows, draws it, and finds the things at a place."""

    boxed: ClassVar[bool] = False
    """Whether the board has boxes for its things. Such a chart has few rows, needs no frame line
    below it, and a diagram shows only the boxes around its ships."""
    lined: ClassVar[bool] = False
    """Whether the board is a page of text lines. A line's key is the id of the option that it
    stands for."""

    # Windows: a window has the type that this kind makes ---------------------------------------

    @abstractmethod
    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> W:
        """Return a window that shows the whole board; if the board has no edge, every place of
        `about`.
        """

    @abstractmethod
    def first(self, columns: int, rows: int, about: Sequence[Point]) -> W:
        """Return the window that a chart opens with, at a scale at which ships are drawn in
        detail.
        """

    @abstractmethod
    def near(self, window: W, about: Sequence[Point]) -> W:
        """Return a window of the same size zoomed in on some places.

        The result has the highest zoom that shows all of them. It is the given window if a new one
        would not be zoomed in further, or would not show them better.
        """

    @abstractmethod
    def clamped(self, window: W) -> W:
        """Return a window moved so that it shows as much of the board as possible."""

    @abstractmethod
    def stepped(self, window: W, cursor: Cell, east: int, south: int) -> Cell:
        """Return the cell to which the cursor moves by one step; it may be outside the window."""

    @abstractmethod
    def reach(self, window: W) -> float:
        """Return how far from the cursor, in units of the board, a small thing may be and still be
        selected.
        """

    # Sizes --------------------------------------------------------------------------------------

    def fitted(self, columns: int, rows: int) -> tuple[int, int] | None:
        """Return (columns, rows) of the whole board at the largest scale that fits.

        If not even the smallest scale fits, the result is larger than the given size. For a board
        without an edge the result is None.
        """
        return None

    def finer(self, columns: int, rows: int) -> tuple[int, int] | None:
        """Return the same as `fitted`, but also try scales between the steps of the zoom, if there
        are any.
        """
        return self.fitted(columns, rows)

    def little(self, columns: int, rows: int) -> W | None:
        """Return a window that shows the whole board as a small map, with letters for ships.

        None if there is no such map, or the whole board fits at a normal scale.
        """
        return None

    def at_home(self) -> tuple[int, int] | None:
        """Return (columns, rows) of the whole board at the scale with detailed ships; None if the
        board has no fixed scale for this.
        """
        return None

    def extent(self, places: Sequence[Point]) -> tuple[float, float, float, float]:
        """Return (left, bottom, width, height) of the board in its units; for a board without an
        edge, of the rectangle around the places.
        """
        points = places or ((0.0, 0.0),)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        wide, high = max(xs) - min(xs) + 2, max(ys) - min(ys) + 2
        return min(xs) - 1, min(ys) - 1, wide, high

    # Drawing ------------------------------------------------------------------------------------

    @abstractmethod
    def framed(
        self, scene: Scene, window: W, glyphs: Glyphs, extra: Sequence[Mark], selected: str
    ) -> Grid:
        """Return the chart in its frame; it has `window.columns` + 4 by `window.rows` + 2 cells."""

    def in_line(self, scene: Scene, columns: int, glyphs: Glyphs) -> Grid | None:
        """Return ships side by side as in a line of battle, to scale and without a frame; None if
        this kind of board has no such picture.
        """
        return None

    def wind_words(self, glyphs: Glyphs) -> str:
        """Return wind and current for the status bar; '' where there is none."""
        return ""

    # Things at places
    # ------------------------------------------------------------------------------

    def things(self, marks: Iterable[Mark]) -> Iterator[tuple[str, Point, float]]:
        """Yield (key, centre, half of the length) of everything that has a key, except ghosts
        (previews of orders).
        """
        for mark in marks:
            if isinstance(mark, Hull) and mark.state != "ghost":
                yield mark.key, mark.pose.at, mark.length / 2

    def units_at(self, scene: Scene, at: Point) -> tuple[str, ...]:
        """Return the keys of all things at a place, in the order in which they are listed."""
        return ()

    def listing(self, scene: Scene, at: Point, selected: str) -> list[Row]:
        """Return a panel row for each thing at a place; [] if the chart itself shows everything
        there.
        """
        return []

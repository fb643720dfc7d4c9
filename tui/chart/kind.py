"""BoardKind: the interface by which charts use a kind of board; and windows on a board."""

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
    """A rectangle of cells on the plane of a board. Cells are (column, row)."""

    @property
    def columns(self) -> int:
        """Columns of the window."""

    @property
    def rows(self) -> int:
        """Rows of the window."""

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return column and row of a point; whole numbers are the edges of cells."""

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point at a column and row."""

    def shows(self, point: Point) -> bool:
        """Tell whether the point lies in the window."""

    def panned(self, columns: int, rows: int) -> Self:
        """Return the window moved by cells, east and south."""

    def zoomed(self, step: int, about: Point) -> Self:
        """Return the window zoomed in by steps, or out if negative; the point `about` stays in
        place.
        """

    def centred(self, point: Point) -> Self:
        """Return the window centred on a point."""

    def sized(self, columns: int, rows: int) -> Self:
        """Return the window with the same corner in another size."""


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
    """A kind of board: its windows, its drawing, and the things at a place."""

    boxed: ClassVar[bool] = False
    """Whether things are in boxes. Such a board is low. Its own edge is the lower line of the
    frame, and diagrams show only the boxes around their ships."""
    lined: ClassVar[bool] = False
    """Whether the board is a page of lines; the key of a line is the id of an option."""

    # Windows: a window has the type that this kind makes ---------------------------------------

    @abstractmethod
    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> W:
        """Return the window that shows the whole board, or every given place on it."""

    @abstractmethod
    def first(self, columns: int, rows: int, about: Sequence[Point]) -> W:
        """Return the first window, at a scale at which ships are drawn in detail."""

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
        """Return the cell one step from the cursor; it may be outside of the window."""

    @abstractmethod
    def reach(self, window: W) -> float:
        """Return the distance, in plane units, at which the cursor selects even a small thing."""

    # Sizes --------------------------------------------------------------------------------------

    def fitted(self, columns: int, rows: int) -> tuple[int, int] | None:
        """Return columns and rows of the whole board at the largest scale that fits.

        If not even the smallest scale fits, the result is larger than the given size. For a board
        without an edge the result is None.
        """
        return None

    def finer(self, columns: int, rows: int) -> tuple[int, int] | None:
        """Return the same as `fitted`, but with intermediate scales, if the board has any."""
        return self.fitted(columns, rows)

    def little(self, columns: int, rows: int) -> W | None:
        """Return a window on a small map of the whole board, with ships as letters.

        None where there is no such map, or the whole board fits at a normal scale.
        """
        return None

    def at_home(self) -> tuple[int, int] | None:
        """Return columns and rows of the board at the home scale; None if it has no home scale."""
        return None

    def extent(self, places: Sequence[Point]) -> tuple[float, float, float, float]:
        """Return left, bottom, width and height on the plane; for an open board, the rectangle
        around its ships.
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
        """Return ships in line of battle, to scale and unframed.

        None if the board has no such picture.
        """
        return None

    def wind_words(self, glyphs: Glyphs) -> str:
        """Return wind and current for the status bar; '' where there is none."""
        return ""

    # Things at places
    # ------------------------------------------------------------------------------

    def things(self, marks: Iterable[Mark]) -> Iterator[tuple[str, Point, float]]:
        """Yield (key, centre, half of the length) of everything that has a key, except ghosts."""
        for mark in marks:
            if isinstance(mark, Hull) and mark.state != "ghost":
                yield mark.key, mark.pose.at, mark.length / 2

    def units_at(self, scene: Scene, at: Point) -> tuple[str, ...]:
        """Return the keys of all things at a place, in the order of the list."""
        return ()

    def listing(self, scene: Scene, at: Point, selected: str) -> list[Row]:
        """Return a line for each thing at a place; [] where the chart already shows everything."""
        return []

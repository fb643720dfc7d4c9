"""Windows on boards: which part of a board is seen, at which scale, and how a cursor steps on it.

Each kind of board has its windows; a viewport works with those of the board that it is on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from engine.game.board import Board, Boxes, Hexes, Page, Sea
from engine.space.plane.pose import Point

Cell = tuple[int, int]


class Window(Protocol):
    """A rectangle of cells on the plane of a board. Cells are (column, row)."""

    @property
    def columns(self) -> int:
        """Columns of the window."""

    @property
    def rows(self) -> int:
        """Rows of the window."""

    @property
    def centre(self) -> Point:
        """The point of the plane in its middle."""

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return column and row of a point; whole numbers are the edges of cells."""

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point at a column and row."""

    def shows(self, point: Point) -> bool:
        """Tell whether the point lies in the window."""

    def panned(self, columns: int, rows: int) -> Any:
        """Return the window moved by cells, east and south."""

    def zoomed(self, step: int, about: Point) -> Any:
        """Return the window some steps nearer or farther; `about` stays where it is."""

    def centred(self, point: Point) -> Any:
        """Return the window with the point in its middle."""

    def sized(self, columns: int, rows: int) -> Any:
        """Return the window with the same corner in another size."""


class Windows(Protocol):
    """The windows of one board."""

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> Any:
        """Return the window that shows the whole board, or every place that matters on it."""

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> Any:
        """Return the window to begin with, near enough that ships are drawn as ships."""

    def near(self, window: Any, about: Sequence[Point]) -> Any:
        """Return a window of the same size that closes on some places, near enough for details.

        As near as shows them all; the window itself where that is no nearer, or shows them
        no better.
        """

    def kept(self, window: Any) -> Any:
        """Return a window slid so that it shows as much of the board as it can."""

    def stepped(self, window: Any, cursor: Cell, east: int, south: int) -> Cell:
        """Return the cell a step away from the cursor; it may lie outside of the window."""

    def reach(self, window: Any) -> float:
        """Return the distance on the plane within which a thing is meant by a cell."""


def windows(board: Board) -> Windows:
    """Return the windows of a board; each kind is imported when it is met."""
    match board:
        case Sea():
            from tui.chart.sea.windows import SeaWindows

            return SeaWindows(board)
        case Boxes():
            from tui.chart.boxes.windows import BoxWindows

            return BoxWindows(board)
        case Hexes():
            from tui.chart.hexes.windows import HexWindows

            return HexWindows()
        case Page():
            from tui.chart.page.window import PageWindows

            return PageWindows(board)


def holds(window: Window, about: Sequence[Point], across: float, down: float) -> bool:
    """Tell whether a window shows some places, each so many cells from its edges."""
    cells = [window.to_cell(place) for place in about]
    return all(
        across <= column <= window.columns - across and down <= row <= window.rows - down
        for column, row in cells
    )


def middle(places: Sequence[Point]) -> Point | None:
    """Return the middle of the rectangle around some places; None of none."""
    if not places:
        return None
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

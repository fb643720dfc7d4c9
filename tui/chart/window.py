"""Window: which part of a board is seen, and at which scale. Each kind of board has its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

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

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return column and row of a point; whole numbers are the edges of cells."""

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point at a column and row."""

    def shows(self, point: Point) -> bool:
        """Tell whether the point lies in the window."""

    def panned(self, columns: int, rows: int) -> Self:
        """Return the window moved by cells, east and south."""

    def zoomed(self, step: int, about: Point) -> Self:
        """Return the window some steps nearer or farther; `about` stays where it is."""

    def centred(self, point: Point) -> Self:
        """Return the window with the point in its middle."""

    def sized(self, columns: int, rows: int) -> Self:
        """Return the window with the same corner in another size."""


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

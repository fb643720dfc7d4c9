"""The window on a page of lines: which of them are seen."""

from __future__ import annotations

import msgspec

from engine.space.plane.pose import Point


class PageWindow(msgspec.Struct, frozen=True):
    """A window of cells on a page. On the plane line 3 lies at y = -3, and x is its column."""

    top: int
    """The first line that is seen."""
    columns: int
    rows: int

    @property
    def centre(self) -> Point:
        """The point of the plane in the middle."""
        return self.to_plane(self.columns / 2, self.rows / 2)

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return column and row of a point of the plane."""
        return point[0], -point[1] - self.top

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point of the plane at a column and row."""
        return column, -row - self.top

    def shows(self, point: Point) -> bool:
        """Tell whether the line of a point is in the window."""
        return 0 <= -point[1] - self.top < self.rows

    def panned(self, columns: int, rows: int) -> PageWindow:
        """Return the window moved by lines."""
        return msgspec.structs.replace(self, top=self.top + rows)

    def zoomed(self, step: int, about: Point) -> PageWindow:
        """Return the window as it is: a page has one size."""
        return self

    def centred(self, point: Point) -> PageWindow:
        """Return the window with a line in its middle."""
        return msgspec.structs.replace(self, top=round(-point[1] - self.rows / 2))

    def sized(self, columns: int, rows: int) -> PageWindow:
        """Return the window with the same first line in another size."""
        return msgspec.structs.replace(self, columns=columns, rows=rows)

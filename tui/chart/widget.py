"""The widget that shows the chart, with a cursor on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui.chart.kind import Cell
from tui.terminal.cells import Run
from tui.terminal.lines import Ink, Lines
from tui.terminal.runs import CURSOR, Line, part


class Chart(Lines):
    """Rows of cells. `cursor` is (column, row) in them, or None.

    Every screen with a chart has one (`ChartScreen`), and gives it the rows of the whole frame when
    anything on the chart has changed; only cells that differ are sent. The cursor is apart from the
    rows, as it moves at every key: then one cell is drawn, and `picture` is without it.
    """

    def __init__(self, ink: Ink, id: str | None = None) -> None:
        super().__init__(ink, "sea", id)
        self._picture: list[Line] = []
        self._cursor: Cell | None = None

    def show(self, lines: Iterable[Sequence[Run]], cursor: Cell | None = None) -> None:
        self._picture = [tuple(row) for row in lines]
        self.cursor = cursor

    @property
    def cursor(self) -> Cell | None:
        """The cell of the cursor; None when it is not shown."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell | None) -> None:
        self._cursor = cell
        rows = list(self._picture)
        if cell and cell[1] < len(rows):
            rows[cell[1]] = lit(rows[cell[1]], cell[0], bare=self.ink.bare)
        super().show(rows)


def lit(line: Line, column: int, bare: bool = False) -> Line:
    """Return a line with the cursor on a column, which `bare` marks by brackets around it."""
    width = sum(len(text) for _, text in line)
    if not 0 <= column < width:
        return line
    if bare:
        left = (("cursor", "["),) if column else ()
        right = (("cursor", "]"),) if column + 1 < width else ()
        return (
            *part(line, 0, max(0, column - 1)),
            *left,
            *part(line, column, column + 1),
            *right,
            *part(line, column + 2, width),
        )
    ((token, glyph),) = part(line, column, column + 1)
    return (*part(line, 0, column), (token + CURSOR, glyph), *part(line, column + 1, width))

"""Chart: rows of cells in column tiles, so that a small change sends few bytes.

A partial update of a widget rewrites its row from the left edge up to the change.
In tiles of 24 columns that is never far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from tui.widgets.lines import CURSOR, Ink, Line, Lines, Run, part, text_of
from tui.widgets.rectangles import Rectangles

TILE = 24
Cell = tuple[int, int]


class Chart(Widget):
    """The picture of the sea. `cursor` is (column, row) in it, or None."""

    can_focus = False
    DEFAULT_CSS = "Chart { overflow: hidden; }"

    def __init__(self, ink: Ink, tiles: int = 4, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ink = ink
        self._tiles = [Lines(ink, "sea") for _ in range(tiles)]
        self._rows: list[Line] = []
        self._cursor: Cell | None = None
        self.styles.set_rule("layout", Rectangles(self._plan))

    def compose(self) -> ComposeResult:
        """Mount the tiles."""
        yield from self._tiles

    def show(self, rows: Sequence[Sequence[Run]], cursor: Cell | None = None) -> None:
        """Show a picture; rows that stay the same cost nothing."""
        lines = [tuple(row) for row in rows]
        stale = {cell[1] for cell in (self._cursor, cursor) if cell}
        if self._cursor == cursor:
            stale.clear()
        old, self._rows, self._cursor = self._rows, lines, cursor
        for number in range(max(len(old), len(lines))):
            before = old[number] if number < len(old) else None
            after = lines[number] if number < len(lines) else None
            if before != after or number in stale:
                self._paint(number)

    @property
    def cursor(self) -> Cell | None:
        """Where the cursor stands."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell | None) -> None:
        before, self._cursor = self._cursor, cell
        for row in {spot[1] for spot in (before, cell) if spot}:
            self._paint(row)

    @property
    def text(self) -> str:
        """The picture as plain text."""
        return "\n".join(text_of(row) for row in self._rows)

    def repaint(self) -> None:
        """Paint all again, as after a change of palette."""
        for tile in self._tiles:
            tile.repaint()

    def widen(self, width: int) -> None:
        """Mount more tiles when the chart has grown beyond them."""
        missing = -(-width // TILE) - len(self._tiles)
        if missing > 0:
            fresh = [Lines(self.ink, "sea") for _ in range(missing)]
            self._tiles += fresh
            self.mount(*fresh)
            for row in range(len(self._rows)):
                self._paint(row)

    def _paint(self, row: int) -> None:
        line = self._rows[row] if row < len(self._rows) else ()
        if self._cursor and self._cursor[1] == row:
            line = lit(line, self._cursor[0], bare=self.ink.bare)
        for number, tile in enumerate(self._tiles):
            tile.put(row, part(line, number * TILE, (number + 1) * TILE))

    def _plan(self, size: Size) -> Mapping[Widget, Region]:
        edges = range(0, size.width, TILE)
        return {
            tile: Region(left, 0, min(TILE, size.width - left), size.height)
            for tile, left in zip(self._tiles, edges, strict=False)
        }


def lit(line: Line, column: int, bare: bool = False) -> Line:
    """Return a line with the cursor on a column; `bare` draws `[ ]` around it instead."""
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

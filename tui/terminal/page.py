"""A full screen of cells with methods to write bars, rules, lists and paragraphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tui.terminal.cells import Grid, Run, cut, cut_line, in_cells, pieces, runs_of

RULES = {"ascii": "-", "unicode": "─"}
"""The character of a horizontal rule, by glyph set."""
MARKS = {"ascii": ">", "unicode": "►"}
"""The mark of the chosen item in a list, by glyph set."""


class ClickSpot(NamedTuple):
    """A rectangle of clickable cells, with its action."""

    column: int
    row: int
    width: int
    height: int
    click: Callable[[], None]

    def holds(self, column: int, row: int) -> bool:
        """Tell whether a cell lies in the rectangle."""
        return 0 <= column - self.column < self.width and 0 <= row - self.row < self.height


class TextPage(Grid):
    """A grid for a whole screen. Bars span the page; spaces keep their style."""

    def __init__(self, columns: int, rows: int, glyphs: str = "unicode") -> None:
        super().__init__(columns, rows, "text")
        self.glyph_set = glyphs
        self.spots: list[ClickSpot] = []

    def row(self, row: int) -> list[Run]:
        """Return a row's runs; unlike in `Grid`, blanks are not joined across styles."""
        return list(runs_of("".join(self.glyphs[row]), self.styles[row]))

    def write(self, column: int, row: int, text: str, style: str) -> None:
        """Write a text, beginning at a cell; at the edge of the page it is cut with a mark."""
        super().write(column, row, cut(text, self.columns - column), style)

    def bar(self, row: int, left: str, style: str, right: str = "") -> None:
        """Write a bar over the whole width; `right` is omitted if it does not fit."""
        left, right = in_cells(left), in_cells(right)
        room = self.columns - 2 - len(left)
        tail = right if len(right) + 1 <= room else ""
        text = f" {left}{tail.rjust(room)} "
        self.write(0, row, text.ljust(self.columns), style)

    def runs(self, row: int, line: Iterable[Run], column: int = 0) -> None:
        """Write a line of runs."""
        for style, text in cut_line(tuple(line), self.columns - column):
            super().write(column, row, text, style)  # the text is cut already
            column += len(text)

    def rule(self, row: int, title: str) -> None:
        """Write a section heading: `-- Title ----`."""
        line = RULES[self.glyph_set]
        self.write(0, row, line * self.columns, "frame")
        if title:
            self.write(2, row, f" {title} ", "head")

    def item(  # noqa: PLR0913 - a place, its text and its style
        self,
        column: int,
        row: int,
        width: int,
        text: str,
        chosen: bool,
        click: Callable[[], None] | None = None,
        height: int = 1,
    ) -> None:
        """Write a line of a list; the chosen one has a mark and its own style.

        `click` is called for a click on the line, or on one of `height` rows, counted from the line
        down.
        """
        if click:
            self.spots.append(ClickSpot(column, row, width, height, click))
        mark = MARKS[self.glyph_set] if chosen else " "
        style = "chosen" if chosen else "text"
        self.write(column, row, cut(f"{mark} {text}", width).ljust(width), style)

    def window(  # noqa: PLR0913 - a place, and a list with its chosen line
        self,
        column: int,
        row: int,
        rows: int,
        lines: Sequence[object],
        chosen: int,
        heads: tuple[type, ...] = (),
        each: int = 1,
    ) -> range:
        """Return the range of a list's lines that fit and include the chosen one.

        Each line takes `each` rows of the `rows` rows that begin at `row`. If lines remain below,
        their number is written into the last row; lines of the types `heads` are headings and not
        counted.
        """
        room = max(1, (rows - (len(lines) * each > rows)) // each)
        first = scrolled(len(lines), chosen, room)
        if below := sum(not isinstance(line, heads) for line in lines[first + room :]):
            self.write(column, row + room * each, f"{below} more below", "dim")
        return range(first, min(len(lines), first + room))

    def paragraph(  # noqa: PLR0913 - a place, its text and its style
        self, column: int, row: int, width: int, text: str, style: str = "text", most: int = 99
    ) -> int:
        """Write a text over at most `most` lines; return the row after the last one."""
        for line in wrapped(text, width)[:most]:
            self.write(column, row, line, style)
            row += 1
        return row


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` characters; longer words continue in the
    next line.
    """
    lines = [""]
    for word in in_cells(text).split():
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if len(longer) <= width:
            lines[-1] = longer
            continue
        parts = pieces(word, width)
        lines = [*lines, *parts] if lines[-1] else parts
    return lines


def scrolled(count: int, chosen: int, rows: int) -> int:
    """Return the first visible line of a list in a number of rows, so that the chosen line is
    visible.
    """
    return max(0, min(chosen - rows // 2, count - rows))

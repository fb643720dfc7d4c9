"""Functions that join, cut, fill and compare lines, and TextPage: a whole screen of cells with
methods to write bars, headings, lists and paragraphs.

Neither a widget nor a library for terminals is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from engine.base.text import HALF
from tui.terminal.cells import (
    Grid,
    Run,
    as_sent,
    columns_of,
    cut,
    cut_line,
    in_cells,
    pieces,
    runs_of,
)

Line = tuple[Run, ...]
IN = "@"
"""In a style name, the sign before the name of a palette: the style is then drawn in that
palette."""
CURSOR = "+cursor"
"""The end of a style name that has the colours of the cursor."""


def line_of(*runs: Run) -> Line:
    """Return runs (style, text) as a line, without empty runs; neighbours of the same style are
    joined.
    """
    joined: list[Run] = []
    for token, raw in runs:
        if not raw:
            continue
        text = in_cells(raw)
        if joined and joined[-1][0] == token:
            joined[-1] = (token, joined[-1][1] + text)
        else:
            joined.append((token, text))
    return tuple(joined)


def text_of(line: Iterable[Run]) -> str:
    """Return a line's plain text."""
    return as_sent("".join(text for _, text in line))


def part(line: Sequence[Run], start: int, end: int) -> Line:
    """Return the columns of a line from `start` to before `end`; each character takes one cell."""
    runs: list[Run] = []
    at = 0
    for token, text in line:
        if at >= end:
            break
        piece = text[max(0, start - at) : end - at]
        if piece:
            runs.append((token, piece))
        at += len(text)
    return tuple(runs)


def fitted(line: Sequence[Run], width: int, token: str = "text") -> Line:
    """Return a line in exactly `width` columns: cut with a sign, or filled with spaces."""
    return filled(cut_line(line, width), width, token)


def filled(line: Sequence[Run], width: int, token: str = "text") -> Line:
    """Return a line in exactly `width` columns: cut without a sign, or filled with spaces."""
    length = columns_of(line)
    if length >= width:
        return part(line, 0, width) if length > width else tuple(line)
    return line_of(*line, (token, " " * (width - length)))


def diff_columns(old: Line, new: Line) -> tuple[int, int] | None:
    """Return (first column that differs, column after the last that differs); None if the lines are
    equal.
    """
    before, now = columns_of(old), columns_of(new)
    if before != now:
        alike = takewhile(lambda runs: runs[0] == runs[1], zip(old, new, strict=False))
        return columns_of(run for run, _ in alike), max(before, now)
    start = _common(old, new)
    return (start, now - _common(old, new, back=True)) if start < now else None


def _common(old: Line, new: Line, back: bool = False) -> int:
    """Return how many cells two lines have in common: from the left, or with `back` from the
    right.
    """
    # Compared run by run: comparing all lines of a chart cell by cell would take milliseconds.
    one, other = (iter(line[::-1] if back else line) for line in (old, new))
    token = text = name = told = ""
    count = 0
    while True:
        while not text:
            if (run := next(one, None)) is None:
                return count
            token, text = run
        while not told:
            if (run := next(other, None)) is None:
                return count
            name, told = run
        if token != name:
            return count
        size = min(len(text), len(told))
        was, now = (text[-size:], told[-size:]) if back else (text[:size], told[:size])
        if was != now:
            pairs = zip(was[::-1], now[::-1], strict=True) if back else zip(was, now, strict=True)
            return count + next(at for at, (left, right) in enumerate(pairs) if left != right)
        count += size
        text, told = (text[:-size], told[:-size]) if back else (text[size:], told[size:])


def paired(line: Line, start: int, end: int) -> tuple[int, int]:
    """Return the columns `start` and `end`, moved apart if necessary so that no wide character is
    split.
    """
    text = "".join(text for _, text in line)
    return start - (text[start : start + 1] == HALF), end + (text[end : end + 1] == HALF)


# TextPage: a full screen of cells.


RULES = {"ascii": "-", "unicode": "─"}
"""The character of a horizontal rule, by glyph set."""
MARKS = {"ascii": ">", "unicode": "►"}
"""{glyph set: the sign before the highlighted item of a list}."""


class ClickSpot(NamedTuple):
    """A rectangle of cells that can be clicked, and what a click does."""

    column: int
    row: int
    width: int
    height: int
    click: Callable[[], None]

    def holds(self, column: int, row: int) -> bool:
        """Tell whether a cell lies in the rectangle."""
        return 0 <= column - self.column < self.width and 0 <= row - self.row < self.height


class TextPage(Grid):
    """A grid of cells for a whole screen. Bars fill its width; spaces keep their style."""

    def __init__(self, columns: int, rows: int, glyphs: str = "unicode") -> None:
        super().__init__(columns, rows, "text")
        self.glyph_set = glyphs
        self.spots: list[ClickSpot] = []

    def row(self, row: int) -> list[Run]:
        """Return a row as runs of (style, text).

        Unlike in `Grid`, a blank never takes the style of its neighbour.
        """
        return list(runs_of("".join(self.glyphs[row]), self.styles[row]))

    def write(self, column: int, row: int, text: str, style: str) -> None:
        """Write a text into a row, beginning at a cell; at the edge of the page it is cut with a
        sign.
        """
        super().write(column, row, cut(text, self.columns - column), style)

    def bar(self, row: int, left: str, style: str, right: str = "") -> None:
        """Write a bar over the whole width; `right` is left out if it does not fit."""
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
        """Write a line of a list; if it is `chosen`, with a sign and in another style.

        `click` is called for a click on any of the `height` rows that belong to the line.
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
        """Return the range of indexes of the lines of a list that are to be shown; the chosen one
        is among them.

        Each line takes `each` of the `rows` rows that begin at `row`. If further lines follow,
        their number is written into the last row; lines of the types `heads` are headings, which
        are not counted.
        """
        room = max(1, (rows - (len(lines) * each > rows)) // each)
        first = scrolled(len(lines), chosen, room)
        if below := sum(not isinstance(line, heads) for line in lines[first + room :]):
            self.write(column, row + room * each, f"{below} more below", "dim")
        return range(first, min(len(lines), first + room))

    def paragraph(  # noqa: PLR0913 - a place, its text and its style
        self, column: int, row: int, width: int, text: str, style: str = "text", most: int = 99
    ) -> int:
        """Write a text as at most `most` lines, with a sign if it is cut; return the next free
        row.
        """
        lines = wrapped(text, width)
        if 0 < most < len(lines):
            lines[most - 1] = cut(" ".join(lines[most - 1 :]), width)
        for line in lines[: max(0, most)]:
            self.write(column, row, line, style)
            row += 1
        return row


def wrapped(text: str, width: int) -> list[str]:
    """Return a text as lines of at most `width` characters; a longer word goes on in the next
    line.
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
    """Return the first line of a list to show in `rows` rows, so that the chosen line is
    visible.
    """
    return max(0, min(chosen - rows // 2, count - rows))

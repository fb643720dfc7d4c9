"""A grid of character cells, each with a style name; its rows as runs, and diffs of grids.

Rows, grids and frames count characters. So a character that fills two cells is followed by `HALF`,
which stands for the second cell, takes no room of its own and is left out when a row is sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.base.clean import HALF

Run = tuple[str, str]
"""(style name, text)."""

_GROUNDS = {  # by style; a style that is not named stands on the sea
    **{name: name for name in ("land", "shoal", "cursor", "active", "prompt", "chosen")},
    "prompt_key": "prompt",
    **dict.fromkeys(("status", "status_head"), "status"),
    **dict.fromkeys(("frame", "ruler", "wind", "off", "keys", "key"), "page"),
    **dict.fromkeys(("text", "dim", "head", "ok", "warning", "bar"), "page"),
    "place": "land",
}


def ground(style: str) -> str:
    """Return the name of a style's background; of `a.b`, which is `a` drawn on `b`, that of `b`."""
    base = style.rpartition(".")[2]
    if base.startswith(("label_", "plate_")):
        return base
    if base.startswith("side_"):
        return "page"
    return _GROUNDS.get(base, "sea")


def columns_of(line: Iterable[Run]) -> int:
    """Return the columns of a line: a wide character has two."""
    count = 0
    for _, text in line:  # a plain loop: every key asks for hundreds
        count += len(text) if text.isascii() else len(in_cells(text))
    return count


class Grid:
    """A rectangle of cells. Writing to a cell outside of it does nothing."""

    def __init__(self, columns: int, rows: int, style: str = "sea") -> None:
        self.columns = columns
        self.rows_count = rows
        self.glyphs = [[" "] * columns for _ in range(rows)]
        self.styles = [[style] * columns for _ in range(rows)]

    def copy(self) -> Grid:
        """Return an independent copy."""
        twin = Grid.__new__(Grid)
        twin.columns, twin.rows_count = self.columns, self.rows_count
        twin.glyphs = [row[:] for row in self.glyphs]
        twin.styles = [row[:] for row in self.styles]
        return twin

    def holds(self, column: int, row: int) -> bool:
        """Tell whether a cell is on the grid."""
        return 0 <= column < self.columns and 0 <= row < self.rows_count

    def put(self, column: int, row: int, glyph: str, style: str) -> None:
        """Write one cell."""
        if 0 <= column < self.columns and 0 <= row < self.rows_count:
            self.glyphs[row][column] = glyph
            self.styles[row][column] = style

    def write(self, column: int, row: int, text: str, style: str) -> None:
        """Write a text from a cell to the right."""
        text = in_cells(text)
        left, right = max(0, column), min(self.columns, column + len(text))
        if 0 <= row < self.rows_count and left < right:
            self.glyphs[row][left:right] = text[left - column : right - column]
            self.styles[row][left:right] = [style] * (right - left)

    def paste(self, other: Grid, column: int, row: int) -> None:
        """Copy another grid in, its upper left corner at a cell; clip it to this grid."""
        left, right = max(0, column), min(self.columns, column + other.columns)
        if left >= right:
            return
        for number in range(max(0, -row), min(other.rows_count, self.rows_count - row)):
            cut = slice(left - column, right - column)
            self.glyphs[row + number][left:right] = other.glyphs[number][cut]
            self.styles[row + number][left:right] = other.styles[number][cut]

    def cell(self, column: int, row: int) -> tuple[str, str]:
        """Return (glyph, style) of a cell of the grid."""
        return self.glyphs[row][column], self.styles[row][column]

    def row(self, row: int) -> list[Run]:
        """Return a row's runs of (style, text).

        A blank takes the style of its left neighbour on the same background: it looks the same,
        and longer runs need fewer escape sequences.
        """
        runs: list[Run] = []
        style, text = "", ""
        for glyph, wanted in zip(self.glyphs[row], self.styles[row], strict=True):
            if wanted != style and not (glyph == " " and style and _blank_joins(style, wanted)):
                if text:
                    runs.append((style, text))
                style, text = wanted, ""
            text += glyph
        if text:
            runs.append((style, text))
        return runs

    def rows(self, before: Grid | None = None, kept: Sequence[list[Run]] = ()) -> list[list[Run]]:
        """Return the runs of every row; `kept` are those of `before`, reused for equal rows."""
        if before is None or (before.columns, before.rows_count) != (self.columns, self.rows_count):
            return [self.row(number) for number in range(self.rows_count)]
        return [
            kept[number]
            if self.glyphs[number] == before.glyphs[number]
            and self.styles[number] == before.styles[number]
            else self.row(number)
            for number in range(self.rows_count)
        ]

    def lines(self) -> list[str]:
        """Return the rows as plain text."""
        return [as_sent("".join(row)) for row in self.glyphs]


_JOINS: dict[tuple[str, str], bool] = {}
"""Cache of `_blank_joins`: it is asked for every blank of a chart, of few pairs of styles."""


def _blank_joins(left: str, wanted: str) -> bool:
    known = _JOINS.get((left, wanted))
    if known is None:
        known = _JOINS[left, wanted] = ground(left) == ground(wanted) != "cursor"
    return known


# Characters of two cells --------------------------------------------------

_PERHAPS = re.compile(
    "[\u1100-\u115f\u231a-\u23f3\u25fd-\u27bf\u2b1b-\u2b55\u2e80-\ua97f\uac00-\ud7a3"
    "\uf900-\ufaff\ufe10-\ufe6f\uff01-\uff60\uffe0-\uffe6\U00016fe0-\U0003fffd]"
    f"(?!{HALF})"
)
"""Characters among which all wide ones are, and none that a chart draws lines or ships with."""


def in_cells(text: str) -> str:
    """Return a text with `HALF` behind each character that fills two cells of a terminal.

    >>> [in_cells(each) == each for each in ("Minnesota", "\u6f22")], len(in_cells("\u6f22\u5b57"))
    ([True, False], 4)
    """
    if text.isascii():
        return text
    return _PERHAPS.sub(_followed, text)


def _followed(found: re.Match[str]) -> str:
    return f"{found[0]}{HALF}" if is_wide(found[0]) else found[0]


@lru_cache(4096)
def is_wide(sign: str) -> bool:
    """Tell whether a character fills two cells."""
    from rich.cells import cell_len  # slow to import; commands that only print need no rich

    return cell_len(sign) == 2


def as_sent(text: str) -> str:
    """Return a text of cells as a terminal draws it, the second halves left out."""
    return text.replace(HALF, "")


def pieces(word: str, width: int) -> list[str]:
    """Return a word in pieces of at most `width` cells; no character is cut in two.

    >>> [as_sent(each) for each in pieces(in_cells("a\u6f22\u5b57"), 2)]
    ['a', '\u6f22', '\u5b57']
    """
    found: list[str] = []
    width = max(1, width)
    while word:
        end = width
        if word[end : end + 1] == HALF and end > 1:
            end -= 1
        elif word[end : end + 1] == HALF:
            end += 1
        found.append(word[:end])
        word = word[end:]
    return found

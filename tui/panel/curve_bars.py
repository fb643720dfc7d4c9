"""The curve of a battle as bars of one to six rows, with marks at costly choices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import ceil

from engine.review.curve import Curve, columns, costly_entries
from tui.terminal.cells import Run
from tui.terminal.terminal import Glyphs

STEPS = {"ascii": "_.-=+*#@", "unicode": "▁▂▃▄▅▆▇█"}
"""Characters for the filled part of a row, from none to all of it."""
COSTLY = "!"
"""The mark of a costly choice, on curve and timeline."""
MOST_ROWS = 6
SMALL = 24
"""Lines of a screen whose curve has one row; every further `MORE` lines add another row."""
MORE = 6


def rows_for(lines: int) -> int:
    """Return how many rows a curve has on a screen of so many lines."""
    return max(1, min(MOST_ROWS, 1 + (lines - SMALL) // MORE))


def column_of(n: int, end: int, length: int) -> int:
    """Return the column of an entry in a bar of `length` columns."""
    return round(n / end * (length - 1)) if end else 0


def curve_bars(
    curve: Curve, length: int, rows: int, glyphs: Glyphs, here: int | None = None
) -> list[list[Run]]:
    """Return the rows of a curve, the top row first: the higher a column, the better for the first
    side.

    `here` is the current position, drawn bright; None for none.
    """
    steps, chances = STEPS[glyphs], list(columns(curve, length))
    end = curve.positions - 1
    grid = [
        [_sign(chance, below, rows, steps) for chance in chances]
        for below in range(rows - 1, -1, -1)
    ]
    styles = [["ruler"] * length for _ in range(rows)]
    for n in costly_entries(curve):
        column = column_of(n, end, length)
        full = max(1, ceil((chances[column] or 0.0) * rows))
        row = max(0, rows - 1 - full)
        grid[row][column], styles[row][column] = COSTLY, "warning"
    if here is not None:
        column = column_of(here, end, length)
        for row in range(rows):
            styles[row][column] = "head"
    return [_runs(signs, style) for signs, style in zip(grid, styles, strict=True)]


def _sign(chance: float | None, below: int, rows: int, steps: str) -> str:
    """Return the character of a chance in a row with `below` rows under it."""
    if chance is None:
        return " "
    part = chance * rows - below
    if part <= 0 and below:
        return " "
    return steps[max(0, min(len(steps) - 1, int(part * len(steps))))]


def _runs(signs: Sequence[str], styles: Sequence[str]) -> list[Run]:
    pairs = zip(styles, signs, strict=True)
    return [
        (style, "".join(sign for _, sign in group))
        for style, group in groupby(pairs, lambda pair: pair[0])
    ]

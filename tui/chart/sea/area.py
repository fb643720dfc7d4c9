"""Fill an outline: which cells, and which quarters of cells, it covers at least by half.

Scan lines with exact overlaps: an outline takes some hundred microseconds, without a sampling
grid or a library. Corners are (column, row) in cells, rows counted downward.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from math import ceil, floor

Corner = tuple[float, float]
Cell = tuple[int, int]

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The glyph for each sum of bits: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""
_LINES = 4
"""Scan lines in the height of a quarter; more would change no glyph that is seen."""


def quarters(outline: Sequence[Corner], columns: int, rows: int) -> dict[Cell, int]:
    """Return by cell of the window the bits of its quarters that are at least half covered."""
    bits: dict[Cell, int] = {}
    for (across, down), covered in _coverage(outline, columns, rows).items():
        if covered >= _LINES / 2 - 1e-9:  # an exact half must not fall to rounding
            cell = across >> 1, down >> 1
            bits[cell] = bits.get(cell, 0) | 1 << ((across & 1) + 2 * (down & 1))
    return bits


def cells(outline: Sequence[Corner], columns: int, rows: int) -> set[Cell]:
    """Return the cells of the window that are at least half covered."""
    shares: dict[Cell, float] = {}
    for (across, down), covered in _coverage(outline, columns, rows).items():
        cell = across >> 1, down >> 1
        shares[cell] = shares.get(cell, 0.0) + covered
    return {cell for cell, share in shares.items() if share >= 2 * _LINES - 1e-9}


def _coverage(outline: Sequence[Corner], columns: int, rows: int) -> dict[Cell, float]:
    """Return how much of each quarter is covered, in scan lines (0 to `_LINES`)."""
    shares: dict[Cell, float] = {}
    step = 2 * _LINES
    top = max(0, floor(min(y for _, y in outline) * step))
    bottom = min(rows * step, ceil(max(y for _, y in outline) * step))
    edges = [
        (a, b) if a[1] < b[1] else (b, a)
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)
        if a[1] != b[1]
    ]
    for line in range(top, bottom):
        y = (line + 0.5) / step
        crossings = sorted(
            [ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in edges if ay <= y < by]
        )
        down = line // _LINES
        for start, end in zip(crossings[::2], crossings[1::2], strict=True):
            for across, share in _span(start * 2, end * 2, columns * 2):
                quarter = across, down
                shares[quarter] = shares.get(quarter, 0.0) + share
    return shares


def _span(start: float, end: float, limit: int) -> Iterable[tuple[int, float]]:
    """Return each unit that an interval touches, with the share of the unit that it covers."""
    start, end = max(0.0, start), min(float(limit), end)
    first, last = floor(start), ceil(end) - 1
    if first >= last:
        return ((first, end - start),) if first == last else ()
    whole = zip(range(first + 1, last), repeat(1.0))  # all but the ends of it
    return (first, first + 1 - start), *whole, (last, end - last)

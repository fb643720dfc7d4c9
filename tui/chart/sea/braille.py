"""Thin lines in braille characters: a finer grid of dots, 2 across and 4 down in each cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from tui.chart.sea.area import Cell, Corner

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Unicode's bit of each dot, by row and column."""


def dots(places: Iterable[Cell]) -> dict[Cell, int]:
    """Return the bits of each cell for dots given as (dot column, dot row)."""
    bits: dict[Cell, int] = {}
    for across, down in places:
        cell = across >> 1, down >> 2
        bits[cell] = bits.get(cell, 0) | _BITS[down & 3][across & 1]
    return bits


def glyph(bits: int) -> str:
    """Return the braille character of a cell's dots."""
    return chr(0x2800 + bits)


def walk(corners: Sequence[Corner]) -> dict[Cell, int]:
    """Return by cell the dots of an unbroken closed line through corners given in cells."""
    ends = [*corners[1:], corners[0]]
    places: set[Cell] = set()
    for (ax, ay), (bx, by) in zip(corners, ends, strict=False):
        # Three samples for each dot of length, so that no dot is skipped.
        steps = max(1, round(3 * hypot((bx - ax) * 2, (by - ay) * 4)))
        for step in range(steps + 1):
            x = ax + (bx - ax) * step / steps
            y = ay + (by - ay) * step / steps
            places.add((int(x * 2 // 1), int(y * 4 // 1)))
    return dots(places)

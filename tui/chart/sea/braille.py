"""Braille dots: the cells of a finer grid, 2 across and 4 down in each cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from tui.chart.sea.area import Cell, Corner

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def dots(places: Iterable[Cell]) -> dict[Cell, int]:
    """Return the bits of each cell for dots given in dot columns and rows."""
    bits: dict[Cell, int] = {}
    for across, down in places:
        cell = across >> 1, down >> 2
        bits[cell] = bits.get(cell, 0) | _BITS[down & 3][across & 1]
    return bits


def glyph(bits: int) -> str:
    """Return the sign of a cell's dots."""
    return chr(0x2800 + bits)


def walk(corners: Sequence[Corner], closed: bool = True) -> dict[Cell, int]:
    """Return the dots of an unbroken line through corners given in cells."""
    ends = [*corners[1:], corners[0]] if closed else corners[1:]
    places: set[Cell] = set()
    for (ax, ay), (bx, by) in zip(corners, ends, strict=False):
        steps = max(1, round(3 * hypot((bx - ax) * 2, (by - ay) * 4)))
        for step in range(steps + 1):
            x = ax + (bx - ax) * step / steps
            y = ay + (by - ay) * step / steps
            places.add((int(x * 2 // 1), int(y * 4 // 1)))
    return dots(places)

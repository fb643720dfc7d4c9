"""Thin dotted lines: a dot wherever a line crosses a lattice of the plane.

The lattice, and not the length along the line, decides where a dot is. So dots stay where they
are when the line moves a little or the view is panned, and few cells change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot

import msgspec

from engine.game.chart import Trace
from tui.chart.sea import braille
from tui.chart.sea.area import Cell, Corner
from tui.chart.sea.window import SeaWindow
from tui.terminal.terminal import Glyphs


class Pen(msgspec.Struct, frozen=True):
    """How a kind of line is drawn: its style, its dots, and its characters in ASCII."""

    style: str
    inches: float
    """Inches from dot to dot."""
    level: str = "'."
    """The characters of a level stretch in the upper and in the lower half of a cell."""
    steep: str = "."
    """The character of a steep stretch."""
    dense: bool = False
    """In ASCII, whether every cell has a character; otherwise one for each inch."""


PENS: dict[str, Pen] = {
    "ring": Pen("ring", 0.5, steep="'"),
    "path": Pen("path", 0.5, level=".."),
    "bar": Pen("path", 0.25, level="--", steep="|", dense=True),
    "sweep": Pen("ghost", 0.5, level=".."),
    "link": Pen("link", 0.25, level="==", steep="=", dense=True),
    "rake": Pen("rake", 0.125, level="!!", steep="!", dense=True),
    "sight": Pen("ring", 0.125, level="!!", steep="!", dense=True),
    "blocked": Pen("ring", 0.125, level="!!", steep="!", dense=True),
    "ray": Pen("ring", 0.5),
    "measure": Pen("measure", 0.25),
    "room": Pen("link", 0.25, level="--", steep=":"),
}
LAYERS = (
    ("ring", "ray"),
    ("room",),
    ("path", "bar"),
    ("sweep",),
    ("link", "rake", "sight", "blocked", "measure"),
)
"""Kinds in the order in which they are drawn."""


@lru_cache(maxsize=256)
def marks(trace: Trace, view: SeaWindow, glyphs: Glyphs) -> dict[Cell, str]:
    """Return the characters of a line by cell of the window.

    Cached: rings and paths stay the same while the cursor moves.
    """
    pen = PENS[trace.kind]
    points = [view.to_cell(point) for point in trace.points]
    if trace.closed:
        points.append(points[0])
    if glyphs == "ascii":
        return _signs(points, pen, view)
    bits = braille.dots(_dots(points, pen, view))
    return {cell: braille.glyph(on) for cell, on in bits.items()}


def _dots(points: Sequence[Corner], pen: Pen, view: SeaWindow) -> list[Cell]:
    step = max(1, min(8, round(pen.inches * 4 * view.rows_per_inch)))
    if pen.inches >= 0.5:  # a light line must not become solid at small scales
        step = max(2, step)
    east, south = view.origin
    finer = [(x * 2, y * 4) for x, y in points]
    crossed = _crossings(
        finer, (step, step), (east * 2, south * 4), 1.0, (view.columns * 2, view.rows * 4)
    )
    return [(floor(x), floor(y)) for x, y, _ in crossed]


def _signs(points: Sequence[Corner], pen: Pen, view: SeaWindow) -> dict[Cell, str]:
    inch = max(2, round(view.cols_per_inch)), max(1, int(view.rows_per_inch))
    steps = (1, 1) if pen.dense else inch
    drawn: dict[Cell, str] = {}
    for x, y, level in _crossings(points, steps, view.origin, 2.0, (view.columns, view.rows)):
        sign = pen.level[y % 1 >= 0.5] if level else pen.steep
        drawn[floor(x), floor(y)] = sign
    return drawn


def _crossings(
    points: Sequence[Corner],
    steps: tuple[int, int],
    origin: Cell,
    tall: float,
    limits: Cell,
) -> Iterator[tuple[float, float, bool]]:
    """Yield (x, y, whether level) for each crossing of a line with its lattice.

    `tall` is the height of a unit in widths. A dot too near to the last one, where a level
    stretch turns steep, is left out.
    """
    last: Corner | None = None
    least = 0.6 * steps[0] if steps[0] > 1 else 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        level = abs(bx - ax) >= abs(by - ay) * tall - 1e-9
        start, end, axis = (ax, bx, 0) if level else (ay, by, 1)
        if start == end or max(ax, bx) < 0 or max(ay, by) < 0:
            continue
        for place in _stops(start, end, steps[axis], origin[axis], limits[axis]):
            share = (place - start) / (end - start)
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            if not (0 <= x < limits[0] and 0 <= y < limits[1]):
                continue
            if last and hypot(x - last[0], (y - last[1]) * tall) < least:
                continue
            last = x, y
            # Rounded, so that equal places of a panned view fall into equal cells.
            yield round(x, 6), round(y, 6), level


def _stops(start: float, end: float, step: int, origin: int, limit: int) -> Iterator[float]:
    """Yield the middles of the lattice's units from start to end, inside the window."""
    low, high = max(0.0, min(start, end)), min(float(limit), max(start, end))
    first = ceil((low - 0.5 + origin) / step - 1e-9) * step - origin
    places = [place + 0.5 for place in range(first, ceil(high - 0.5 - 1e-9), step)]
    return iter(places if start < end else reversed(places))

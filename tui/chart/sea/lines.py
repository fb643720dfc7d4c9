"""Draws areas, thin dotted lines and lines of braille dots on a grid of character cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, repeat
from math import ceil, floor, hypot

import msgspec

from engine.game.chart import Trace
from tui.chart.sea.window import SeaWindow
from tui.terminal.terminal import Glyphs

# Fill an outline: find the cells, and the quarters of cells, that are at least half inside it. The
# overlap of each cell with some scan lines is computed exactly. So an outline takes about a hundred
# microseconds, and neither a grid of samples nor a library is needed. Corners are (column, row) in
# cells, rows counted downward.


Corner = tuple[float, float]
Cell = tuple[int, int]

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The glyph for each sum of the filled quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower
right."""
_LINES = 4
"""The number of sample rows in each quarter of a cell; more would change no visible glyph."""


def quarters(outline: Sequence[Corner], columns: int, rows: int) -> dict[Cell, int]:
    """Return {cell of the window: bits of those of its quarters that `outline` covers half or
    more}.
    """
    bits: dict[Cell, int] = {}
    for (across, down), covered in _coverage(outline, columns, rows).items():
        if covered >= _LINES / 2 - 1e-9:  # an exact half must not be lost by rounding
            cell = across >> 1, down >> 1
            bits[cell] = bits.get(cell, 0) | 1 << ((across & 1) + 2 * (down & 1))
    return bits


def cells(outline: Sequence[Corner], columns: int, rows: int) -> set[Cell]:
    """Return the cells of the window that are inside an outline with at least half of their
    area.
    """
    shares: dict[Cell, float] = {}
    for (across, down), covered in _coverage(outline, columns, rows).items():
        cell = across >> 1, down >> 1
        shares[cell] = shares.get(cell, 0.0) + covered
    return {cell for cell, share in shares.items() if share >= 2 * _LINES - 1e-9}


def _coverage(outline: Sequence[Corner], columns: int, rows: int) -> dict[Cell, float]:
    """Return {(column, row) of a quarter of a cell: how much of it an outline covers}; fully
    covered is `_LINES`.
    """
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
    """Return (unit, covered fraction of it) for each unit that the interval from `start` to `end`
    touches.
    """
    start, end = max(0.0, start), min(float(limit), end)
    first, last = floor(start), ceil(end) - 1
    if first >= last:
        return ((first, end - start),) if first == last else ()
    whole = zip(range(first + 1, last), repeat(1.0))  # the units between the two ends
    return (first, first + 1 - start), *whole, (last, end - last)


# Thin lines in braille characters: a finer grid of dots, 2 across and 4 down in each cell.


_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each of a cell's eight braille dots in Unicode, by row and column."""


def dots(places: Iterable[Cell]) -> dict[Cell, int]:
    """Return {cell: bits of its braille dots} for dots given as (dot column, dot row)."""
    bits: dict[Cell, int] = {}
    for across, down in places:
        cell = across >> 1, down >> 2
        bits[cell] = bits.get(cell, 0) | _BITS[down & 3][across & 1]
    return bits


def glyph(bits: int) -> str:
    """Return the braille character with these dots."""
    return chr(0x2800 + bits)


def walk(corners: Sequence[Corner]) -> dict[Cell, int]:
    """Return {cell: bits of its braille dots} of an unbroken closed line through `corners`, given
    in cells.
    """
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


# Thin dotted lines: a dot wherever a line crosses a lattice of the plane. The lattice, and not the
# length along the line, decides where a dot is. So dots stay in place when the line moves a little
# or the view is panned, and few cells change.


class Pen(msgspec.Struct, frozen=True):
    """How one kind of line is drawn: the distance of its dots, and its characters in ASCII."""

    style: str
    inches: float
    """Inches between dots."""
    level: str = "'."
    """The ASCII characters where the line is nearly level: for the upper and for the lower half of
    a cell."""
    steep: str = "."
    """The ASCII character where the line is steep."""
    dense: bool = False
    """Whether in ASCII each cell of the line gets a character; otherwise one for each inch."""


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
"""The kinds of lines, in the order of drawing."""


@lru_cache(maxsize=256)
def marks(trace: Trace, view: SeaWindow, glyphs: Glyphs) -> dict[Cell, str]:
    """Return {cell of the window: character} of a line.

    Cached: rings and paths do not change while the cursor moves.
    """
    pen = PENS[trace.kind]
    points = [view.to_cell(point) for point in trace.points]
    if trace.closed:
        points.append(points[0])
    if glyphs == "ascii":
        inch = max(2, round(view.cols_per_inch)), max(1, int(view.rows_per_inch))
        steps = (1, 1) if pen.dense else inch
        drawn: dict[Cell, str] = {}
        for x, y, level in _crossings(points, steps, view.origin, 2.0, (view.columns, view.rows)):
            sign = pen.level[y % 1 >= 0.5] if level else pen.steep
            drawn[floor(x), floor(y)] = sign
        return drawn
    step = max(1, min(8, round(pen.inches * 4 * view.rows_per_inch)))
    if pen.inches >= 0.5:  # at small scales a light line must not become solid
        step = max(2, step)
    east, south = view.origin
    finer = [(x * 2, y * 4) for x, y in points]
    crossed = _crossings(
        finer, (step, step), (east * 2, south * 4), 1.0, (view.columns * 2, view.rows * 4)
    )
    bits = dots([(floor(x), floor(y)) for x, y, _ in crossed])
    return {cell: glyph(on) for cell, on in bits.items()}


def _crossings(
    points: Sequence[Corner],
    steps: tuple[int, int],
    origin: Cell,
    tall: float,
    limits: Cell,
) -> Iterator[tuple[float, float, bool]]:
    """Yield (x, y, whether level) for each point of a line that gets a dot.

    These are its crossings with a lattice that has a column or row every `steps` units, counted
    from `origin`. `tall` is a unit's height divided by its width. Where a level stretch turns
    steep, a crossing too near to the one before is left out.
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
            # Rounded, so that after panning equal places fall into equal cells.
            yield round(x, 6), round(y, 6), level


def _stops(start: float, end: float, step: int, origin: int, limit: int) -> Iterator[float]:
    """Yield the positions of the lattice's lines between `start` and `end`, in the middle of units.

    Only positions inside the window, from 0 to `limit`, are yielded.
    """
    low, high = max(0.0, min(start, end)), min(float(limit), max(start, end))
    first = ceil((low - 0.5 + origin) / step - 1e-9) * step - origin
    places = [place + 0.5 for place in range(first, ceil(high - 0.5 - 1e-9), step)]
    return iter(places if start < end else reversed(places))

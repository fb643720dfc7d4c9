"""Places for labels on the chart: each takes the first place where all its cells are free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import floor, radians, sin

from engine.game.chart import Terrain, Trace
from tui.chart.sea.area import Cell
from tui.chart.sea.ships import Piece, label_of
from tui.chart.sea.window import SeaWindow

Text = tuple[int, int, str]
"""(column, row, text)."""


class FreeCells:
    """The cells of the window that no ship, land or label has taken."""

    def __init__(self, view: SeaWindow, land: Iterable[Cell]) -> None:
        self.columns, self.rows = view.columns, view.rows
        self.land = land if isinstance(land, frozenset) else frozenset(land)
        self.taken: set[Cell] = set()

    def take(self, cells: Iterable[Cell]) -> None:
        """Mark cells as taken."""
        self.taken.update(cells)

    def free(self, column: int, row: int, length: int, on_land: bool = False) -> bool:
        """Tell whether `length` cells of a row are in the window and free."""
        if not (0 <= row < self.rows and column >= 0 and column + length <= self.columns):
            return False
        spots = [(column + offset, row) for offset in range(length)]
        return not any(spot in self.taken or (not on_land and spot in self.land) for spot in spots)

    def place(self, text: str, spots: Iterable[Cell], on_land: bool = False) -> Text | None:
        """Take the first free spot for a text and return it; None when none is free."""
        for column, row in spots:
            if self.free(column, row, len(text), on_land):
                self.take((column + offset, row) for offset in range(len(text)))
                return column, row, text
        return None


def tokens_of(piece: Piece) -> str:
    """Return the tokens of a ship as text: at most three characters, then `+`."""
    shown = piece.hull.tokens.replace("w", "")
    if len(piece.label) > len(label_of(piece.hull)):  # the label itself marks the flagship
        shown = shown.replace("*", "")
    if piece.hull.state == "wreck" and "x" not in shown:
        shown = "x" + shown
    return shown if len(shown) <= 3 else shown[:3] + "+"


def beside(piece: Piece, length: int) -> Iterator[Cell]:
    """Yield places for a ship's tokens, best first: astern, ahead, above, below, a cell farther."""
    row = piece.label[0][1]
    first, last = piece.row_span
    left, right = (first - length, row), (last + 1, row)
    sides = (left, right) if sin(radians(piece.hull.pose.heading)) > 0.3 else (right, left)
    yield from sides
    top = min(line for _, line in piece.cells)
    bottom = max(line for _, line in piece.cells)
    column = piece.label[0][0] + 1 - (length + 1) // 2
    yield column, top - 1
    yield column, bottom + 1
    yield first - length - 1, row
    yield last + 2, row
    yield column, top - 2
    yield column, bottom + 2


def in_line(trace: Trace, view: SeaWindow, length: int) -> Iterator[Cell]:
    """Yield places for the label of a line, best first.

    On a closed ring they start in the north-east; on an open line at its end, for a measured
    distance in its middle.
    """
    if not trace.closed:
        (ax, ay), (bx, by) = trace.points[0], trace.points[-1]
        for share in (
            (0.5, 0.65, 0.35, 0.8, 0.95)
            if trace.kind == "measure"
            else ((1.0, 0.85, 0.7, 0.55, 0.4))
        ):
            yield _about(view, ax + (bx - ax) * share, ay + (by - ay) * share, length)
        return
    middle_x = sum(x for x, _ in trace.points) / len(trace.points)
    middle_y = sum(y for _, y in trace.points) / len(trace.points)
    dense = list(_dense(trace))
    for wanted in (1.0, 0.6, 1.7, 0.25, 3.0, 0.0):
        for hand_x, hand_y in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            x, y = min(
                dense,
                key=lambda p: _off(hand_x * (p[0] - middle_x), hand_y * (p[1] - middle_y), wanted),
            )
            yield _about(view, x, y, length)


def in_middle(mark: Terrain, covered: Iterable[Cell], length: int) -> Iterator[Cell]:
    """Yield the middles of rows of a piece of terrain that have room for its name.

    A cell stays free at both ends, so that the outline can be seen.
    """
    rows: dict[int, list[int]] = {}
    for column, row in covered:
        rows.setdefault(row, []).append(column)
    if not rows:
        return
    centre = sum(rows) / len(rows)
    for row in sorted(rows, key=lambda line: abs(line - centre)):
        first, last = min(rows[row]), max(rows[row])
        if last - first + 1 >= length + 2 and len(rows[row]) == last - first + 1:
            yield (first + last + 1 - length) // 2 + (first + last + 1 - length) % 2, row


def _dense(trace: Trace) -> Iterator[tuple[float, float]]:
    for (ax, ay), (bx, by) in zip(trace.points, [*trace.points[1:], trace.points[0]], strict=True):
        for part in range(4):
            yield ax + (bx - ax) * part / 4, ay + (by - ay) * part / 4


def _off(east: float, north: float, wanted: float) -> float:
    """Return how far a direction is from a wanted slope, east over north, in one quadrant.

    9.0 for another quadrant, which is more than any in this one.
    """
    if east < 0 or north < 0:
        return 9.0
    whole = east + north or 1.0
    return abs(east / whole - wanted / (1 + wanted))


def _about(view: SeaWindow, x: float, y: float, length: int) -> Cell:
    column, row = view.to_cell((x, y))
    return floor(column - length / 2 + 0.5), floor(row)

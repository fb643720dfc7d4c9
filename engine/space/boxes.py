"""A grid of boxes: rows A, B, C... from the top, columns 1, 2, 3... from the left.

A box is represented by its name, such as `C3`. Ships have no facing: a step leads to any of the
eight neighbours, and a diagonal step passes between two boxes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

EDGES = ("left", "right", "top", "bottom")
TOWARDS = {"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)}
"""{edge of the grid: the step (rows down, columns right) straight towards it}."""
Step = tuple[int, int]


class Crossed(NamedTuple):
    """The boxes that a straight line crosses between its two end boxes, and the pairs of boxes
    between which the line passes diagonally.
    """

    boxes: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]


class Grid(NamedTuple):
    """A grid of rows and columns.

    >>> grid = Grid(5, 5)
    >>> grid.distance("A1", "C2"), grid.shifted("C3", (-1, 1)), grid.shifted("A1", (-1, 0))
    (2, 'B4', '')
    """

    rows: int
    columns: int

    @property
    def boxes(self) -> tuple[str, ...]:
        """All boxes, row by row."""
        return _boxes(self)

    def place(self, box: str) -> tuple[int, int]:
        """Return (row, column) of a box, counted from 0."""
        return _place(box)

    def shifted(self, box: str, step: Step) -> str:
        """Return the box at a step (rows down, columns right) from a box; '' if off the grid."""
        return _shifted(self, box, step)

    def step(self, start: str, end: str) -> Step:
        """Return the step (rows down, columns right) that leads from one box to another."""
        return _step(start, end)

    def distance(self, start: str, end: str) -> int:
        """Return the distance of two boxes in steps: the larger of the differences in rows and
        columns.
        """
        (row, column), (to_row, to_column) = _place(start), _place(end)
        return max(abs(to_row - row), abs(to_column - column))

    def neighbours(self, box: str) -> tuple[str, ...]:
        """Return the boxes one step away, including diagonal ones."""
        return _at(self, box, 1)

    def two_away(self, box: str) -> tuple[str, ...]:
        """Return the boxes at distance two that can be reached by two steps, at most one of them
        diagonal.
        """
        return _two_away(self, box)

    def ways(self, start: str, end: str) -> tuple[str, ...]:
        """Return the middle boxes of all ways of two steps between two boxes, at most one of them
        diagonal.
        """
        return _ways(self, start, end)

    def flanks(self, start: str, end: str) -> tuple[str, str] | None:
        """Return the two boxes between which a diagonal step passes; None for a straight step."""
        return _flanks(self, start, end)

    def crossed(self, start: str, end: str) -> Crossed:
        """Return the boxes that the line between the centres of two boxes crosses; they must be at
        most two steps apart.
        """
        return _crossed(self, start, end)

    def edges(self, box: str) -> tuple[str, ...]:
        """Return the edges of the grid that a box touches."""
        return _edges(self, box)

    def along(self, edge: str) -> tuple[str, ...]:
        """Return all boxes along an edge of the grid."""
        return _along(self, edge)

    def nears(self, start: str, end: str, edge: str) -> bool:
        """Tell whether a step leads nearer to an edge, straight or diagonally."""
        (down, right), (to_down, to_right) = self.step(start, end), TOWARDS[edge]
        return down * to_down + right * to_right > 0


# Cached functions: a grid has a few dozen boxes and never changes, and filling in a sheet of orders
# calls these functions thousands of times.


@cache
def _place(box: str) -> tuple[int, int]:
    return ord(box[0]) - 65, int(box[1:]) - 1


@cache
def _step(start: str, end: str) -> Step:
    (row, column), (to_row, to_column) = _place(start), _place(end)
    return to_row - row, to_column - column


@cache
def _shifted(grid: Grid, box: str, step: Step) -> str:
    row, column = _place(box)
    row, column = row + step[0], column + step[1]
    inside = 0 <= row < grid.rows and 0 <= column < grid.columns
    return f"{chr(65 + row)}{column + 1}" if inside else ""


@cache
def _flanks(grid: Grid, start: str, end: str) -> tuple[str, str] | None:
    down, right = _step(start, end)
    if abs(down) != 1 or abs(right) != 1:
        return None
    return grid.shifted(start, (down, 0)), grid.shifted(start, (0, right))


@cache
def _two_away(grid: Grid, box: str) -> tuple[str, ...]:
    return tuple(each for each in _at(grid, box, 2) if _ways(grid, box, each))


@cache
def _edges(grid: Grid, box: str) -> tuple[str, ...]:
    return tuple(edge for edge in EDGES if not grid.shifted(box, TOWARDS[edge]))


@cache
def _along(grid: Grid, edge: str) -> tuple[str, ...]:
    return tuple(box for box in grid.boxes if edge in grid.edges(box))


@cache
def _boxes(grid: Grid) -> tuple[str, ...]:
    return tuple(
        f"{chr(65 + row)}{column + 1}" for row in range(grid.rows) for column in range(grid.columns)
    )


@cache
def _at(grid: Grid, box: str, distance: int) -> tuple[str, ...]:
    return tuple(each for each in grid.boxes if grid.distance(box, each) == distance)


@cache
def _ways(grid: Grid, start: str, end: str) -> tuple[str, ...]:
    if grid.distance(start, end) != 2:
        return ()
    near = set(grid.neighbours(start)) & set(grid.neighbours(end))
    return tuple(
        middle
        for middle in sorted(near)
        if not (grid.flanks(start, middle) and grid.flanks(middle, end))
    )


@cache
def _crossed(grid: Grid, start: str, end: str) -> Crossed:
    down, right = grid.step(start, end)
    far, near = max(abs(down), abs(right)), min(abs(down), abs(right))
    if far == near:
        boxes, pairs, at = [], [], start
        for _ in range(far):
            then = grid.shifted(at, (down // far, right // far))
            flanks = grid.flanks(at, then)
            if flanks:
                pairs.append(flanks)
            at = then
            boxes.append(at)
        return Crossed(tuple(boxes[:-1]), tuple(pairs))
    if far < 2:
        return Crossed((), ())
    # On a straight line, the box in the middle; for a knight's move, both boxes in the middle.
    middles = {
        middle
        for middle in grid.neighbours(start)
        if grid.distance(middle, end) == 1 and _between(grid, start, middle, end)
    }
    return Crossed(tuple(sorted(middles)), ())


def _between(grid: Grid, start: str, middle: str, end: str) -> bool:
    """Tell whether box `middle` lies in the rectangle whose corners are `start` and `end`."""
    rows, columns = zip(grid.place(start), grid.place(end), strict=True)
    row, column = grid.place(middle)
    return min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)

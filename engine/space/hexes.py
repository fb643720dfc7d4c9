"""Hexes with flat tops, arranged in columns: steps, distances, labels, places on the plane.

A hex is (column, row), unbounded in both directions; odd columns are half a hex lower. Directions
are 1 N, 2 NE, 3 SE, 4 S, 5 SW, 6 NW. Calculations use axial coordinates (q, s), in which a step in
one direction is the same from every hex.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import ascii_uppercase

Hex = tuple[int, int]
Axial = tuple[int, int]

DIRECTIONS = (1, 2, 3, 4, 5, 6)
NAMES = ("N", "NE", "SE", "S", "SW", "NW")
STEPS: tuple[Axial, ...] = ((-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The step of each direction, in axial coordinates; index 0 repeats direction 6."""
WIDTH = 0.75**0.5
"""The distance between neighbouring columns; the distance between neighbouring centres is 1."""

_LABEL = re.compile(r"(-?)([A-Z])\2*(-?\d+)")


def axial(place: Hex) -> Axial:
    """Return the axial coordinates of a hex."""
    column, row = place
    return column, row - (column >> 1)


def offset(at: Axial) -> Hex:
    """Return the hex (column, row) at axial coordinates."""
    q, s = at
    return q, s + (q >> 1)


def turned(direction: int, by: int) -> int:
    """Return the direction (1 to 6) after a turn of `by` sixths of a circle to the right.

    >>> turned(1, -1), turned(6, 1)
    (6, 1)
    """
    return (direction + by - 1) % 6 + 1


def step(place: Hex, direction: int, count: int = 1) -> Hex:
    """Return the hex that is `count` steps away in a direction.

    >>> label(step(read_label("R23"), 2, 14))
    'FF16'
    """
    q, s = axial(place)
    dq, ds = STEPS[direction]
    return offset((q + count * dq, s + count * ds))


def distance(one: Hex, other: Hex) -> int:
    """Return how many steps two hexes are apart."""
    dq = other[0] - one[0]
    ds = other[1] - (other[0] >> 1) - one[1] + (one[0] >> 1)
    return max(abs(dq), abs(ds), abs(dq + ds))


def plane(place: Hex) -> tuple[float, float]:
    """Return a hex's centre, x east and y north; the distance between neighbouring centres is 1."""
    column, row = place
    return column * WIDTH, -(row + (column & 1) / 2)


def heading(direction: int) -> float:
    """Return a direction in degrees clockwise from north."""
    return (direction - 1) * 60.0


def ahead_north(of: Hex, facing: int, place: Hex) -> Axial:
    """Return the offset from hex `of` to `place`, rotated so that `facing` points north."""
    q, s = axial(of)
    dq, ds = place[0] - q, place[1] - (place[0] >> 1) - s
    a, b, c, d = _TO_NORTH[facing]
    return a * dq + b * ds, c * dq + d * ds


# For each facing the matrix that turns (q, s) back by facing - 1 sixths of a circle; index 0 is not
# used.
_TO_NORTH = (
    (0, 0, 0, 0),
    (1, 0, 0, 1),
    (1, 1, -1, 0),
    (0, 1, -1, -1),
    (-1, 0, 0, -1),
    (-1, -1, 1, 0),
    (0, -1, 1, 1),
)

# Labels -----------------------------------------------------------------------


def label(place: Hex) -> str:
    """Return a hex's label: a letter for the column (repeated after Z: AA, BB), then the row.

    >>> label((0, 1)), label((51, 4)), label((-1, 0))
    ('A1', 'ZZ4', '-A0')
    """
    column, row = place
    return f"{column_label(column)}{row}"


def column_label(column: int) -> str:
    """Return the letters of a column; a negative column has a minus before the letters."""
    number = column if column >= 0 else -column - 1
    letters = ascii_uppercase[number % 26] * (number // 26 + 1)
    return letters if column >= 0 else "-" + letters


def read_label(text: str) -> Hex:
    """Return the hex of a label; `ValueError` for any other text.

    >>> read_label("FF16"), read_label("-A-3")
    ((31, 16), (-1, -3))
    """
    found = _LABEL.fullmatch(text.strip().upper())
    if not found or len(text) > 60:
        raise ValueError(f"'{text[:20]}' is not a hex")
    minus, letter, row = found.groups()
    repeats = found.end(0) - found.start(3)
    count = len(found[0]) - repeats - len(minus)
    column = ascii_uppercase.index(letter) + 26 * (count - 1)
    return (-column - 1 if minus else column), int(row)


# Areas ------------------------------------------------------------------------


@lru_cache(maxsize=64)
def covered(outlines: tuple[tuple[Hex, ...], ...]) -> frozenset[Hex]:
    """Return every hex whose centre is in or on one of the closed polygons, given by the hexes at
    their corners.
    """
    found: set[Hex] = set()
    for outline in outlines:
        corners = [plane(place) for place in outline]
        columns = [column for column, _ in outline]
        rows = [row for _, row in outline]
        for column in range(min(columns), max(columns) + 1):
            for row in range(min(rows) - 1, max(rows) + 2):
                if _within(plane((column, row)), corners):
                    found.add((column, row))
    return frozenset(found)


def _within(at: tuple[float, float], corners: Sequence[tuple[float, float]]) -> bool:
    """Tell whether a point is inside a polygon or on its edge (even-odd test)."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if (
            abs(cross) <= 1e-9
            and min(ax, bx) - 1e-9 <= x <= max(ax, bx) + 1e-9
            and min(ay, by) - 1e-9 <= y <= max(ay, by) + 1e-9
        ):
            return True
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def extent(places: Iterable[Hex]) -> tuple[Hex, Hex]:
    """Return (least column, least row) and (greatest column, greatest row) of some hexes."""
    every = list(places)
    columns, rows = [column for column, _ in every], [row for _, row in every]
    return (min(columns), min(rows)), (max(columns), max(rows))

"""Boards: what the things of a game lie on, and how places become the plane.

A front end has a window for each board: it turns the plane into cells, pans, fits, and knows
how far a cursor steps.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.space.plane.pose import Point

Edge = Literal["north", "east", "south", "west"]


class Sea(msgspec.Struct, frozen=True, tag="sea"):
    """A table of sea in inches: its size, the edge the wind blows from, the ranges of the ruler.

    The cursor steps by a cell.
    """

    width: float
    height: float
    weather_edge: Edge | Literal[""] = ""
    ruler: tuple[tuple[str, float], ...] = ()
    """(letter, inches), shortest first: Y, P, M, C."""


class Boxes(msgspec.Struct, frozen=True, tag="boxes"):
    """A river or bay of boxes, each 1 by 1 on the plane; row A is the top one.

    The middle of the box of row r and column c, from 0, is (c + 0.5, rows - r - 0.5). The cursor
    steps by a box. Edges are open, or banks.
    """

    columns: int
    rows: int
    banks: tuple[Edge, ...] = ()
    row_depths: tuple[int | None, ...] = ()
    """The depth of each row's shoals; None is deep."""
    column_depths: tuple[int | None, ...] = ()
    current: Edge | Literal[""] = ""
    """The edge that the current runs to."""
    wind: str = ""
    """How strong the wind is, in a word."""
    swiftness: int = 0
    """0 none, 1 slow, 2 moderate, 3 fast."""

    def middle(self, row: int, column: int) -> Point:
        """Return the point in the middle of a box."""
        return column + 0.5, self.rows - row - 0.5

    def box(self, at: Point) -> tuple[int, int]:
        """Return (row, column) of the box that a point lies in; those off the board too."""
        return self.rows - 1 - int(at[1] // 1), int(at[0] // 1)


class Hexes(msgspec.Struct, frozen=True, tag="hexes"):
    """An open sea of hexes that are never drawn: their centres are dots, 1 apart.

    Columns of flat-top hexes; odd ones lie half a hex lower. The sea has no edge: a window
    follows the marks. The cursor steps from centre to centre.
    """

    wind_to: float | None = None
    """Where the wind blows to, in degrees clockwise from north."""


class Page(msgspec.Struct, frozen=True, tag="page"):
    """A page of lines, for what has no place on a chart: the cursor steps by a line."""

    lines: int = 0


Board = Sea | Boxes | Hexes | Page

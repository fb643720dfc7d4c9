"""Boxes as places of the plane: row A is on top, a box is 1 by 1."""

from __future__ import annotations

from typing import Literal

from engine.game.board import Boxes, Edge
from engine.game.chart import Lit
from engine.space.plane.pose import Point
from engine.systems.iron_oak.data import facts
from engine.systems.iron_oak.data.battles import Direction, Speed
from engine.systems.iron_oak.state.state import Board
from engine.systems.iron_oak.waters.terrain import GRID, off

EDGES: dict[facts.Edge, Edge] = {
    "left": "west",
    "right": "east",
    "top": "north",
    "bottom": "south",
}
FLOWS: dict[Direction, Edge | Literal[""]] = {
    "none": "",
    "left": "west",
    "right": "east",
    "up": "north",
    "down": "south",
}
SWIFTNESS: dict[Speed, int] = {"none": 0, "slow": 1, "moderate": 2, "fast": 3}
BESIDE = {"left": (2, -1), "right": (2, 5), "top": (-1, 2), "bottom": (5, 2)}
"""Where a ship is drawn that waits beside an edge."""


def board_of(board: Board) -> Boxes:
    """Return the water as a board of boxes."""
    return Boxes(
        columns=GRID.columns,
        rows=GRID.rows,
        banks=tuple(EDGES[bank] for bank in board.banks),
        row_depths=tuple(board.shoals.get(f"row {row}") for row in "ABCDE"),
        column_depths=tuple(board.shoals.get(f"column {column}") for column in "12345"),
        current=FLOWS[board.current.direction],
        wind=board.wind,
        swiftness=SWIFTNESS[board.current.speed],
    )


def cell(place: str) -> tuple[int, int]:
    """Return row and column of a box, or beyond an edge."""
    return BESIDE[off(place)] if off(place) else GRID.place(place)


def middle(place: str) -> Point:
    """Return the middle of a box on the plane."""
    row, column = cell(place)
    return column + 0.5, GRID.rows - row - 0.5


def box_at(at: Point) -> str:
    """Return the box that a point of the plane lies in; '' off the board."""
    row, column = GRID.rows - 1 - int(at[1] // 1), int(at[0] // 1)
    inside = 0 <= row < GRID.rows and 0 <= column < GRID.columns
    return f"{chr(65 + row)}{column + 1}" if inside else ""


def lit(place: str, share: float | None = None, text: str = "", shade: int = 0) -> Lit:
    """Return a box that is lit, with a chance in percent."""
    words = text or (f"{100 * share:.0f}" if share is not None else "")
    return Lit(middle(place), "reach", words, shade)

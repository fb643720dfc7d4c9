"""How deep a box is (Iron & Oak 1.1)."""

from __future__ import annotations

from engine.systems.iron_oak.state.state import Board


def depth(board: Board, box: str) -> int | None:
    """Return the smaller depth of the box's row and column; None where neither is marked: deep."""
    row, column = board.shoals.get(f"row {box[0]}"), board.shoals.get(f"column {box[1]}")
    if row is None or column is None:
        return column if row is None else row
    return min(row, column)


def leaves_hulk(board: Board, box: str) -> bool:
    """Tell whether a ship that sinks in a box lies in the way: depth 2 or less.

    Iron & Oak 6.2.3J.
    """
    deep = depth(board, box)
    return deep is not None and deep <= 2

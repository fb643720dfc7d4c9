"""Land: where ships may not go, and what fire may not cross (Iron & Oak 5.7)."""

from __future__ import annotations

from engine.systems.iron_oak.state.state import Board
from engine.systems.iron_oak.waters.grid import GRID


def land(board: Board, box: str) -> bool:
    """Tell whether a box holds terrain that ships may not enter; a sandbar they may."""
    return board.terrain.get(box, "sandbar") != "sandbar"


def passes_land(board: Board, start: str, end: str) -> bool:
    """Tell whether a diagonal step passes between two boxes of land."""
    flanks = GRID.flanks(start, end)
    return flanks is not None and all(land(board, box) for box in flanks)


def open_step(board: Board, start: str, end: str) -> bool:
    """Tell whether terrain lets a ship take a step."""
    return not land(board, end) and not passes_land(board, start, end)


def free_line(board: Board, start: str, end: str) -> bool:
    """Tell whether no high ground lies between two boxes (Iron & Oak 5.7.1)."""
    if not board.terrain:
        return True
    crossed = GRID.crossed(start, end)
    return not any(_high(board, box) for box in crossed.boxes) and not any(
        _high(board, one) and _high(board, two) for one, two in crossed.pairs
    )


def _high(board: Board, box: str) -> bool:
    return board.terrain.get(box) == "high"

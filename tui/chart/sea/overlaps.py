"""Ships whose drawings would share a cell: the later one gives way by one cell.

Bases never overlap, but a drawing may be half a cell off the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tui.chart.sea.area import Cell
from tui.chart.sea.ships import Piece


def set_apart(pieces: Sequence[Piece], farthest: int = 1) -> list[Piece]:
    """Return the pieces with those moved, by few cells, that would cover one before them."""
    placed: list[Piece] = []
    taken: dict[Cell, Piece] = {}
    for wanted in pieces:
        piece = wanted
        rival = next((taken[cell] for cell in wanted.cells if cell in taken), None)
        if rival is not None:
            piece = min(
                (wanted.moved(*step) for step in _steps(rival, wanted, farthest)),
                key=lambda moved: sum(cell in taken for cell in moved.cells),
            )
        placed.append(piece)
        taken |= dict.fromkeys(piece.cells, piece)
    return placed


def _steps(rival: Piece, piece: Piece, farthest: int) -> Iterator[Cell]:
    """Yield the steps away from a rival, the line between the centres first."""
    east = piece.hull.pose.x - rival.hull.pose.x
    south = rival.hull.pose.y - piece.hull.pose.y
    across, down = (1 if east >= 0 else -1), (1 if south >= 0 else -1)
    for cells in range(1, farthest + 1):
        level, steep = (across * cells, 0), (0, down * cells)
        yield from (level, steep) if abs(east) >= abs(south) else (steep, level)
        yield across * cells, down * cells
    yield 0, 0

"""Ships whose drawings would share a cell: the later one gives way by one cell.

Bases never overlap, but a drawing may be half a cell off the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tui.raster.area import Cell
from tui.raster.ships import Piece


def set_apart(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with those moved that would cover one before them."""
    placed: list[Piece] = []
    taken: dict[Cell, Piece] = {}
    for wanted in pieces:
        piece = wanted
        rival = next((taken[cell] for cell in wanted.cells if cell in taken), None)
        if rival is not None:
            piece = min(
                (wanted.moved(*step) for step in _steps(rival, wanted)),
                key=lambda moved: sum(cell in taken for cell in moved.cells),
            )
        placed.append(piece)
        taken |= dict.fromkeys(piece.cells, piece)
    return placed


def _steps(rival: Piece, piece: Piece) -> Iterator[Cell]:
    """Yield the steps of one cell away from a rival, the line between the centres first."""
    east = piece.hull.pose.x - rival.hull.pose.x
    south = rival.hull.pose.y - piece.hull.pose.y
    across, down = (1 if east >= 0 else -1), (1 if south >= 0 else -1)
    level, steep = (across, 0), (0, down)
    yield from (level, steep) if abs(east) >= abs(south) else (steep, level)
    yield across, down
    yield 0, 0

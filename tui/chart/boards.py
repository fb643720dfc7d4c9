"""Which kind of board it is: the only place that asks. Each kind is imported when it is met."""

from __future__ import annotations

from engine.game.board import Board, Boxes, Hexes, Page, Sea
from tui.chart.kind import Kind


def kind_of(board: Board) -> Kind:
    """Return the object that knows all about the charts of a board."""
    match board:
        case Sea():
            from tui.chart.sea.kind import SeaKind

            return SeaKind(board)
        case Boxes():
            from tui.chart.boxes.kind import BoxKind

            return BoxKind(board)
        case Hexes():
            from tui.chart.hexes.kind import HexKind

            return HexKind(board)
        case Page():
            from tui.chart.page.kind import PageKind

            return PageKind(board)

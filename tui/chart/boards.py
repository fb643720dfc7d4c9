"""Selects the kind of board for a chart; no other module does. Each kind is imported on first
use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game.chart import Board, Boxes, Hexes, Mark, Page, Remarked, Scene, Sea
from tui.chart.kind import BoardKind, Window
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs


def kind_of(board: Board) -> BoardKind[Any]:  # the type of its windows varies
    """Return the object that draws and measures charts of a board."""
    match board:
        case Sea():
            from tui.chart.sea.kind import SeaKind

            return SeaKind(board)
        case Boxes():
            from tui.chart.boxes.kind import BoxKind

            return BoxKind(board)
        case Hexes():
            from tui.chart.hexes import HexKind

            return HexKind(board)
        case Page():
            from tui.chart.page import PageKind

            return PageKind(board)


def framed_chart(
    scene: Scene, window: Window, glyphs: Glyphs, extra: Sequence[Mark] = (), selected: str = ""
) -> Grid:
    """Return the chart of any board in its frame: numbers, wind, range ruler, ships outside the
    window.

    It has `window.columns` + 4 by `window.rows` + 2 cells: three columns on the left, one on the
    right. `extra` are marks beyond the scene, such as overlays and ghosts; `selected` is the key of
    a ship.
    """
    grid: Grid = kind_of(scene.board).framed(scene, window, glyphs, extra, selected)
    drawn = [mark for mark in (*scene.marks, *extra) if isinstance(mark, Remarked)]
    if drawn:
        from tui.chart.page import draw_remarks

        draw_remarks(grid, window, glyphs, drawn)
    return grid

"""Around a board of boxes: numbers of the columns, letters of the rows, wind and current."""

from __future__ import annotations

from engine.game.board import Boxes
from tui.chart.boxes.window import BoxWindow
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

GUTTER = 3
"""Columns on the left of the chart, with the letter of the row."""
SPEEDS = ("", "slow", "moderate", "fast")
ARROWS = {
    "unicode": {"west": "◄──", "east": "──►", "north": "▲", "south": "▼"},
    "ascii": {"west": "<--", "east": "-->", "north": "^", "south": "v"},
}


def frame(board: Boxes, window: BoxWindow) -> Grid:
    """Return the frame around a window, blank inside: columns + 4 by rows + 2 cells."""
    grid = Grid(window.columns + GUTTER + 1, window.rows + 2, "frame")
    for column in range(board.columns):
        left, _ = window.corner(0, column)
        middle = left + window.wide // 2
        if 0 <= middle < window.columns:
            grid.write(GUTTER + middle, 0, str(column + 1), "ruler")
    for row in range(board.rows):
        _, top = window.corner(row, 0)
        middle = top + (window.high - 1) // 2
        if 0 <= middle < window.rows:
            grid.put(1, middle + 1, chr(ord("A") + row), "ruler")
    return grid


def weather(board: Boxes, glyphs: Glyphs) -> str:
    """Return wind and current in a few words, `calm   current ◄──`."""
    words = [board.wind]
    if board.current and board.swiftness:
        words.append(f"{SPEEDS[board.swiftness]} current {ARROWS[glyphs][board.current]}")
    return "   ".join(filter(None, words))

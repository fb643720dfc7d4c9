"""The chart of a scene inside its frame: numbers, wind, range ruler, ships out of sight.

One function for every kind of board. The frame takes three columns on the left, one on the
right, a row above and one below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.game.board import Board, Boxes, Hexes, Page, Sea
from engine.game.chart import Hull, Mark, Scene
from tui.chart.window import Window
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs


def framed_chart(
    scene: Scene, window: Window, glyphs: Glyphs, extra: Sequence[Mark] = (), selected: str = ""
) -> Grid:
    """Return the chart in its frame: `window.columns` + 4 by `window.rows` + 2 cells.

    `extra` are marks that the scene has not, such as overlays and ghosts; `selected` is the key
    of a ship.
    """
    match scene.board:
        case Sea() as board:
            return _sea(board, scene, window, glyphs, extra, selected)
        case Boxes() as board:
            return _boxes(board, scene, window, glyphs, extra, selected)
        case Hexes() as board:
            return _hexes(board, scene, window, glyphs, extra, selected)
        case Page():
            from tui.chart.page.chart import draw
            from tui.chart.page.window import PageWindow

            return draw((*scene.marks, *extra), cast(PageWindow, window), glyphs, selected)


def _sea(
    board: Sea,
    scene: Scene,
    window: Window,
    glyphs: Glyphs,
    extra: Sequence[Mark],
    selected: str,
) -> Grid:
    from tui.chart.sea.chart import draw
    from tui.chart.sea.edges import edge_keys
    from tui.chart.sea.furniture import frame
    from tui.chart.sea.view import View

    view = cast(View, window)
    ships = [mark for mark in scene.marks if isinstance(mark, Hull)]
    framed = frame(board, view, glyphs, edge_keys(ships, view, glyphs))
    framed.paste(draw(scene, view, glyphs, extra, selected), 3, 1)
    return framed


def _boxes(
    board: Boxes,
    scene: Scene,
    window: Window,
    glyphs: Glyphs,
    extra: Sequence[Mark],
    selected: str,
) -> Grid:
    from tui.chart.boxes.chart import draw
    from tui.chart.boxes.furniture import frame
    from tui.chart.boxes.window import BoxWindow

    view = cast(BoxWindow, window)
    framed = frame(board, view)
    framed.paste(draw(scene, board, view, glyphs, extra, selected), 3, 1)
    return framed


def _hexes(
    board: Hexes,
    scene: Scene,
    window: Window,
    glyphs: Glyphs,
    extra: Sequence[Mark],
    selected: str,
) -> Grid:
    from tui.chart.hexes.chart import draw, out_of_sight
    from tui.chart.hexes.furniture import frame
    from tui.chart.hexes.window import HexWindow
    from tui.chart.sea.furniture import write_keys

    view = cast(HexWindow, window)
    framed = frame(view, board.wind_to, glyphs)
    write_keys(framed, out_of_sight(scene, view, glyphs))
    framed.paste(draw(scene, view, glyphs, extra, selected), 3, 1)
    return framed


def wind_words(board: Board, glyphs: Glyphs) -> str:
    """Return what the status bar says of wind and current; '' where there is none to be told."""
    match board:
        case Sea():
            from tui.chart.sea.furniture import wind_arrow

            arrow = wind_arrow(board, glyphs)
            return f"wind from {board.weather_edge[:1].upper()} {arrow}" if arrow else ""
        case Hexes(wind_to) if wind_to is not None:
            from tui.chart.hexes import furniture

            name = ("N", "NE", "SE", "S", "SW", "NW")[round(wind_to / 60) % 6]
            return f"wind blows to {name} {furniture.wind_arrow(wind_to, glyphs)}"
        case Boxes():
            from tui.chart.boxes.furniture import weather

            return weather(board, glyphs)
    return ""

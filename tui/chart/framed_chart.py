"""The chart of a scene inside its frame: numbers, wind, range ruler, ships out of sight."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.chart import Hull, Mark, Scene
from tui.chart.sea.chart import draw
from tui.chart.sea.edges import edge_keys
from tui.chart.sea.furniture import frame
from tui.chart.sea.view import View
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs


def framed_chart(
    scene: Scene, view: View, glyphs: Glyphs, extra: Sequence[Mark] = (), selected: str = ""
) -> Grid:
    """Return the chart in its frame: `view.columns` + 4 by `view.rows` + 2 cells.

    `extra` are marks that the scene has not, such as overlays and ghosts; `selected` is the key
    of a ship.
    """
    ships = [mark for mark in scene.marks if isinstance(mark, Hull)]
    framed = frame(scene.sea, view, glyphs, edge_keys(ships, view, glyphs))
    framed.paste(draw(scene, view, glyphs, extra, selected), 3, 1)
    return framed

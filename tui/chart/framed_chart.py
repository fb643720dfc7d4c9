"""The chart of a scene inside its frame: numbers, wind, range ruler, ships out of sight.

One function for every kind of board. The frame takes three columns on the left, one on the
right, a row above and one below.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.chart import Mark, Scene
from tui.chart.boards import kind_of
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
    return kind_of(scene.board).framed(scene, window, glyphs, extra, selected)

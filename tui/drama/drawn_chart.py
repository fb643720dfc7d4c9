"""The chart as it is drawn, with a plate over it where something is told; what was drawn is kept.

On a host many look at one scene through windows of one size: it is drawn for the first of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from engine.game.chart import Mark, Scene
from engine.game.tableau import Tableau
from tui.chart.boards import framed_chart
from tui.chart.window import Window
from tui.drama.plate import plate
from tui.terminal.cells import Grid, Run
from tui.terminal.terminal import Glyphs

KEPT = 8
"""Charts that are kept: a few sizes and seats of a battle that is watched."""


class Asked(NamedTuple):
    """All that a chart is drawn from."""

    scene: Scene
    window: Window
    glyphs: Glyphs
    extra: Sequence[Mark]
    selected: str
    tableau: Tableau | None


class DrawnChart(NamedTuple):
    """A chart, what it was drawn from, and its rows as runs."""

    asked: Asked
    picture: Grid
    rows: list[list[Run]]


_drawn: deque[DrawnChart] = deque(maxlen=KEPT)


def drawn_chart(asked: Asked, before: DrawnChart | None) -> DrawnChart:
    """Return the chart of what is asked; rows that are as they were `before` stay those objects."""
    for known in tuple(_drawn):
        # By identity first: scenes are long, and equal ones are nearly always the same.
        if known.asked.scene is asked.scene and known.asked == asked:
            return known
    scene, window, glyphs, extra, selected, tableau = asked
    picture = framed_chart(scene, window, glyphs, extra, selected)
    if tableau is not None:
        laid = plate(tableau, picture.columns, picture.rows_count, glyphs)
        left = (picture.columns - laid.columns) // 2
        picture.paste(laid, left, (picture.rows_count - laid.rows_count) // 2)
    rows = picture.rows(before.picture, before.rows) if before else picture.rows()
    drawn = DrawnChart(asked, picture, rows)
    _drawn.append(drawn)
    return drawn

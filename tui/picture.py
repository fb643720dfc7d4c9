"""Picture: the chart in its frame as rows of runs, the numbers, wind and ruler around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.chart import Mark, Scene, Sea
from tui.lookout import hulls
from tui.raster.cells import Grid, Run
from tui.raster.chart import draw
from tui.raster.edges import EdgeKey, edge_keys
from tui.raster.furniture import GUTTER, frame
from tui.raster.hulls import Glyphs
from tui.raster.view import View

TOP = 1
"""The chart's first row inside its frame; its first column is `GUTTER`."""


def picture(
    scene: Scene, view: View, glyphs: Glyphs, extra: Sequence[Mark] = (), selected: str = ""
) -> list[list[Run]]:
    """Return the framed chart: `view.columns + 4` columns by `view.rows + 2` rows."""
    keys = tuple(edge_keys(hulls(scene), view, glyphs))
    framed = _frame(scene.sea, view, glyphs, keys).copy()
    inside = draw(scene, view, glyphs, extra, selected)
    for row in range(view.rows):
        columns = slice(GUTTER, GUTTER + view.columns)
        framed.glyphs[row + TOP][columns] = inside.glyphs[row]
        framed.styles[row + TOP][columns] = inside.styles[row]
    return framed.rows()


@lru_cache(8)
def _frame(sea: Sea, view: View, glyphs: Glyphs, keys: tuple[EdgeKey, ...]) -> Grid:
    return frame(sea, view, glyphs, keys)

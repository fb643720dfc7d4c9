"""Labels on the frame for ships that are out of the window: `B2>`, `^A3`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import floor
from typing import Literal

import msgspec

from engine.game.chart import Hull
from tui.chart.sea.ships import label_of, out_of_view
from tui.chart.sea.window import SeaWindow
from tui.terminal.terminal import Glyphs

SeaEdge = Literal["top", "bottom", "left", "right"]
ARROWS: dict[str, dict[SeaEdge, str]] = {
    "ascii": {"top": "^", "bottom": "v", "left": "<", "right": ">"},
    "unicode": {"top": "▲", "bottom": "▼", "left": "◄", "right": "►"},
}


class EdgeKey(msgspec.Struct, frozen=True):
    """The label of a ship beyond an edge; `cell` is the nearest column or row of the frame."""

    edge: SeaEdge
    cell: int
    key: str
    label: str
    arrow: str
    style: str

    @property
    def text(self) -> str:
        """The label with its arrow, as it is written on the frame."""
        return self.label + self.arrow if self.edge == "right" else self.arrow + self.label


def edge_keys(hulls: Iterable[Hull], view: SeaWindow, glyphs: Glyphs) -> list[EdgeKey]:
    """Return a label for each live ship that is out of the window, no two in one place."""
    away = tuple(hull for hull in hulls if hull.state == "live" and out_of_view(hull, view))
    return list(_labelled(away, view, glyphs))


@lru_cache(16)  # chart and frame ask for the same
def _labelled(hulls: Iterable[Hull], view: SeaWindow, glyphs: Glyphs) -> Sequence[EdgeKey]:
    """Return a label for each of these hulls."""
    keys: list[EdgeKey] = []
    taken: dict[SeaEdge, set[int]] = {edge: set() for edge in ARROWS[glyphs]}
    for hull in hulls:
        edge, cell = _nearest(hull, view)
        label = label_of(hull)
        across = edge in ("top", "bottom")
        # Along a row a label takes its arrow and a blank after it; along a column one row.
        long = len(label) + 1
        limit, wide = (view.columns - long, long + 1) if across else (view.rows - 1, 1)
        cell = _free(min(max(cell, 0), limit), limit, wide, taken[edge])
        taken[edge].update(range(cell, cell + wide))
        style = "active" if hull.active else f"label_{hull.owner[:1].lower()}"
        keys.append(EdgeKey(edge, cell, hull.key, label, ARROWS[glyphs][edge], style))
    return keys


def _nearest(hull: Hull, view: SeaWindow) -> tuple[SeaEdge, int]:
    across, down = view.to_cell(hull.pose.at)
    if across < 0:
        return "left", floor(down)
    if across >= view.columns:
        return "right", floor(down)
    return ("top" if down < 0 else "bottom"), floor(across) - 1


def _free(wanted: int, limit: int, wide: int, taken: set[int]) -> int:
    """Return the free cell nearest to the wanted one; the wanted one when none is free."""
    for away in range(limit + 1):
        for cell in (wanted - away, wanted + away):
            if 0 <= cell <= limit and taken.isdisjoint(range(cell, cell + wide)):
                return cell
    return wanted

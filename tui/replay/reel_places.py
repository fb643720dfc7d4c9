"""Where the parts of a replay stand: those of the battle, and a timeline below the chart."""

from __future__ import annotations

import msgspec

from engine.game.board import Board
from tui.chart.layouts import Rect, layout


class Places(msgspec.Struct, frozen=True):
    """The rectangles of a replay; no height: not shown."""

    status: Rect
    board: Rect
    """The chart inside its frame, as large as it is drawn."""
    chart: Rect
    """What is shown of chart and frame: the timeline may take the place of the last row."""
    panel: Rect
    third: Rect
    """Squadrons and log beside the panel, in wide terminals."""
    log: Rect
    timeline: Rect
    prompt: Rect
    keys: Rect
    """No height: the keys stand in the prompt's line."""


def places(columns: int, lines: int, board: Board) -> Places:
    """Return the rectangles for a screen of a size in cells."""
    base = layout(columns, lines, board)
    timeline = Rect(0, base.prompt.top - 1, columns, 1)
    parts = (base.frame, base.panel, base.third, base.log)
    chart, panel, third, log = (_above(timeline, part) for part in parts)
    spots = (base.status, base.chart, chart, panel, third, log)
    return Places(*spots, timeline, base.prompt, base.keys)


def _above(timeline: Rect, part: Rect) -> Rect:
    """Return a part without the row that the timeline takes."""
    room = max(0, timeline.top - part.top)
    return msgspec.structs.replace(part, height=min(part.height, room))

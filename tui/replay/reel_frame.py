"""Where the parts of a replay stand, and a whole frame of it as rows of runs.

The parts are those of a battle, and a timeline below the chart. Casts and pictures are of frames.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.game.board import Board
from engine.game.chart import Mark, Scene
from tui.chart.boards import framed_chart, kind_of
from tui.chart.layouts import Rect, layout
from tui.chart.viewport import places
from tui.chart.window import Window
from tui.panel.battle_frame import status_row
from tui.panel.curve_bars import rows_for
from tui.replay.reel import Reel
from tui.replay.reel_rows import (
    curve_rows,
    latest_lines,
    panel_lines,
    status_of,
    third_lines,
    timeline,
)
from tui.terminal.cells import Grid, Run
from tui.terminal.lines import fitted
from tui.terminal.page import TextPage
from tui.terminal.terminal import Glyphs
from tui.terminal.theme import Palette


class ReplayLayout(msgspec.Struct, kw_only=True, frozen=True):
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
    curve: Rect
    """Below the timeline, where there is one."""
    prompt: Rect
    keys: Rect
    """No height: the keys stand in the prompt's line."""


def replay_layout(columns: int, lines: int, board: Board, curve: int = 0) -> ReplayLayout:
    """Return the rectangles for a screen of a size in cells, with some rows for a curve."""
    base = layout(columns, lines, board, one_log=True)
    timeline = Rect(0, base.prompt.top - 1 - curve, columns, 1)
    parts = (base.frame, base.panel, base.third, base.log)
    chart, panel, third, log = (_above(timeline, part) for part in parts)
    return ReplayLayout(
        status=base.status,
        board=base.chart,
        chart=chart,
        panel=panel,
        third=third,
        log=log,
        timeline=timeline,
        curve=Rect(0, base.prompt.top - curve, columns, curve),
        prompt=base.prompt,
        keys=base.keys,
    )


def _above(timeline: Rect, part: Rect) -> Rect:
    """Return a part without the row that the timeline takes."""
    room = max(0, timeline.top - part.top)
    return msgspec.structs.replace(part, height=min(part.height, room))


class ReelShot(msgspec.Struct, frozen=True):
    """How frames are taken: size, glyphs, palette, the window on the sea, the selected ship."""

    columns: int
    lines: int
    glyphs: Glyphs
    palette: Palette
    view: Window | None
    """None: the whole board in each frame; so too where the window is of another kind of board."""
    ship: str


def frame_of(reel: Reel, shot: ReelShot) -> list[list[Run]]:
    """Return the frame of the position where a reel stands."""
    scene = reel.game.screen.scene(reel.view())
    rows = rows_for(shot.lines) if reel.curve else 0
    spots = replay_layout(shot.columns, shot.lines, scene.board, rows)
    page = TextPage(shot.columns, shot.lines, shot.glyphs)
    status = status_row(status_of(reel), scene, shot.columns, shot.glyphs)
    page.runs(0, fitted(status, shot.columns, "status"))
    window = _window(scene, shot.view, spots.board)
    # Every window is a frozen struct, and so can be looked up.
    drawn = _chart(scene, window, shot.glyphs, reel.smoke(), shot.ship)  # type: ignore[arg-type]
    page.paste(drawn, 0, 1)
    panel, log = spots.panel, spots.log
    third = spots.third
    lines = panel_lines(
        reel, panel.width, panel.height, shot.glyphs, shot.ship, None, third.height > 0
    )
    if third.height > 0:
        beside = third_lines(reel, third.width, third.height, shot.glyphs, False)
        _lay(page, third, [fitted(line, third.width) for line in beside])
    _lay(page, panel, [fitted(line, panel.width) for line in lines])
    _lay(page, log, [fitted(line, log.width) for line in latest_lines(reel, log.width, log.height)])
    tail = f"{reel.n}/{reel.end}"
    bar = timeline(reel, shot.columns, shot.glyphs, tail)
    _lay(page, spots.timeline, [fitted(bar, shot.columns)])
    curve = curve_rows(reel, shot.columns, shot.glyphs, tail, rows)
    _lay(page, spots.curve, [fitted(row, shot.columns) for row in curve])
    text = "; ".join(reel.describe())
    page.bar(spots.prompt.top, text, "prompt")
    return page.rows()


@lru_cache(maxsize=1)
def _chart(
    scene: Scene, window: Window, glyphs: Glyphs, smoke: tuple[Mark, ...], ship: str
) -> Grid:
    """Return a chart. Cached: of the entries of a film, one of two moves nothing."""
    return framed_chart(scene, window, glyphs, smoke, ship)


def _window(scene: Scene, view: Window | None, room: Rect) -> Window:
    """Return the window that a frame shows of its board; of battles in a chain boards change."""
    whole: Window = kind_of(scene.board).whole(room.width, room.height, places(scene))
    return view.sized(room.width, room.height) if isinstance(view, type(whole)) else whole


def _lay(page: TextPage, place: Rect, lines: list[tuple[Run, ...]]) -> None:
    for number, line in enumerate(lines[: place.height]):
        page.runs(place.top + number, line, place.left)

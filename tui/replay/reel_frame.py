"""A whole frame of a replay as rows of runs, for casts and pictures."""

from __future__ import annotations

import msgspec

from tui.chart.boards import framed_chart
from tui.chart.layouts import Rect
from tui.chart.window import Window
from tui.panel.battle_frame import status_row
from tui.replay.reel import Reel
from tui.replay.reel_places import places
from tui.replay.reel_rows import latest_lines, panel_lines, status_of, third_lines, timeline
from tui.terminal.cells import Run
from tui.terminal.lines import fitted
from tui.terminal.page import Page
from tui.terminal.terminal import Glyphs


class Shot(msgspec.Struct, frozen=True):
    """How frames are taken: size, glyphs, palette, the window on the sea, the selected ship."""

    columns: int
    lines: int
    glyphs: Glyphs
    palette: str
    view: Window
    ship: str


def frame_of(reel: Reel, shot: Shot) -> list[list[Run]]:
    """Return the frame of the position where a reel stands."""
    scene = reel.game.screen.scene(reel.view())
    spots = places(shot.columns, shot.lines, scene.board)
    page = Page(shot.columns, shot.lines, shot.glyphs)
    status = status_row(status_of(reel), scene, shot.columns, shot.glyphs)
    page.runs(0, fitted(status, shot.columns, "status"))
    window = shot.view.sized(spots.board.width, spots.board.height)
    page.paste(framed_chart(scene, window, shot.glyphs, reel.smoke(), shot.ship), 0, 1)
    panel, log = spots.panel, spots.log
    third = spots.third
    lines = panel_lines(
        reel, panel.width, panel.height, shot.glyphs, shot.ship, None, third.height > 0
    )
    beside = third_lines(reel, third.width, third.height, shot.glyphs, False)
    _lay(page, third, [fitted(line, third.width) for line in beside])
    _lay(page, panel, [fitted(line, panel.width) for line in lines])
    _lay(page, log, [fitted(line, log.width) for line in latest_lines(reel, log.height)])
    tail = f"{reel.n}/{reel.end}"
    bar = timeline(reel, shot.columns, shot.glyphs, tail)
    _lay(page, spots.timeline, [fitted(bar, shot.columns)])
    text = "; ".join(reel.describe())
    page.bar(spots.prompt.top, text, "prompt")
    return page.rows()


def _lay(page: Page, place: Rect, lines: list[tuple[Run, ...]]) -> None:
    for number, line in enumerate(lines[: place.height]):
        page.runs(place.top + number, line, place.left)

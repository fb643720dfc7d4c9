"""Whole frames, compared with the pictures in tests/tui/frames.

UPDATE_FRAMES=1 writes the pictures anew; check them before you commit them.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from engine.game.chart import Boxes, Hexes, Sea
from engine.game.game import Game
from engine.game.panel import Heading
from engine.game.parts.screen import Status
from tests.tui.jamaica import PREVIEW, SCENE
from tests.tui.showcase import CARD, HAND, LOG, PREVIEW_ROWS, STRIP, Showcase
from tui.chart.boxes.window import BoxWindow, drawn_size
from tui.chart.layouts import Rect, layout
from tui.chart.sea.window import SeaWindow
from tui.panel.battle_frame import compose, render_text, status_row

FRAMES = Path(__file__).parents[1] / "frames"
GAME = cast("Game[Any, Any, Any]", Showcase())
PANEL = (*CARD, *PREVIEW_ROWS, Heading("Squadrons"), *STRIP, *LOG, *HAND)
PROMPT = 'RED A1 sail 4", then turn [ < 22.5 port > ] at the end    Enter sail it'
KEYS = "< > turn  s start/end  Tab ship  g range  b arcs  o odds  u undo  ? help"
SAID = ("A3 Drake rallies: fatigue 5 to 4", 'B1 Saint-Louis turns to 170 and sails 1"')
NEAR = SeaWindow(0, 0, 1.0, 50, 18).centred((15.5, 17)).clamped_to(SCENE.board)


def battle(columns: int, lines: int, glyphs: Any, near: bool) -> list[list[tuple[str, str]]]:
    return compose(
        GAME,
        None,
        columns,
        lines,
        glyphs,
        near=near,
        chart_view=NEAR if near else None,
        extra=PREVIEW,
        selected="A1",
        panel=PANEL,
        log=SAID,
        prompt=PROMPT,
        keys=KEYS,
    )


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
@pytest.mark.parametrize(
    ("columns", "lines", "near"),
    [(80, 24, True), (80, 24, False), (100, 30, False), (120, 40, False), (140, 45, False)],
)
def test_a_frame_looks_as_its_picture(columns, lines, near, glyphs):
    rows = battle(columns, lines, glyphs, near)
    assert len(rows) == lines
    assert {sum(len(text) for _, text in row) for row in rows} == {columns}
    picture = FRAMES / f"battle_{columns}x{lines}{'_near' * near}_{glyphs}.txt"
    drawn = render_text(rows) + "\n"
    if os.environ.get("UPDATE_FRAMES"):
        FRAMES.mkdir(exist_ok=True)
        picture.write_text(drawn, encoding="utf-8")
    assert drawn == picture.read_text(encoding="utf-8")
    assert glyphs == "unicode" or drawn.isascii()


def test_the_parts_lie_where_the_design_has_them():
    small = layout(80, 24)
    assert (small.chart, small.panel) == (Rect(3, 2, 50, 18), Rect(55, 1, 25, 20))
    assert (small.log.top, small.prompt.top, small.keys.top) == (21, 22, 23)
    whole = layout(80, 24, near=False)
    assert (whole.chart, whole.panel) == (Rect(3, 2, 36, 18), Rect(41, 1, 39, 20))
    assert (whole.prompt.top, whole.keys) == (21, Rect(0, 22, 80, 2))
    assert whole.log_in_panel
    design = layout(120, 40)
    assert (design.chart, design.panel) == (Rect(3, 2, 72, 36), Rect(77, 1, 42, 38))
    assert (design.prompt.top, design.keys.height) == (39, 0)
    large = layout(140, 45)
    assert (large.panel, large.log) == (Rect(77, 1, 62, 38), Rect(0, 39, 140, 4))


@pytest.mark.parametrize(
    ("columns", "lines"), [(80, 24), (100, 30), (120, 40), (140, 45), (200, 50)]
)
def test_a_board_of_boxes_fills_its_place_and_the_panel_goes_down_beside_the_log(columns, lines):
    board = Boxes(5, 5)
    place = layout(columns, lines, board)
    window = BoxWindow.fitted(board, place.chart.width, place.chart.height)
    assert (place.chart.width, place.chart.height) == drawn_size(board, window.size)
    foot = place.panel.top + place.panel.height
    assert foot == place.prompt.top
    assert place.panel.width >= (42 if columns >= 120 else 24)
    assert place.log.width < place.panel.left


@pytest.mark.parametrize("near", [True, False])
@pytest.mark.parametrize("lines", [24, 25, 31, 39, 40, 41, 44, 45, 60, 75])
def test_the_parts_never_overlap_and_never_leave_the_screen(lines, near):
    for columns in range(80, 221, 7):
        place = layout(columns, lines, near=near)
        assert place.frame.top + place.frame.height == place.log.top
        assert place.frame.width < place.panel.left
        assert place.panel.width >= 25
        assert place.panel.left + place.panel.width <= columns
        assert place.log.top + place.log.height == place.prompt.top
        assert place.prompt.top + 1 == place.keys.top
        assert place.keys.top + place.keys.height <= lines


@pytest.mark.parametrize("board", [Sea(36, 36), Sea(72, 36), Boxes(5, 5), Boxes(9, 5), Hexes()])
@pytest.mark.parametrize("lines", [40, 45, 50, 60, 75])
def test_from_160_columns_on_no_column_lies_empty(lines, board):
    """Chart, panel and third column together fill all columns."""
    for columns in range(160, 301, 7):
        place = layout(columns, lines, board)
        right = place.panel.left + place.panel.width
        assert place.panel.left - (place.frame.left + place.frame.width) <= 2
        if place.third.height:
            assert place.third.left - right == 2
            assert place.third.width >= 30
            assert place.panel.width >= 42
            assert place.third.top + place.third.height == place.prompt.top
            right = place.third.left + place.third.width
        assert columns - right <= 1


def test_the_third_column_comes_with_160_columns_and_where_the_chart_leaves_room():
    assert layout(140, 45).third == Rect()
    assert layout(159, 45).third == Rect()
    assert layout(160, 45).third == Rect(129, 1, 30, 42)
    assert layout(200, 50).third == Rect(141, 1, 58, 47)
    assert layout(220, 60).chart.height == 54
    assert layout(200, 80).third == Rect()


def test_the_chart_grows_by_the_ladder_first():
    assert layout(160, 60).chart.height == 54
    assert layout(170, 80).chart.width == 108
    assert layout(200, 80).chart.width == 144
    assert layout(80, 24, Sea(10, 10)).chart == Rect(3, 2, 30, 15)
    assert layout(80, 24, Sea(72, 36)).chart == Rect(3, 2, 50, 18)


def test_below_the_least_size_one_line_says_so():
    rows = compose(GAME, None, 60, 20)
    assert layout(60, 20).too_small
    assert len(rows) == 20
    assert "80 by 24" in rows[0][0][1]


def test_the_status_bar_drops_words_but_never_turn_and_wind():
    status = Status("A very long name of a battle", "TURN 4 OF 10", "MOVEMENT", "Red first", "0/3")
    for width in (80, 100, 120):
        text = "".join(part for _, part in status_row(status, SCENE, width, "ascii"))
        assert len(text) == width
        assert "TURN 4 OF 10" in text
        assert text.endswith("wind from N v ")


def test_all_cards_and_the_squadrons_fill_the_panel_by_themselves():
    text = render_text(compose(GAME, None, 120, 40))
    assert "SWAN" in text
    assert "Saint-Louis" in text
    assert "── Squadrons" in text


def test_a_wide_frame_has_squadrons_and_log_in_a_third_column():
    third = layout(200, 50).third
    assert third.height
    lines = render_text(compose(GAME, None, 200, 50, log=("A3 rallies",))).splitlines()
    beside = [line[third.left :] for line in lines]
    (at,) = (n for n, line in enumerate(beside) if "Battle log" in line)
    assert "A3 rallies" in beside[at + 1]
    assert any("Squadrons" in line for line in beside[:at])


def test_colours_come_as_escape_sequences_only_when_wanted():
    rows = battle(120, 40, "unicode", near=False)
    assert "\x1b" not in render_text(rows)
    coloured = render_text(rows, "default", "truecolor")
    assert "48;2;13;34;51m" in coloured
    assert "48;2" not in render_text(rows, "default", "256")
    assert "48;5" not in render_text(rows, "default", "16")


def test_a_frame_needs_no_terminal_toolkit_and_no_geometry_library():
    code = (
        "import sys, tui.panel.battle_frame, tui.terminal.theme, tui.panel.panels\n"
        "print([name for name in ('textual', 'rich', 'shapely') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_log_goes_into_the_panel_where_it_has_no_rows_of_its_own():
    inside = render_text(compose(GAME, None, 120, 40, log=SAID))
    below = render_text(compose(GAME, None, 140, 45, log=SAID)).splitlines()
    assert "── Battle log" in inside
    assert "A3 Drake rallies" in inside
    assert below[39].startswith(" A3 Drake rallies")

"""Characters of two cells: cut, wrapped, drawn and searched as what they are, in whatever grid."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.text import HALF, clean
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tests.tui.running import house, screen_of
from tui.start.saves_screen import SavesScreen
from tui.terminal.cells import Grid, as_sent, columns_of, cut, in_cells, rows_of, short_name
from tui.terminal.guard import one_cell
from tui.terminal.lines import Ink, Lines
from tui.terminal.page import TextPage, wrapped
from tui.terminal.runs import filled, line_of

NAMES = ("三笠", "しらぬい", "거북선", "🙂⚓", "三笠 at ⚓ 9")
WIDTHS = (4, 8, 6, 4, 12)


@pytest.mark.parametrize(("name", "width"), zip(NAMES, WIDTHS, strict=True))
def test_a_name_takes_the_columns_that_it_fills(name: str, width: int) -> None:
    assert columns_of([("text", name)]) == width
    assert len(in_cells(name)) == len(in_cells(in_cells(name))) == width
    assert as_sent(in_cells(name)) == clean(in_cells(name)) == name
    assert columns_of(filled([("text", name)], 20)) == 20
    assert one_cell(in_cells(name)) == in_cells(name)
    assert len(one_cell(in_cells(name), ascii_only=True)) == width
    assert "".join(Grid(width, 1).glyphs[0]) == " " * width


@pytest.mark.parametrize("room", range(1, 14))
@pytest.mark.parametrize("name", NAMES)
def test_no_character_is_cut_in_two_and_nothing_is_lost(name: str, room: int) -> None:
    for text in (cut(name, room), short_name(name, room)):
        assert len(text) <= room
    for lay in (lambda: wrapped(name, max(2, room)), lambda: rows_of(name, max(2, room), 99)):
        rows = lay()
        assert all(len(row) <= max(2, room) for row in rows)
        assert "".join(map(as_sent, rows)).replace(" ", "") == name.replace(" ", "")
        assert all(not row.startswith(HALF) for row in rows)


def test_half_a_character_is_never_sent() -> None:
    assert one_cell(f"三{HALF}笠") == f"三{HALF}?"
    assert one_cell(f"{HALF}a{HALF}") == "?a?"
    assert one_cell("三") == "?"


def test_emoji_lose_what_terminals_draw_in_different_widths() -> None:
    assert clean("\u2764\ufe0f \U0001f44d\U0001f3fd \U0001f468\u200d\U0001f467") == "❤ 👍 👨👧"
    assert clean("se\u0301same\u0301") == "sésamé"
    assert in_cells(clean("\u30ab\u3099")) == f"ガ{HALF}"


def test_a_page_keeps_its_columns_beside_wide_characters() -> None:
    page = TextPage(20, 3)
    page.bar(0, "三笠", "status", right="旗")
    page.item(0, 1, 12, "거북선 거북선", chosen=False)
    page.write(12, 1, "|", "text")
    page.paragraph(0, 2, 20, "⚓ 三笠")
    assert page.lines() == [" 三笠            旗 ", "  거북선 .. |       ", "⚓ 三笠             "]


async def test_lists_show_names_tags_and_what_is_typed(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    for name in ("三笠の海戦", "plain"):
        Battle.new(PondGame(), "duel", 7, path=saves / f"{name}.battle").close()
    (saves / "三笠の海戦.battle").touch()
    async with house(saves, (140, 30), start=SavesScreen, glyphs="unicode") as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        screen.choose(next(at for at, row in enumerate(screen.rows) if row.name != "plain"))
        await pilot.press("t", *"艦隊,🙂", "enter")
        told = screen_of(app)
        assert "三笠の海戦" in told
        assert "#艦隊" in told
        await pilot.press("/", *"三笠")
        assert "1 of" in screen_of(app)
        assert "'三笠'" in screen_of(app)
        lines = app.screen.query(Lines).first()
        assert {columns_of(line) for line in lines._lines if line} == {lines.width}


def test_a_line_joins_and_fills_what_is_wide() -> None:
    ink = Ink()
    lines = Lines(ink)
    lines._lines = [line_of(("text", "三"), ("text", "笠"))]
    assert lines.texts == ["三笠"]
    assert columns_of(lines._lines[0]) == 4

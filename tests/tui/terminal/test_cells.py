"""Grids of cells, their runs (style, text), and what has changed in them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.text import HALF, clean
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tests.tui.running import house, screen_of
from tui.start.saves_screen import SavesScreen
from tui.terminal.cells import (
    SIGN,
    Grid,
    as_sent,
    columns_of,
    cut,
    cut_line,
    distinct_cuts,
    in_cells,
    latest_rows,
    rows_of,
    short_name,
)
from tui.terminal.guard import one_cell
from tui.terminal.lines import Lines
from tui.terminal.looks import Ink
from tui.terminal.page import TextPage, filled, line_of, text_of, wrapped


def test_cells_of_one_style_are_one_run():
    grid = Grid(6, 1)
    grid.write(2, 0, "ab", "ring")
    assert grid.row(0) == [("sea", "  "), ("ring", "ab  ")]


def test_a_blank_keeps_the_style_on_its_left_only_on_the_same_ground():
    grid = Grid(6, 1)
    grid.write(0, 0, "..", "shoal")
    grid.write(3, 0, "^", "land")
    assert grid.row(0) == [("shoal", ".."), ("sea", " "), ("land", "^"), ("sea", "  ")]


def test_the_cursor_does_not_spread_over_the_blank_beside_it():
    grid = Grid(4, 1)
    grid.put(1, 0, " ", "cursor")
    assert grid.row(0) == [("sea", " "), ("cursor", " "), ("sea", "  ")]


def test_writing_off_the_grid_changes_nothing():
    grid = Grid(3, 2)
    grid.write(-1, 0, "abcde", "ring")
    grid.put(0, 5, "x", "ring")
    assert grid.lines() == ["bcd", "   "]


# Cutting texts: at a word, with a sign, never inside a figure, no two alike.


ROOT = Path(__file__).resolve().parents[3]

WORDS = st.text("ab 12+/.", max_size=40)


@given(WORDS, st.integers(0, 45))
def test_a_text_has_its_room_and_a_sign_where_something_is_lost(text: str, width: int) -> None:
    found = cut(text, width)
    assert len(found) <= width
    lost = text.rstrip()[len(found) :] or found.rstrip() != text.rstrip()[: len(found)]
    assert not lost or found.endswith(SIGN[:width])


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("objectives for the sides", 15, "objectives .."),
        ("hits 120/140", 11, "hits .."),
        ("x120/140", 7, "x.."),
        ("Carondelet", 7, "Caron.."),
        ("Carondelet", 1, "."),
        ("Carondelet", 0, ""),
    ],
)
def test_words_and_figures_are_not_parted(text: str, width: int, expected: str) -> None:
    assert cut(text, width) == expected


@given(st.lists(st.tuples(st.sampled_from("xy"), WORDS), max_size=4), st.integers(0, 45))
def test_a_line_of_runs_is_cut_as_its_text_is(line: list[tuple[str, str]], width: int) -> None:
    found = cut_line(line, width)
    assert "".join(text for _, text in found) == cut("".join(text for _, text in line), width)
    assert columns_of(found) <= width


def test_orders_that_would_read_alike_show_what_tells_them_apart() -> None:
    orders = [f"Sections of the fort: at least {count} are silenced" for count in (2, 3)]
    assert distinct_cuts(orders, 24) == ["..least 2 are silenced", "..least 3 are silenced"]
    assert distinct_cuts(["Strike", "Fire at Zouave (-4)"], 14) == ["Strike", "..Zouave (-4)"]


def test_a_log_shows_its_latest_texts_whole() -> None:
    log = ["an old line that is long", "B1 fires at A1", "A1 takes 2 hits of 7"]
    assert latest_rows(log, 12, 4) == [
        (-2, "B1 fires at"),
        (-2, " A1"),
        (-1, "A1 takes 2"),
        (-1, " hits of 7"),
    ]
    assert latest_rows(log, 12, 1) == [(-1, "A1 takes 2..")]
    assert latest_rows([], 12, 3) == []


def test_rows_end_with_a_sign_where_more_follows() -> None:
    assert rows_of("one two three four", 8, 9, " ") == ["one two", " three", " four"]
    assert rows_of("one two three four", 8, 1) == ["one .."]
    assert rows_of("", 8, 2) == [""]


@pytest.mark.parametrize(
    ("name", "width", "expected"),
    [
        ("Patrick Henry", 13, "Patrick Henry"),
        ("Patrick Henry", 8, "P.Henry"),
        ("Queen of the West", 5, "Q.We."),
        ("Minnesota", 4, "Minn"),
        ("Minnesota", 0, ""),
    ],
)
def test_names_are_shortened_as_on_charts(name: str, width: int, expected: str) -> None:
    assert short_name(name, width) == expected


def test_no_column_of_a_list_cuts_a_text_without_a_sign() -> None:
    """Code such as `{name[:25]:<26}` would cut a name without showing that it goes on."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / "tui").rglob("*.py"))
        if re.search(r":[^{}]*\]:[^{}]*<", text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FormattedValue)
        and "<" in ast.unparse(node.format_spec or ast.Constant(""))
        and isinstance(node.value, ast.Subscript)
        and isinstance(node.value.slice, ast.Slice)
        and node.value.slice.upper is not None
    ]
    assert not found


# Characters of two cells: cut, wrapped, drawn and searched as what they are, in whatever grid.


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


def test_a_paragraph_that_is_cut_ends_with_a_mark() -> None:
    page = TextPage(20, 5, "ascii")
    assert page.paragraph(0, 0, 12, "one two three four five", "text", 2) == 2
    assert text_of(page.row(0)).rstrip() == "one two"
    assert text_of(page.row(1)).rstrip() == "three four.."
    assert page.paragraph(0, 0, 12, "one two", "text", -1) == 0

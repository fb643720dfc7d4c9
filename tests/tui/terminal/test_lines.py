"""The widget `Lines`: it decides how many bytes a change on the screen costs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.geometry import Region
from textual.messages import TerminalSupportsSynchronizedOutput

from tests.tui.battle.test_battle_screen import duel, playing
from tui.app import WeatherGageApp
from tui.screens.chart_screen import with_cursor
from tui.screens.settings import Settings
from tui.terminal.looks import Ink
from tui.terminal.page import CURSOR, Line, diff_columns, filled, fitted, line_of, part, text_of

RUNS = st.lists(st.tuples(st.sampled_from("ab"), st.text("xyz ", min_size=1, max_size=5)))


@settings(max_examples=60)
@given(RUNS, st.integers(0, 20), st.integers(0, 20))
def test_a_part_of_a_line_is_the_part_of_its_text(
    runs: list[tuple[str, str]], start: int, end: int
) -> None:
    assert text_of(part(runs, start, end)) == text_of(runs)[start : max(start, end)]


@settings(max_examples=60)
@given(RUNS, st.integers(0, 30))
def test_a_fitted_line_is_as_wide_as_wanted(runs: list[tuple[str, str]], width: int) -> None:
    filled_up = text_of(filled(runs, width))
    assert len(filled_up) == width
    assert filled_up.rstrip() == text_of(runs)[:width].rstrip()
    told = text_of(fitted(runs, width))
    assert len(told) == width
    assert told.rstrip() == text_of(runs).rstrip() or told.rstrip().endswith("."[:width])


def test_only_the_columns_that_differ_are_changed() -> None:
    old, new = (("sea", "abcdef"),), (("sea", "abXdef"),)
    assert diff_columns(old, new) == (2, 3)
    assert diff_columns(old, (("sea", "abc"), ("sea", "def"))) is None
    assert diff_columns(old, (("sea", "ab"), ("ring", "cd"), ("sea", "ef"))) == (2, 4)


def test_neighbours_of_one_style_are_one_run() -> None:
    assert line_of(("a", "x"), ("a", "y"), ("b", ""), ("b", "z")) == (("a", "xy"), ("b", "z"))


def test_the_cursor_is_one_cell_or_brackets_where_nothing_can_be_reversed() -> None:
    line = (("sea", "abcde"),)
    assert with_cursor(line, 2) == (("sea", "ab"), ("sea" + CURSOR, "c"), ("sea", "de"))
    assert text_of(with_cursor(line, 2, bare=True)) == "a[c]e"
    assert text_of(with_cursor(line, 0, bare=True)) == "a]cde"
    assert with_cursor(line, 9) == line


def test_without_colour_bold_and_reverse_tell_things_apart() -> None:
    ink = Ink("default", "none")
    assert ink.style("prompt").reverse
    assert ink.style("head").bold
    assert ink.style("prompt").color is None
    assert not ink.style("prompt" + CURSOR).reverse


def test_a_bare_terminal_gets_no_attributes() -> None:
    assert not Ink("default", "none", bare=True).style("prompt").reverse


def test_sixteen_colours_have_names_and_256_have_numbers() -> None:
    assert Ink("default", "16").style("ring").color.name == "cyan"  # type: ignore[union-attr]
    assert Ink("default", "256").style("ring").color.number == 110  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new", "cells"),
    [
        ((("text", "abc"),), (("text", "abc"),), None),
        ((("text", "abc"),), (("text", "axc"),), (1, 2)),
        ((("text", "abc"),), (("text", "abcd"),), (0, 4)),
        ((("head", "A"), ("text", "bc")), (("head", "A"), ("text", "b")), (1, 3)),
    ],
)
def test_what_changed_of_a_line_is_told_by_its_cells_and_all_where_it_grew(
    old: Line, new: Line, cells: tuple[int, int] | None
) -> None:
    assert diff_columns(old, new) == cells


@settings(max_examples=100)
@given(RUNS, RUNS)
def test_what_changed_is_from_the_first_cell_that_differs_to_the_last(
    old: list[tuple[str, str]], new: list[tuple[str, str]]
) -> None:
    """This holds however the cells of the two lines are divided into runs, even empty ones."""
    width = min(len(text_of(old)), len(text_of(new)))
    one, other = part(old, 0, width), (*part(new, 0, width), ("a", ""))
    cells = [[(sign, token) for token, text in line for sign in text] for line in (one, other)]
    spots = [at for at in range(width) if cells[0][at] != cells[1][at]]
    assert diff_columns(one, other) == ((spots[0], spots[-1] + 1) if spots else None)


@pytest.mark.parametrize("wish", ["", "1"])
async def test_a_colour_that_is_chosen_is_there_whatever_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    """NO_COLOR counts only if the player has chosen `auto`; Textual alone would show a chosen
    palette in grey.
    """
    monkeypatch.setenv("NO_COLOR", wish)
    settings = Settings(color="truecolor", guide=False)
    async with playing(duel(), tmp_path, settings=settings) as (screen, _):
        strips = screen.chart.render_lines(Region(0, 0, *screen.chart.size))
        styles = [segment.style for strip in strips for segment in strip]
        colours = {style.color.get_truecolor() for style in styles if style and style.color}
        assert any(len(set(colour)) > 1 for colour in colours)


@pytest.mark.parametrize("wanted", [False, True])
def test_frames_are_marked_only_where_that_is_wanted_whatever_a_terminal_reports(
    wanted: bool,
) -> None:
    app = WeatherGageApp(Settings())
    app._sync = wanted
    app._on_terminal_supports_synchronized_output(TerminalSupportsSynchronizedOutput())
    assert app._sync_available is wanted

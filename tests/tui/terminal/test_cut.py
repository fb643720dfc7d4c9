"""Cutting texts: at a word, with a sign, never inside a figure, no two alike."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.terminal.cells import (
    SIGN,
    columns_of,
    cut,
    cut_line,
    latest_rows,
    rows_of,
    short_name,
    told_apart,
)

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
    assert told_apart(orders, 24) == ["..least 2 are silenced", "..least 3 are silenced"]
    assert told_apart(["Strike", "Fire at Zouave (-4)"], 14) == ["Strike", "..Zouave (-4)"]


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
    """As `{name[:25]:<26}` does, of which nobody sees that the name goes on."""
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

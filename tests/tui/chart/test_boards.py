"""What differs between kinds of boards is in the object for each kind; no other module asks which
kind a board is.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.game.chart import Board, Boxes, Hexes, Line, Page, Scene, Sea
from engine.game.panel import Span
from tui.chart.page import PageWindow
from tui.chart.viewport import kind_of
from tui.terminal.terminal import Glyphs

TUI = Path(__file__).resolve().parents[3] / "tui"
ASKS = re.compile(r"\b(Sea|Boxes|Hexes|Page)\b")
KNOWN = {
    "chart/viewport.py": "the one place that asks, for charts of characters",
    "share/canvas.py": "the one place that asks where it lies on a picture, and on what ground",
    "share/pictures.py": "the elements of hulls and boxes are packed apart",
    "share/film.py": "the scale of a film is in inches or in hexes",
    "replay/sharing.py": "a ship on a board of boxes has no way but from box to box",
    "chart/sea/chart.py": "an area is outlined on a sea alone",
}


def asks(path: Path) -> bool:
    """Tell whether a module asks which kind a board is."""
    text = path.read_text(encoding="utf-8")
    if "engine.game.chart" not in text:
        return False
    tree = ast.parse(text)
    boards = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "engine.game.chart"
        for alias in node.names
    }
    tests = [
        ast.unparse(node.args[1])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"
    ]
    tests += [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.MatchClass)]
    return any(name in boards for test in tests for name in ASKS.findall(test))


def test_one_place_asks_which_kind_a_board_is() -> None:
    found = {str(path.relative_to(TUI)) for path in TUI.rglob("*.py") if asks(path)}
    assert found == set(KNOWN)


@pytest.mark.parametrize("board", [Sea(36, 36), Boxes(9, 5), Hexes(), Page(12)])
def test_the_whole_of_a_board_has_the_size_that_was_asked_for(board: Board) -> None:
    kind = kind_of(board)
    window = kind.whole(*(kind.fitted(70, 30) or (70, 30)), [(3.0, 3.0)])
    assert (window.columns, window.rows) == (kind.fitted(70, 30) or (70, 30))
    assert kind.clamped(window) == window


def test_only_boxes_list_what_shares_a_place() -> None:
    kinds = [kind_of(board) for board in (Sea(36, 36), Boxes(9, 5), Hexes(), Page(12))]
    assert [kind.boxed for kind in kinds] == [False, True, False, False]
    assert [kind.lined for kind in kinds] == [False, False, False, True]


@pytest.mark.parametrize(("glyphs", "sign"), [("ascii", ".."), ("unicode", "…")])
def test_a_line_of_a_page_that_goes_on_has_a_sign(glyphs: Glyphs, sign: str) -> None:
    long, fits = "crew  sent  grade  needs", "crew  sent  grade S1"
    lines = Line(0, (Span(long, "dim"), Span(" S1"))), Line(1, (Span(fits),))
    window = PageWindow(0, 20, 2)
    drawn = kind_of(Page(2)).framed(Scene(Page(2), lines), window, glyphs, (), "").lines()
    assert [row.strip() for row in drawn if row.strip()] == [f"crew  sent  grade  {sign}", fits]

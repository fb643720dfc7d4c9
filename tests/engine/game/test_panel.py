"""How much a panel shows: rows by the chosen depth, by the finished lessons, and in words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game.panel import (
    EVERYTHING,
    FIRST_BATTLES,
    MANY_BATTLES,
    Heading,
    Known,
    Row,
    ShipLine,
    SideLine,
    Span,
    Title,
    Track,
    Words,
    deeper,
    depth_after,
    taught_rows,
    visible_rows,
    words,
)
from engine.teaching.lesson import shelf
from tests.sources import tree

ROOT = Path(__file__).parents[3]
GAMES = ("oak_iron", "wooden_ships", "iron_oak")
FIGURES = words("guns 4", depth="usual", lesson="gunnery")
IN_WORDS = words("four guns", until="first", lesson="gunnery")
RARE = words("built in 1861", depth="all")
DAMAGE = Track("damage", 2, 7, told="2 damage of 7", lesson="gunnery")
ROWS: tuple[Row, ...] = (Title("A1", "A", "Swan", tokens="*s"), FIGURES, IN_WORDS, RARE, DAMAGE)


def test_the_first_depth_is_in_words() -> None:
    assert visible_rows(ROWS, Known("first")) == [
        Title("A1", "A", "Swan"),
        IN_WORDS,
        words("2 damage of 7", until="first"),
    ]


def test_a_lesson_unlocks_its_rows_as_figures() -> None:
    assert visible_rows(ROWS, Known("first", frozenset(["gunnery"]))) == [
        Title("A1", "A", "Swan"),
        FIGURES,
        DAMAGE,
    ]


def test_further_depths_have_figures_and_at_last_all() -> None:
    assert visible_rows(ROWS, Known("usual")) == [ROWS[0], FIGURES, DAMAGE]
    assert visible_rows(ROWS, EVERYTHING) == [ROWS[0], FIGURES, RARE, DAMAGE]


def test_a_heading_without_rows_is_not_there() -> None:
    rows = [Heading("Dice"), FIGURES, Heading("Ships"), words("one")]
    assert visible_rows(rows, Known("first")) == [Heading("Ships"), words("one")]
    assert visible_rows([words("one"), Heading("Dice"), FIGURES], Known("first")) == [words("one")]
    assert visible_rows([Heading("Dice"), IN_WORDS, Heading("Ships")], EVERYTHING) == [
        Heading("Ships")
    ]
    assert visible_rows([Heading("Log")], Known("first")) == [
        Heading("Log")
    ]  # what follows is laid apart


def test_the_roster_names_ships_and_sides() -> None:
    ship = ShipLine("A1", "A", "*", "Swan", (("d", 2, 7),), told="2 damage")
    side = SideLine("B", "Blue", "side_b", "0/2", told="no strike points, 2 ships")
    assert visible_rows([ship, side], Known("first")) == [
        Words((Span("A1 Swan", "side_a"), Span(": 2 damage")), "A1", until="first"),
        Words((Span("Blue", "side_b"), Span(": no strike points, 2 ships")), until="first"),
    ]


def test_a_panel_grows_with_battles() -> None:
    depths = [depth_after(battles) for battles in range(MANY_BATTLES + 2)]
    assert depths == [
        *["first"] * FIRST_BATTLES,
        *["usual"] * (MANY_BATTLES - FIRST_BATTLES),
        *["all"] * 2,
    ]
    assert [deeper("first"), deeper("usual"), deeper("all")] == ["usual", "all", "first"]


def test_taught_rows_appear_usually() -> None:
    (row,) = taught_rows("rakes", words("raked"))
    assert (row.depth, row.lesson) == ("usual", "rakes")


@pytest.mark.parametrize("game", GAMES)
def test_each_lesson_that_a_row_names_is_one_of_its_game(game: str) -> None:
    lessons = {lesson.name for _, lesson in shelf() if lesson.game == game}
    named = set(_named(ROOT / "engine/systems" / game / "screen"))
    assert len(named) > 2
    assert named <= lessons


def _named(folder: Path) -> Iterator[str]:
    """Yield the names of lessons that the panel rows in a folder of code refer to."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(tree(path)):
            match node:
                case ast.Call(func=ast.Name("taught_rows"), args=[ast.Constant(str(name)), *_]):
                    yield from [name] * bool(name)
                case ast.keyword(arg="lesson", value=ast.Constant(str(name))):
                    yield name
                case ast.Assign(targets=[ast.Name("lesson")], value=ast.Constant(str(name))):
                    yield name

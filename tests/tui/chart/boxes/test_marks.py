"""Each mark of a board of boxes is drawn, and told from the others."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.game.board import Boxes
from engine.game.chart import Counter, Fort, Lit, Mark, Obstacle, Scene, Terrain, Tie, Trace
from tui.chart.boxes.window import BoxWindow
from tui.chart.framed_chart import framed_chart, wind_words
from tui.terminal.terminal import Glyphs

BAY = Boxes(5, 5)
GLYPHS: tuple[Glyphs, ...] = ("ascii", "unicode")
COLUMNS, ROWS = 71, 26


def drawn(*marks: Mark, glyphs: Glyphs = "ascii", board: Boxes = BAY) -> list[str]:
    window = BoxWindow.fitted(board, COLUMNS, ROWS)
    return framed_chart(Scene(board, marks), window, glyphs).lines()


def ship(key: str = "A1", box: tuple[int, int] = (2, 2), **more: Any) -> Counter:
    return Counter(key, key[0], box, more.pop("name", "Galena"), side=key[0], **more)


def fort(**more: Any) -> Fort:
    return Fort("F1", "B", (2, 2), "UPPER", more.pop("state", "hits 3 of 11"), **more)


def land(kind: Any) -> Terrain:
    return Terrain("land C3", kind, ((2.0, 3.0), (3.0, 3.0), (3.0, 2.0), (2.0, 2.0)))


PAIR = (ship("A1"), ship("B1", (2, 3), name="Virgina"))
MARKS: dict[str, tuple[Mark, ...]] = {
    **{kind: (Obstacle("o", kind, (2, 2)),) for kind in ("obstruction", "heavy", "sandbar")},  # type: ignore[arg-type]
    **{kind: (Obstacle("o", kind, (2, 2)),) for kind in ("torpedo", "hulk")},  # type: ignore[arg-type]
    "high ground": (land("land"),),
    "low ground": (land("island"),),
    **{shape: (ship(shape=shape),) for shape in ("steamer", "monitor", "barge", "hidden")},
    "her state": (ship(state="6/10"),),
    **{f"token {sign}": (ship(tokens=sign),) for sign in ("L", "H", "F2", "g", "a", "x", "T", "p")},
    "fort": (fort(),),
    "fort with smoke": (fort(tokens="H"),),
    "fort silenced": (fort(silenced=True),),
    "two ships": PAIR,
    "fouled": (*PAIR, Tie("fouled", ("A1", "B1"))),
    "grappled": (*PAIR, Tie("grappled", ("A1", "B1"))),
    "towed": (*PAIR, Tie("towed", ("A1", "B1"))),
    "line of sight": (*PAIR, Trace("sight", ((2.5, 2.5), (3.5, 2.5)), label="A1-B1")),
    "box lit": (Lit((2.5, 2.5), "reach", "58%"),),
}


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_no_two_marks_look_the_same(glyphs: Glyphs) -> None:
    pictures = {name: drawn(*marks, glyphs=glyphs) for name, marks in MARKS.items()}
    pictures["nothing"] = drawn(glyphs=glyphs)
    alike = [pair for pair in combinations(pictures, 2) if pictures[pair[0]] == pictures[pair[1]]]
    assert not alike


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_no_two_boards_look_the_same(glyphs: Glyphs) -> None:
    boards = {
        "plain": BAY,
        **{f"bank {edge}": Boxes(5, 5, banks=(edge,)) for edge in ("north", "south")},
        **{f"bank {edge}": Boxes(5, 5, banks=(edge,)) for edge in ("west", "east")},
        **{
            f"current {way}": Boxes(5, 5, current=way, swiftness=1)
            for way in ("north", "south", "west", "east")
        },
        **{f"depth {depth}": Boxes(5, 5, row_depths=(depth,)) for depth in (1, 2)},
        **{f"shoal column {depth}": Boxes(5, 5, column_depths=(depth,)) for depth in (1, 2)},
    }
    pictures = {name: drawn(glyphs=glyphs, board=board) for name, board in boards.items()}
    alike = [pair for pair in combinations(pictures, 2) if pictures[pair[0]] == pictures[pair[1]]]
    assert not alike


def test_wind_and_current_are_told_in_words() -> None:
    told = {
        wind_words(Boxes(5, 5, wind=wind, current=way, swiftness=swiftness), "ascii")
        for wind in ("calm", "light")
        for way in ("north", "west")
        for swiftness in (1, 2, 3)
    }
    assert len(told) == 12


def test_a_full_box_names_what_there_is_room_for_and_counts_the_rest() -> None:
    crowd = [ship(f"A{number}", name=f"Ship {number}") for number in range(1, 10)]
    text = "\n".join(drawn(*crowd))
    assert "Ship 1" in text
    assert "Ship 9" not in text
    assert "+6 more" in text


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_two_things_told_of_a_box_stand_side_by_side_or_the_last_alone(glyphs: Glyphs) -> None:
    """A picture that lies under a preview must not run into its figure."""
    under, over = Lit((2.5, 2.5), "reach", "0.1", 1), Lit((2.5, 2.5), "reach", "58")
    assert any("0.1|58 " in line for line in drawn(under, over, glyphs=glyphs))
    long = Lit((2.5, 2.5), "reach", "a figure of its own")
    assert not any("figure" in line for line in drawn(long, over, glyphs=glyphs))


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_a_box_is_shaded_by_signs_and_a_name_in_it_stays(glyphs: Glyphs) -> None:
    shades = {n: drawn(Lit((2.5, 2.5), "reach", "1.2", n), glyphs=glyphs) for n in (1, 2, 3)}
    assert all(any("1.2 " in line for line in lines) for lines in shades.values())
    assert len({"\n".join(lines) for lines in shades.values()}) == 3
    full = drawn(ship(), ship("B1", name="Virgina"), Lit((2.5, 2.5), "reach", "1.2", 2))
    assert all(any(text in line for line in full) for text in ("Galena", "Virgina", "1.2 ++"))

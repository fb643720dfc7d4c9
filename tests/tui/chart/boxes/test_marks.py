"""Each kind of mark on a board of boxes is drawn, and looks different from the others."""

from __future__ import annotations

from itertools import combinations
from typing import Any, get_args

import pytest

from engine.game.chart import (
    CROSSED,
    Boxes,
    Counter,
    Fort,
    Haze,
    Lit,
    Mark,
    Obstacle,
    Scene,
    Terrain,
    Tie,
    Trace,
)
from engine.game.panel import Heading, Shape, words
from tui.chart.boxes.kind import _NAMES, box_rows
from tui.chart.boxes.ships import end_on
from tui.chart.boxes.ships import ship_text as drawing
from tui.chart.boxes.window import BoxWindow
from tui.chart.thumbnail import portrait
from tui.chart.viewport import framed_chart, kind_of
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


PAIR_IN_A_BOX = (ship("A1", state="6/10"), ship("B1", name="Virgina", state="2/20"))
PAIR = (ship("A1"), ship("B1", (2, 3), name="Virgina"))
MARKS: dict[str, tuple[Mark, ...]] = {
    **{kind: (Obstacle("o", kind, (2, 2)),) for kind in ("obstruction", "heavy", "sandbar")},  # type: ignore[arg-type]
    **{kind: (Obstacle("o", kind, (2, 2)),) for kind in ("torpedo", "hulk")},  # type: ignore[arg-type]
    "high ground": (land("land"),),
    "low ground": (land("island"),),
    **{shape: (ship(shape=shape),) for shape in get_args(Shape)},
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
    **{kind: (*PAIR_IN_A_BOX, Tie(kind, ("A1", "B1"))) for kind in CROSSED},  # type: ignore[arg-type]
    "in one box": PAIR_IN_A_BOX,
    "joined": (*PAIR_IN_A_BOX, Tie("fouled", ("A1", "B1"))),
    "smoke": (Haze((2, 2)),),
    "thick smoke": (Haze((2, 2), thick=True),),
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


def at_size(size: tuple[int, int], *marks: Mark, glyphs: Glyphs = "ascii") -> str:
    """Return the drawn board with boxes of this size (columns, rows)."""
    window = BoxWindow.fitted(BAY, 5 * (size[0] + 1) + 1, 5 * (size[1] + 1) + 1)
    assert window.size == size
    return "\n".join(framed_chart(Scene(BAY, marks), window, glyphs).lines())


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_ships_that_are_fouled_are_joined_and_names_and_hits_stay(glyphs: Glyphs) -> None:
    """They are side by side in a large box, one below the other in a small one."""
    marks = (*PAIR_IN_A_BOX, Tie("fouled", ("A1", "B1")))
    large, middle, small = (
        at_size(size, *marks, glyphs=glyphs) for size in ((17, 5), (13, 4), (9, 2))
    )
    hulls = [drawing(each, glyphs) for each in PAIR_IN_A_BOX]
    assert "x".join(hulls) in large
    for sign, text in ((f"x{hulls[0]}", middle), ("xGal 6/10", small), ("xVir 2/20", small)):
        assert sign in text
    for text in (large, middle):
        assert "Galena 6/10" in text
        assert "Virgina 2/20" in text


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_a_t_is_drawn_as_a_t(glyphs: Glyphs) -> None:
    """A ship that crosses another is drawn above it, and the other is seen end on, in either
    order.
    """
    across, stem = {"ascii": "T|", "unicode": "┬│"}[glyphs]
    virginia, galena = PAIR_IN_A_BOX[1], PAIR_IN_A_BOX[0]
    text = at_size(
        (13, 4), galena, virginia, Tie("crossed_bow", ("B1", "A1")), glyphs=glyphs
    ).splitlines()
    first = next(n for n, line in enumerate(text) if drawing(virginia, glyphs) in line)
    column = text[first].index(drawing(virginia, glyphs)) - 1
    assert [text[first + row][column] for row in range(3)] == [across, stem, stem]
    assert end_on(galena, glyphs).strip() + "   bow" in text[first + 2]
    assert "Galena 6/10" in text[first + 3]
    small = at_size((9, 2), galena, virginia, Tie("crossed_stern", ("B1", "A1")), glyphs=glyphs)
    assert f"{across}Vir 2/20" in small
    assert f"{stem}Gal 6/10" in small


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_water_runs_with_the_current_where_nothing_lies(glyphs: Glyphs) -> None:
    """The faster the current, the longer the ripples; no ripple touches a name."""
    tails = []
    for swiftness in (1, 2, 3):
        board = Boxes(5, 5, current="east", swiftness=swiftness)
        window = BoxWindow.fitted(board, COLUMNS, ROWS)
        text = "\n".join(framed_chart(Scene(board, (ship(),)), window, glyphs).lines())
        head = {"ascii": ">", "unicode": "→"}[glyphs]
        tail = "~" * swiftness + head
        assert f" {tail} " in text
        assert f"~{tail}" not in text
        tails.append(text.count(tail))
    assert min(tails) > 25
    crowd = [ship(f"A{n}", name="Minnesota", state="0/17") for n in range(4)]
    board = Boxes(5, 5, current="east", swiftness=3)
    full = framed_chart(Scene(board, tuple(crowd)), BoxWindow.fitted(board, COLUMNS, ROWS), glyphs)
    lines = [line for line in full.lines() if "0/17" in line]
    assert len(lines) == 4
    assert all("0/17:" in line.replace("╎", ":") for line in lines)


def test_banks_bear_trees_and_huts() -> None:
    shores = Boxes(5, 5, banks=("north", "south"))
    for glyphs, tree, hut in (("ascii", "&", "A"), ("unicode", "▲", "⌂")):
        lines = drawn(glyphs=glyphs, board=shores)  # type: ignore[arg-type]
        banks = lines[1], lines[-2]
        assert all(tree in bank and hut in bank for bank in banks)
        assert banks[0] != banks[1]


def test_wind_and_current_are_told_in_words() -> None:
    told = {
        kind_of(Boxes(5, 5, wind=wind, current=way, swiftness=swiftness)).wind_words("ascii")
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
    """So the label of an overlay (picture over the chart) does not run into the figure of a
    preview.
    """
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


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("aim", [(0, 4), (1, 4), (2, 4), (3, 0), (4, 0), (4, 2), (0, 2)])
def test_a_line_of_fire_covers_no_ship_and_no_word(glyphs: Glyphs, aim: tuple[int, int]) -> None:
    """The line begins in the middle of the firer's box and crosses other boxes with ships."""
    names = ["Galena", "Monitor", "Naugatk", "P.Royal"]
    boxes = [(row, column) for row in range(5) for column in range(5)]
    ships = [
        ship(f"A{n}", box, name=names[n % 4], state=f"{n}/25", tokens="LF2")
        for n, box in enumerate(boxes)
    ]
    row, column = aim
    line = Trace("sight", ((2.5, 2.5), (column + 0.5, 4.5 - row)))
    for wide, high in ((71, 26), (57, 18), (91, 28)):
        window = BoxWindow.fitted(BAY, wide, high)
        clear, crossed = (
            framed_chart(Scene(BAY, marks), window, glyphs) for marks in (ships, [*ships, line])
        )
        assert crossed.styles != clear.styles
        for down, styles in enumerate(clear.styles):
            for across, style in enumerate(styles):
                if style not in ("sea", "frame", "ruler"):
                    assert crossed.cell(across, down) == clear.cell(across, down)


def test_the_text_of_a_lit_box_leaves_the_number_of_further_ships() -> None:
    crowd = [ship(f"A{number}", name=f"Ship {number}") for number in range(1, 10)]
    text = "\n".join(drawn(*crowd, Lit((2.5, 2.5), "reach", "58")))
    assert "+6 more" in text
    assert "58" in text


OBSTACLES = ("obstruction", "heavy", "sandbar", "torpedo", "hulk")


@pytest.mark.parametrize("kind", sorted(_NAMES))
def test_what_lies_in_a_box_is_named_beside_the_cursor(kind: str) -> None:
    mark: Any = (
        Obstacle("O1", kind, (2, 2))  # type: ignore[arg-type]
        if kind in OBSTACLES
        else Terrain("L1", kind, (BAY.middle(2, 2),))  # type: ignore[arg-type]
    )
    scene = Scene(BAY, (mark,))
    rows = box_rows(scene, BAY, BAY.middle(2, 2), "")
    assert rows == [Heading("In this box"), words(_NAMES[mark.kind], "dim")]
    assert box_rows(scene, BAY, BAY.middle(3, 2), "") == []


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_her_name_is_worth_more_than_signs(glyphs: Glyphs) -> None:
    """If many ships are in a box, each has a line of her own, with as many signs as fit beside her
    name.
    """
    for signs, shown in (("g", True), ("LF2gLF2gLF2g", False)):
        crowd = [
            ship(f"A{number}", name=f"Ship{number}", state="6/10", tokens=signs)
            for number in (1, 2, 3)
        ]
        rows = [row for row in drawn(*crowd, glyphs=glyphs) if "Ship" in row]
        assert [number for row in rows for number in "123" if f"Ship{number}" in row] == [*"123"]
        assert all((f" {signs}" in row) is shown for row in rows)


@pytest.mark.parametrize(("silenced", "style"), [(False, "name"), (True, "hull_b")])
def test_the_state_of_a_fort_is_in_the_style_of_names_also_where_it_is_cut(
    silenced: bool, style: str
) -> None:
    """Boxes are 13 columns wide; the wall of a silenced fort and the word for it have the same
    style.
    """
    window = BoxWindow.fitted(BAY, COLUMNS, ROWS)
    works = fort(state="hits 13 of 111", silenced=silenced)
    grid = framed_chart(Scene(BAY, (works,)), window, "ascii")
    told = "silenced" if silenced else "hits 13 of 1"
    row = next(at for at, line in enumerate(grid.lines()) if told in line)
    column = grid.lines()[row].index(told)
    assert set(grid.styles[row][column : column + len(told)]) == {style}


# A board of boxes in a few cells: all of it, with letters for ships, where no chart fits.


BOARD = Boxes(columns=5, rows=5, wind="normal")
SCENE = Scene(
    BOARD,
    (
        Obstacle("mine", "torpedo", (2, 2)),
        Counter("a", "A", (0, 0), "Monitor", "12/12", "monitor", "A"),
        Counter("b", "B", (4, 4), "Virginia", "20/20", "casemate", "B"),
        Counter("c", "B", (4, 4), "Raleigh", "8/8", "wheeler", "B"),
    ),
)


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_what_does_not_fit_as_a_chart_is_a_little_map_of_the_whole_board(glyphs: Glyphs) -> None:
    """It has five columns and rows with their names, both ships of the last box, and the mine."""
    grid = portrait(SCENE, 28, 18, glyphs)
    lines = ["".join(text for _, text in grid.row(row)) for row in range(grid.rows_count)]
    assert lines[0].split() == ["1", "2", "3", "4", "5"]
    assert [line[1] for line in lines if line[1] != " "] == list("ABCDE")
    assert "A" in lines[2]
    assert "BB" in lines[14]
    assert {"ascii": "o", "unicode": "◦"}[glyphs] in "".join(lines)
    assert grid.columns <= 28


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
def test_where_a_chart_fits_it_has_the_ships_and_their_names(size: tuple[int, int]) -> None:
    grid = portrait(SCENE, *size)
    text = "".join(text for row in range(grid.rows_count) for _, text in grid.row(row))
    assert "12/12" in text
    assert "20/20" in text


@pytest.mark.parametrize(("columns", "boxes"), [(25, (3, 2)), (24, (1, 1))])
def test_a_little_map_has_the_largest_boxes_that_fit(columns: int, boxes: tuple[int, int]) -> None:
    """Five boxes of three columns with their borders take 21 columns; numbers and a blank take
    four.
    """
    grid = portrait(SCENE, columns, 18)
    wide, high = boxes
    assert (grid.columns, grid.rows_count) == (5 * (wide + 1) + 1 + 4, 5 * (high + 1) + 1 + 2)

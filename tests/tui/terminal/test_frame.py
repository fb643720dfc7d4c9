"""A frame sent with few bytes leaves exactly the same cells as one that is sent whole."""

from __future__ import annotations

from random import Random

import pyte
import pytest
from rich.color import ColorSystem
from rich.console import Console

from engine.base.text import HALF
from tests.tui.pseudo_terminal import seen
from tui.terminal.cells import as_sent
from tui.terminal.frame import Painter, Patch, PatchFrame, Piece, PlacedLine, ScreenBuffer
from tui.terminal.looks import PLAIN, Ink, Look, look_of, style_change

SEA, RING = "48;2;13;34;51", "38;2;95;147;168"
LOOKS = (
    Look((), "38;2;61;98;124", SEA),
    Look((), RING, SEA),
    Look(("1",), "38;2;242;193;78", "48;2;17;22;26"),
    Look((), "38;5;215", "48;5;233"),
    Look(("1", "7")),
    Look(("7",)),
    Look((), "97", "44"),
    Look(("1",), "30", "103"),
    Look((), "33"),
    Look(("4",), "33"),
    PLAIN,
)
COLUMNS, ROWS = 24, 6


def cells(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """Return what can be seen of each cell of a terminal."""
    return [[seen(screen.buffer[row][column]) for column in range(COLUMNS)] for row in range(ROWS)]


def piece(dice: Random, row: int, column: int, width: int) -> Piece:
    """Return a random piece of a row."""
    text, looks = "", []
    while len(text) < width:
        run = dice.choice((" ", " ", "~", "#", "ab ", "⠿"))[: width - len(text)]
        run *= max(1, min(dice.randint(1, 4), (width - len(text)) // len(run)))
        text, looks = text + run, looks + [dice.choice(LOOKS)] * len(run)
    return Piece(row, column, text, looks)


WIDE = f"三{HALF}笠{HALF}", f"🙂{HALF}", "a", " "


def wide_piece(dice: Random, row: int, column: int, width: int) -> Piece:
    """Return a random piece with wide characters; none of them is split."""
    text, looks = "", list[Look]()
    while len(text) < width:
        run = dice.choice(WIDE)
        run = run if len(run) <= width - len(text) else "."
        text, looks = text + run, looks + [dice.choice(LOOKS)] * len(run)
    return Piece(row, column, text, looks)


@pytest.mark.parametrize("seed", range(20))
def test_characters_of_two_cells_are_drawn_over_and_beside_others(seed: int) -> None:
    dice, shown = Random(seed), ScreenBuffer()
    spared, whole = pyte.Screen(COLUMNS, ROWS), pyte.Screen(COLUMNS, ROWS)
    for _ in range(8):
        pieces = [wide_piece(dice, row, 0, COLUMNS) for row in range(ROWS)]
        thin, thick = shown.draw(pieces), "".join(map(plainly, pieces))
        pyte.Stream(spared).feed(thin)
        pyte.Stream(whole).feed(as_sent(thick))
        assert spared.display == [as_sent(each.text) for each in pieces]
        assert cells(spared) == cells(whole)
        assert HALF not in thin
        assert shown.draw(pieces[-1:]) == ""


def plainly(each: Piece) -> str:
    """Return the text that draws a piece without saving any bytes."""
    sent = f"\x1b[{each.row + 1};{each.column + 1}H"
    for sign, look in zip(each.text, each.looks, strict=True):
        sent += f"\x1b[{';'.join(filter(None, ('0', *look.flags, look.text, look.ground)))}m{sign}"
    return sent


@pytest.mark.parametrize("seed", range(40))
def test_whatever_was_shown_before_the_cells_are_those_of_whole_frames(seed: int) -> None:
    dice, shown = Random(seed), ScreenBuffer()
    spared, whole = pyte.Screen(COLUMNS, ROWS), pyte.Screen(COLUMNS, ROWS)
    frame = [piece(dice, row, 0, COLUMNS) for row in range(ROWS)]
    for _ in range(8):
        if dice.random() < 0.2:
            shown.forget()
            pyte.Stream(spared).feed("\x1b[0m\x1b[2J")
            pieces = frame = [piece(dice, row, 0, COLUMNS) for row in range(ROWS)]
        elif dice.random() < 0.3:
            pieces = [*frame[:2], *(piece(dice, row, 0, COLUMNS) for row in range(2, ROWS))]
        else:
            at = sorted((dice.randrange(ROWS), dice.randrange(20)) for _ in range(4))
            pieces = [piece(dice, *each, dice.randint(1, COLUMNS - each[1])) for each in at]
        thin, thick = shown.draw(pieces), "".join(map(plainly, pieces))
        pyte.Stream(spared).feed(thin)
        pyte.Stream(whole).feed(thick)
        assert cells(spared) == cells(whole)
        assert len(thin) <= len(thick)
        assert shown.draw(pieces[-1:]) == ""


def test_neighbours_of_one_ground_change_the_colour_of_the_text_alone() -> None:
    first = Piece(0, 0, "a", [Look((), "31", "40")])
    assert ScreenBuffer().draw([first, Piece(1, 4, "b", [Look((), "32", "40")])]) == (
        "\x1b[1;1H\x1b[31;40ma\x1b[2;5H\x1b[32mb\x1b[m"
    )


def test_blanks_have_no_colour_of_text() -> None:
    """A change of the text colour of a blank is not sent, and neither is a blank in which only that
    differs.
    """
    red, blue, page = Look((), "31", "40"), Look(("1",), "34", "40"), Look((), "32", "47")
    shown = ScreenBuffer()
    assert shown.draw([Piece(0, 0, "a   b", [red, blue, page, blue, red])]) == (
        "\x1b[1;1H\x1b[31;40ma \x1b[47m \x1b[40m b\x1b[m"
    )
    assert shown.draw([Piece(0, 1, "   ", [red, page, red])]) == ""


def test_cells_between_are_sent_again_where_that_is_shorter_than_a_move() -> None:
    red, blue = Look((), "31"), Look((), "34")
    shown = ScreenBuffer()
    shown.draw([Piece(0, 0, "abcdefghijkl", [red] * 8 + [blue] + [red] * 3)])
    assert shown.draw([Piece(0, 0, "Abcdefg.ijKl", [red] * 8 + [blue] + [red] * 3)]) == (
        "\x1b[1;1H\x1b[31mA\x1b[6C.\x1b[2CK\x1b[m"
    )
    assert shown.draw([Piece(0, 0, "Ab.de.", [red] * 6)]) == "\x1b[1;3H\x1b[31m.de.\x1b[m"


def test_a_flag_is_switched_off_by_itself_only_where_there_are_colours() -> None:
    """A terminal without colours may know no way to switch a flag off except to reset
    everything.
    """
    assert style_change(Look(("1",), "31", "40"), Look((), "31", "40")) == "\x1b[22m"
    assert style_change(Look(("1", "7")), Look(("7",))) == "\x1b[0;7m"
    assert style_change(Look(("4",), "31"), Look((), "31")) == "\x1b[0;31m"


def test_strokes_that_lie_beside_each_other_need_no_move() -> None:
    ink = Ink("default", "16")
    console = Console(color_system="standard")
    patches = [
        Patch(1, 3, (("ring", "b"), ("sea", "c"))),
        Patch(1, 2, (("ring", "a"),)),
        Patch(0, 9, (("sea", "d"),)),
    ]
    sea, ring = (look_of(ink.style(token), ColorSystem.STANDARD) for token in ("sea", "ring"))
    assert PatchFrame(patches, ink, ScreenBuffer()).render_segments(console) == "".join(
        [
            f"\x1b[1;10H{style_change(PLAIN, sea)}d",
            f"\x1b[2;3H{style_change(sea, ring)}a",
            f"b{style_change(ring, sea)}c{style_change(sea, PLAIN)}",
        ]
    )


def test_all_cells_of_one_look_are_sent_before_the_next_where_colours_are_long() -> None:
    """The cells are dots on shoals and the sea between them: to move over a cell takes fewer bytes
    than to change the colour twice.
    """
    sea, dot = Look((), RING, SEA), Look((), RING, "48;2;18;52;58")
    shown = ScreenBuffer()
    assert shown.draw([Piece(0, 0, ". . .", [dot, sea, dot, sea, dot])]) == (
        f"\x1b[1;2H\x1b[{SEA}m \x1b[C \x1b[1;1H\x1b[{RING};{dot.ground}m.\x1b[C.\x1b[C.\x1b[m"
    )


def test_lines_laid_on_a_row_cover_it_and_what_was_laid_before() -> None:
    """Cells that no line covers are blank, in the background of text; a character that fills no
    cell becomes `?`.
    """
    ink, system = Ink("default"), ColorSystem.TRUECOLOR
    painter = Painter(8, ink, system)
    text, sea, head = (look_of(ink.style(token), system) for token in ("text", "sea", "head"))
    under, over = (
        PlacedLine(1, (("sea", "abc\x07"),)),
        PlacedLine(3, (("head", "D"), ("text", "e"))),
    )
    ((row, column, signs, looks), other, blank) = painter.pieces([[under, over], [under], []])
    assert (row, column, signs) == (0, 0, " abDe   ")
    assert looks == [text, sea, sea, head, text, text, text, text]
    assert other == (1, 0, " abc?   ", [text, *[sea] * 4, *[text] * 3])
    assert blank == (2, 0, " " * 8, [text] * 8)


def test_of_rows_painted_again_only_the_lines_that_differ_and_those_over_them_are_pieces() -> None:
    ink, system = Ink("default"), ColorSystem.TRUECOLOR

    def laid(column: int, signs: str) -> PlacedLine:
        return PlacedLine(column, (("sea", signs),))

    painter = Painter(8, ink, system)
    first = [[laid(0, "abc"), laid(4, "xyz")]]
    list(painter.pieces(first))
    assert list(painter.pieces(first)) == []
    changes = ((laid(0, "abd"), laid(4, "xyz")), (laid(0, "efg"), laid(2, "xyz")))
    assert [(at, text) for _, at, text, _ in painter.pieces([changes[0]])] == [(0, "abd")]
    assert [text for _, _, text, _ in painter.pieces([changes[1]])] == ["efxyz   "], "one moved"
    again = [(laid(0, "hij"), laid(2, "xyz"))]
    assert [text for _, _, text, _ in painter.pieces(again)] == ["hij", "xyz"], "it lies over it"


def test_a_film_of_changed_lines_shows_what_whole_rows_show() -> None:
    dice, ink, system = Random(11), Ink("default"), ColorSystem.TRUECOLOR
    painter, shown, seen_so_far = Painter(COLUMNS, ink, system), ScreenBuffer(), ScreenBuffer()
    for _ in range(300):
        rows = [
            [
                PlacedLine(
                    column, ((dice.choice(("sea", "head", "text")), signs * dice.choice((3, 7))),)
                )
                for column, signs in ((0, dice.choice("ab ")), (5, dice.choice("cd ")), (8, "e"))
            ]
            for _ in range(ROWS)
        ]
        whole = Painter(COLUMNS, ink, system).pieces(rows)
        assert shown.draw(painter.pieces(rows)) == seen_so_far.draw(whole)


def test_what_one_terminal_was_sent_is_sent_to_those_that_show_and_are_to_show_the_same() -> None:
    """The text is not sent to a terminal that shows something else, or has other colours."""
    red, blue = [Look((), "31", "40")], [Look((), "34", "40")]
    drawn: list[str] = []

    def draw(shown: ScreenBuffer, text: str, looks: list[Look]) -> str:
        def pieces() -> list[Piece]:
            drawn.append(text)
            return [Piece(0, 0, text, looks * len(text))]

        return shown.draw_cached((text, tuple(looks)), pieces)

    anna, ben, carl = ScreenBuffer(), ScreenBuffer(), ScreenBuffer()
    sent = [draw(each, "chart", red) for each in (anna, ben)]
    assert (sent[0], drawn) == (sent[1], ["chart"])
    assert sent[0] == ScreenBuffer().draw([Piece(0, 0, "chart", red * 5)])
    draw(carl, "chips", red)
    assert draw(ben, "chase", red) == draw(anna, "chase", red)
    assert draw(carl, "chase", red) != draw(ScreenBuffer(), "chase", red)
    assert draw(ScreenBuffer(), "chase", blue) != draw(ScreenBuffer(), "chase", red)
    assert drawn == ["chart", "chips", "chase", "chase", "chase", "chase"]


def test_terminals_that_show_the_same_are_one_however_they_came_to_it() -> None:
    looks = [Look((), "31", "40")] * 4
    anna, ben = ScreenBuffer(), ScreenBuffer()
    ben.draw([Piece(0, 0, "else", looks)])
    for shown in (anna, ben):
        shown.draw([Piece(0, 0, "same", looks)])
        assert anna._shows is not ben._shows or shown is anna
    for shown in (anna, ben):
        shown.settle()
    assert anna._shows is ben._shows

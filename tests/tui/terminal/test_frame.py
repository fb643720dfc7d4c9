"""A frame sent with thrift paints the very cells that it painted before, with fewer bytes."""

from __future__ import annotations

from random import Random

import pyte
import pytest
from rich.color import ColorSystem
from rich.console import Console

from tui.terminal.frame import Patch, PatchFrame
from tui.terminal.lines import Ink
from tui.terminal.sgr import PLAIN, change, look_of, shortened

PAINTS = (
    "38;2;61;98;124;48;2;13;34;51",
    "38;2;95;147;168;48;2;13;34;51",
    "1;38;2;242;193;78;48;2;17;22;26",
    "38;5;215;48;5;233",
    "1;7",
    "7",
    "97;44",
    "1;30;103",
    "33",
    "",
)


def cells(frame: str) -> list[list[pyte.screens.Char]]:
    """Return what a terminal shows after a frame, and a letter written after it."""
    screen = pyte.Screen(24, 6)
    pyte.Stream(screen).feed(f"{frame}\x1b[6;1Hx")
    return [[screen.buffer[row][column] for column in range(24)] for row in range(6)]


def run(code: str, text: str) -> str:
    """Return a run of cells as Textual writes it."""
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


@pytest.mark.parametrize("seed", range(60))
def test_the_same_cells_are_painted(seed: int) -> None:
    dice = Random(seed)
    frame = ""
    for row in range(1, 5):
        frame += f"\x1b[{row};{dice.randint(1, 6)}H"
        for _ in range(dice.randint(1, 7)):
            frame += run(dice.choice(PAINTS), dice.choice("~.#") * dice.randint(1, 2))
        frame += "\n" * dice.randint(0, 1)
    thin = shortened(frame)
    assert cells(thin) == cells(frame)
    assert len(thin) <= len(frame)


def test_neighbours_of_one_ground_change_the_colour_of_the_text_alone() -> None:
    frame = run("38;2;1;1;1;48;2;9;9;9", "a") + "\x1b[2;5H" + run("38;2;2;2;2;48;2;9;9;9", "b")
    assert shortened(frame) == ("\x1b[38;2;1;1;1;48;2;9;9;9ma\x1b[2;5H\x1b[38;2;2;2;2mb\x1b[m")


def test_a_newline_before_a_move_is_not_sent() -> None:
    assert shortened("\x1b[1;1Ha\n\x1b[2;1Hb\n") == "\x1b[1;1Ha\x1b[2;1Hb\n"


@pytest.mark.parametrize("code", ["4", "3;31", "38;2;1;2;3;58;5;1"])
def test_a_style_that_is_not_known_is_left_alone(code: str) -> None:
    frame = run("31", "a") + run(code, "b")
    assert shortened(frame) == frame


def test_strokes_that_lie_beside_each_other_need_no_move() -> None:
    ink = Ink("default", "16")
    console = Console(color_system="standard")
    patches = [
        Patch(1, 3, (("ring", "b"), ("sea", "c"))),
        Patch(1, 2, (("ring", "a"),)),
        Patch(0, 9, (("sea", "d"),)),
    ]
    sea, ring = (look_of(ink.style(token), ColorSystem.STANDARD) for token in ("sea", "ring"))
    assert PatchFrame(patches, ink).render_segments(console) == "".join(
        [
            f"\x1b[1;10H{change(PLAIN, sea)}d",
            f"\x1b[2;3H{change(sea, ring)}a",
            f"b{change(ring, sea)}c{change(sea, PLAIN)}",
        ]
    )

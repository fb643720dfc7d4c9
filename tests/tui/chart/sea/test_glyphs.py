"""Every sign on the screen is one cell wide, and the ASCII set is really ASCII."""

import unicodedata
from collections.abc import Iterator

import pytest

from engine.game.chart import Smoke, Spot, Terrain, Trace
from engine.space.plane.pose import Pose
from tests.tui.jamaica import MEDIUM, PREVIEW, SCENE, SEA, SMALL, SWAN, blob, ring, ship
from tests.tui.showcase import CARD, DICE, HAND, LOG, ODDS, PREVIEW_ROWS, STRIP
from tui.chart.sea.chart import draw
from tui.chart.sea.hulls import stamp
from tui.chart.sea.kind import frame
from tui.chart.sea.lines import PENS
from tui.chart.sea.ships import edge_keys
from tui.chart.sea.window import LADDER, SeaWindow
from tui.panel.panels import lay_out

EDGES = ("north", "east", "south", "west")
ALLOWED = set("·×→■□▲△►▷▼▽◄◁◢◣◤◥◸◹◺◿─│┌┐└┘├┤┬┴┼╂╳═╒╕╘╛╞╡╥╨╭╮╰╯╱╲╴╶▀▄█▌▐▏▎▍▋▊▉▕░▒▖▗▘▝▙▛▜▟▚▞")


def every_text(glyphs: str) -> Iterator[str]:
    marks = [
        *PREVIEW,
        Spot("collision", (16, 21)),
        *(Smoke("A1", SWAN.pose, 2.5, 1.25, "port", age) for age in range(3)),
        *(Trace(kind, ((2, 2), (30, 9), (8, 30)), label="word") for kind in PENS),  # type: ignore[arg-type]
        Terrain("Z", "zone", ((0, 0), (6, 0), (6, 36), (0, 36)), "zone"),
        Trace("ring", ring(Pose(30, 30, 0), SMALL, 3), closed=True),
        Terrain("F", "fog", blob(30, 20, 3, 3)),
        *(
            ship(
                f"{side}{number % 9 + 1}",
                Pose(4 + 2 * number, 33 - 7 * (side == "B"), turn),
                MEDIUM,
                state=state,
            )
            for side in "AB"
            for number, turn in enumerate(range(0, 360, 24))
            for state in ("live", "ghost")
        ),
    ]
    for scale in LADDER:
        view = SeaWindow(0, 0, scale, 90, 45).centred((15, 20))
        yield from draw(SCENE, view, glyphs, marks, "A1").lines()  # type: ignore[arg-type]
        hulls = [mark for mark in SCENE.marks if hasattr(mark, "pose")]
        for edge in EDGES:
            table = type(SEA)(36, 36, edge, SEA.ruler)
            keys = edge_keys(hulls, view, glyphs)  # type: ignore[arg-type]
            yield from frame(table, view, glyphs, keys).lines()  # type: ignore[arg-type]
    for width in (25, 42, 62):
        rows = (*CARD, *PREVIEW_ROWS, *ODDS, DICE, *STRIP, *LOG, *HAND)
        for line in lay_out(rows, width, None, glyphs):  # type: ignore[arg-type]
            yield "".join(text for _, text in line)
    drawings = ("ascii",) if glyphs == "ascii" else ("filled", "line")
    for drawing in drawings:
        for base in range(3):
            for heading in range(16):
                yield from stamp(drawing, base, heading).rows  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def unicode_signs() -> set[str]:
    return set("".join(every_text("unicode")))


def test_the_ascii_set_is_seven_bit():
    signs = set("".join(every_text("ascii")))
    assert all(32 <= ord(sign) <= 126 for sign in signs)
    assert len(signs) > 50


def test_every_sign_is_one_column_wide(unicode_signs):
    for sign in unicode_signs:
        assert unicodedata.east_asian_width(sign) not in ("W", "F"), sign
        assert unicodedata.category(sign) not in ("Mn", "Me", "Cf", "Cc"), sign
        assert unicodedata.combining(sign) == 0


def test_no_sign_is_outside_the_list_that_fonts_are_known_to_have(unicode_signs):
    drawn = {sign for sign in unicode_signs if ord(sign) > 126}
    drawn = {sign for sign in drawn if not 0x2800 <= ord(sign) <= 0x28FF}
    assert drawn <= ALLOWED
    assert len(drawn) > 40

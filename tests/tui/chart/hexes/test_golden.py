"""A sea of hexes looks exactly like its stored picture: centres, letters, numbers, hulls, the
wind.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.game.chart import Hexes, Hull, Lit, Scene, Smoke, Tie
from engine.space.plane.pose import Point, Pose
from tui.chart.hexes import ACROSS, HexWindow
from tui.chart.layouts import layout
from tui.chart.viewport import Viewport, framed_chart, kind_of
from tui.terminal.terminal import Glyphs

FRAMES = Path(__file__).parents[2] / "frames"
SEA = Hexes(wind_to=0.0)
WINDOW = HexWindow(66, 21, 2, 73, 37)
"""The window on the sea; it begins in column R, in the middle of row 10."""


def centre(column: int, row: int) -> Point:
    """Return the middle of the hex in a column and row."""
    return column * ACROSS, -(row + (0.5 if column % 2 else 0.0))


def hull(key: str, bow: Point, stern: Point, heading: float, state: str = "live") -> Hull:
    pose = Pose((bow[0] + stern[0]) / 2, (bow[1] + stern[1]) / 2, heading)
    return Hull(key=key, owner=key[0], pose=pose, length=2.0, width=0.8, side=key[0], state=state)  # type: ignore[arg-type]


MARS = hull("A1", centre(20, 20), centre(19, 20), 60.0)
HERCULE = hull("B1", centre(26, 21), centre(27, 21), 300.0)
SCENE = Scene(SEA, (MARS, HERCULE))


@pytest.mark.parametrize(
    ("glyphs", "name"),
    [("unicode", "wooden_ships_120x40.txt"), ("ascii", "wooden_ships_120x40_ascii.txt")],
)
def test_a_sea_of_hexes_is_the_frames(glyphs: Glyphs, name: str) -> None:
    """The stored picture also shows an order (its ghost, its steps, the highlighted hexes), which
    is not compared.
    """
    frame = (FRAMES / name).read_text(encoding="utf-8").split("\n")[1:38]
    drawn = framed_chart(SCENE, WINDOW, glyphs).lines()
    lit = "∘" if glyphs == "unicode" else "o"
    alike = cells = 0
    for number, wanted in enumerate(frame):
        for column, sign in enumerate(wanted[:75]):
            cells += 1
            alike += sign.replace(lit, "·" if glyphs == "unicode" else ".") == drawn[number][column]
    assert cells - alike < 60, f"{cells - alike} of {cells} cells differ"
    for row in (0, 1, 5, 9, 35):
        assert drawn[row][3:74] == frame[row][3:74]
    stamps = ("▗█A1██▛▘", "╰╮ B1╰─╮") if glyphs == "unicode" else ("_/A1  _/", "\\_  B1\\_")
    for stamp in stamps:
        assert [line.find(stamp) for line in drawn[:37]] == [line.find(stamp) for line in frame]


@pytest.mark.parametrize(("wind_to", "arrow"), [(0.0, "^"), (180.0, "v"), (None, "-")])
def test_the_wind_blows_thrice_along_the_foot_of_the_frame(
    wind_to: float | None, arrow: str
) -> None:
    """Between the arrows is written how far a step goes; without wind there is only the frame."""
    foot = framed_chart(Scene(Hexes(wind_to), ()), WINDOW, "ascii").lines()[-1]
    assert [foot[3 + column] for column in (4, 16, 67)] == [arrow] * 3
    assert ("one step = one hex" in foot) == (wind_to is not None)


@pytest.mark.parametrize("column", [0, 10, 17, 30, 50, 56])
def test_no_ship_below_the_chart_cuts_the_words_at_its_foot(column: int) -> None:
    """The words are left out where her name needs their room."""
    window = HexWindow(66, 21, 2, 73, 37)
    across, down = window.to_plane(column + 0.5, 45.5)
    far = hull("B1", (across, down), (across, down), 0.0)
    foot = framed_chart(Scene(SEA, (MARS, far)), window, "ascii").lines()[-1]
    assert "vB1" in foot
    words = "one step = one hex, from dot to dot"
    assert (words in foot) == (column not in (17, 30, 50))
    assert words in foot or not re.search("step|hex|dot", foot)


def test_ghosts_steps_and_lit_centres_lie_on_the_centres() -> None:
    extra = (
        hull("A1", centre(23, 18), centre(22, 19), 60.0, "ghost"),
        Lit(centre(21, 19), "step", "1"),
        Lit(centre(24, 21), "full"),
        Lit(centre(17, 24), "part"),
    )
    drawn = framed_chart(SCENE, WINDOW, "ascii", extra).lines()
    column, row = (int(value) for value in WINDOW.to_cell(centre(21, 19)))
    assert drawn[row + 1][column + 3] == "1"
    column, row = (int(value) for value in WINDOW.to_cell(centre(24, 21)))
    assert drawn[row + 1][column + 3] == "o"
    assert any("a1" in line for line in drawn)


@pytest.mark.parametrize("scale", [1, 2, 3, 4])
def test_a_step_never_makes_another_name_of_a_ghost(scale: int) -> None:
    """`a13` or `2a1` would be read as the names of other ships."""
    window = HexWindow(0, 0, scale, 60, 30).centred(centre(22, 19))
    for heading in (0.0, 60.0, 120.0, 180.0, 240.0, 300.0):
        ghost = hull("A1", centre(23, 18), centre(22, 19), heading, "ghost")
        around = ((23, 18), (22, 19), (24, 18), (22, 18), (21, 19))
        steps = [Lit(centre(*at), "step", str(number)) for number, at in enumerate(around, 1)]
        drawn = framed_chart(Scene(SEA, ()), window, "ascii", (ghost, *steps)).lines()
        assert any("a1" in line for line in drawn)
        assert not any(re.search(r"\da1|a1\d", line) for line in drawn)


@pytest.mark.parametrize("scale", [1, 2, 3, 4])
def test_a_step_stands_in_its_own_hex_or_nowhere(scale: int) -> None:
    """In the hex ahead it would tell of a longer move."""
    window = HexWindow(0, 0, scale, 60, 30).centred(centre(22, 19))
    ghost = hull("A1", centre(23, 18), centre(22, 19), 60.0, "ghost")
    around = ((23, 18), (22, 19), (24, 18), (22, 18), (21, 19))
    steps = [Lit(centre(*at), "step", str(number)) for number, at in enumerate(around, 3)]
    drawn = framed_chart(Scene(SEA, ()), window, "ascii", (ghost, *steps)).lines()[1:-1]
    shown = 0
    for step in steps:
        _, at = window.to_cell(step.at)
        for row, line in enumerate(drawn):
            if step.text in line[3:-1]:
                shown += 1
                assert 2 * abs(row - int(at)) < scale, (step.text, row, at)
    assert shown >= 2


def test_ships_that_hold_each_other_are_tied() -> None:
    near = hull("B2", centre(22, 20), centre(23, 20), 300.0)
    free = framed_chart(Scene(SEA, (MARS, near)), WINDOW, "ascii").lines()
    tied = framed_chart(Scene(SEA, (MARS, near, Tie("fouled", ("A1", "B2")))), WINDOW, "ascii")
    assert free != tied.lines()


@pytest.mark.parametrize("scale", [1, 2, 3, 4])
def test_a_point_of_the_plane_comes_back_from_its_cell(scale: int) -> None:
    window = HexWindow(5, -7, scale, 73, 37)
    for column in range(-3, 9):
        for row in range(-3, 9):
            x, y = window.to_plane(*window.to_cell(centre(column, row)))
            assert (round(x, 6), round(y, 6)) == tuple(round(v, 6) for v in centre(column, row))


def test_the_view_follows_the_ships_and_has_no_edge() -> None:
    viewport = Viewport(SEA)
    viewport.places = tuple(mark.pose.at for mark in (MARS, HERCULE))
    viewport.resize(60, 30)
    assert all(viewport.view.shows(place) for place in viewport.places)
    assert viewport.pan(1, 0)
    assert viewport.pan(1, 0)
    assert not any(viewport.view.shows(place) for place in viewport.places)
    viewport.whole()
    assert all(viewport.view.shows(place) for place in viewport.places)


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40), (200, 50)])
def test_the_chart_takes_what_there_is(columns: int, lines: int) -> None:
    place = layout(columns, lines, SEA)
    assert place.chart.width >= columns - 62 - 6
    assert place.panel.width >= 25
    assert kind_of(SEA).wind_words("ascii") == "wind from S ^"


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("heading", [0.0, 60.0, 90.0, 120.0, 180.0, 240.0, 270.0, 300.0])
def test_ships_of_a_fleet_beyond_the_ninth_are_told_apart(glyphs: Glyphs, heading: float) -> None:
    for key in ("A15", "B15"):
        ship = hull(key, centre(23, 20), centre(22, 20), heading)
        drawn = framed_chart(Scene(SEA, (ship,)), WINDOW, glyphs).lines()
        assert sum(key in line for line in drawn) == 1


def test_fouls_and_grapples_have_strokes_of_their_own() -> None:
    """They differ not only in colour: grapples are drawn with close signs, fouls with wide ones."""
    drawn = {}
    for kind in ("fouled", "grappled"):
        scene = Scene(SEA, (MARS, HERCULE, Tie(kind, ("A1", "B1"))))  # type: ignore[arg-type]
        drawn[kind] = "".join(framed_chart(scene, WINDOW, "ascii").lines())
    assert drawn["grappled"].count("=") > drawn["fouled"].count("=") + 4
    assert drawn["fouled"].count(".") > drawn["grappled"].count(".")


def test_smoke_hangs_beside_the_side_that_fired() -> None:
    smoke = Smoke("A1", MARS.pose, 9.0, 9.0, "port")
    bare = framed_chart(SCENE, WINDOW, "ascii").lines()
    drawn = framed_chart(SCENE, WINDOW, "ascii", (smoke,)).lines()
    changed = [
        (column, row)
        for row, line in enumerate(drawn)
        for column, sign in enumerate(line)
        if sign != bare[row][column]
    ]
    column, row = (int(value) for value in WINDOW.to_cell((MARS.pose.x, MARS.pose.y)))
    assert changed
    assert all(abs(x - 3 - column) < 14 and abs(y - 1 - row) < 8 for x, y in changed)


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("number", ["1", "2"])
def test_a_step_beside_the_edge_does_not_read_as_another_ship(scale: int, number: str) -> None:
    """A1 is outside, beyond the left edge: `<A1` and her step 1 must not look like ship A11."""
    bow = centre(20, 20)
    wide = 2 * scale
    window = HexWindow(20 * wide + 1, 20 * scale - 6, scale, 30, 14)
    step = Lit(centre(21, 20), "step", number)
    board = Hexes(wind_to=0.0)
    scene = Scene(board, (hull("A1", bow, centre(19, 20), 60.0),))
    for left in range(window.left, window.left + wide):
        seen = HexWindow(left, window.top, scale, 30, 14)
        lines = kind_of(board).framed(scene, seen, "ascii", (step,), "A1").lines()
        assert any("<A1" in line for line in lines)
        assert not any(re.search(r"A1\d", line) for line in lines)


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_every_heading_has_an_arrow_of_its_own_on_the_widest_chart(glyphs: Glyphs) -> None:
    arrows = set()
    for sixth in range(6):
        ship = hull("A1", centre(20, 20), centre(20, 20), 60.0 * sixth)
        drawn = framed_chart(Scene(SEA, (ship,)), HexWindow(20, 10, 1, 40, 20), glyphs).lines()
        (line,) = (line for line in drawn if "A1" in line)
        before, _, after = line.partition("A1")
        arrows.add((before[-2:].strip(" .·"), after[:2].strip(" .·")))
    assert len(arrows) == 6

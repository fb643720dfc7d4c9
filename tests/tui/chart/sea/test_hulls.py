"""Hulls that are drawn from their exact position and heading."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from engine.space.plane.pose import Pose
from tests.tui.jamaica import MEDIUM, ship
from tui.chart.sea import hulls, ships
from tui.chart.sea.hulls import Drawing, base_class, nearest_heading, stamp
from tui.chart.sea.window import SeaWindow

VIEW = SeaWindow(0, 0, 2.0, 60, 30).centred((10, 10))
DRAW = {"filled": hulls.filled, "lined": hulls.lined, "sloped": hulls.sloped}


@pytest.mark.parametrize("way", DRAW)
@pytest.mark.parametrize("heading", range(0, 360, 15))
def test_a_hull_stays_within_a_cell_of_its_base(way, heading):
    pose = Pose(10, 10, heading)
    cells = DRAW[way](pose, *MEDIUM, VIEW)
    assert len(cells) > 24
    for column, row in cells:
        x, y = VIEW.to_plane(column + 0.5, row + 0.5)
        assert (x - 10) ** 2 + (y - 10) ** 2 < 1.75**2


@pytest.mark.parametrize("heading", range(0, 360, 15))
def test_the_bow_is_narrower_than_the_stern(heading):
    pose = Pose(10, 10, heading)
    drawn = hulls.filled(pose, *MEDIUM, VIEW)
    bow = stern = 0.0
    for (column, row), glyph in drawn.items():
        x, y = VIEW.to_plane(column + 0.5, row + 0.5)
        turned = Pose(x, y, 0).rotated((10, 10), -heading)
        covered = hulls.QUARTERS.index(glyph).bit_count()
        bow += covered * (turned.y > 10.6)
        stern += covered * (turned.y < 9.4)
    assert bow < stern


@pytest.mark.parametrize(("heading", "sign"), [(0, "^"), (80, ">"), (190, "v"), (280, "<")])
def test_the_seven_bit_hull_has_its_arrow_head_at_the_bow(heading, sign):
    pose = Pose(10, 10, heading)
    cells = hulls.sloped(pose, *MEDIUM, VIEW)
    assert cells[hulls.bow_cell(pose, MEDIUM[0], VIEW)] == sign


def test_a_side_to_reload_has_no_gun_dots():
    pose = Pose(10, 10, 90)
    both = hulls.guns(pose, *MEDIUM, (True, True), VIEW, "unicode")
    port = hulls.guns(pose, *MEDIUM, (True, False), VIEW, "unicode")
    _, middle = VIEW.to_cell((10, 10))
    assert {row < middle for _, row in port} == {True}
    assert {row < middle for _, row in both} == {True, False}
    assert sum((ord(sign) - 0x2800).bit_count() for sign in port.values()) == 5
    assert not hulls.guns(pose, *MEDIUM, (False, False), VIEW, "ascii")


def test_five_degrees_of_turn_change_a_line_hull():
    drawn = [hulls.lined(Pose(10, 10, heading), *MEDIUM, VIEW) for heading in (40, 45)]
    assert len(set(drawn[0].items()) ^ set(drawn[1].items())) > 8


def test_the_flagship_carries_its_star_from_two_rows_an_inch():
    hull = ship("A1", Pose(10, 10, 90), flagship=True)
    label = [
        ships.piece(hull, VIEW, "unicode").cells[cell][0]
        for cell in ships.piece(hull, VIEW, "unicode").label
    ]
    assert "".join(label) == "A1*"
    near = VIEW.zoomed(-1, (10, 10))
    assert len(ships.piece(hull, near, "unicode").label) == 2


def test_name_and_damage_stand_on_deck_from_four_rows_an_inch():
    view = SeaWindow(0, 0, 4.0, 80, 40).centred((10, 10))
    hull = ship("B1", Pose(10, 10, 90), name="Gloire", damage=(2, 7))
    made = ships.piece(hull, view, "unicode")
    row = made.label[0][1]
    deck = "".join(made.cells.get((c, row - 1), (" ", ""))[0] for c in range(80)).strip()
    below = "".join(made.cells.get((c, row + 1), (" ", ""))[0] for c in range(80))
    assert "Gloire" in deck
    assert "■■□□□□□" in below


def test_a_corner_that_is_there_twice_changes_nothing():
    corners = [(0.5, 0.5), (6.5, 0.5), (6.5, 3.5), (0.5, 3.5)]
    once = hulls._edges(corners)
    assert once
    assert hulls._edges([corners[0], *corners]) == once


@pytest.mark.parametrize("heading", range(0, 360, 15))
@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_a_long_label_leaves_her_bow_in_sight(heading, glyphs):
    """The label A12 has three letters, but the small drawing has room for two."""
    view = SeaWindow(0, 0, 0.5, 60, 30).centred((10, 10))
    bows = [
        {cell for cell, (sign, _) in drawn.cells.items() if sign in ships.BOWS}
        for drawn in (
            ships._stamped(ship(key, Pose(10, 10, heading)), view, glyphs) for key in ("A1", "A12")
        )
    ]
    assert bows[0] == bows[1]


@pytest.mark.parametrize(
    ("sides", "rows"),
    [((True, False), {15: "'"}), ((False, True), {24: "."}), ((True, True), {15: "'", 24: "."})],
)
def test_five_guns_of_a_loaded_side_stand_just_outside_the_hull_from_stern_to_bow(sides, rows):
    """The ship heads east, at eight columns and four rows an inch, with her centre in column 40 and
    row 20.
    """
    view = SeaWindow(0.0, 10.0, 4.0, 80, 40)
    drawn = hulls.guns(Pose(5.0, 5.0, 90.0), 5.0, 2.0, sides, view, "ascii")
    stations = (32, 38, 44, 49, 55)
    assert drawn == {(column, row): sign for row, sign in rows.items() for column in stations}


# Small drawings of hulls and their mirrors.


DRAWINGS: tuple[Drawing, ...] = ("ascii", "filled", "line")
EVERY = [(d, base) for d in DRAWINGS for base in range(3)]
BOWS = "^v<>▲▼◄►◥◤◢◣△▽◁▷◹◸◿◺"


@pytest.mark.parametrize(("drawing", "base"), EVERY)
def test_the_label_keeps_two_cells_that_read_forward(drawing, base):
    for heading in range(16):
        drawn = stamp(drawing, base, heading)
        column, row = drawn.label
        assert drawn.rows[row][column : column + 2] == "LL"
        assert "".join(drawn.rows).count("L") == 2
        assert {len(line) for line in drawn.rows} == {drawn.width}


@pytest.mark.parametrize(("drawing", "base"), EVERY)
def test_a_bow_sign_stands_on_the_side_of_the_heading(drawing, base):
    for heading in range(16):
        drawn = stamp(drawing, base, heading)
        east, north = sin(radians(heading * 22.5)), cos(radians(heading * 22.5))
        for row, line in enumerate(drawn.rows):
            for column, sign in enumerate(line):
                if sign in BOWS:
                    ahead = (column + 0.5 - drawn.width / 2) * east
                    ahead += (drawn.height / 2 - row - 0.5) * 2 * north
                    assert ahead > 0, heading


@pytest.mark.parametrize("drawing", DRAWINGS)
@pytest.mark.parametrize("base", range(3))
def test_north_points_up_and_south_points_down(drawing, base):
    tips = {"ascii": ("/\\", "\\/"), "filled": ("▟▙", "▜▛"), "line": ("╱╲", "╲╱")}
    north, south = tips[drawing]
    assert stamp(drawing, base, 0).rows[0].strip() == north
    assert stamp(drawing, base, 8).rows[-1].strip() == south


@pytest.mark.parametrize(
    ("drawing", "base", "heading", "rows"),
    [
        ("ascii", 1, 5, ("[LL-,  ", "  --'>")),
        ("ascii", 1, 11, ("  ,-LL]", "<'--  ")),
        ("ascii", 2, 12, ("<--LL--]", " '-----'")),
        ("filled", 1, 7, ("▜█▖ ", " LL▖", "  ▜▌")),
        ("filled", 0, 11, ("  ▄█LL", "◄▀▘  ")),
        ("line", 1, 13, ("◁──╴  ", "  ╰─LL╛")),
        ("line", 2, 5, ("╭─────╮", "╰─╮LL ╰╮", "  ╰────▷")),
    ],
)
def test_mirrors_turn_every_sign(drawing, base, heading, rows):
    drawn = stamp(drawing, base, heading).rows
    assert [row.strip() for row in drawn] == [row.strip() for row in rows]


def test_every_heading_of_a_base_is_another_drawing():
    for drawing in DRAWINGS:
        for base in range(3):
            assert len({stamp(drawing, base, heading).rows for heading in range(16)}) == 16


def test_headings_round_to_the_nearest_of_sixteen_and_lengths_to_a_base():
    assert [nearest_heading(angle) for angle in (0, 11, 12, 112.5, 349, 359)] == [0, 0, 1, 5, 0, 0]
    assert [base_class(length) for length in (2.0, 2.5, 3.5)] == [0, 1, 2]

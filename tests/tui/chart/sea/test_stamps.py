"""Small drawings of hulls and their mirrors."""

from math import cos, radians, sin

import pytest

from tui.chart.sea.hulls import Drawing, base_class, sixteenth, stamp

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
    assert [sixteenth(angle) for angle in (0, 11, 12, 112.5, 349, 359)] == [0, 0, 1, 5, 0, 0]
    assert [base_class(length) for length in (2.0, 2.5, 3.5)] == [0, 1, 2]

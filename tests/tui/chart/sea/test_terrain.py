"""Each kind of terrain is drawn in a texture of its own."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.chart import Sea, Terrain, Trace
from engine.space.plane.pose import Pose
from tests.tui.jamaica import MEDIUM, SEA, TERRAIN, blob, ring
from tui.chart.sea import lines
from tui.chart.sea.lines import QUARTERS, cells, quarters
from tui.chart.sea.terrain import ground, looks
from tui.chart.sea.window import LADDER, SeaWindow

VIEW = SeaWindow.fitted(SEA, 72, 36)
KINDS = ("shoal", "rocks", "island", "fog")


def signs(kind: str, glyphs: str, view: SeaWindow = VIEW) -> set[str]:
    mark = Terrain("T", kind, blob(18, 18, 6, 6))  # type: ignore[arg-type]
    return {glyph for glyph, _ in looks(mark, view, glyphs).values()} - {" "}  # type: ignore[arg-type]


@pytest.mark.parametrize("scale", [1 / 2, 2 / 3, 1, 2])
def test_each_kind_is_told_by_its_signs_in_seven_bit_text(scale):
    view = SeaWindow(0, 0, scale, 100, 50).centred((18, 18))
    seen = {kind: signs(kind, "ascii", view) for kind in KINDS}
    assert seen["shoal"] == {"."}
    assert seen["fog"] == {"~"}
    assert seen["rocks"] == {"+", "*"}
    assert seen["island"] <= set("/\\|_-^v")
    assert {"/", "\\"} <= seen["island"]


def test_each_kind_is_told_by_its_signs_in_unicode():
    assert signs("shoal", "unicode") == {"⠂", "⠠"}
    assert signs("fog", "unicode") == {"░"}
    assert signs("island", "unicode") <= {"▒", *QUARTERS}


def test_rocks_take_half_of_their_cells_and_begin_every_row():
    mark = Terrain("T", "rocks", ((6, 6), (24, 6), (24, 24), (6, 24)))
    drawn = looks(mark, VIEW, "ascii")
    assert len(drawn) == 36 * 18 / 2
    assert {r for c, r in drawn if c == 12} == set(range(12, 30))


def test_a_cell_belongs_to_a_piece_when_half_of_it_does():
    square = [(1.0, 1.0), (3.5, 1.0), (3.5, 2.0), (1.0, 2.0)]
    assert cells(square, 9, 9) == {(1, 1), (2, 1), (3, 1)}
    assert quarters(square, 9, 9) == {(1, 1): 15, (2, 1): 15, (3, 1): 5}


@given(st.floats(2, 6), st.floats(1, 4), st.floats(5, 12), st.floats(5, 12))
@settings(max_examples=40)
def test_the_covered_cells_have_the_outline_s_area(across, down, x, y):
    outline = [
        (x - across, y - down),
        (x + across, y - down),
        (x + across, y + down),
        (x - across, y + down),
    ]
    covered = cells(outline, 30, 30)
    assert abs(len(covered) - 4 * across * down) <= 2 * (across + down) + 1


def test_terrain_moves_with_the_window():
    for mark in TERRAIN:
        for glyphs in ("ascii", "unicode"):
            still = looks(mark, VIEW, glyphs)
            moved = looks(mark, VIEW.panned(-2, -4), glyphs)
            assert moved == {(c + 2, r + 4): look for (c, r), look in still.items() if r < 32}


def test_dots_lie_every_six_inches_and_every_three_when_near():
    far, _ = ground(SEA, (), VIEW, "ascii")
    near, _ = ground(SEA, (), SeaWindow(0, 0, 2.0, 72, 36).centred((18, 18)), "ascii")
    assert sum(line.count(".") for line in far.lines()) == 36
    assert sum(line.count(".") for line in near.lines()) == 36


def test_off_the_table_there_is_no_water():
    grid, _ = ground(Sea(12, 12), (), SeaWindow.fitted(Sea(12, 12), 40, 12), "ascii")
    assert grid.styles[5][23] == "sea"
    assert grid.styles[5][24] == "off"


# Dotted lines on the lattice.


def musket(heading: float) -> Trace:
    return Trace("ring", ring(Pose(18, 18, heading), MEDIUM, 6.0), closed=True)


@given(
    st.sampled_from(LADDER),
    st.integers(-9, 9),
    st.integers(-9, 9),
    st.floats(0, 359),
    st.sampled_from(["ascii", "unicode"]),
)
@settings(max_examples=30)
def test_panning_moves_the_marks_and_redraws_none(scale, columns, rows, heading, glyphs):
    view = SeaWindow(0, 0, scale, 200, 120).centred((18, 18))
    still = lines.marks(musket(heading), view, glyphs)
    moved = lines.marks(musket(heading), view.panned(columns, rows), glyphs)
    assert moved == {(c - columns, r - rows): sign for (c, r), sign in still.items()}


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_most_marks_stay_when_a_ring_turns_a_little(glyphs):
    before = lines.marks(musket(40), VIEW, glyphs)
    after = lines.marks(musket(42.5), VIEW, glyphs)
    changed = {cell for cell in before.keys() | after.keys() if before.get(cell) != after.get(cell)}
    assert len(changed) < len(before)


@pytest.mark.parametrize("scale", LADDER)
def test_a_seven_bit_ring_is_sparse(scale):
    view = SeaWindow(0, 0, scale, 200, 100).centred((18, 18))
    drawn = lines.marks(musket(0), view, "ascii")
    assert set(drawn.values()) <= {"'", "."}
    by_row: dict[int, list[int]] = {}
    for column, row in drawn:
        by_row.setdefault(row, []).append(column)
    for columns in by_row.values():
        ordered = sorted(columns)
        assert all(b - a >= 2 for a, b in pairwise(ordered))


def test_a_ring_has_about_a_dot_each_half_inch():
    drawn = lines.marks(musket(90), VIEW, "unicode")
    dots = sum((ord(sign) - 0x2800).bit_count() for sign in drawn.values())
    around = 2 * 3.14 * 6 + 2 * sum(MEDIUM)
    assert 0.7 * around * 2 < dots < 1.1 * around * 2


@pytest.mark.parametrize(
    ("kind", "level", "steep"), [("bar", "-", "|"), ("link", "=", "="), ("rake", "!", "!")]
)
def test_each_kind_has_its_sign(kind, level, steep):
    across = lines.marks(Trace(kind, ((10, 10.5), (14, 10.5))), VIEW, "ascii")
    down = lines.marks(Trace(kind, ((10.2, 10), (10.2, 14))), VIEW, "ascii")
    assert set(across.values()) == {level}
    assert set(down.values()) == {steep}
    assert len(across) == 8
    assert len(down) == 4


def test_a_mark_tells_the_half_of_its_cell():
    high = lines.marks(Trace("ring", ((10, 10.9), (14, 10.9))), VIEW, "ascii")
    low = lines.marks(Trace("ring", ((10, 10.1), (14, 10.1))), VIEW, "ascii")
    assert (set(high.values()), set(low.values())) == ({"'"}, {"."})


def test_nothing_is_drawn_outside_the_window():
    drawn = lines.marks(Trace("rake", ((-50, -50), (90, 90))), VIEW, "unicode")
    assert drawn
    assert all(0 <= c < 72 and 0 <= r < 36 for c, r in drawn)

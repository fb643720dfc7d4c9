"""Dotted lines on the lattice."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.chart import Trace
from engine.space.plane.pose import Pose
from tests.tui.jamaica import MEDIUM, SEA, ring
from tui.chart.sea import lines
from tui.chart.sea.window import LADDER, SeaWindow

VIEW = SeaWindow.fitted(SEA, 72, 36)


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

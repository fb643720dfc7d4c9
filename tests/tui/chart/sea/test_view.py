"""Windows on a table of sea."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.chart import Sea
from tui.chart.sea.window import LADDER, SeaWindow

TABLE = Sea(36, 36)


@pytest.mark.parametrize(
    ("columns", "rows", "scale"),
    [
        (36, 18, 1 / 2),
        (48, 24, 2 / 3),
        (72, 36, 1.0),
        (72, 54, 1.0),
        (144, 72, 2.0),
        (20, 9, 1 / 2),
    ],
)
def test_the_whole_table_is_shown_at_the_greatest_scale_that_fits(columns, rows, scale):
    view = SeaWindow.fitted(TABLE, columns, rows)
    assert view.rows_per_inch == scale
    assert (view.left, view.top) == (0.0, 36.0)


def test_an_inch_has_twice_as_many_columns_as_rows():
    view = SeaWindow.fitted(TABLE, 72, 36)
    assert view.to_cell((9.2, 23.5)) == pytest.approx((18.4, 12.5))
    assert view.to_plane(18.4, 12.5) == pytest.approx((9.2, 23.5))


@given(st.sampled_from(LADDER), st.floats(-5, 40), st.floats(-5, 40), st.integers(-3, 3))
@settings(max_examples=60)
def test_the_origin_stays_on_whole_cells_and_the_point_where_it_was(scale, x, y, step):
    view = SeaWindow(0, 0, scale, 60, 30).centred((18, 18))
    before = view.to_cell((x, y))
    zoomed = view.zoomed(step, (x, y))
    column, row = zoomed.origin
    assert zoomed.left * zoomed.cols_per_inch == pytest.approx(column, abs=1e-9)
    assert -zoomed.top * zoomed.rows_per_inch == pytest.approx(row, abs=1e-9)
    assert zoomed.to_cell((x, y)) == pytest.approx(before, abs=0.51)


def test_zooming_stops_at_both_ends_of_the_ladder():
    view = SeaWindow.fitted(TABLE, 72, 36)
    assert view.zoomed(9, (18, 18)).rows_per_inch == 4
    assert view.zoomed(-9, (18, 18)).rows_per_inch == 1 / 2


def test_panning_moves_by_cells():
    view = SeaWindow.fitted(TABLE, 72, 36).panned(5, -3)
    assert view.to_cell((0, 36)) == (-5, 3)


def test_a_window_off_the_table_slides_back_onto_it():
    view = SeaWindow(0, 0, 2.0, 50, 20)
    assert view.centred((0, 36)).clamped_to(TABLE).origin == (0, -72)
    assert view.centred((36, 0)).clamped_to(TABLE).origin == (94, -20)
    assert view.clamped_to(Sea(6, 4)).origin == (0, -8)

"""The viewport of a chart: window, cursor, selected ship."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.chart import Boxes, Hexes, Hull, Page, Scene, Sea, Terrain
from engine.space.plane.pose import Pose
from tui.chart.viewport import Viewport

SEA = Sea(36, 36, "north")
SCENE = Scene(
    SEA,
    (
        Hull("A1", "A", Pose(6, 30, 0), 2.5, 1.25),
        Hull("B1", "B", Pose(30, 6, 0), 2.5, 1.25),
        Hull("A1", "A", Pose(8, 30, 0), 2.5, 1.25, state="ghost"),
    ),
)


def viewport(columns: int = 48, rows: int = 18) -> Viewport:
    """Return a viewport at the corner of a table that is larger than its window."""
    look = Viewport(SEA)
    look.resize(columns, rows, [(6, 30)])
    return look


def test_a_small_window_starts_at_the_home_scale_about_the_ships() -> None:
    look = viewport()
    assert look.view.rows_per_inch == 1.0
    assert look.view.shows((6, 30))
    assert not look.view.shows((30, 6))


def test_a_window_that_holds_the_table_shows_all_of_it() -> None:
    look = viewport(72, 36)
    assert look.view.shows((0.1, 35.9))
    assert look.view.shows((35.9, 0.1))


def test_the_cursor_pans_the_window_at_its_edge() -> None:
    look = viewport()
    look.cursor = 47, 5
    before = look.at
    assert look.step(1, 0)
    assert look.at[0] - before[0] == 0.5
    assert look.view.shows(look.at)


def test_the_cursor_stops_at_the_edge_of_the_table() -> None:
    look = viewport(72, 36)
    look.cursor = 71, 0
    assert not look.step(1, 0)
    assert look.cursor == (71, 0)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["step", "zoom", "out", "pan", "centre", "whole"]), max_size=12))
def test_the_cursor_never_leaves_the_window(moves: list[str]) -> None:
    look = viewport()
    for move in moves:
        match move:
            case "step":
                look.step(1, -1)
            case "zoom":
                look.zoom(1)
            case "out":
                look.zoom(-1)
            case "pan":
                look.pan(1, 1)
            case "centre":
                look.centre((30, 6))
            case _:
                look.whole()
        assert 0 <= look.cursor[0] < look.view.columns
        assert 0 <= look.cursor[1] < look.view.rows


def test_half_a_window_is_panned() -> None:
    look = viewport()
    look.zoom(1)
    for east, south, cell in ((1, 0, (0, 9)), (-1, 0, (48, 9)), (0, 1, (24, 0)), (0, -1, (24, 18))):
        look.centre((18, 18))
        assert look.pan(east, south)
        assert look.view.to_cell((18, 18)) == cell


def test_zooming_keeps_the_place_of_the_cursor() -> None:
    look = viewport()
    look.point_at((18, 20))
    before = look.at
    look.zoom(1)
    assert abs(look.at[0] - before[0]) <= 0.5
    assert abs(look.at[1] - before[1]) <= 1.0


def test_a_point_in_sight_leaves_the_window_and_another_one_comes_into_its_middle() -> None:
    look = viewport()
    look.show((18, 18))
    assert look.view.to_cell((18, 18)) == (24, 9)
    before = look.view
    look.show((20, 16))
    assert look.view == before


def test_ships_are_gone_through_in_a_ring() -> None:
    look = viewport()
    assert [look.next_ship(("A1", "A2", "B1"), 1) for _ in range(4)] == ["A1", "A2", "B1", "A1"]
    assert look.next_ship(("A1", "A2", "B1"), -1) == "B1"


def test_a_ship_is_found_under_the_cursor_and_a_ghost_is_not() -> None:
    look = viewport()
    assert look.ship_at(SCENE, (6.3, 30.4)) == "A1"
    assert look.ship_at(SCENE, (18, 18)) == ""


def test_what_lies_at_a_place_is_a_ship_before_the_water_she_floats_on() -> None:
    """A1 is on a shoal that has the shape of an L; the notch of the L is open water."""
    bent = ((4.0, 20.0), (20.0, 20.0), (20.0, 24.0), (10.0, 24.0), (10.0, 34.0), (4.0, 34.0))
    scene = Scene(SEA, (Terrain("shoal_1", "shoal", bent), *SCENE.marks))
    look = viewport()
    assert look.thing_at(scene, (6, 30)) == "A1"
    assert look.thing_at(scene, (18, 22)) == "shoal_1"
    assert look.thing_at(scene, (15, 28)) == ""


def test_the_whole_table_is_fitted_again_where_it_was_whole_before() -> None:
    look = viewport(72, 36)
    look.resize(108, 54)
    assert look.view.rows_per_inch == 1.5
    look.resize(50, 18)
    assert look.view.rows_per_inch == 0.5
    look.resize(72, 36)
    assert look.view.rows_per_inch == 1.0


def test_a_part_of_the_table_stays_at_its_scale_when_the_window_grows() -> None:
    look = viewport()
    look.resize(72, 36)
    assert look.view.rows_per_inch == 1.0
    look.zoom(1)
    look.resize(108, 54)
    assert look.view.rows_per_inch == 1.5


def test_the_view_closes_on_ships_and_goes_back_to_what_it_was() -> None:
    look = viewport(72, 36)
    look.cursor = 9, 9
    before = look.view, look.cursor
    look.zoom_in_on([(6, 30), (10, 27)])
    assert look.view.rows_per_inch == 2.0
    assert look.view.shows((6, 30))
    assert look.view.shows((10, 27))
    look.zoom_back()
    assert (look.view, look.cursor) == before


def test_ships_far_apart_are_seen_both_or_the_view_stays() -> None:
    look = viewport(72, 36)
    look.zoom_in_on([(6, 30), (22, 12)])
    assert look.view.rows_per_inch == 1.5
    look.zoom_in_on([(3, 33), (33, 3)])
    assert look.view.rows_per_inch == 1.0


def test_a_close_view_does_not_move_for_what_it_shows_already() -> None:
    look = viewport(72, 36)
    look.zoom_in_on([(10, 27), (14, 25)])
    close = look.view
    look.zoom_in_on([(14, 25), (11, 24)])
    assert look.view == close


def test_a_view_that_was_moved_while_it_was_close_stays_there() -> None:
    look = viewport(72, 36)
    look.zoom_in_on([(10, 27), (14, 25)])
    look.pan(1, 0)
    moved = look.view
    look.zoom_back()
    assert look.view == moved


def test_boxes_and_hexes_close_too() -> None:
    boxes = Viewport(Boxes(5, 5))
    boxes.resize(50, 16)
    before = boxes.view
    boxes.zoom_in_on([(1.5, 2.5), (1.5, 3.5)])
    assert boxes.view.size > before.size
    boxes.zoom_back()
    assert boxes.view == before
    hexes = Viewport(Hexes())
    hexes.resize(72, 30, [(0, 0), (8, 0)])
    hexes.zoom_in_on([(0, 0), (3, 1)])
    assert hexes.view.scale == 4
    hexes.zoom_back()
    assert hexes.view.scale == 2


def test_the_sea_is_dragged_by_the_mouse_and_stops_at_its_edge() -> None:
    look = viewport()
    before = look.view
    look.drag(-4, 3)
    assert look.view != before
    look.drag(4, -3)
    look.drag(500, 500)
    edge = look.view
    look.drag(500, 500)
    assert look.view == edge


def test_nothing_to_close_on_leaves_the_view() -> None:
    for board in (SEA, Boxes(5, 5), Hexes(0.0)):
        look = Viewport(board)
        look.resize(48, 18, [(3, 3)])
        assert look.kind.near(look.view, ()) == look.view


def test_hexes_are_gone_through_cell_by_cell_and_a_cell_and_a_half_is_near() -> None:
    look = Viewport(Hexes(0.0))
    look.resize(48, 18, [(3, 3)])
    assert look.kind.stepped(look.view, (5, 5), 1, -1) == (6, 4)
    assert look.kind.reach(look.view) * look.view.scale == 1.5


def test_a_page_keeps_its_size_and_moves_up_and_down() -> None:
    look = Viewport(Page(9))
    look.resize(48, 18, [])
    assert look.view.zoomed(1, (0.0, 0.0)) == look.view
    assert look.view.panned(7, 3).top == look.view.top + 3
    assert look.view.centred((0.0, -20.0)).top == 11, "line 20 in the middle of 18 rows"
    assert look.kind.near(look.view, ((1.0, 1.0),)) == look.view
    assert look.kind.wind_words("ascii") == ""
    assert look.kind.in_line(Scene(Page(9), ()), 40, "ascii") is None
    assert Viewport(Hexes(None)).kind.wind_words("ascii") == ""

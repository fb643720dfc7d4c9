"""A board of boxes looks exactly like its stored picture, cell by cell."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.game.chart import Boxes, Counter, Fort, Haze, Mark, Obstacle, Scene, Trace
from tui.chart.boxes.window import BoxWindow
from tui.chart.layouts import layout
from tui.chart.viewport import Viewport, framed_chart, kind_of, place_of
from tui.terminal.terminal import Glyphs

FRAMES = Path(__file__).parents[2] / "frames"
RIVER = Boxes(
    5,
    5,
    banks=("north", "south"),
    row_depths=(2, None, None, None, 2),
    current="west",
    wind="calm",
    swiftness=1,
)
CHART = 75
"""The number of columns of a stored picture that the chart takes."""


def ship(key: str, box: tuple[int, int], name: str, state: str, **more: object) -> Counter:
    return Counter(key, key[0], box, name, state, side=key[0], **more)  # type: ignore[arg-type]


MARKS: tuple[Mark, ...] = (
    Fort("F1", "B", (0, 2), "NAVAL b", "hits 5 of 12"),
    Fort("F2", "B", (0, 3), "UPPER b", "hits 3 of 11", tokens="H"),
    Fort("F3", "B", (0, 4), "NAVAL b", "hits 5 of 12"),
    *(Obstacle(f"o{row}", "heavy", (row, 3)) for row in (1, 2, 3)),
    ship("A1", (1, 0), "P.Royal", "2/8", shape="wheeler", tokens="L"),
    ship("A2", (2, 1), "Monitor", "1/12", shape="monitor"),
    ship("A3", (2, 1), "Naugatk", "0/5"),
    ship("A4", (2, 2), "Galena", "6/10", shape="sloop", tokens="LF2", active=True),
    ship("B1", (2, 4), "P.Henry", "2/10", shape="wheeler"),
    ship("A5", (4, 0), "Aroostk", "1/6", tokens="g"),
    Haze((2, 2)),
    Trace("sight", ((2.5, 2.5), (3.5, 4.5)), label="A4-F2"),
)
SCENE = Scene(RIVER, MARKS)


@pytest.mark.parametrize(
    ("glyphs", "name"),
    [("unicode", "iron_oak_5x5_100x30.txt"), ("ascii", "iron_oak_5x5_100x30_ascii.txt")],
)
def test_a_river_is_the_frames(glyphs: Glyphs, name: str) -> None:
    """The picture has banks, shoals, a current, forts, an obstruction, ships, smoke in a calm, and
    a line of fire.

    UPDATE_FRAMES=1 writes the pictures anew; check them before you commit them.
    """
    frame = (FRAMES / name).read_text(encoding="utf-8").split("\n")
    window = BoxWindow.fitted(RIVER, 71, 26)
    drawn = framed_chart(SCENE, window, glyphs, (), "").lines()
    if os.environ.get("UPDATE_FRAMES"):
        frame[1:28] = [
            line[:CHART].ljust(CHART) + old[CHART:]
            for line, old in zip(drawn[:27], frame[1:28], strict=True)
        ]
        (FRAMES / name).write_text("\n".join(frame), encoding="utf-8")
    wanted = [line[:CHART].rstrip() for line in frame[1:28]]
    assert [line[:CHART].rstrip() for line in drawn[:27]] == wanted
    assert kind_of(RIVER).wind_words(glyphs).startswith("calm   slow current ")


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (100, 30), (140, 45), (200, 50)])
def test_the_whole_river_is_seen_at_every_size(columns: int, lines: int) -> None:
    place = layout(columns, lines, RIVER)
    window = BoxWindow.fitted(RIVER, place.chart.width, place.chart.height)
    drawn = "\n".join(framed_chart(SCENE, window, "ascii").lines())
    assert all(name in drawn for name in ("NAVAL", "UPPER", "P.R", "Gal", "P.H"))


def test_three_ships_in_a_box_are_named_and_more_are_counted() -> None:
    crowd = [ship(f"A{n}", (1, 1), f"Ship {n}", "0/5") for n in range(1, 7)]
    window = BoxWindow.fitted(RIVER, 71, 26)
    for count, expected in ((3, "Ship 3"), (6, "+3 more")):
        drawn = framed_chart(Scene(RIVER, tuple(crowd[:count])), window, "ascii").lines()
        assert any(expected in line for line in drawn)
        assert not any("[__i__>" in line for line in drawn)


def test_the_cursor_steps_from_box_to_box_and_finds_what_lies_there() -> None:
    viewport = Viewport(RIVER)
    viewport.resize(71, 26)
    place = place_of(SCENE, "A1")
    assert place == RIVER.middle(1, 0)
    viewport.point_at(place)
    assert viewport.ship_at(SCENE, viewport.at) == "A1"
    for _ in range(4):
        viewport.step(1, 0)
    viewport.step(0, 1)
    assert viewport.ship_at(SCENE, viewport.at) == "B1"
    viewport.step(1, 0)
    assert RIVER.box(viewport.at) == (2, 4), "the board ends there"


def test_a_window_on_boxes_shows_its_first_cells_and_zooms_to_larger_ones() -> None:
    window = BoxWindow.fitted(RIVER, 71, 26).panned(3, 2)
    for cell, seen in (((0.0, 0.0), True), ((-0.5, 0.0), False), ((0.0, -0.5), False)):
        assert window.shows(window.to_plane(*cell)) is seen
    middle = RIVER.middle(2, 2)
    sizes = [window.zoomed(step, middle).size for step in (-1, 0, 1)]
    assert sizes == [(13, 3), (13, 4), (17, 5)]


def test_no_step_leads_off_the_board_where_the_window_is_larger() -> None:
    window, kind = BoxWindow.fitted(RIVER, 120, 60), kind_of(RIVER)
    for box, step in (((4, 4), 1), ((0, 0), -1)):
        left, top = window.corner(*box)
        for east, south in ((step, 0), (0, step), (step, step)):
            stepped = kind.stepped(window, (left, top), east, south)
            assert stepped == (left + window.wide // 2, top + window.high // 2)


def test_a_point_of_the_plane_comes_back_from_its_cell() -> None:
    window = BoxWindow.fitted(RIVER, 71, 26)
    for row in range(5):
        for column in range(5):
            middle = RIVER.middle(row, column)
            cell = window.to_cell(middle)
            assert RIVER.box(window.to_plane(*cell)) == RIVER.box(middle) == (row, column)
            assert window.box_at((int(cell[0]), int(cell[1]))) == (row, column)
            assert window.to_plane(*cell) == pytest.approx(middle)
            left, top = window.corner(row, column)
            assert window.panned(4, -3).corner(row, column) == (left - 4, top + 3)
            assert cell == pytest.approx((left + window.wide / 2, top + window.high / 2))

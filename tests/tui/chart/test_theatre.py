"""Animations: what is shown of an event, in few frames."""

from __future__ import annotations

from engine.game.chart import (
    Glide,
    Hull,
    Mark,
    News,
    Scene,
    Sea,
    Shift,
    Smoke,
    Spot,
    Terrain,
    Throw,
    Together,
    Trace,
    Volley,
)
from engine.game.panel import Faces, words
from engine.space.plane.pose import Pose
from tui.chart.theatre import SLIDES, frames

SCENE = Scene(Sea(36, 36), (Hull("A1", "A", Pose(5, 5, 0), 2.5, 1.25),))


def test_a_slide_has_few_frames_and_ends_where_the_ship_stays() -> None:
    way = tuple(Pose(5, 5 + step / 10, 0) for step in range(41))
    shown = list(frames(SCENE, Glide("A1", way)))
    assert len(shown) == SLIDES
    hull = shown[-1].scene.marks[0]
    assert isinstance(hull, Hull)
    assert hull.pose == way[-1]


def test_a_short_slide_has_no_more_frames_than_poses() -> None:
    assert len(list(frames(SCENE, Glide("A1", (Pose(5, 6, 0), Pose(5, 7, 0)))))) == 2


def test_news_are_read_once_beside_the_chart() -> None:
    (shown,) = frames(SCENE, News("The wind shifts from north to east"))
    assert shown.rows == (words("The wind shifts from north to east"),)
    assert shown.scene == SCENE


def test_a_scrolling_sea_carries_all_that_lies_on_it_in_a_few_frames() -> None:
    marks: tuple[Mark, ...] = (
        *SCENE.marks,
        Terrain("T1", "island", ((0, 0), (4, 0), (0, 4))),
        Trace("path", ((1, 1), (2, 2))),
        Spot("party", (9, 9)),
    )
    *_, last = frames(Scene(SCENE.board, marks), Shift((-3.0, 2.0), "The sea scrolls"))
    hull, land, trace, party = last.scene.marks
    assert isinstance(hull, Hull)
    assert hull.pose == Pose(2, 7, 0)
    assert isinstance(land, Terrain)
    assert land.outline[0] == (-3, 2)
    assert isinstance(trace, Trace)
    assert trace.points == ((-2, 3), (-1, 4))
    assert isinstance(party, Spot)
    assert party.at == (6, 11)
    assert last.rows == (words("The sea scrolls"),)


def test_a_broadside_flashes_then_smokes_and_thins() -> None:
    ages = [
        mark.age
        for frame in frames(SCENE, Volley("A1", "port"))
        for mark in frame.extra
        if isinstance(mark, Smoke)
    ]
    assert ages == [0, 1, 2]


def test_dice_show_their_faces_all_at_once_after_two_frames() -> None:
    shown = [
        tuple(face for face, _ in row.dice)
        for frame in frames(SCENE, Throw("broadside", ("skull", "sail")))
        for row in frame.rows
        if isinstance(row, Faces)
    ]
    assert shown == [("?", "?"), ("?", "?"), ("skull", "sail")]


def test_a_volley_of_a_ship_that_is_not_there_shows_nothing() -> None:
    assert list(frames(SCENE, Volley("B9", "port"))) == []


def test_what_goes_on_at_once_glides_first_and_then_comes_the_rest_in_turn() -> None:
    to = (Pose(5, 6, 0), Pose(5, 7, 0))
    parts = (News("a gun bursts"), Glide("A1", to))
    shown = list(frames(SCENE, Together(parts)))
    hulls = [mark for each in shown for mark in each.scene.marks if isinstance(mark, Hull)]
    assert [hull.pose for hull in hulls] == [*to, to[-1]]
    assert [bool(each.rows) for each in shown] == [False, False, True]

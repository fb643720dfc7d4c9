"""Moves: slides, turns, the wind's eye, speed ratings (Oak & Iron ch. 4, Movement Phase)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.decision import Answer
from engine.systems.oak_iron.sailing.course import move_speed, rating
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Table
from engine.systems.oak_iron.state.steps import (
    EndActivation,
    Manoeuvre,
    NameShip,
    SeamanshipOffer,
    SettleMove,
    ShiftOffer,
)
from engine.systems.oak_iron.table.sight import points
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

FAR = ship("B1", "sloop", 34, 2, 180)
"""An enemy too far away to matter."""


def sailing(*ships: object, active: str = "A1", **rest: object) -> Skirmish:
    """Return a battle in which a ship is about to move."""
    play = Skirmish(*ships, FAR, **rest)  # type: ignore[arg-type]
    return play.turn_to(Manoeuvre(), SettleMove(), EndActivation(), active=active).settle()


def test_slide_goes_the_length_of_the_tool_along_the_heading() -> None:
    play = sailing(ship("A1", "fluyt", 10, 20, 180)).do("A", "straight")
    pose = play["A1"].pose
    assert pose is not None
    assert (pose.x, pose.y, pose.heading) == (10, 17, 180)


def test_turn_at_the_end_pivots_about_the_inner_mid_point() -> None:
    play = sailing(ship("A1", "fluyt", 10, 20, 180)).do("A", "turn_end", dial=30)
    pose = play["A1"].pose
    assert pose is not None
    assert pose.heading == 210
    # The starboard mid-point (west of a ship that heads south) has not moved by the turn.
    assert pose.moved(pose.heading + 90, 0.625).rounded().x == pytest.approx(9.375, abs=1e-3)


def test_turn_at_the_start_changes_where_the_slide_goes() -> None:
    play = sailing(ship("A1", "fluyt", 10, 20, 180)).do("A", "turn_start", dial=-30)
    pose = play["A1"].pose
    assert pose is not None
    assert pose.x > 10.5
    assert play.facts(ev.ShipMoved)[0].via[0].heading == 150


def test_turn_beyond_the_tool_is_refused() -> None:
    play = sailing(ship("A1", "fluyt", 10, 20, 180))
    assert play.asked().dial is not None
    assert play.asked().dial.high == 30  # type: ignore[union-attr]
    with pytest.raises(Exception, match="is not on the dial, which goes from"):
        play.do("A", "turn_end", dial=31)


def test_slow_tool_turns_more_sharply() -> None:
    play = sailing(ship("A1", "fluyt", 10, 20, 180, sail="minimal"))
    assert play.asked().dial is not None
    assert play.asked().dial.high == 45  # type: ignore[union-attr]


def test_yare_ship_may_turn_at_both_ends() -> None:
    play = sailing(ship("A1", "corvette", 10, 20, 180)).do("A", "turn_twice", dial=20)
    assert play.options() == ("turn", "hold")
    play.do("A", "turn", dial=-10)
    assert play["A1"].pose is not None
    assert play["A1"].pose.heading == 190


def test_ship_without_yare_turns_once() -> None:
    play = sailing(ship("A1", "fluyt", 10, 20, 180))
    assert "turn_twice" not in play.options()


def test_in_the_eye_there_is_one_turn_and_no_slide() -> None:
    play = sailing(ship("A1", "fluyt", 10, 20, 0))
    assert play.options() == ("turn", "hold")
    play.do("A", "turn", dial=45)
    pose = play["A1"].pose
    assert pose is not None
    assert pose.heading == 45
    assert abs(pose.y - 20) < 1
    assert play["A1"].moved


def test_yare_and_fore_and_aft_add_turns_in_the_eye() -> None:
    play = sailing(ship("A1", "sloop", 10, 20, 0))
    for _ in range(3):
        assert play.options() == ("turn", "hold")
        play.do("A", "turn", dial=45)
    assert play["A1"].moved
    assert play["A1"].pose is not None
    assert play["A1"].pose.heading == 135


@pytest.mark.parametrize(
    ("changes", "heading", "speed"),
    [
        ({}, 180, 4),
        ({}, 60, 2),
        ({}, 0, 0),
        ({"sail": "full"}, 180, 5),
        ({"sail": "minimal"}, 60, 1),
        ({"sail": "anchored"}, 180, 0),
        ({"aground": True}, 180, 0),
        ({"damage": 7}, 180, 2),
        ({"damage": 7, "sail": "full"}, 180, 2),
        ({"damage": 7, "fatigue": 7}, 180, 0),
        ({"options": ("swift",)}, 180, 5),
        ({"options": ("swift",)}, 60, 2),
        ({"options": ("weatherly",)}, 60, 3),
        ({"options": ("weatherly",), "sail": "full"}, 60, 4),
        ({"captured_by": "B"}, 180, 0),
    ],
)
def test_speed_rating(changes: dict[str, object], heading: float, speed: int) -> None:
    play = Skirmish(ship("A1", "corvette", 10, 20, heading, **changes), FAR)
    point = "large" if heading == 180 else "windward" if heading == 60 else "eye"
    assert rating(play.state, "A1", point).value == speed  # type: ignore[arg-type]


def test_speed_never_passes_five() -> None:
    play = Skirmish(ship("A1", "corvette", 10, 20, 180, sail="full", options=("swift",)), FAR)
    assert rating(play.state, "A1", "large", adjust=1).value == 5


def test_favorable_wind_adds_one_when_large() -> None:
    play = Skirmish(
        ship("A1", "fluyt", 10, 20, 180), FAR, cards={"A": {"face_up": "favorable_wind"}}
    )
    assert rating(play.state, "A1", "large").value == 4
    assert rating(play.state, "A1", "windward").value == 2


def test_entangled_ship_stays() -> None:
    play = Skirmish(
        ship("A1", "fluyt", 10, 20, 180),
        ship("B1", "sloop", 11.125, 20, 180),
        entangled=(("A1", "B1"),),
    )
    play.turn_to(Manoeuvre(), SettleMove(), EndActivation(), active="A1").settle()
    assert play["A1"].moved, "nothing is asked"
    assert play["A1"].pose == ship("A1", "fluyt", 10, 20, 180).pose


@pytest.mark.parametrize(
    ("edge", "point"),
    [("north", "large"), ("south", "windward"), ("east", "eye"), ("west", "large")],
)
def test_point_of_sail_is_taken_to_the_weather_edge_of_the_table(edge: Any, point: str) -> None:
    play = Skirmish(ship("A1", "corvette", 18, 18, 130), table=Table(weather_edge=edge))
    assert points(play.state, "A1") == (point,)


def test_between_two_points_is_asked_when_the_speed_differs() -> None:
    play = Skirmish(ship("A1", "corvette", 10, 20, 90), FAR)
    play.turn_to(NameShip("A", "movement")).settle()
    assert play.options() == ("large", "windward")
    play.do("A", "large")
    assert play.state.activation is not None
    assert play.state.activation.point == "large"


@pytest.mark.parametrize("y", [3, 4.24])
def test_base_beyond_the_edge_leaves_the_battle(y: float) -> None:
    play = sailing(ship("A1", "fluyt", 10, y, 180)).do("A", "straight")
    assert play.facts(ev.ShipLeft)
    assert play["A1"].pose is None
    assert play["A1"].lost == "left"


def test_change_heading_comes_before_the_move_and_its_turn() -> None:
    play = Skirmish(ship("A1", "fluyt", 10, 20, 180), FAR)
    play.turn_to(SeamanshipOffer(), Manoeuvre(), SettleMove(), EndActivation(), active="A1")
    play.dice("sail musket musket musket musket").do("A", "attempt")
    assert play.options() == ("change_heading", "faster", "slower", "none")
    play.do("A", "change_heading", dial=45).do("A", "turn_end", dial=30)
    assert play["A1"].pose is not None
    assert play["A1"].pose.heading == 255


def test_failed_test_gives_no_action() -> None:
    play = Skirmish(ship("A1", "fluyt", 10, 20, 180, fatigue=3), FAR)
    play.turn_to(SeamanshipOffer(), Manoeuvre(), EndActivation(), active="A1")
    play.dice("musket cannon").do("A", "attempt")
    assert play.facts(ev.TestResolved)[0].passed is False
    assert "turn_end" in play.options()


def test_adjust_speed_lasts_for_this_move() -> None:
    play = Skirmish(ship("A1", "fluyt", 10, 20, 180), FAR)
    play.turn_to(SeamanshipOffer(), Manoeuvre(), EndActivation(), active="A1")
    play.dice("sail sail sail sail sail").do("A", "attempt").do("A", "faster").do("A", "straight")
    assert play["A1"].pose is not None
    assert play["A1"].pose.y == 16
    assert move_speed(play.state, "A1") == 3, "no longer than that"


def test_seamanship_is_not_offered_to_a_shaken_ship() -> None:
    play = Skirmish(ship("A1", "fluyt", 10, 20, 180, fatigue=7), FAR)
    play.turn_to(SeamanshipOffer(), Manoeuvre(), EndActivation(), active="A1").settle()
    assert "turn_end" in play.options()


def test_anchored_ship_may_change_heading_only() -> None:
    play = Skirmish(ship("A1", "fluyt", 10, 20, 180, sail="anchored"), FAR)
    play.turn_to(SeamanshipOffer(), Manoeuvre(), EndActivation(), active="A1")
    play.dice("sail sail sail sail sail").do("A", "attempt")
    assert play.options() == ("change_heading", "none")
    assert play.closed()["Adjust Speed up"] == "she is anchored"
    play.do("A", "none")
    assert play["A1"].moved, "no move is asked for"
    assert not play.facts(ev.ShipMoved)


def test_adjust_position_shifts_sideways_near_a_friend() -> None:
    play = Skirmish(
        ship("A1", "corvette", 10, 20, 180),
        ship("A2", "fluyt", 12.5, 20, 180),
        FAR,
        cards={"A": {"face_up": "adjust_position"}},
    )
    play.turn_to(ShiftOffer("before"), ShiftOffer("after"), EndActivation(), active="A1").settle()
    play.do("A", "shift", dial=0.5)
    pose = play["A1"].pose
    assert pose is not None
    assert (pose.x, pose.y) == (9.5, 20)
    assert play["A1"].moved, "one shift a move"


def test_adjust_position_wants_a_friend_near() -> None:
    play = Skirmish(
        ship("A1", "corvette", 10, 20, 180), FAR, cards={"A": {"face_up": "adjust_position"}}
    )
    play.turn_to(ShiftOffer("before"), EndActivation(), active="A1").settle()
    assert play["A1"].moved


@pytest.mark.parametrize(
    ("changes", "rated", "slower", "faster"),
    [
        ({"damage": 7}, 2, 1, 2),
        ({"sail": "full", "options": ("swift", "fast")}, 5, 4, 5),
        ({}, 4, 3, 5),
    ],
)
def test_adjust_speed_works_on_the_speed_as_limited(
    changes: dict[str, object], rated: int, slower: int, faster: int
) -> None:
    play = Skirmish(ship("A1", "corvette", 10, 20, 180, **changes), FAR)
    found = [rating(play.state, "A1", "large", by).value for by in (0, -1, 1)]
    assert found == [rated, slower, faster]


def test_a_rating_below_nothing_is_nothing_before_it_is_adjusted() -> None:
    lame = ship("A1", "first_rate", 10, 20, 60, sail="minimal", upgrades=("foul",))
    play = Skirmish(lame, FAR, events_in_force=("wind_decreases",))
    assert rating(play.state, "A1", "windward").reasons[-1] == "0 is the limit"
    assert rating(play.state, "A1", "windward", 1).value == 1


def test_a_ship_that_cut_free_is_limited_to_one_however_she_is_adjusted() -> None:
    play = Skirmish(ship("A1", "corvette", 10, 20, 180), FAR)
    assert [rating(play.state, "A1", "large", by, True).value for by in (0, -1, 1)] == [1, 0, 1]


def test_what_has_no_place_of_its_own_is_refused_none() -> None:
    play = Skirmish(ship("A1", "fluyt", 10, 20, 180), ship("B1", "sloop", 34, 2, 180))
    play.turn_to(Manoeuvre(), SettleMove(), active="A1")
    told = play.why_not("turn_end", -30.0, (1.0, 1.0))
    assert told == "(1, 1) is outside the allowed area"
    decision = play.asked()
    assert not GAME.answering.why_not(play.state, decision, Answer("turn_end", -30.0))

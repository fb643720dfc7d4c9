"""Boarding: who may, how the boarder comes alongside, what follows (Oak & Iron ch. 4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.space.plane.pose import Pose
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import distance
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    CrewAction,
    EndActivation,
    Movement,
    TryBoarding,
)
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

BOARDER = ship("A1", "corvette", 10, 18, 0)
PASSED = "sail cannon cannon cannon cannon"
FAILED = "cannon cannon musket musket swords"


def boarding(*ships: object, **rest: object) -> Skirmish:
    """Return a battle in which A1 has moved and may take a crew action."""
    play = Skirmish(*ships, **rest)  # type: ignore[arg-type]
    return play.turn_to(CrewAction(), EndActivation(), active="A1").settle()


def pose_of(play: Skirmish, key: str) -> Pose:
    """Return the present pose of a ship."""
    pose = play[key].pose
    assert pose is not None
    return pose


def test_boarder_slides_across_and_grapples() -> None:
    play = boarding(BOARDER, ship("B1", "corvette", 11.8, 18, 0)).dice(PASSED).do("A", "board_B1")
    assert play.state.entangled == (("A1", "B1"),)
    assert pose_of(play, "A1").heading == 0
    assert pose_of(play, "A1").x == pytest.approx(10.8, abs=0.001)
    assert distance(play.state, "A1", "B1") <= 0.002
    assert play["A1"].moved


def test_failed_test_leaves_the_boarder_where_she_is() -> None:
    play = boarding(BOARDER, ship("B1", "corvette", 11.8, 18, 0)).dice(FAILED).do("A", "board_B1")
    assert pose_of(play, "A1") == BOARDER.pose
    assert not play.state.entangled
    assert play["A1"].moved, "the crew action is spent"


def test_boarder_swings_her_edge_flush() -> None:
    play = boarding(BOARDER, ship("B1", "corvette", 12, 18, 20)).dice(PASSED).do("A", "board_B1")
    assert pose_of(play, "A1").heading == pytest.approx(20, abs=0.001)
    assert play.facts(ev.ShipMoved)[0].how == "board"


def test_boarder_may_meet_bow_on() -> None:
    play = boarding(BOARDER, ship("B1", "corvette", 10, 20.3, 90)).dice(PASSED).do("A", "board_B1")
    assert pose_of(play, "A1").heading == 0
    assert pose_of(play, "A1").y == pytest.approx(18.8, abs=0.001)


def test_equal_ways_are_the_boarders_choice() -> None:
    corner_on = ship("B1", "corvette", 10.3536, 20.3, 45)
    play = boarding(BOARDER, corner_on).dice(PASSED).do("A", "board_B1")
    assert play.asked().kind == "alongside"
    assert play.options() == ("way_1", "way_2")
    headings = {option.label for option in play.asked().options}
    assert headings == {"heading 45", "heading 315"}
    play.do("A", "way_2")
    assert f"heading {pose_of(play, 'A1').heading:.0f}" in headings
    assert play.state.entangled == (("A1", "B1"),)


def test_yard_arm_is_the_limit_and_is_inclusive() -> None:
    assert "board_B1" in boarding(BOARDER, ship("B1", "corvette", 12, 18, 0)).options()
    far = boarding(BOARDER, ship("B1", "corvette", 12.01, 18, 0))
    assert "board_B1" not in far.options()
    assert far.closed()["Board B1"] == "farther off than a yard arm"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"sail": "anchored"}, "she is anchored or aground"),
        ({"aground": True}, "she is anchored or aground"),
    ],
)
def test_ship_that_cannot_move_does_not_board(changes: dict[str, object], why: str) -> None:
    red = ship("A1", "corvette", 10, 18, 0, **changes)
    play = boarding(red, ship("B1", "corvette", 11.8, 18, 0))
    assert "board_B1" not in play.options()
    assert play.closed()["Board B1"] == why


def test_shaken_ship_may_only_rally() -> None:
    red = ship("A1", "corvette", 10, 18, 0, fatigue=7)
    play = boarding(red, ship("B1", "corvette", 11.8, 18, 0))
    assert play.options() == ("rally", "none")
    assert play.closed()["any other action"] == "a shaken ship may only rally"


def test_boarding_is_allowed_in_the_winds_eye() -> None:
    play = boarding(BOARDER, ship("B1", "corvette", 11.8, 18, 180))
    assert play.state.activation is not None
    assert play.state.activation.point == "eye"
    assert "board_B1" in play.options()


def test_no_room_to_lie_flush_refuses_the_action_before_the_test() -> None:
    # Only a corner of the fluyt sticks out between two consorts.
    play = boarding(
        ship("A1", "corvette", 10, 18, 45),
        ship("B1", "corvette", 10, 20.5, 0),
        ship("B2", "corvette", 8.9, 20.5, 0),
        ship("B3", "corvette", 11.1, 20.5, 0),
        terrain=(island((11.2, 17), (12, 17), (12, 19.45), (10.9, 19.45)),),
    )
    assert "board_B1" not in play.options()
    assert play.closed()["Board B1"] == "no room to lie flush alongside B1"
    assert "sail_full" in play.options(), "another crew action may be tried"


def test_friends_are_not_boarded() -> None:
    play = boarding(BOARDER, ship("A2", "corvette", 11.5, 18, 0), ship("B1", "sloop", 30, 30, 180))
    assert not [option for option in play.options() if option.startswith("board")]
    assert play.closed()["Board"] == "no enemy within a yard arm"


def test_wreck_may_be_boarded() -> None:
    play = boarding(BOARDER, ship("B1", "corvette", 11.8, 18, 0, damage=7, fatigue=7))
    play.dice(PASSED).do("A", "board_B1")
    assert play.state.entangled == (("A1", "B1"),)


def test_own_captured_ship_is_recaptured_by_boarding() -> None:
    captive = ship("A2", "corvette", 11.8, 18, 0, fatigue=7, captured_by="B")
    play = boarding(BOARDER, captive, ship("B1", "sloop", 30, 30, 180))
    play.dice(PASSED).do("A", "board_A2")
    assert play.facts(ev.ShipRecaptured) == [ev.ShipRecaptured("A2")]
    assert play["A2"].captured_by == ""
    assert play["A2"].shaken


def test_recaptured_ship_acts_from_the_next_phase_on() -> None:
    captive = ship("A2", "corvette", 11.8, 18, 0, fatigue=7, captured_by="B")
    play = Skirmish(BOARDER, captive, ship("B1", "sloop", 30, 30, 180, moved=True))
    play.turn_to(CrewAction(), EndActivation(), Movement("B"), active="A1").settle()
    play.dice(PASSED).do("A", "board_A2")
    assert play.state.phase == "attack", "she was not asked to move"
    assert play.options() == ("A1", "A2")


def test_recaptured_wreck_stays_out_of_action() -> None:
    captive = ship("A2", "corvette", 11.8, 18, 0, damage=7, fatigue=7, captured_by="B")
    play = boarding(BOARDER, captive, ship("B1", "sloop", 30, 30, 180))
    play.dice(PASSED).do("A", "board_A2")
    assert play["A2"].captured_by == ""
    assert play["A2"].out_of_action


def test_captor_does_not_board_her_prize() -> None:
    prize = ship("B1", "corvette", 11.8, 18, 0, fatigue=7, captured_by="A")
    play = boarding(BOARDER, prize, ship("B2", "sloop", 30, 30, 180))
    assert not [option for option in play.options() if option.startswith("board")]


def test_skill_rerolls_the_boarding_test() -> None:
    red = ship("A1", "corvette", 10, 18, 0, skill=1)
    play = boarding(red, ship("B1", "corvette", 11.8, 18, 0), rules=Rules())
    play.dice(FAILED).do("A", "board_B1").dice("skull").do("A", "reroll_3")
    assert play.state.entangled


def test_fatigue_takes_dice_off_the_boarding_test() -> None:
    red = ship("A1", "corvette", 10, 18, 0, fatigue=3)
    play = boarding(red, ship("B1", "corvette", 11.8, 18, 0))
    label = next(option.label for option in play.asked().options if option.id == "board_B1")
    assert label == "Board B1, 2 dice"


def test_entangled_boarder_fights_in_the_attack_phase() -> None:
    play = boarding(BOARDER, ship("B1", "corvette", 11.8, 18, 0)).dice(PASSED).do("A", "board_B1")
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    assert "close_combat_B1" in play.options()
    assert play.closed()["a crew action instead"] == "entangled ships take no crew action"


@pytest.mark.parametrize(
    ("changes", "tried"),
    [({}, True), ({"pose": Pose(14, 18, 30)}, False)],
)
def test_boarding_after_fire_is_tried_where_it_is_still_legal(
    changes: dict[str, object], tried: bool
) -> None:
    """The target's helm may have been hit in between, so that she has turned away and cannot be
    boarded.
    """
    prey = replace(ship("B1", "corvette", 11.8, 18, 0), **changes)
    play = Skirmish(ship("A1", "corvette", 10, 18, 0), prey, ship("B2", x=30))
    play.turn_to(TryBoarding("B1"), EndActivation(), active="A1")
    if tried:
        play.dice("sail cannon cannon cannon cannon")
    play.settle()
    assert not play.state.agenda
    assert bool(play.state.entangled) is tried

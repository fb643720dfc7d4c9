"""Strike points compared with the ships that a side has left."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.space.plane.pose import Pose
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import distance
from engine.systems.oak_iron.state.state import Ship
from engine.systems.oak_iron.state.steps import CheckWithdrawal, PartShaken, Prizes
from engine.systems.oak_iron.victory import strike
from engine.systems.oak_iron.victory.strike import points, total
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship, with_squadron
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship


def test_a_sound_squadron_has_no_points_against_all_its_ships() -> None:
    state = small_battle()
    assert (strike.points(state, "A"), strike.total(state, "A")) == (0, 2)


def test_a_crippled_ship_is_one_point_and_still_counts_as_a_ship() -> None:
    state = with_ship(small_battle(), "A2", damage=7)
    assert (strike.points(state, "A"), strike.total(state, "A")) == (1, 2)


def test_out_of_action_is_two_points_in_all_and_no_ship() -> None:
    state = with_ship(small_battle(), "A2", damage=7, fatigue=7)
    assert (strike.points(state, "A"), strike.total(state, "A")) == (2, 1)


def test_a_flagship_is_three_points_in_the_turn_of_its_loss_and_two_later() -> None:
    state = with_ship(small_battle(), "A1", damage=7, fatigue=7)
    state = with_squadron(state, "A", flagship_lost_turn=3)
    assert strike.points(state, "A") == 3
    assert strike.points(replace(state, turn=4), "A") == 2
    flagless = replace(state, rules=replace(state.rules, flagship_points=False))
    assert strike.points(flagless, "A") == 2


def test_a_prize_counts_for_its_captor() -> None:
    state = with_ship(small_battle(), "B2", fatigue=7, captured_by="A")
    assert (strike.points(state, "B"), strike.total(state, "B")) == (2, 1)
    assert strike.total(state, "A") == 3


def test_a_ship_that_sailed_off_is_neither_a_ship_nor_points() -> None:
    state = with_ship(small_battle(), "B2", pose=None, lost="left", damage=7)
    assert (strike.points(state, "B"), strike.total(state, "B")) == (0, 1)


def test_a_sunk_ship_stays_two_points() -> None:
    state = with_ship(small_battle(), "B2", pose=None, lost="sunk", damage=7, fatigue=7)
    assert (strike.points(state, "B"), strike.total(state, "B")) == (2, 1)


def test_an_aground_ship_is_no_ship_for_the_total() -> None:
    state = with_ship(small_battle(), "A2", aground=True)
    assert (strike.points(state, "A"), strike.total(state, "A")) == (0, 1)


# Capture, destroy, leave; Shaken ships part (Oak & Iron ch. 4, End Phase, step 1; FAQ).


VICTOR = ship("A1", "corvette", 10, 18, 180)
PAIR = (("A1", "B1"),)
CONSORT = ship("B2", "corvette", 30, 30, 180)


def prey(**changes: Any) -> Ship:
    """Return a shaken enemy beside the winning ship."""
    return ship("B1", "corvette", 11.001, 18, 180, **{"fatigue": 7, **changes})


def ending(*ships: Ship, entangled: tuple[tuple[str, str], ...] = PAIR, **rest: Any) -> Skirmish:
    """Return a battle at step 1 of its End Phase."""
    play = Skirmish(*ships, entangled=entangled, **rest)
    steps = (Prizes("A"), Prizes("B"), PartShaken())
    return play.turn_to(*steps, phase="end").settle()


def test_shaken_enemy_may_be_captured_destroyed_or_left() -> None:
    play = ending(VICTOR, prey(), CONSORT)
    assert play.asked().seat == "A"
    assert play.options() == ("capture_B1_by_A1", "destroy_B1_by_A1", "leave")


def test_captured_ship_changes_sides_and_stays_entangled() -> None:
    play = ending(VICTOR, prey(), CONSORT).do("A", "capture_B1_by_A1")
    assert play["B1"].captured_by == "A"
    assert play.state.entangled == PAIR
    assert (total(play.state, "A"), total(play.state, "B")) == (2, 1)
    assert points(play.state, "B") == 3, "captured, and still the flagship"


def test_captured_ship_is_not_out_of_action() -> None:
    play = ending(VICTOR, prey(), CONSORT).do("A", "capture_B1_by_A1")
    assert not play["B1"].out_of_action
    assert not play["B1"].fights


def test_left_ship_stays_as_she_is() -> None:
    play = ending(VICTOR, prey(), CONSORT).do("A", "leave")
    assert play["B1"].captured_by == ""
    assert play.state.entangled == PAIR


def test_destroyed_ship_is_out_of_action_and_the_victor_cuts_free() -> None:
    play = ending(VICTOR, prey(), CONSORT).do("A", "destroy_B1_by_A1")
    assert play["B1"].out_of_action
    assert play["B1"].pose is not None
    assert play["A1"].pose == Pose(9.0, 18.0, 180.0)
    assert not play.state.entangled
    assert not play.facts(ev.DiceRolled), "without a test"


def test_victor_without_room_sees_the_destroyed_ship_removed() -> None:
    play = ending(
        VICTOR,
        prey(),
        ship("B2", "corvette", 7.5, 18, 180),
        ship("B3", "corvette", 10, 20.002, 180),
        ship("B4", "corvette", 10, 15.998, 180),
    )
    play.do("A", "destroy_B1_by_A1")
    assert play["B1"].lost == "destroyed"
    assert play["B1"].pose is None
    assert play["A1"].pose == VICTOR.pose
    assert not play.state.entangled


def test_victor_aground_cannot_cut_free_so_the_ship_is_removed() -> None:
    play = ending(ship("A1", "corvette", 10, 18, 180, aground=True), prey(), CONSORT)
    play.do("A", "destroy_B1_by_A1")
    assert play["B1"].lost == "destroyed"
    assert play["A1"].pose == VICTOR.pose


def test_old_wreck_may_be_captured_or_destroyed() -> None:
    play = ending(VICTOR, prey(damage=7), CONSORT)
    assert play.options() == ("capture_B1_by_A1", "destroy_B1_by_A1", "leave")
    play.do("A", "capture_B1_by_A1")
    assert play["B1"].captured_by == "A"


@pytest.mark.parametrize(
    "victor",
    [
        ship("A1", "corvette", 10, 18, 180, fatigue=7),
        ship("A1", "corvette", 10, 18, 180, damage=7, fatigue=7),
        ship("A1", "corvette", 10, 18, 180, captured_by="B"),
    ],
)
def test_ship_shaken_or_out_of_the_fight_takes_no_prize(victor: Ship) -> None:
    play = Skirmish(victor, prey(), CONSORT, entangled=PAIR)
    play.turn_to(Prizes("A"), phase="end").settle()
    assert not play.options()


def test_sound_enemy_is_no_prize() -> None:
    play = ending(VICTOR, prey(fatigue=6), CONSORT)
    assert not play.options()


def test_friends_take_no_prizes_of_each_other() -> None:
    friend = ship("A2", "corvette", 11.001, 18, 180, fatigue=7)
    play = ending(VICTOR, friend, prey(), entangled=(("A1", "A2"),))
    assert not play.options()


def test_player_with_the_initiative_takes_prizes_first() -> None:
    play = ending(
        VICTOR,
        prey(),
        ship("A2", "corvette", 20, 18, 180, fatigue=7),
        ship("B2", "corvette", 21.001, 18, 180),
        entangled=(*PAIR, ("A2", "B2")),
    )
    assert play.asked().seat == "A"
    play.do("A", "capture_B1_by_A1")
    assert play.asked().seat == "B"
    assert play.options() == ("capture_A2_by_B2", "destroy_A2_by_B2", "leave")


def test_two_victors_may_each_claim_the_prize() -> None:
    other = ship("A2", "corvette", 12.002, 18, 180)
    play = ending(VICTOR, prey(), other, CONSORT, entangled=(("A1", "B1"), ("A2", "B1")))
    assert {"capture_B1_by_A1", "capture_B1_by_A2"} <= {*play.options()}
    play.do("A", "capture_B1_by_A2")
    assert not play.options(), "she is taken once"


def test_wreck_held_by_both_sides_is_neutral() -> None:
    wreck = prey(damage=7)
    friend = ship("B2", "corvette", 12.002, 18, 180)
    pairs = (("A1", "B1"), ("B1", "B2"))
    assert not ending(VICTOR, wreck, friend, entangled=pairs).options()


def test_neutral_wreck_is_named_beside_other_prizes() -> None:
    play = ending(
        VICTOR,
        prey(damage=7),
        ship("B2", "corvette", 12.002, 18, 180),
        ship("A2", "corvette", 20, 18, 180),
        ship("B3", "corvette", 21.001, 18, 180, fatigue=7),
        entangled=(("A1", "B1"), ("A2", "B3"), ("B1", "B2")),
    )
    assert play.closed() == {"take B1": "a wreck that ships of both sides hold is neutral"}


def test_shaken_ship_beyond_a_friendly_wreck_is_no_prize() -> None:
    play = ending(
        VICTOR,
        ship("A2", "corvette", 11.001, 18, 180, damage=7, fatigue=7),
        ship("B1", "corvette", 12.002, 18, 180, fatigue=7),
        CONSORT,
        entangled=(("A1", "A2"), ("A2", "B1")),
    )
    assert not play.options()


def test_two_shaken_ships_part_by_a_yard_arm_the_one_with_the_initiative_going() -> None:
    red = ship("A1", "corvette", 10, 18, 180, fatigue=7)
    play = ending(red, prey(), CONSORT)
    assert not play.state.entangled
    assert play["A1"].pose == Pose(9.0, 18.0, 180.0)
    assert play["B1"].pose == prey().pose


def test_the_other_goes_where_the_first_cannot() -> None:
    red = ship("A1", "corvette", 10, 18, 180, fatigue=7, aground=True)
    play = ending(red, prey(), CONSORT)
    assert play["A1"].pose == red.pose
    assert distance(play.state, "A1", "B1") == pytest.approx(1.0, abs=0.002)


def test_shaken_ships_that_cannot_move_are_still_parted() -> None:
    red = ship("A1", "corvette", 10, 18, 180, fatigue=7, aground=True)
    play = ending(red, prey(aground=True), CONSORT)
    assert not play.state.entangled
    assert not play.facts(ev.ShipMoved)


def test_initiative_of_the_other_side_moves_the_other_ship() -> None:
    red = ship("A1", "corvette", 10, 18, 180, fatigue=7)
    play = Skirmish(red, prey(), CONSORT, entangled=PAIR, initiative="B")
    play.turn_to(PartShaken(), phase="end").settle()
    assert play["A1"].pose == red.pose
    assert play["B1"].pose == Pose(12.001, 18.0, 180.0)


def test_prize_stays_held_when_her_captor_is_shaken_too() -> None:
    red = ship("A1", "corvette", 10, 18, 180, fatigue=7)
    play = ending(red, prey(captured_by="A"), CONSORT)
    assert play.state.entangled == PAIR


def test_prize_taken_now_counts_at_the_withdrawal_of_the_same_turn() -> None:
    play = Skirmish(VICTOR, prey(), CONSORT, entangled=PAIR)
    play.turn_to(Prizes("A"), CheckWithdrawal(), phase="end").settle()
    play.do("A", "capture_B1_by_A1")
    counted = play.facts(ev.StrikePointsCounted)[0]
    assert counted.ships == {"A": 2, "B": 1}
    assert play.state.outcome is not None
    assert play.state.outcome.winners == ("A",)

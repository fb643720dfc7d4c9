"""Withdrawal, the last turn, sinking, lost flagships, cards returned to hands (Oak & Iron ch. 4,
End Phase).
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.systems.oak_iron.state.state import Rules, Ship
from engine.systems.oak_iron.state.steps import (
    CheckWithdrawal,
    LostFlagships,
    ReturnCards,
    SinkShips,
)
from engine.systems.oak_iron.turn.movement import inspired
from engine.systems.oak_iron.victory.strike import points, total, worth
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

FULL = Rules()
HAND = ("down", "careful_aim", "effective_fire", "adjust_position", "rolling_broadsides")
CARDS = {"A": {"hand": HAND[:2]}, "B": {"hand": HAND[:2]}}


def red(number: int, **changes: Any) -> Ship:
    """Return a ship of side A."""
    return ship(f"A{number}", "corvette", 4.0 * number, 18, 180, **changes)


def blue(number: int, **changes: Any) -> Ship:
    """Return a ship of side B."""
    return ship(f"B{number}", "corvette", 4.0 * number, 30, 180, **changes)


RED_SIDE = "A"
SUNK = {"lost": "sunk", "damage": 7, "fatigue": 7}
WRECK = {"damage": 7, "fatigue": 7}


def withdrawing(*ships: Ship, **rest: Any) -> Skirmish:
    """Return the battle after its strike points were counted."""
    play = Skirmish(*ships, **rest)
    return play.turn_to(CheckWithdrawal(), phase="end").settle()


def gone(fallen: Ship) -> Ship:
    """Return a ship that is off the table."""
    return replace(fallen, pose=None)


def won(play: Skirmish) -> tuple[str, ...] | None:
    """Return the winners; None while the battle is not over."""
    return play.state.outcome.winners if play.state.outcome else None


@pytest.mark.parametrize(
    ("changes", "points_"),
    [
        ({}, 0),
        ({"damage": 6, "fatigue": 7}, 0),
        ({"damage": 7}, 1),
        (WRECK, 2),
        ({"captured_by": "A", "fatigue": 7}, 2),
        ({"captured_by": "A", "damage": 7, "fatigue": 7}, 2),
        ({"aground": True}, 0),
        (SUNK, 2),
        ({"lost": "destroyed", "damage": 7, "fatigue": 7}, 2),
        ({"lost": "left"}, 0),
    ],
)
def test_strike_points_of_a_ship(changes: dict[str, Any], points_: int) -> None:
    fallen = blue(2, **changes)
    play = Skirmish(red(1), blue(1), gone(fallen) if fallen.lost else fallen)
    assert worth(play.state, play["B2"]) == points_


def test_crippled_and_out_of_action_does_not_add_up() -> None:
    assert points(Skirmish(red(1), blue(1), blue(2, **WRECK)).state, "B") == 2


def test_flagship_is_worth_three_in_the_end_phase_of_its_loss() -> None:
    play = Skirmish(red(1), blue(1, **WRECK), blue(2), turn=4)
    assert points(play.state, "B") == 3
    assert points(Skirmish(red(1), blue(1), blue(2, **WRECK)).state, "B") == 2


def test_flagship_is_worth_two_where_that_rule_is_off() -> None:
    rules = Rules(quick_start=True, flagship_points=False)
    assert points(Skirmish(red(1), blue(1, **WRECK), blue(2), rules=rules).state, "B") == 2


def test_lost_flagship_is_worth_two_from_the_next_turn_on() -> None:
    play = Skirmish(red(1), blue(1, **WRECK), blue(2))
    play.turn_to(LostFlagships(("A", "B")), phase="end").settle()
    assert play.state.squadrons["B"].flagship == "B2"
    assert points(play.state, "B") == 2


@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({}, 2),
        ({"damage": 7}, 2),
        ({"fatigue": 7}, 2),
        ({"aground": True}, 1),
        (WRECK, 1),
        ({"captured_by": "A"}, 1),
        ({"lost": "left"}, 1),
    ],
)
def test_ship_total_leaves_out_wrecks_captives_and_ships_aground(
    changes: dict[str, Any], counts: int
) -> None:
    other = blue(2, **changes)
    play = Skirmish(red(1), blue(1), gone(other) if other.lost else other)
    assert total(play.state, "B") == counts


def test_prizes_count_towards_the_captors_total() -> None:
    play = Skirmish(red(1), blue(1), blue(2, captured_by="A", fatigue=7))
    assert total(play.state, "A") == 2


def test_points_equal_to_ships_do_not_make_her_withdraw() -> None:
    assert won(withdrawing(red(1), blue(1, damage=7), blue(2, damage=7))) is None


def test_more_points_than_ships_make_a_squadron_withdraw() -> None:
    play = withdrawing(red(1), blue(1), blue(2, **WRECK))
    assert won(play) == ("A",)
    assert play.state.outcome is not None
    assert play.state.outcome.reason == "Blue withdraws: 2 strike points, 1 ships"


def test_ships_aground_may_tip_the_scale() -> None:
    assert won(withdrawing(red(1), blue(1, damage=7), blue(2))) is None
    assert won(withdrawing(red(1), blue(1, damage=7, aground=True), blue(2, aground=True))) == (
        "A",
    )


def test_both_withdrawing_the_one_with_fewer_points_wins() -> None:
    play = withdrawing(red(1), red(2, **WRECK), blue(1, damage=7), blue(2, **WRECK))
    assert won(play) == ("A",)


def test_both_withdrawing_with_equal_points_fight_on() -> None:
    assert won(withdrawing(red(1), red(2, **WRECK), blue(1), blue(2, **WRECK))) is None


@pytest.mark.parametrize(("turn", "over"), [(9, False), (10, True), (11, True)])
def test_turn_ten_is_the_last(turn: int, over: bool) -> None:
    play = withdrawing(red(1), blue(1, damage=7), blue(2), turn=turn)
    assert won(play) == (("A",) if over else None)


@pytest.mark.parametrize(("defender", "winners"), [("A", ("A",)), ("B", ("B",)), ("", ())])
def test_equal_points_after_turn_ten_are_the_defenders(
    defender: str, winners: tuple[str, ...]
) -> None:
    play = withdrawing(red(1), blue(1), turn=10, defender=defender)
    assert won(play) == winners


def test_both_withdrawing_with_equal_points_after_turn_ten_leave_it_to_the_defender() -> None:
    ships = (red(1), red(2, **WRECK), blue(1), blue(2, **WRECK))
    assert won(withdrawing(*ships, turn=10, defender="B")) == ("B",)


def test_side_with_nothing_left_to_activate_has_lost() -> None:
    play = withdrawing(red(1), red(2), gone(blue(1, lost="left")))
    assert won(play) == ("A",)
    assert play.state.outcome is not None
    assert play.state.outcome.reason == "Blue has no ship left to fight"


def test_prizes_do_not_keep_a_side_alive() -> None:
    play = withdrawing(red(1, **WRECK), red(2, captured_by="B", fatigue=7), blue(1))
    assert won(play) == ("B",)
    captor_gone = withdrawing(red(1), red(2, captured_by="B", fatigue=7), blue(1, **WRECK))
    assert won(captor_gone) == ("A",)


def test_both_sides_spent_fewer_points_win() -> None:
    assert won(withdrawing(red(1, **WRECK), gone(blue(1, lost="left")))) == ("B",)


def test_ships_that_sailed_off_give_no_points_but_no_longer_count() -> None:
    play = withdrawing(red(1), blue(1, damage=7), gone(blue(2, lost="left")))
    assert won(play) is None
    assert (points(play.state, "B"), total(play.state, "B")) == (1, 1)


@pytest.mark.parametrize(
    ("face", "sinks"), [("skull", True), ("cannon", True), ("musket", False), ("sail", False)]
)
def test_wreck_sinks_on_a_skull_or_a_cannon(face: str, sinks: bool) -> None:
    play = Skirmish(red(1), blue(1), blue(2, **WRECK)).dice(face)
    play.turn_to(SinkShips(), phase="end").settle()
    assert (play["B2"].pose is None) is sinks
    assert play["B2"].lost == ("sunk" if sinks else "")
    assert play.state.dice == 1


def test_one_die_for_each_wreck_and_none_for_others() -> None:
    play = Skirmish(
        red(1, damage=7),
        red(2, **WRECK),
        blue(1, fatigue=7),
        blue(2, captured_by="A", damage=7, fatigue=7),
        blue(3, **WRECK),
    )
    play.dice("sail skull").turn_to(SinkShips(), phase="end").settle()
    assert play["A2"].pose is not None
    assert play["B3"].pose is None
    assert play["B2"].pose is not None, "a captured ship is not Out of Action"


def test_sunk_wreck_no_longer_holds_anybody() -> None:
    wreck = ship("B1", "corvette", 5.001, 18, 180, damage=7, fatigue=7)
    play = Skirmish(red(1), wreck, blue(2), entangled=(("A1", "B1"),)).dice("skull")
    play.turn_to(SinkShips(), phase="end").settle()
    assert not play.state.entangled


LOST = ({**WRECK}, {"captured_by": "A", "fatigue": 7}, {"lost": "left"}, {**SUNK})


@pytest.mark.parametrize("loss", LOST)
def test_lost_flagship_is_replaced_by_one_that_her_owner_picks(loss: dict[str, Any]) -> None:
    old = blue(1, **loss)
    play = Skirmish(
        red(1),
        gone(old) if old.lost else old,
        blue(2),
        blue(3),
        blue(4, **WRECK),
        cards={"B": {"admiral": "untested_admiral", "admiral_value": 2}},
    )
    play.turn_to(LostFlagships(("A", "B")), phase="end").settle()
    assert play.asked().seat == "B"
    assert play.options() == ("flag_B2", "flag_B3")
    play.do("B", "flag_B3")
    squadron = play.state.squadrons["B"]
    assert (squadron.flagship, squadron.admiral_value, squadron.admiral) == ("B3", 0, "")


def test_only_ship_left_becomes_flagship_unasked() -> None:
    play = Skirmish(red(1), blue(1, **WRECK), blue(2))
    play.turn_to(LostFlagships(("A", "B")), phase="end").settle()
    assert play.state.squadrons["B"].flagship == "B2"


def test_shaken_flagship_is_not_lost() -> None:
    play = Skirmish(red(1), blue(1, fatigue=7), blue(2))
    play.turn_to(LostFlagships(("A", "B")), phase="end").settle()
    assert play.state.squadrons["B"].flagship == "B1"


def fallen_flag(
    captured_by: str = "", weary: int = 0, captain: str = "", **admiral: Any
) -> Skirmish:
    """Return a battle under all rules whose flagship B1 is out of action, with B2 beside her."""
    old = ship("B1", "corvette", 8, 30, 180, **WRECK, captured_by=captured_by)
    near = ship("B2", "corvette", 11, 30, 180, fatigue=weary, commander=captain)
    far = ship("B3", "corvette", 20, 30, 180)
    value = {"fortune": 2, "admiral_value": 2, "admiral": "untested_admiral", **admiral}
    play = Skirmish(red(1), old, near, far, rules=FULL, cards={"B": value})
    later = inspired(play.state)
    return play.turn_to(LostFlagships(("A", "B")), *later, phase="end").settle()


def test_fortune_point_saves_the_admiral_to_a_ship_in_reach() -> None:
    play = fallen_flag()
    assert play.options() == ("flag_B2", "flag_B3", "transfer_B2")
    play.do("B", "transfer_B2")
    squadron = play.state.squadrons["B"]
    assert (squadron.flagship, squadron.admiral_value, squadron.fortune) == ("B2", 2, 1)
    assert squadron.admiral


def test_admiral_does_not_cross_to_an_entangled_ship() -> None:
    play = fallen_flag()
    play.state = replace(play.state, entangled=(("A1", "B2"),))
    assert play.options() == ("flag_B2", "flag_B3")


def test_admiral_of_a_captured_flagship_is_not_saved() -> None:
    assert fallen_flag(captured_by="A").options() == ("flag_B2", "flag_B3")


def test_a_dead_admiral_does_not_cross_for_a_fortune_point() -> None:
    play = fallen_flag(admiral="", admiral_value=0, admiral_lost=True)
    assert play.options() == ("flag_B2", "flag_B3")


def test_an_inspiring_admiral_who_crosses_inspires_in_the_same_end_phase() -> None:
    play = fallen_flag(admiral="untested_inspiring_admiral", weary=1).do("B", "transfer_B2")
    assert play.options() == ("relieve_B2", "none")
    play.do("B", "relieve_B2")
    assert play["B2"].fatigue == 0
    assert not play.state.agenda, "he is asked once"


def test_a_captain_who_gives_way_to_an_admiral_inspires_no_more() -> None:
    play = fallen_flag(weary=1, captain="inspiring_captain")
    play.do("B", "transfer_B2")
    assert not play.options()


def test_quick_start_knows_no_fortune() -> None:
    old = ship("B1", "corvette", 8, 30, 180, **WRECK)
    consorts = ship("B2", "corvette", 11, 30, 180), ship("B3", "corvette", 20, 30, 180)
    play = Skirmish(red(1), old, *consorts, cards={"B": {"fortune": 2}})
    play.turn_to(LostFlagships(("A", "B")), phase="end").settle()
    assert play.options() == ("flag_B2", "flag_B3")


def trimming(**cards: Any) -> Skirmish:
    """Return a battle in which B has just lost an admiral."""
    play = Skirmish(red(1), blue(1, **WRECK), blue(2), cards={"B": {"admiral_value": 2, **cards}})
    return play.turn_to(LostFlagships(("A", "B")), phase="end").settle()


def test_hand_is_trimmed_to_five_with_the_cards_on_the_table_counted() -> None:
    play = trimming(hand=HAND, face_up="reload", face_down="take_courage")
    assert play.asked().seat == "B"
    assert play.asked().secret
    assert play.options() == HAND
    play.do("B", "down").do("B", "careful_aim")
    assert play.state.squadrons["B"].hand == HAND[2:]
    assert not play.options()


def test_cards_that_the_lost_admiral_brought_go_first() -> None:
    play = trimming(hand=("doughty", *HAND, "intrepid"))
    assert play.options() == ("doughty", "intrepid")
    play.do("B", "intrepid")
    assert play.state.squadrons["B"].hand == HAND, "the last of them goes unasked"


def test_hand_of_five_is_left_alone() -> None:
    play = trimming(hand=HAND[:3], face_up="reload", face_down="take_courage")
    assert not play.options()


def test_dead_admiral_also_trims_the_hand() -> None:
    cards = {"hand": HAND, "face_up": "reload", "admiral_lost": True}
    play = Skirmish(red(1), blue(1), cards={"B": cards})
    play.turn_to(LostFlagships(("A", "B")), phase="end").settle()
    assert play.options() == HAND


def test_cards_go_back_and_the_next_turn_begins() -> None:
    cards = {
        "A": {"hand": HAND[:2], "face_up": "reload", "face_down": "effective_fire"},
        "B": {"hand": HAND[:2], "face_up": "take_courage", "face_down": "adjust_position"},
    }
    play = Skirmish(red(1, moved=True, attacked=True, cut_free=True), blue(1), cards=cards, turn=3)
    play.turn_to(ReturnCards(), phase="end").settle()
    assert play.state.turn == 4
    assert play.state.phase == "initiative"
    assert "reload" in play.state.squadrons["A"].hand
    assert play.state.squadrons["A"].face_up == "effective_fire"
    assert play.state.initiative == "B", "the higher card of the new turn"
    fresh = play["A1"]
    assert (fresh.moved, fresh.attacked, fresh.cut_free) == (False, False, False)


def test_battle_that_has_ended_asks_nobody() -> None:
    play = Skirmish(red(1), blue(1), blue(2, **WRECK))
    play.turn_to(CheckWithdrawal(), SinkShips(), phase="end").settle()
    assert play.state.outcome is not None
    assert not play.options()
    assert play.state.dice == 0, "nothing sinks after the end"


@pytest.mark.parametrize(
    ("changes", "turn", "ended"),
    [
        ({}, 5, None),
        ({}, 10, ((RED_SIDE,), "turn 10 is over")),
        (WRECK, 5, ((), "no ship is left to fight")),
    ],
)
def test_one_side_alone_sails_until_the_last_turn_or_its_last_ship(
    changes: dict[str, Any], turn: int, ended: object
) -> None:
    outcome = withdrawing(red(1, **changes), turn=turn).state.outcome
    assert (outcome and (outcome.winners, outcome.reason)) == ended

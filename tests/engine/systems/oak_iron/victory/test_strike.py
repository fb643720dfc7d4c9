"""Strike points against ships."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.oak_iron.victory import strike
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship, with_squadron


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

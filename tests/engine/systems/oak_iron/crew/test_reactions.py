"""Free attacks on an enemy that has just moved: Fire as She Bears, Small Arms. Oak & Iron ch. 4;
FAQ.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Rules, Ship
from engine.systems.oak_iron.state.steps import (
    CrewAction,
    EndActivation,
    Manoeuvre,
    Reactions,
    SettleMove,
)
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

MOVER = ship("A1", "corvette", 10, 20.5, 180)
"""The moving ship: she sails four inches south, to (10, 16.5)."""
LINE = (ship("B1", "fluyt", 15, 17.5, 0), ship("B2", "fluyt", 15, 14.9, 0))
"""Two enemies in line ahead; the place where `MOVER` ends her move lies in the broadside paths of
both."""
FULL = Rules()


def coming(*ships: Ship, card: str = "fire_as_she_bears", **rest: object) -> Skirmish:
    """Return a battle in which A1 is about to move past enemies that have played a card."""
    play = Skirmish(*ships, cards={"B": {"face_up": card}}, **rest)  # type: ignore[arg-type]
    steps = (Manoeuvre(), SettleMove(), Reactions(), CrewAction(), EndActivation())
    return play.turn_to(*steps, active="A1").settle()


def test_each_ship_in_formation_may_fire_as_she_bears() -> None:
    play = coming(MOVER, *LINE).do("A", "straight")
    assert play.asked().seat == "B"
    assert play.options() == ("B1_broadside_port", "B2_broadside_port", "hold")


def test_window_opens_after_the_move_and_before_the_crew_action() -> None:
    play = coming(MOVER, *LINE).do("A", "straight")
    assert play["A1"].pose is not None
    assert play["A1"].pose.y == 16.5
    play.do("B", "hold")
    assert play.asked().kind == "crew_action"
    assert play.asked().seat == "A"


def test_free_broadside_leaves_a_reload_marker_and_wounds_as_any_other() -> None:
    play = coming(MOVER, *LINE).do("A", "straight")
    play.dice("cannon cannon sail sail").do("B", "B1_broadside_port")
    assert play["B1"].reload == ("port",)
    assert (play["A1"].damage, play["A1"].fatigue) == (2, 1)
    assert not play["B1"].attacked


def test_each_ship_fires_once_a_window() -> None:
    play = coming(MOVER, *LINE).do("A", "straight")
    play.dice("sail sail sail sail").do("B", "B1_broadside_port")
    assert play.options() == ("B2_broadside_port", "hold")
    play.dice("sail sail sail sail").do("B", "B2_broadside_port")
    assert play.asked().kind == "crew_action"


def test_a_side_that_reloads_does_not_fire() -> None:
    busy = replace(LINE[0], reload=("port",))
    play = coming(MOVER, busy, LINE[1]).do("A", "straight")
    assert play.options() == ("B2_broadside_port", "hold")


def test_pass_closes_the_window_for_the_whole_squadron() -> None:
    play = coming(MOVER, *LINE).do("A", "straight").do("B", "hold")
    assert not play.facts(ev.AttackDeclared)
    assert play.state.activation is not None
    assert play.state.activation.reactions == ()


def test_without_formation_nobody_fires_as_she_bears() -> None:
    play = coming(MOVER, LINE[0], ship("B2", "fluyt", 22, 14, 0)).do("A", "straight")
    assert play.asked().kind == "crew_action"


def test_ship_outside_the_line_does_not_fire_as_she_bears() -> None:
    abreast = ship("B3", "fluyt", 10, 25, 90)
    play = coming(MOVER, *LINE, abreast).do("A", "straight")
    assert not [option for option in play.options() if option.startswith("B3")]


def test_enemy_who_ends_out_of_the_path_is_not_fired_at() -> None:
    play = coming(ship("A1", "corvette", 10, 27, 180), *LINE).do("A", "straight")
    assert play.asked().kind == "crew_action"


def test_ship_that_did_not_move_draws_no_fire() -> None:
    play = coming(ship("A1", "corvette", 10, 16.5, 180, sail="anchored"), *LINE)
    assert play.asked().kind == "crew_action"


def test_own_move_into_a_firing_position_is_no_occasion() -> None:
    astern = ship("A2", "corvette", 10, 22.7, 180)
    play = Skirmish(MOVER, astern, *LINE, cards={"A": {"face_up": "fire_as_she_bears"}})
    play.turn_to(Manoeuvre(), Reactions(), CrewAction(), EndActivation(), active="A1").settle()
    play.do("A", "straight")
    assert play.asked().kind == "crew_action"


def test_activation_goes_on_as_the_ship_now_is() -> None:
    tired = replace(MOVER, fatigue=6)
    play = coming(tired, *LINE).do("A", "straight")
    play.dice("cannon sail sail sail").do("B", "B1_broadside_port").do("B", "hold")
    assert play["A1"].shaken
    assert play.options() == ("rally", "none")


def test_ship_put_out_of_action_takes_no_crew_action() -> None:
    spent = replace(MOVER, fatigue=6, damage=7)
    play = coming(spent, *LINE).do("A", "straight")
    play.dice("cannon sail sail sail").do("B", "B1_broadside_port")
    assert play["A1"].out_of_action
    assert play["A1"].moved, "the window closes and the activation is over"


def test_row_opens_a_window_of_its_own() -> None:
    rower = replace(MOVER, options=("sweeps",))
    play = coming(rower, *LINE).do("A", "straight").do("B", "hold").do("A", "row")
    assert play.asked().kind == "reaction"
    assert play.options() == ("B1_broadside_port", "B2_broadside_port", "hold")


def test_ship_that_fired_after_the_move_may_fire_its_other_side_after_the_row() -> None:
    rower = replace(MOVER, options=("sweeps",))
    play = coming(rower, *LINE).do("A", "straight")
    play.dice("sail sail sail sail").do("B", "B1_broadside_port").do("B", "hold")
    play.do("A", "row")
    assert play.options() == ("B2_broadside_port", "hold"), "B1's port side is not loaded"


def test_no_second_broadside_follows_a_free_one() -> None:
    east = ship("A2", "corvette", 20, 17.5, 0)
    play = coming(MOVER, east, *LINE).do("A", "straight")
    play.dice("sail sail sail sail").do("B", "B1_broadside_port")
    assert play.asked().kind == "reaction"


def test_free_broadside_may_aim_at_rigging_under_all_rules() -> None:
    play = coming(MOVER, *LINE, rules=FULL).do("A", "straight")
    assert "B1_broadside_port_rigging" in play.options()
    play.dice("sail sail").do("B", "B1_broadside_port_rigging")
    assert play["A1"].aground


SHOOTERS = (ship("B1", "fluyt", 13, 18, 0), ship("B2", "fluyt", 13, 21, 0))
"""Two enemies within Pistol Shot of the end of the move."""


def test_one_ship_a_window_fires_small_arms() -> None:
    play = coming(MOVER, *SHOOTERS, card="small_arms").do("A", "straight")
    assert play.options() == ("B1_partial_fire", "B2_partial_fire", "hold")
    play.dice("cannon").do("B", "B2_partial_fire")
    assert play.asked().kind == "crew_action"


def test_small_arms_tire_but_do_no_damage() -> None:
    play = coming(MOVER, *SHOOTERS, card="small_arms").do("A", "straight")
    play.dice("skull").do("B", "B1_partial_fire")
    assert (play["A1"].fatigue, play["A1"].damage) == (1, 0)
    assert not play.facts(ev.CriticalRolled)
    assert play["B1"].reload == ()


@pytest.mark.parametrize(("x", "open_"), [(14.125, True), (14.13, False)])
def test_small_arms_reach_to_pistol_shot(x: float, open_: bool) -> None:
    play = coming(MOVER, ship("B1", "fluyt", x, 18, 0), card="small_arms").do("A", "straight")
    assert ("B1_partial_fire" in play.options()) is open_


def test_small_arms_want_no_formation() -> None:
    play = coming(MOVER, SHOOTERS[0], card="small_arms").do("A", "straight")
    assert play.options() == ("B1_partial_fire", "hold")


def test_a_reaction_needs_a_ship_that_fights() -> None:
    wreck = replace(SHOOTERS[0], damage=7, fatigue=7)
    play = coming(MOVER, wreck, card="small_arms").do("A", "straight")
    assert play.asked().kind == "crew_action"

"""Shoals (Oak & Iron ch. 5, Terrain and Weather): tested once, at the end of a move."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.oak_iron.sailing.course import dice
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Attack, Rules
from engine.systems.oak_iron.state.steps import (
    CrewAction,
    EndActivation,
    HelmChoice,
    Manoeuvre,
    SeamanshipOffer,
    SettleMove,
)
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FULL = Rules()
BAR = island((5, 17), (15, 17), (15, 18), (5, 18), kind="shoal")
"""A shoal across the course of a ship at (10, 20.5) that heads south."""
STEPS = (SeamanshipOffer(), Manoeuvre(), SettleMove(), CrewAction(), EndActivation())


def running(red: Any, *others: Any, **rest: Any) -> Skirmish:
    """Return a battle in which A1 is about to move towards the shoal."""
    far = ship("B1", "sloop", 30, 30, 0)
    play = Skirmish(red, *(others or (far,)), rules=FULL, terrain=(BAR,), **rest)
    return play.turn_to(*STEPS, active="A1").settle()


def checks(play: Skirmish) -> list[ev.DiceRolled]:
    return [rolled for rolled in play.facts(ev.DiceRolled) if rolled.purpose == "shoals"]


def test_printed_fortitude_is_the_number_of_dice_and_a_skull_strikes() -> None:
    play = running(ship("A1", "petite_fregate", 10, 20, 180))
    play.do("A", "none").dice("sail skull").do("A", "straight")
    assert len(checks(play)[0].faces) == 2
    assert play["A1"].aground
    assert play["A1"].sail == "battle", "the bottom costs neither sail nor damage"
    assert play["A1"].damage == 0


def test_without_a_skull_she_sails_on() -> None:
    play = running(ship("A1", "petite_fregate", 10, 20, 180))
    play.do("A", "none").dice("sail cannon").do("A", "straight")
    assert not play["A1"].aground
    assert not play["A1"].over_shoal


def test_the_way_counts_not_the_end_alone() -> None:
    thin = island((5, 18.0), (15, 18.0), (15, 18.1), (5, 18.1), kind="shoal")
    play = Skirmish(
        ship("A1", "corvette", 10, 20, 180),
        ship("B1", "sloop", 30, 30, 0),
        rules=FULL,
        terrain=(thin,),
    )
    play.turn_to(Manoeuvre(), SettleMove(), CrewAction(), EndActivation(), active="A1").settle()
    play.dice("sail sail").do("A", "straight")
    assert play["A1"].pose.y + 0.9 < 18, "she lies clear of it again"  # type: ignore[union-attr]
    assert len(checks(play)) == 1


def test_shallow_draft_rolls_one_die_fewer() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180))
    fluyt, frigate = play["A1"], ship("A1", "petite_fregate")
    assert dice(play.state, frigate).dice == 2
    assert dice(play.state, fluyt).reasons == ("fortitude 2", "Shallow Draft -1")
    assert dice(play.state, fluyt).dice == 1


def test_shallow_draft_of_fortitude_one_rolls_nothing() -> None:
    play = running(ship("A1", "sloop", 10, 20, 180))
    play.do("A", "none").do("A", "straight")
    assert not checks(play)
    assert not play["A1"].aground


@pytest.mark.parametrize("known", [{"face_up": "shoals_ahead"}, {"conditions": ("local_pilot",)}])
def test_who_knows_the_water_ignores_shoals(known: dict[str, Any]) -> None:
    play = running(ship("A1", "petite_fregate", 10, 20, 180), cards={"A": known})
    play.do("A", "none").do("A", "straight")
    assert not play.facts(ev.PassedShoal)


def test_change_heading_and_move_are_checked_once_together() -> None:
    play = running(ship("A1", "petite_fregate", 10, 18, 180))
    play.dice("sail sail sail sail sail").do("A", "attempt")
    play.do("A", "change_heading", dial=10)
    assert play.facts(ev.PassedShoal), "she has turned on the shoal"
    assert not checks(play), "the check waits for the end of the move"
    play.dice("cannon cannon").do("A", "straight")
    assert len(checks(play)) == 1


def test_move_that_began_on_the_shoal_is_checked_too() -> None:
    play = running(ship("A1", "petite_fregate", 10, 16.4, 180))
    play.do("A", "none").dice("skull sail").do("A", "straight")
    assert play["A1"].aground


def test_ship_that_keeps_her_pose_on_a_shoal_is_not_checked() -> None:
    play = running(ship("A1", "petite_fregate", 10, 17, 180, sail="anchored", fatigue=1))
    assert play.options() == ("attempt", "none")
    play.do("A", "none")
    assert not checks(play)


def test_collision_comes_before_the_check_and_the_check_before_the_crew_action() -> None:
    play = running(
        ship("A1", "petite_fregate", 10, 20, 180, fatigue=1),
        ship("B1", "petite_fregate", 10, 16, 90),
    )
    play.do("A", "none").dice("cannon cannon cannon cannon sail skull")
    play.do("A", "straight")
    told = [rolled.purpose for rolled in play.facts(ev.DiceRolled)]
    assert told[0] == "collision"
    assert set(told[1:]) == {"shoals"}
    assert play.asked().kind == "crew_action"


def test_ship_pushed_over_a_shoal_is_checked_at_once() -> None:
    struck = ship("B1", "petite_fregate", 10, 18.75, 90)
    play = running(ship("A1", "petite_fregate", 10, 22, 180), struck)
    play.do("A", "none").dice("cannon cannon cannon skull sail").do("A", "straight")
    assert [rolled.ship for rolled in checks(play)] == ["B1"]
    assert play["B1"].aground


def test_row_is_a_move_of_its_own() -> None:
    play = running(ship("A1", "petite_fregate", 10, 20, 180, options=("sweeps",)))
    play.do("A", "none").dice("sail sail").do("A", "straight")
    play.dice("sail skull").do("A", "row")
    assert len(checks(play)) == 2
    assert play["A1"].aground


def test_helm_turn_over_a_shoal_is_checked() -> None:
    blue = ship("B1", "petite_fregate", 10, 18.5, 180)
    attack = Attack(attacker="A1", target="B1", kind="broadside")
    play = Skirmish(
        ship("A1", "corvette", 20, 18, 0), blue, rules=FULL, terrain=(BAR,), attack=attack
    )
    play.turn_to(HelmChoice(), phase="attack").settle()
    play.dice("skull sail").do("A", "port")
    assert play["B1"].aground


def test_landing_party_is_lost_on_the_way() -> None:
    red = ship("A1", "petite_fregate", 10, 20, 180, landing_party=(1.0, 1.0))
    play = running(red).do("A", "none").dice("sail sail").do("A", "straight")
    assert play["A1"].landing_party is None


def test_ship_that_struck_land_does_not_roll_for_the_bottom() -> None:
    reef = island((5, 10), (15, 10), (15, 16.5), (5, 16.5), kind="rocks", key="T2")
    play = Skirmish(
        ship("A1", "petite_fregate", 10, 20, 180),
        ship("B1", "sloop", 30, 30, 0),
        rules=FULL,
        terrain=(BAR, reef),
    )
    play.turn_to(Manoeuvre(), SettleMove(), CrewAction(), EndActivation(), active="A1").settle()
    play.do("A", "straight")
    assert play["A1"].aground
    assert not checks(play), "she is aground already"

"""Every question that is answered at the end of the rulebook (V1.02), tested in a position."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest
from msgspec.structs import replace

from engine.arena import arrange
from engine.kernel.battle import Battle
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.set_up.deploy import home_zone
from engine.systems.oak_iron.state.ships import distance, hull
from engine.systems.oak_iron.state.state import Rules, SetUpPlan, Ship, State, Table
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    CrewAction,
    EndActivation,
    Manoeuvre,
    Prizes,
    Reactions,
    SeamanshipOffer,
    SettleMove,
    ShiftOffer,
)
from engine.systems.oak_iron.victory import strike
from engine.systems.oak_iron.victory.objectives import objective_actions
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, island, ship

FULL = Rules()
FAR = ship("B1", "sloop", 34, 2, 180)
ABEAM = ship("B1", "fluyt", 15, 18, 0)
"""An enemy at Musket Shot to starboard of a ship at (10, 18) that heads north."""
PASSED = "sail cannon cannon cannon cannon"
MOVE = (SeamanshipOffer(), Manoeuvre(), SettleMove(), CrewAction(), EndActivation())


def moving(*ships: Ship, **rest: Any) -> Skirmish:
    """Return a battle in which A1 begins her activation."""
    return Skirmish(*ships, **rest).turn_to(*MOVE, active="A1").settle()


def crewing(*ships: Ship, **rest: Any) -> Skirmish:
    """Return a battle in which A1 may take a Crew Action."""
    return Skirmish(*ships, **rest).turn_to(CrewAction(), EndActivation(), active="A1").settle()


def attacking(*ships: Ship, **rest: Any) -> Skirmish:
    """Return a battle in which A1 is about to attack."""
    play = Skirmish(*ships, **rest)
    return play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()


def ending(*ships: Ship, **rest: Any) -> Skirmish:
    """Return a battle at step 1 of its End Phase."""
    return Skirmish(*ships, **rest).turn_to(Prizes("A"), Prizes("B"), phase="end").settle()


def card(name: str) -> dict[str, dict[str, str]]:
    """Return the cards of a battle in which A has this card face up."""
    return {"A": {"face_up": name}}


# Movement -----------------------------------------------------------------------------


def test_faq_speed_bonuses_stack() -> None:
    def best(**changes: Any) -> int:
        play = Skirmish(ship("A1", "sixth_rate", 10, 20, 180, **changes), FAR)
        return rating(play.state, "A1", "large", adjust=1).value

    plain = book().ships["sixth_rate"].large
    assert best(sail="minimal") == plain, "slower by the sail, faster by the crew"
    assert best(sail="minimal", options=("swift",)) == plain + 1
    assert best(sail="full", options=("swift",)) == 5, "never beyond 5"


def test_faq_full_sail_counts_on_top_of_weatherly() -> None:
    play = Skirmish(ship("A1", "corvette", 10, 20, 60, options=("weatherly",), sail="full"), FAR)
    assert rating(play.state, "A1", "windward").value == 2 + 1 + 1


def test_faq_crippled_ship_never_passes_two() -> None:
    def fastest(**changes: Any) -> int:
        red = ship("A1", "corvette", 10, 20, 180, damage=7, **changes)
        play = Skirmish(red, FAR, cards=card("favorable_wind"))
        return rating(play.state, "A1", "large", adjust=1).value

    assert fastest(sail="full", options=("swift",)) == 2
    assert book().ships["fluyt"].windward + 1 - 1 == 2
    slow = ship("A1", "fluyt", 10, 20, 60, damage=7, sail="minimal")
    full = replace(slow, sail="full")
    values = [rating(Skirmish(one, FAR).state, "A1", "windward").value for one in (slow, full)]
    assert values == [1, 2], "all that makes her faster counts, as far as 2"


def test_faq_one_cut_free_frees_from_two_ships() -> None:
    play = moving(
        ship("A1", "corvette", 10, 18, 180),
        ship("B1", "corvette", 11.001, 19, 180),
        ship("B2", "corvette", 11.001, 16.9, 180),
        entangled=(("A1", "B1"), ("A1", "B2")),
    )
    play.dice(PASSED).do("A", "attempt").do("A", "cut_free")
    assert not play.state.entangled
    assert min(distance(play.state, "A1", other) for other in ("B1", "B2")) >= 0.998
    assert all(0 < x < 36 for corner in hull(play["A1"]).corners for x in corner)


def test_faq_ship_boxed_in_by_others_cannot_cut_free() -> None:
    held = (ship("A1", "corvette", 10, 18, 180), ship("B1", "corvette", 11.001, 18, 180))
    walls = (
        island((8.5, 14), (11.6, 14), (11.6, 16.9), (8.5, 16.9)),
        island((8.5, 19.1), (11.6, 19.1), (11.6, 22), (8.5, 22), key="T2"),
    )
    for x, free in ((7.2, False), (7.0, True)):
        third = ship("B2", "corvette", x, 18, 180)
        play = moving(*held, third, entangled=(("A1", "B1"),), terrain=walls)
        assert ("attempt" in play.options()) is free, "a Yard Arm from the third ship, or not"


# Attacks ------------------------------------------------------------------------------


def test_faq_range_is_taken_between_the_nearest_points_even_outside_the_path() -> None:
    # Her port bow corner is nearest and lies ahead of the path; her stern lies within it.
    play = Skirmish(ship("A1", "corvette", 10, 18, 0), ship("B1", "corvette", 13, 19.6, 300))
    at = shot(play.state, "A1", "B1", "broadside", "starboard")
    corner = min(hull(play["B1"]).corners)
    assert at.legal
    assert corner[1] > 19, "ahead of the bow, so ahead of the path"
    assert at.range == pytest.approx(dist(corner, (10.5, 19)))


def test_faq_bonuses_come_before_the_halving_of_shots_at_rigging() -> None:
    red = ship("A1", "corvette", 10, 18, 0)
    play = Skirmish(red, ABEAM, cards=card("seize_the_opportunity"), rules=FULL)
    assert book().ships["corvette"].broadside == 3
    for aim, dice in (("hull", 5), ("rigging", 2)):
        assert shot(play.state, "A1", "B1", "broadside", "starboard", aim).dice == dice


def test_faq_fatigue_of_a_broadside_stops_at_the_crew_value_before_bonuses() -> None:
    red = ship("A1", "petite_fregate", 10, 18, 0, fatigue=6)
    play = Skirmish(red, ABEAM, cards=card("effective_fire"))
    at = shot(play.state, "A1", "B1", "broadside", "starboard")
    assert at.dice == book().ships["petite_fregate"].crew + 1


def test_faq_entangled_ship_fires_guns_where_she_has_sight() -> None:
    play = attacking(
        ship("A1", "corvette", 10, 18, 0),
        ship("B1", "fluyt", 11.126, 18, 0),
        ship("B2", "corvette", 6, 18, 0),
        ship("B3", "corvette", 14, 18, 0),
        entangled=(("A1", "B1"),),
    )
    assert {"broadside_port_B2", "partial_fire_B2", "close_combat_B1"} <= {*play.options()}
    assert not [each for each in play.options() if each.endswith("B3")], "B1 lies between"


def test_faq_guns_are_fired_at_an_entangled_ship() -> None:
    play = attacking(
        ship("A2", "corvette", 11.001, 14, 0),
        ship("A1", "corvette", 8, 18, 0),
        ship("B1", "corvette", 11.001, 18, 0),
        entangled=(("A2", "B1"),),
    )
    assert "broadside_starboard_B1" in play.options()


WRECK = ship("A2", "corvette", 11.001, 18, 0, damage=7, fatigue=7)
BEYOND = ship("B1", "corvette", 12.002, 18, 0, fatigue=6)
CHAIN = (("A1", "A2"), ("A2", "B1"))


def test_faq_ship_beyond_a_friendly_wreck_is_fought_but_not_captured() -> None:
    ships = (ship("A1", "corvette", 10, 18, 0), WRECK, BEYOND, ship("B2", "corvette", 30, 30, 180))
    play = attacking(*ships, entangled=CHAIN)
    play.dice("skull swords musket cannon").do("A", "close_combat_B1")
    assert play["B1"].shaken
    play.turn_to(Prizes("A"), phase="end").settle()
    assert not play.options()


def test_faq_friendly_wreck_is_neutral_until_one_side_alone_holds_it() -> None:
    ships = (ship("A1", "corvette", 10, 18, 0), WRECK, replace(BEYOND, fatigue=0))
    assert not ending(*ships, entangled=CHAIN).options()
    held_by_one = ending(*ships, entangled=CHAIN[1:])
    assert held_by_one.asked().seat == "B"
    assert "capture_A2_by_B1" in held_by_one.options()


# Deployment, scenarios, striking -----------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_faq_ships_deploy_in_the_marked_sections_and_out_of_cannon_shot(seed: int) -> None:
    battle = Battle.new(GAME, "patrol", seed)
    arrange(battle)
    state = battle.state
    own = [each for each in state.ships.values() if each.pose is not None]
    assert len(own) > 2
    for each in own:
        corners = hull(each).corners
        assert any(
            all(x0 - 0.001 <= x <= x1 + 0.001 and y0 - 0.001 <= y <= y1 + 0.001 for x, y in corners)
            for x0, y0, x1, y1 in home_zone(state, each)
        ), each
        for other in own:
            if other.squadron != each.squadron:
                assert distance(state, each.id, other.id) > book().measures.cannon


def carrying(**changes: Any) -> State:
    """Return a battle for the objective Delivery: A1 is anchored off the island, with cargo and a
    party ashore.
    """
    isle = island((12, 10), (20, 10), (20, 30), (12, 30))
    laden = ship("A1", x=10, y=18, heading=0, sail="anchored", token="cargo", **changes)
    play = Skirmish(laden, ship("A2", x=4, y=3), ship("B1", y=34), rules=FULL, terrain=(isle,))
    plan = SetUpPlan(
        size="patrol", homes={"A": "south", "B": "north"}, attacker="A", islands=(isle.id,)
    )
    return replace(
        play.state, plan=plan, defender="B", objective="delivery", table=Table(36, 36, "west")
    )


def test_faq_objective_token_is_lost_with_a_ship_out_of_action() -> None:
    state = carrying(landing_party=(13.0, 18.0))
    assert [each.id for each in objective_actions(state, state.ships["A1"])] == ["deliver"]
    assert strike.points(state, "A") == 0
    wrecked = carrying(damage=7, fatigue=7)
    assert not objective_actions(wrecked, wrecked.ships["A1"])
    plain = replace(wrecked, objective="engage_the_enemy")
    assert strike.points(wrecked, "A") == strike.points(plain, "A") + 1, "the cargo is lost"


def test_faq_crippled_then_out_of_action_gives_two_points_not_three() -> None:
    play = Skirmish(
        ship("A1", "fluyt", 10, 18, 0), FAR, ship("B2", "sloop", 30, 30, 0, damage=7, fatigue=6)
    )
    assert strike.points(play.state, "B") == 1
    worse = replace(play["B2"], fatigue=7)
    play.state = replace(play.state, ships={**play.state.ships, "B2": worse})
    assert strike.points(play.state, "B") == 2


# Card effects ------------------------------------------------------------------------------


@pytest.mark.parametrize(("reload", "loaded"), [((), True), (("starboard",), False)])
def test_faq_free_broadside_needs_and_gives_a_reload_marker(
    reload: tuple[Any, ...], loaded: bool
) -> None:
    red = ship("A1", "fluyt", 10, 18, 0, reload=reload)
    play = crewing(red, ABEAM, cards=card("rolling_broadsides"))
    assert ("broadside_starboard_B1" in play.options()) is loaded
    if loaded:
        play.dice("sail sail sail sail").do("A", "broadside_starboard_B1")
        assert play["A1"].reload == ("starboard",)


@pytest.mark.parametrize(("reload", "loaded"), [((), True), (("starboard",), False)])
def test_faq_fire_as_she_bears_needs_and_gives_a_reload_marker(
    reload: tuple[Any, ...], loaded: bool
) -> None:
    line = (ship("A1", "fluyt", 10, 18, 0, reload=reload), ship("A2", "fluyt", 10, 15, 0))
    play = Skirmish(*line, ABEAM, cards=card("fire_as_she_bears"))
    play.turn_to(Manoeuvre(), Reactions(), EndActivation(), active="B1").settle()
    play.do("B", "turn", dial=1)
    assert ("A1_broadside_starboard" in play.options()) is loaded
    if loaded:
        play.dice("sail sail sail sail").do("A", "A1_broadside_starboard")
        assert play["A1"].reload == ("starboard",)


def test_faq_adjust_position_slides_straight_sideways() -> None:
    play = Skirmish(
        ship("A1", "corvette", 10, 20, 150),
        ship("A2", "fluyt", 12.5, 22, 180),
        FAR,
        cards=card("adjust_position"),
    )
    play.turn_to(ShiftOffer("before"), EndActivation(), active="A1").settle()
    play.do("A", "shift", dial=1.0)
    assert play["A1"].pose == Pose(10, 20, 150).moved(240, 1.0).rounded()


def test_faq_rolling_broadsides_leave_the_attack_phase_to_guns_that_are_loaded() -> None:
    port = ship("B2", "fluyt", 5, 18, 0)
    red = ship("A1", "fluyt", 10, 18, 0)
    play = crewing(red, ABEAM, port, cards=card("rolling_broadsides"))
    play.dice("sail sail sail sail").do("A", "broadside_starboard_B1")
    if play.asked().kind == "second_broadside":
        play.do("A", "hold")
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    assert {"partial_fire_B1", "broadside_port_B2"} <= {*play.options()}
    assert "broadside_starboard_B1" not in play.options()
    assert "has to reload" in play.closed()["Broadside at B1"]


def test_faq_fire_as_she_bears_answers_the_enemy_s_move_not_one_s_own() -> None:
    line = (ship("A1", "fluyt", 10, 18, 0), ship("A2", "fluyt", 10, 15, 0))
    play = Skirmish(*line, ABEAM, cards=card("fire_as_she_bears"))
    play.turn_to(Manoeuvre(), Reactions(), CrewAction(), EndActivation(), active="A1").settle()
    play.do("A", "turn", dial=1)
    assert play.asked().kind == "crew_action"
    play.turn_to(Manoeuvre(), Reactions(), EndActivation(), active="B1").settle()
    play.do("B", "turn", dial=1)
    assert (play.asked().seat, play.asked().kind) == ("A", "reaction")


@pytest.mark.parametrize("fatigue", [0, 5, 7])
def test_faq_fatigue_takes_no_dice_from_a_fire_ship(fatigue: int) -> None:
    red = ship("A1", "corvette", 10, 18, 0, upgrades=("fire_ship",), fatigue=fatigue)
    play = attacking(red, ship("B1", "corvette", 11.9, 18, 0), rules=FULL)
    play.dice("skull skull cannon cannon cannon").do("A", "burn_B1")
    assert play.told.told == [], "five dice, however tired"
    assert play["B1"].crippled


# Additional rules ---------------------------------------------------------------------------


@pytest.mark.parametrize("aim", ["rigging", "crew"])
def test_faq_skill_rerolls_shots_at_rigging_and_crew(aim: str) -> None:
    red = ship("A1", "fluyt", 10, 18, 0, skill=1)
    play = attacking(red, ship("B1", "fluyt", 13, 18, 0), rules=FULL)
    play.dice("cannon cannon").do("A", f"broadside_starboard_B1_{aim}")
    assert play.options() == ("reroll_1", "reroll_2", "stand")


# Said elsewhere, of how long things take -----------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("quickstart", {}),
        ("skirmish", {"squadrons": ["flying_gang", "corsairs_of_dunkirk"]}),
    ],
)
def test_ships_begin_at_battle_sail(scenario: str, options: dict[str, Any]) -> None:
    begun = GAME.set_up(scenario, options)
    assert begun.ships
    assert {each.sail for each in begun.ships.values()} == {"battle"}


def test_a_landing_takes_three_turns_from_battle_sail() -> None:
    isle = island((12, 10), (20, 10), (20, 30), (12, 30))
    play = crewing(ship("A1", "corvette", 9.5, 20, 0), FAR, terrain=(isle,))
    for lower in ("minimal", "anchored"):
        assert "land_party" not in play.options()
        play.do("A", f"sail_{lower}")
        assert play["A1"].sail == lower
        play.turn_to(CrewAction(), EndActivation(), active="A1").settle()
    assert "land_party" in play.options()

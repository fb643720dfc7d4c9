"""Initiative cards of the Movement Phase: for speed, shifts, reactions, Crew Actions and boats."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.panel import Words
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.sailing.course import dice, rating
from engine.systems.oak_iron.screen.preview import preview
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Rules, Ship
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    CrewAction,
    EndActivation,
    LowerBoats,
    Manoeuvre,
    NameShip,
    Reactions,
    SettleMove,
    ShiftOffer,
)
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

ACTOR = ship("A1", "corvette", 14, 18, 0)
NEAR = ship("B1", "sloop", 17, 18, 0)
BESIDE = ship("B1", "sloop", 15.5, 18, 0)
"""An enemy within a Yard Arm, abeam to starboard."""
NEAR_TOO = ship("B2", "sloop", 10, 18, 0)
"""An enemy at Pistol Shot, abeam to port."""
HELD = {"entangled": (("A1", "B1"),)}


def crew(*ships: Ship, card: str, **rest: Any) -> Skirmish:
    """Return a battle in which A has played a card and A1 is about to take her Crew Action."""
    play = Skirmish(*ships, cards={"A": {"face_up": card}}, **rest)
    return play.turn_to(CrewAction(), EndActivation(), active="A1").settle()


def moving(*ships: Ship, card: str) -> Skirmish:
    """Return a battle in which A1 is about to move past enemies that have played a card."""
    play = Skirmish(*ships, cards={"B": {"face_up": card}})
    steps = (Manoeuvre(), SettleMove(), Reactions(), CrewAction(), EndActivation())
    return play.turn_to(*steps, active="A1").settle()


WIND = "favorable_wind"


def test_favorable_wind_adds_one_to_a_ship_that_sails_large() -> None:
    plain, fair = (Skirmish(ACTOR, NEAR, cards={"A": {"face_up": card}}) for card in ("", WIND))
    assert rating(fair.state, "A1", "large").value == rating(plain.state, "A1", "large").value + 1
    windward = rating(plain.state, "A1", "windward").value
    assert rating(fair.state, "A1", "windward").value == windward


def test_favorable_wind_is_nothing_to_a_ship_aground() -> None:
    play = Skirmish(replace(ACTOR, aground=True), NEAR, cards={"A": {"face_up": WIND}})
    assert rating(play.state, "A1", "large").value == 0


def test_shoals_ahead_lets_ships_ignore_shoals() -> None:
    plain, known = (
        Skirmish(ACTOR, NEAR, cards={"A": {"face_up": card}}) for card in ("", "shoals_ahead")
    )
    assert dice(plain.state, plain["A1"]).dice > 0
    assert dice(known.state, known["A1"]).dice == 0


def shifting(*ships: Ship, card: str) -> Skirmish:
    play = Skirmish(*ships, cards={"A": {"face_up": card}})
    return play.turn_to(ShiftOffer("before"), Manoeuvre(), active="A1").settle()


def test_adjust_position_shifts_a_ship_near_a_friend() -> None:
    friend = ship("A2", "corvette", 11.5, 18, 0)
    play = shifting(ACTOR, friend, NEAR, card="adjust_position")
    assert play.asked().kind == "shift"
    play.do("A", "shift", dial=1.0)
    assert play["A1"].pose is not None
    assert play["A1"].pose.x == pytest.approx(15)
    assert shifting(ACTOR, NEAR, card="adjust_position").asked().kind != "shift"


def test_engage_more_closely_shifts_any_ship_that_is_free() -> None:
    play = shifting(ACTOR, NEAR, card="engage_more_closely")
    assert "Engage More Closely" in play.asked().options[0].label
    play.do("A", "shift", dial=-0.5)
    assert play["A1"].pose is not None
    assert play["A1"].pose.x == pytest.approx(13.5)
    held = shifting(replace(ACTOR, aground=True), NEAR, card="engage_more_closely")
    assert not held.options() or held.asked().kind != "shift"


def test_fire_as_she_bears_answers_a_move_with_broadsides() -> None:
    mover = ship("A1", "corvette", 10, 20.5, 180)
    line = (ship("B1", "fluyt", 15, 17.5, 0), ship("B2", "fluyt", 15, 14.9, 0))
    play = moving(mover, *line, card="fire_as_she_bears").do("A", "straight")
    assert play.options() == ("B1_broadside_port", "B2_broadside_port", "hold")
    play.dice("sail sail sail sail").do("B", "B1_broadside_port")
    assert play.facts(ev.AttackDeclared)[0].attack.card == "fire_as_she_bears"


def test_small_arms_answer_a_move_with_fire_that_only_tires() -> None:
    mover = ship("A1", "corvette", 10, 20.5, 180)
    play = moving(mover, ship("B1", "fluyt", 13, 18, 0), card="small_arms").do("A", "straight")
    play.dice("skull").do("B", "B1_partial_fire")
    assert (play["A1"].fatigue, play["A1"].damage) == (1, 0)


def test_reaction_works_by_a_borrowed_card() -> None:
    mover = ship("A1", "corvette", 10, 20.5, 180)
    play = moving(mover, ship("B1", "fluyt", 13, 18, 0), card="await_new_orders")
    mine = replace(play.state.squadrons["B"], borrowed=("small_arms",))
    play.state = replace(play.state, squadrons={**play.state.squadrons, "B": mine})
    play.do("A", "straight")
    assert play.options() == ("B1_partial_fire", "hold")


def test_down_leaves_no_crew_action_but_rally() -> None:
    play = crew(replace(ACTOR, fatigue=1, damage=1), NEAR, card="down")
    assert play.options() == ("rally", "none")
    assert play.closed()["any other action"] == "Down! allows only Rally"


def test_rolling_broadsides_attack_as_a_crew_action() -> None:
    play = crew(ACTOR, NEAR, card="rolling_broadsides")
    play.dice("sail " * 5).do("A", "broadside_starboard_B1")
    assert play.facts(ev.AttackDeclared)[0].attack.card == "rolling_broadsides"
    assert not play["A1"].attacked


def test_elan_spends_the_crew_action_on_partial_fire_with_a_die_more() -> None:
    play = crew(ACTOR, NEAR, card="elan")
    assert "broadside_starboard_B1" not in play.options()
    plain = crew(ACTOR, NEAR, card="rolling_broadsides")
    plain.told.told = ["sail"] * 9
    play.told.told = ["sail"] * 9
    for each in (plain, play):
        each.do("A", "partial_fire_B1")
    rolled = [each.facts(ev.AttackDeclared)[0].attack.dice for each in (plain, play)]
    assert rolled[1] == rolled[0] + 1


def test_elan_storms_an_enemy_while_entangled() -> None:
    play = crew(ACTOR, ship("B1", "sloop", 15.25, 18, 0), card="elan", **HELD)
    assert play.options() == ("close_combat_B1", "none")
    play.told.told = ["sail"] * 9
    play.do("A", "close_combat_B1")
    assert play.facts(ev.AttackDeclared)[0].attack.card == "elan"


def test_elan_is_nothing_to_a_shaken_ship() -> None:
    assert "partial_fire_B1" not in crew(replace(ACTOR, fatigue=7), NEAR, card="elan").options()


def test_elan_is_previewed_with_its_die() -> None:
    play = crew(ACTOR, NEAR, card="elan")
    assert "1 Elan = 2 dice" in words_of(play, "partial_fire_B1")


def test_heavy_musket_volley_spends_the_crew_action_on_fire_that_only_tires() -> None:
    play = crew(ACTOR, NEAR, card="heavy_musket_volley")
    play.told.told = ["skull"] * 2
    play.do("A", "partial_fire_B1")
    assert (play["B1"].fatigue, play["B1"].damage) == (1, 0)
    assert not play.facts(ev.CriticalRolled)


def test_heavy_musket_volley_aims_at_the_hull_alone() -> None:
    fires = [
        [option for option in play.options() if option.startswith("partial_fire")]
        for play in (
            crew(ACTOR, NEAR, card="heavy_musket_volley", rules=Rules()),
            crew(ACTOR, NEAR, card="elan", rules=Rules()),
        )
    ]
    assert fires[0] == ["partial_fire_B1"]
    assert fires[1] == ["partial_fire_B1", "partial_fire_B1_rigging", "partial_fire_B1_crew"]


def test_rolling_broadsides_are_nothing_to_ships_entangled_or_cut_free() -> None:
    beside = ship("B1", "sloop", 15.25, 18, 0)
    assert not crew(ACTOR, beside, card="rolling_broadsides", **HELD).facts(ev.AttackDeclared)
    held = crew(ACTOR, beside, NEAR_TOO, card="rolling_broadsides", **HELD)
    assert not [name for name in held.options() if name.startswith("broadside")]
    free = crew(replace(ACTOR, cut_free=True), NEAR, card="rolling_broadsides")
    assert not free.options()


def test_rolling_broadsides_give_no_crew_action_of_the_attack_phase() -> None:
    play = Skirmish(ACTOR, NEAR, cards={"A": {"face_up": "rolling_broadsides"}})
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    play.dice("sail " * 5).do("A", "broadside_starboard_B1")
    assert play.facts(ev.AttackDeclared)[0].attack.card == ""


def test_boarding_through_the_smoke_fires_before_the_test() -> None:
    play = crew(ACTOR, BESIDE, card="boarding_through_the_smoke").do("A", "board_B1")
    assert play.options() == ("partial_fire_B1", "hold")
    play.told.told = ["cannon", *["sail"] * 7]
    play.do("A", "partial_fire_B1")
    assert play["B1"].fatigue == 1
    assert play.state.holds("A1") == ("B1",)


def test_boarding_through_the_smoke_may_hold_its_fire() -> None:
    play = crew(ACTOR, BESIDE, card="boarding_through_the_smoke").do("A", "board_B1")
    play.dice("sail " * 5).do("A", "hold")
    assert not play.facts(ev.AttackDeclared)
    assert play.state.holds("A1") == ("B1",)


@pytest.mark.parametrize("sail", ["minimal", "anchored"])
def test_boarders_away_pass_the_test_unrolled_against_slow_ships(sail: str) -> None:
    play = crew(ACTOR, replace(BESIDE, sail=sail), card="boarders_away").do("A", "board_B1")
    assert not play.facts(ev.DiceRolled)
    assert play.state.holds("A1") == ("B1",)


def test_boarders_away_roll_the_test_against_others() -> None:
    play = crew(ACTOR, BESIDE, card="boarders_away").dice("musket " * 5).do("A", "board_B1")
    assert play.facts(ev.DiceRolled)
    assert not play.state.holds("A1")


def test_expert_boarding_fights_at_once_when_the_enemy_is_held() -> None:
    play = crew(ACTOR, BESIDE, card="expert_boarding").dice("sail " * 5).do("A", "board_B1")
    assert play.options() == ("close_combat_B1", "hold")
    play.told.told = ["skull", *["sail"] * 7]
    play.do("A", "close_combat_B1")
    assert play["B1"].fatigue == 1
    assert not play["A1"].attacked


def test_expert_boarding_gives_nothing_after_a_failed_test() -> None:
    play = crew(ACTOR, BESIDE, card="expert_boarding").dice("musket " * 5).do("A", "board_B1")
    assert not play.facts(ev.AttackDeclared)
    assert play["A1"].moved


def test_zeal_of_the_flagship_cheers_friends_near_her() -> None:
    friends = (
        replace(ship("A2", "corvette", 11, 18, 0), fatigue=1),
        replace(ship("A3", "corvette", 11, 22, 0), fatigue=1),
        replace(ship("A4", "corvette", 30, 4, 0), fatigue=1),
    )
    play = crew(replace(ACTOR, fatigue=1), *friends, NEAR, card="zeal")
    play.dice("sail cannon cannon cannon " + "cannon " * 4)
    play.do("A", "rally")
    assert [play[key].fatigue for key in ("A1", "A2", "A3", "A4")] == [0, 0, 1, 1]


def test_zeal_concerns_weary_friends_who_still_fight() -> None:
    others = (
        replace(ship("A2", "corvette", 9, 18, 0), fatigue=2),
        ship("A3", "corvette", 11, 18, 0),
        replace(ship("A4", "corvette", 11, 21, 0), fatigue=7, damage=7),
        replace(NEAR, fatigue=2),
    )
    play = crew(replace(ACTOR, fatigue=1), *others, card="zeal").dice("sail cannon cannon")
    play.do("A", "rally")
    assert [fact.ship for fact in play.facts(ev.DiceRolled)] == ["A2"]
    assert [play[key].fatigue for key in ("A2", "A3", "A4", "B1")] == [1, 0, 7, 2]


def test_zeal_is_of_the_movement_phase() -> None:
    friend = replace(ship("A2", "corvette", 11, 18, 0), fatigue=1)
    far = ship("B1", "sloop", 30, 4, 0)
    cards = {"A": {"face_up": "zeal"}}
    play = Skirmish(replace(ACTOR, fatigue=1), friend, far, cards=cards)
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    play.do("A", "rally")
    assert (play["A1"].fatigue, play["A2"].fatigue) == (0, 1)


def test_zeal_wants_the_flagship_to_rally() -> None:
    other = replace(ship("A2", "corvette", 11, 18, 0), fatigue=1)
    play = Skirmish(replace(ACTOR, fatigue=1), other, NEAR, cards={"A": {"face_up": "zeal"}})
    play.turn_to(CrewAction(), EndActivation(), active="A2").settle().do("A", "rally")
    assert (play["A1"].fatigue, play["A2"].fatigue) == (1, 0)


def boating(*ships: Ship) -> Skirmish:
    play = Skirmish(*ships, cards={"A": {"face_up": "boat_assault"}})
    return play.turn_to(LowerBoats("boat_assault"), EndActivation(), active="A1").settle()


SLOW = ship("A1", "corvette", 14, 18, 0, sail="anchored")


def test_boat_assault_lets_boats_fight_where_they_were_sent() -> None:
    play = boating(SLOW, NEAR)
    assert play.options() == ("boats_B1", "none")
    play.do("A", "boats_B1")
    assert play["A1"].boats_on == "B1"
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    play.told.told = ["skull", *["sail"] * 7]
    play.do("A", "close_combat_B1")
    assert play["B1"].fatigue == 1


def test_boat_assault_wants_an_enemy_within_pistol_shot() -> None:
    assert "boats_B1" not in boating(SLOW, ship("B1", "sloop", 20, 18, 0)).options()


@pytest.mark.parametrize(("sail", "speed"), [("battle", 2), ("full", 3)])
def test_boat_assault_counts_the_speed_of_the_move(sail: str, speed: int) -> None:
    play = sailing_with_boats(replace(ship("A1", "corvette", 11, 17, 60), sail=sail), NEAR)
    assert rating(play.state, "A1", "windward").value == speed
    play.do("A", "straight")
    assert ("boats_B1" in play.options()) == (speed <= 2)


def test_boat_assault_counts_the_move_that_was_made_and_not_what_is_left_of_it() -> None:
    shore = island((12.5, 17.5), (14, 17.5), (14, 20), (12.5, 20))
    fast = ship("A1", "corvette", 10.5, 16.5, 60, sail="full")
    play = sailing_with_boats(fast, ship("B1", "sloop", 13, 15.5, 0), terrain=(shore,))
    play.do("A", "straight")
    assert play["A1"].aground, "she makes no way now, but she came at speed 3"
    assert "boats_B1" not in play.options()


def sailing_with_boats(*ships: Ship, **rest: Any) -> Skirmish:
    play = Skirmish(*ships, cards={"A": {"face_up": "boat_assault"}}, **rest)
    steps = (Manoeuvre(), SettleMove(), LowerBoats("boat_assault"), EndActivation())
    return play.turn_to(*steps, active="A1").settle()


def test_boat_assault_is_asked_after_the_move_of_each_ship() -> None:
    play = Skirmish(SLOW, NEAR, cards={"A": {"face_up": "boat_assault"}})
    play.turn_to(NameShip("A", "movement"), phase="movement").settle()
    assert LowerBoats("boat_assault") in play.state.agenda


def test_boat_assault_ends_with_the_turn() -> None:
    play = boating(SLOW, NEAR).do("A", "boats_B1")
    after = OakIron().evolve(play.state, ev.TurnBegan(2))
    assert after.ships["A1"].boats_on == ""


def test_boarders_away_and_boats_are_previewed() -> None:
    play = crew(ACTOR, replace(BESIDE, sail="minimal"), card="boarders_away")
    assert "passed without a roll" in words_of(play, "board_B1")
    play = boating(SLOW, NEAR)
    assert "by her boats" in words_of(play, "boats_B1")


def words_of(play: Skirmish, option: str) -> str:
    asked = play.asked()
    rows = preview(play.state, asked, asked.option(option)).rows
    return " ".join(span.text for row in rows if isinstance(row, Words) for span in row.spans)

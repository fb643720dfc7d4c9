"""The upgrade cards, each when it applies; each test is named after its card."""

from __future__ import annotations

from engine.game.decision import Answer
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.gunnery.odds import burning_odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.sailing.seamanship import test_pool as pool
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.steps import AttackChoice, EndActivation, NameShip
from engine.systems.oak_iron.victory.strike import points
from tests.engine.systems.oak_iron.effects_play import (
    FULL,
    ISLE,
    NONE,
    PASSED,
    abeam,
    ashore,
    attacking,
    broadside,
    crewing,
    locked,
    melee,
    small_arms,
)
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

FIGHT = "close_combat"
CORVETTE = book().ships["corvette"]
FAR = ship("B1", "sloop", 34, 2, 180)


def test_unseasoned_timbers_take_a_damage_box() -> None:
    assert damage_boxes(CORVETTE, (), ("unseasoned_timbers",)) == 6


def test_low_morale_takes_a_fatigue_box() -> None:
    assert fatigue_boxes(CORVETTE, (), ("low_morale",)) == 6


def test_poorly_armed_fires_a_die_less_but_never_none() -> None:
    assert broadside(*abeam()) == 3
    assert broadside(*abeam(upgrades=("poorly_armed",))) == 2
    assert broadside(*abeam(upgrades=("poorly_armed",), fatigue=5)) == 1


def test_foul_is_slower_large_and_not_windward() -> None:
    play = Skirmish(ship("A1", upgrades=("foul",)), FAR)
    assert rating(play.state, "A1", "large").value == 3
    assert rating(play.state, "A1", "windward").value == 2


def test_supply_ship_is_valuable() -> None:
    play = Skirmish(ship("A1"), ship("A2", x=5, upgrades=("supply_ship",), captured_by="B"), FAR)
    assert points(play.state, "A") == 3


def test_merchants_are_undermanned_behind_closed_quarters() -> None:
    assert melee({"upgrades": ("merchants",)}) == 3
    assert melee({}, {"upgrades": ("merchants",)}) == 3


def test_untested_crew_rolls_a_die_less_in_skill_tests_only() -> None:
    play = Skirmish(ship("A1", upgrades=("untested_crew",)), FAR)
    assert pool(play.state, "A1", "seamanship").dice == 4
    assert pool(play.state, "A1", "challenge").dice == 5


def test_fire_ship_burns_with_five_critical_dice_and_is_lost() -> None:
    red, blue = abeam(0.9, upgrades=("fire_ship",), fatigue=5)
    play = attacking(red, blue)
    assert "burn_B1" in play.options()
    play.dice("skull skull cannon cannon cannon").do("A", "burn_B1")
    assert [len(rolled.faces) for rolled in play.facts(ev.CriticalRolled)] == [5]
    assert play["B1"].crippled
    assert play["A1"].out_of_action
    assert play["A1"].afloat
    assert play["A1"].reload == ()


def test_fire_ship_wants_an_enemy_within_a_yard_arm() -> None:
    play = attacking(*abeam(1.1, upgrades=("fire_ship",)))
    assert "burn_B1" not in play.options()
    assert "broadside_starboard_B1" in play.options()


def test_fire_ship_odds_are_those_of_five_critical_dice() -> None:
    play = attacking(*abeam(0.9, upgrades=("fire_ship",)))
    found = burning_odds(play.state, "B1", 5)
    chance = 1 - (7 / 8) ** 5 - 5 / 8 * (7 / 8) ** 4
    assert abs(found.crippled - chance) < 1e-9


def test_boarding_party_fights_better_in_the_turn_of_its_own_boarding() -> None:
    play = crewing(ship("A1", x=10, upgrades=("boarding_party",)), ship("B1", x=11.8))
    play.dice(PASSED).do("A", "board_B1")
    assert shot(play.state, "A1", "B1", "close_combat").dice == 5
    assert melee({"upgrades": ("boarding_party",)}) == 4


def test_boarding_party_of_an_earlier_turn_counts_no_more() -> None:
    assert melee({"upgrades": ("boarding_party",), "used": ("boarding_party@1",)}, turn=2) == 4


def test_corsairs_are_fierce_boarders() -> None:
    play = locked({"upgrades": ("corsairs",)})
    assert shot(play.state, "A1", "B1", "close_combat").dice == 5
    assert pool(play.state, "A1", "boarding").dice == 6


def test_efficient_loader_clears_both_sides_once() -> None:
    red = ship("A1", upgrades=("efficient_loader",), reload=("port", "starboard"))
    play = crewing(red, FAR).do("A", "reload_both")
    assert play["A1"].reload == ()
    assert "efficient_loader" in play["A1"].used
    again = crewing(ship("A1", upgrades=red.upgrades, reload=red.reload, used=play["A1"].used), FAR)
    assert "reload_both" not in again.options()


def test_expert_sailing_master_rolls_a_die_more_for_seamanship() -> None:
    play = Skirmish(ship("A1", upgrades=("expert_sailing_master",)), FAR)
    assert pool(play.state, "A1", "seamanship").dice == 6
    assert pool(play.state, "A1", "boarding").dice == 5


def test_kapers_are_daring() -> None:
    play = Skirmish(ship("A1", upgrades=("kapers",), fatigue=2), FAR)
    assert pool(play.state, "A1", "seamanship").dice == 4
    assert pool(play.state, "A1", "boarding").dice == 3


def test_skilled_carpenter_repairs_more_when_the_test_is_passed() -> None:
    red = ship("A1", upgrades=("skilled_carpenter",), damage=3)
    assert crewing(red, FAR).dice(PASSED).do("A", "repair")["A1"].damage == 1
    assert crewing(red, FAR).dice(NONE).do("A", "repair")["A1"].damage == 2


def test_skilled_carpenter_rolls_nothing_when_all_is_mended() -> None:
    play = crewing(ship("A1", upgrades=("skilled_carpenter",), damage=1), FAR).do("A", "repair")
    assert play["A1"].damage == 0
    assert not play.facts(ev.DiceRolled)


def test_skilled_carpenter_is_shown_before_the_repair() -> None:
    play = crewing(ship("A1", upgrades=("skilled_carpenter",), damage=3), FAR)
    decision = play.asked()
    shown = GAME.screen.preview(play.state, decision, Answer("repair"))
    assert any("Skilled Carpenter: 1 more" in str(row) for row in shown.rows)


def test_skilled_surgeon_rallies_more_when_the_test_is_passed() -> None:
    red = ship("A1", upgrades=("skilled_surgeon",), fatigue=3)
    play = crewing(red, FAR).dice("cannon cannon sail").do("A", "rally")
    assert play["A1"].fatigue == 1
    assert crewing(red, FAR).dice("cannon cannon musket").do("A", "rally")["A1"].fatigue == 2


def test_support_ship_lends_her_crew_action_to_a_friend() -> None:
    ships = (
        ship("A1", upgrades=("support_ship",)),
        ship("A2", x=20.5, fatigue=2, reload=("port",), damage=1),
        FAR,
    )
    helps = {name for name in crewing(*ships).options() if name.startswith("help_")}
    assert helps == {"help_A2_rally", "help_A2_reload_port", "help_A2_repair"}
    play = crewing(*ships).do("A", "help_A2_reload_port")
    assert play["A2"].reload == ()
    assert play["A1"].moved
    assert not play["A2"].moved


def test_support_ship_lends_a_rally_alone_where_a_card_leaves_rally_alone() -> None:
    friend = ship("A2", x=20.5, fatigue=2, reload=("port",), damage=1)
    down = {"cards": {"A": {"face_up": "down"}}}
    supporting = ship("A1", upgrades=("support_ship",))
    assert crewing(supporting, friend, FAR, **down).options() == ("help_A2_rally", "none")
    spent = ship("A1", upgrades=("support_ship",), fatigue=7)
    assert crewing(spent, friend, FAR).options() == ("rally", "none")


def test_support_ship_reaches_to_pistol_shot() -> None:
    ships = (ship("A1", upgrades=("support_ship",)), ship("A2", x=22.5, fatigue=2), FAR)
    assert "help_A2_rally" not in crewing(*ships).options()


def test_swashbucklers_re_roll_a_die_of_close_combat() -> None:
    play = locked({"upgrades": ("swashbucklers",)})
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    play.dice("sail sail sail sail").do("A", "close_combat_B1")
    assert "reroll_1" in play.options()
    play.dice("skull").do("A", "reroll_1")
    assert play["B1"].fatigue == 1
    assert play.options() == ()


def test_swashbucklers_do_not_serve_the_guns() -> None:
    play = attacking(*abeam(upgrades=("swashbucklers",)))
    play.dice("sail sail sail").do("A", "broadside_starboard_B1")
    assert play["A1"].attacked


def test_expert_topmen_change_sail_beside_the_crew_action() -> None:
    red = ship("A1", upgrades=("expert_topmen",), fatigue=1, heading=180)
    play = Skirmish(red, FAR).turn_to(NameShip("A", "movement")).settle()
    play.do("A", "none").do("A", "straight").do("A", "rally").do("A", "sail_full")
    assert (play["A1"].fatigue, play["A1"].sail) == (0, "full")
    assert play["A1"].moved


def test_dismantling_shot_adds_its_die_after_halving() -> None:
    ships = abeam(upgrades=("dismantling_shot",))
    assert broadside(*ships, aim="rigging", rules=FULL) == 2
    assert broadside(*ships, aim="crew", rules=FULL) == 1
    assert broadside(*ships, rules=FULL) == 3


def test_buccaneers_are_marksmen() -> None:
    play = attacking(*abeam(upgrades=("buccaneers",)))
    play.dice("musket sail sail").dice("musket").do("A", "broadside_starboard_B1")
    assert (play["B1"].damage, play["B1"].fatigue) == (1, 2)


def _fleet(**messenger: object) -> tuple:  # type: ignore[type-arg]
    """Return a flagship, a ship 5 inches east of her, and a third 5 inches farther east."""
    return (
        ship("A1", x=5),
        ship("A2", x=11, **messenger),
        ship("A3", x=17),
        FAR,
    )


def test_dispatch_ship_gathers_friends_while_ships_move() -> None:
    play = Skirmish(*_fleet(upgrades=("dispatch_ship",)))
    play.turn_to(EndActivation(), active="A1", phase="movement")
    assert in_formation(play.state, "A") == {"A1", "A2", "A3"}
    play.turn_to(EndActivation(), active="A1", phase="attack")
    assert in_formation(play.state, "A") == frozenset()
    assert in_formation(Skirmish(*_fleet()).state, "A") == frozenset()


def test_vice_flag_leads_a_formation_of_its_own() -> None:
    line = (ship("A1", x=5), ship("A2", x=25), ship("A3", x=25, y=14), FAR)
    assert in_formation(Skirmish(*line).state, "A") == frozenset()
    vice = (line[0], ship("A2", x=25, upgrades=("vice_flag",)), *line[2:])
    assert in_formation(Skirmish(*vice).state, "A", for_cards=False) == {"A2", "A3"}


def test_aggressive_crew_adds_a_die_to_partial_fire_and_close_combat() -> None:
    upgrades = ("aggressive_crew",)
    assert small_arms(*abeam(upgrades=upgrades)) == small_arms(*abeam()) + 1
    assert melee({"upgrades": upgrades}) == 5
    assert broadside(*abeam(upgrades=upgrades)) == 3


def test_troop_transport_anchors_and_lands_beside_the_crew_action() -> None:
    red = ship(
        "A1", "corvette", 9.5, 22, 180, sail="minimal", fatigue=1, upgrades=("troop_transport",)
    )
    play = Skirmish(red, FAR, terrain=(ISLE,)).turn_to(NameShip("A", "movement")).settle()
    play.do("A", "none").do("A", "straight").do("A", "rally")
    play.do("A", "land_party", at=(13.0, 19.0))
    assert (play["A1"].sail, play["A1"].landing_party) == ("anchored", (13.0, 19.0))
    assert play["A1"].fatigue == 0


def test_troop_transport_lands_two_dice_more() -> None:
    assert ashore({}) == 4
    assert ashore({"upgrades": ("troop_transport",)}) == 6


def test_marines_add_a_die_to_small_arms_boarding_and_landings() -> None:
    upgrades = ("marines",)
    assert small_arms(*abeam(upgrades=upgrades)) == 2
    assert melee({"upgrades": upgrades}) == 5
    assert ashore({"upgrades": upgrades}) == 5


def test_boarding_defenses_take_two_dice_from_the_attacker() -> None:
    assert melee({}, {"upgrades": ("boarding_defenses",)}) == 2
    assert melee({"fatigue": 3}, {"upgrades": ("boarding_defenses",)}) == 1


def test_expert_gunners_make_a_damage_of_two_skulls() -> None:
    play = attacking(abeam(upgrades=("expert_gunners",))[0], ship("B1", "third_rate", 17, 18, 0))
    play.dice("skull skull sail").dice("cannon cannon").do("A", "broadside_starboard_B1")
    assert (play["B1"].damage, play["B1"].fatigue) == (1, 0)


def test_expert_gunners_need_two_skulls() -> None:
    play = attacking(abeam(upgrades=("expert_gunners",))[0], ship("B1", "third_rate", 17, 18, 0))
    play.dice("skull sail sail").dice("cannon").do("A", "broadside_starboard_B1")
    assert play["B1"].damage == 0


def test_veteran_crew_shrugs_off_two_fatigue() -> None:
    assert melee({"upgrades": ("veteran_crew",), "fatigue": 3}) == 3
    told = shot(locked({"upgrades": ("veteran_crew",), "fatigue": 3}).state, "A1", "B1", FIGHT)
    assert "fatigue -1 (2 more ignored by a card)" in told.reasons
    play = Skirmish(ship("A1", upgrades=("veteran_crew",), fatigue=2), FAR)
    assert pool(play.state, "A1", "boarding").dice == 5

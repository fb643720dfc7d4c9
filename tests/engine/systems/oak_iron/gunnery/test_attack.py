"""Attacks step by step, with dice given by the test (Oak & Iron ch. 4, Attack Phase; ch. 5, Raking
Shots).
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import AttackChoice, CrewAction, EndActivation
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FULL = Rules(formation=True)
WRECK = {"damage": 7, "fatigue": 7}


def firing(*ships: object, phase: str = "attack", **rest: object) -> Skirmish:
    """Return a battle in which A1 is about to attack."""
    play = Skirmish(*ships, **rest)  # type: ignore[arg-type]
    step = AttackChoice() if phase == "attack" else CrewAction()
    return play.turn_to(step, EndActivation(), active="A1", phase=phase).settle()


def abeam(inches: float, kind: str = "fluyt", own: str = "fluyt", **rest: object) -> tuple:  # type: ignore[type-arg]
    """Return A1 heading north, and an enemy abeam to starboard at a range in inches."""
    widths = {"corvette": 1.0, "sloop": 1.0, "third_rate": 1.75}
    apart = inches + (widths.get(kind, 1.25) + widths.get(own, 1.25)) / 2
    return (
        ship("A1", own, 10, 18, 0),
        ship("B1", kind, 10 + apart, 18, 0, **rest),
    )


@pytest.mark.parametrize(
    ("inches", "band", "hits"),
    [
        (1.0, "yard_arm", 4),
        (3.0, "pistol", 4),
        (3.01, "musket", 3),
        (6.0, "musket", 3),
        (12.0, "cannon", 2),
    ],
)
def test_bands_are_inclusive_and_tell_what_hits(inches: float, band: str, hits: int) -> None:
    play = Skirmish(*abeam(inches))
    at = shot(play.state, "A1", "B1", "broadside", "starboard")
    assert at.legal
    assert (at.band, len(at.hits)) == (band, hits)


@pytest.mark.parametrize(
    ("inches", "side", "reload", "why"),
    [
        (12.1, "starboard", (), "beyond cannon shot"),
        (4, "port", (), "not in the port broadside path"),
        (4, "starboard", ("starboard",), "the starboard side has to reload"),
    ],
)
def test_broadside_is_refused(inches: float, side: str, reload: tuple, why: str) -> None:  # type: ignore[type-arg]
    blue = abeam(inches)[1]
    play = Skirmish(ship("A1", "fluyt", 10, 18, 0, reload=reload), blue)
    assert shot(play.state, "A1", "B1", "broadside", side).why_not == why


def test_ship_between_blocks_the_sight() -> None:
    play = Skirmish(*abeam(6), ship("A2", "third_rate", 13.5, 18, 0))
    assert "line of sight" in shot(play.state, "A1", "B1", "broadside", "starboard").why_not


def test_land_blocks_the_sight_but_shoals_do_not() -> None:
    piece = ((12.0, 10.0), (14.0, 10.0), (14.0, 26.0), (12.0, 26.0))
    for kind, legal in (("island", False), ("shoal", True), ("rocks", True)):
        play = Skirmish(*abeam(6), terrain=(island(*piece, kind=kind),))
        assert shot(play.state, "A1", "B1", "broadside", "starboard").legal is legal


def test_hits_give_fatigue_and_damage_by_fortitude() -> None:
    play = firing(*abeam(2, "corvette"))
    play.dice("cannon musket swords sail").do("A", "broadside_starboard_B1")
    assert (play["B1"].damage, play["B1"].fatigue) == (3, 1)
    assert play["A1"].reload == ("starboard",)


def test_hits_short_of_fortitude_only_tire() -> None:
    play = firing(*abeam(5, "petite_fregate"))
    play.dice("cannon swords sail swords").do("A", "broadside_starboard_B1")
    assert (play["B1"].damage, play["B1"].fatigue) == (0, 1)


def test_swords_and_sails_miss_at_musket_shot() -> None:
    play = firing(*abeam(5, "corvette"))
    play.dice("swords sail swords sail").do("A", "broadside_starboard_B1")
    assert (play["B1"].damage, play["B1"].fatigue) == (0, 0)
    assert play["A1"].reload == ("starboard",)


def test_fatigue_takes_dice_but_never_below_the_crew_value() -> None:
    play = Skirmish(ship("A1", "petite_fregate", 10, 18, 0, fatigue=3), abeam(4)[1])
    at = shot(play.state, "A1", "B1", "broadside", "starboard")
    assert at.dice == 2
    assert at.reasons == ("broadside 4", "fatigue -3 (not below crew 2)")
    assert shot(play.state, "A1", "B1", "partial_fire").dice == 1


def test_effective_fire_adds_a_die_after_fatigue() -> None:
    red = ship("A1", "petite_fregate", 10, 18, 0, fatigue=5)
    play = Skirmish(red, abeam(4)[1], cards={"A": {"face_up": "effective_fire"}})
    assert shot(play.state, "A1", "B1", "broadside", "starboard").dice == 3


def test_small_ship_counts_one_fortitude_more_at_cannon_shot() -> None:
    far, near = Skirmish(*abeam(11, "corvette")), Skirmish(*abeam(5, "corvette"))
    assert shot(far.state, "A1", "B1", "broadside", "starboard").fortitude == 2
    assert shot(near.state, "A1", "B1", "broadside", "starboard").fortitude == 1


def test_high_freeboard_wants_two_hits_for_fatigue() -> None:
    play = firing(*abeam(5, "fluyt"))
    play.dice("cannon swords swords sail").do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == 0


def test_both_broadsides_are_two_attacks() -> None:
    other = ship("B2", "sloop", 5, 18, 0)
    play = firing(*abeam(5), other)
    play.dice("sail sail sail sail").do("A", "broadside_starboard_B1")
    assert play.options() == ("broadside_port_B2", "hold")
    play.dice("sail sail sail sail").do("A", "broadside_port_B2")
    assert play["A1"].reload == ("port", "starboard")
    assert play["A1"].attacked


def test_partial_fire_needs_no_loaded_side_and_leaves_no_marker() -> None:
    blue = abeam(5, "corvette")[1]
    play = firing(ship("A1", "fluyt", 10, 18, 0, reload=("port", "starboard")), blue)
    assert play.options()[0] == "partial_fire_B1"
    play.dice("cannon").do("A", "partial_fire_B1")
    assert play["B1"].damage == 1
    assert play["A1"].reload == ("port", "starboard")
    assert play["A1"].attacked, "one attack and no more"


def test_partial_fire_reaches_to_musket_shot() -> None:
    play = Skirmish(*abeam(7))
    assert "musket" in shot(play.state, "A1", "B1", "partial_fire").why_not


def test_damage_beyond_crippled_becomes_fatigue() -> None:
    play = firing(*abeam(2, "corvette", damage=6))
    play.dice("cannon musket swords swords").do("A", "broadside_starboard_B1")
    assert play["B1"].crippled
    assert play["B1"].fatigue == 4
    assert not play["B1"].out_of_action


@pytest.mark.parametrize(
    ("damage", "fatigue", "hits"),
    [(6, 5, "cannon musket swords swords"), (6, 7, "cannon sail sail sail")],
)
def test_full_tracks_put_a_ship_out_of_action(damage: int, fatigue: int, hits: str) -> None:
    play = firing(*abeam(2, "corvette", damage=damage, fatigue=fatigue))
    assert not play["B1"].out_of_action
    play.dice(hits).do("A", "broadside_starboard_B1")
    assert play["B1"].out_of_action
    assert len(play.facts(ev.BecameOutOfAction)) == 1
    assert play.state.squadrons["B"].flagship_lost_turn == 1


def test_wrecks_and_prizes_are_no_targets() -> None:
    for state in ({"damage": 7, "fatigue": 7}, {"captured_by": "A"}):
        play = Skirmish(*abeam(2, "corvette", **state))
        assert not shot(play.state, "A1", "B1", "broadside", "starboard").legal


def critical(dice: str, **target: object) -> Skirmish:
    """Return the battle after one skull against a corvette; `dice` are the critical die and later
    dice.
    """
    play = firing(*abeam(2, "corvette", **target))
    return play.dice("skull sail sail sail " + dice).do("A", "broadside_starboard_B1")


def test_critical_hull_is_a_damage() -> None:
    assert critical("skull")["B1"].damage == 2


def test_critical_rigging_lowers_the_sail() -> None:
    assert critical("sail")["B1"].sail == "minimal"
    assert critical("sail", sail="anchored")["B1"].sail == "anchored"


def test_critical_crew_is_a_fatigue() -> None:
    assert critical("swords")["B1"].fatigue == 2


def test_critical_of_nothing_is_nothing() -> None:
    play = critical("cannon")
    assert (play["B1"].damage, play["B1"].fatigue, play["B1"].sail) == (1, 1, "battle")


def two_criticals(dice: str, **target: object) -> Skirmish:
    """Return the battle after two skulls against a corvette."""
    play = firing(*abeam(2, "corvette", **target))
    return play.dice("skull skull sail sail " + dice).do("A", "broadside_starboard_B1")


def test_two_hull_criticals_cripple() -> None:
    play = two_criticals("skull skull")
    assert play["B1"].crippled
    assert play["B1"].fatigue == 1, "they replace the point of damage"


def test_two_hull_criticals_at_a_cripple_put_her_out_of_action() -> None:
    assert two_criticals("skull skull", damage=7)["B1"].out_of_action


def test_two_rigging_criticals_cost_a_mast() -> None:
    play = two_criticals("sail sail")
    assert play["B1"].sail == "minimal"
    assert play["B1"].aground


def test_two_crew_criticals_spin_the_helm_as_the_attacker_says() -> None:
    play = two_criticals("swords swords")
    assert play.asked().seat == "A"
    assert play.options() == ("port", "starboard")
    play.do("A", "port")
    assert play["B1"].pose is not None
    assert play["B1"].pose.heading == 315
    assert play["B1"].fatigue == 2


@pytest.mark.parametrize(
    ("face", "lost"), [("skull", True), ("swords", True), ("cannon", False), ("sail", False)]
)
def test_helm_hit_may_kill_the_admiral(face: str, lost: bool) -> None:
    play = firing(
        *abeam(2, "corvette"), cards={"B": {"admiral": "untested_admiral", "admiral_value": 1}}
    )
    play.dice("skull skull sail sail swords swords").do("A", "broadside_starboard_B1")
    play.dice(face).do("A", "starboard")
    assert bool(play.facts(ev.AdmiralKilled)) is lost
    assert play.state.squadrons["B"].admiral_value == (0 if lost else 1)
    assert play.state.squadrons["B"].flagship == "B1"


@pytest.mark.parametrize(("face", "left"), [("skull", ""), ("musket", "bold_captain")])
def test_helm_hit_may_kill_a_captain(face: str, left: str) -> None:
    red, blue = abeam(2, "corvette", commander="bold_captain")
    flag = ship("B2", "corvette", 30, 30, 0)
    play = firing(red, blue, flag, cards={"B": {"flagship": "B2", "admiral": "untested_admiral"}})
    play.dice("skull skull sail sail swords swords").do("A", "broadside_starboard_B1")
    play.dice(face).do("A", "starboard")
    assert play["B1"].commander == left
    assert play.state.squadrons["B"].admiral, "he is on another ship"


def test_admiral_falls_before_the_captain_whose_card_is_turned_down() -> None:
    cards = {"B": {"admiral": "untested_admiral", "admiral_value": 1}}
    play = firing(*abeam(2, "corvette", commander="bold_captain"), cards=cards)
    play.dice("skull skull sail sail swords swords").do("A", "broadside_starboard_B1")
    play.dice("skull").do("A", "starboard")
    assert play["B1"].commander == "bold_captain"
    assert play.state.squadrons["B"].admiral == ""


def test_no_die_is_rolled_for_a_ship_without_an_officer() -> None:
    flag = ship("B2", "corvette", 30, 30, 0)
    play = firing(*abeam(2, "corvette"), flag, cards={"B": {"flagship": "B2"}})
    play.dice("skull skull sail sail swords swords").do("A", "broadside_starboard_B1")
    play.do("A", "starboard")
    assert not play.facts(ev.OfficerRolled)


def test_helm_of_a_grounded_ship_does_not_turn_her() -> None:
    play = two_criticals("swords swords", aground=True)
    assert play.facts(ev.HelmHit)
    assert not play.facts(ev.ShipMoved)


def test_careful_aim_rerolls_useless_critical_dice_once() -> None:
    play = firing(*abeam(2, "corvette"), cards={"A": {"face_up": "careful_aim"}})
    play.dice("skull skull sail sail cannon sail").do("A", "broadside_starboard_B1")
    assert play.options() == ("careful_aim", "stand")
    play.dice("musket").do("A", "careful_aim")
    assert play["B1"].sail == "minimal"
    assert play["B1"].damage == 2


def test_down_spares_the_first_fatigue_of_each_attack() -> None:
    play = firing(*abeam(2, "corvette"), cards={"B": {"face_up": "down"}})
    play.dice("skull sail sail sail swords").do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == 1, "the hit's fatigue is spared, the critical's is not"


def test_close_combat_from_the_side_counts_three_symbols() -> None:
    red, blue = abeam(0.001, "corvette")
    play = firing(red, blue, entangled=(("A1", "B1"),))
    assert "close_combat_B1" in play.options()
    play.dice("skull swords musket cannon").do("A", "close_combat_B1")
    assert play["B1"].fatigue == 3
    assert play["B1"].damage == 0
    assert play["A1"].reload == (), "no guns were fired"


def test_close_combat_from_the_bow_counts_skulls() -> None:
    red = ship("A1", "fluyt", 18, 16.748, 0)
    blue = ship("B1", "corvette", 18, 18.5, 90)
    play = firing(red, blue, entangled=(("A1", "B1"),))
    play.dice("skull swords musket cannon").do("A", "close_combat_B1")
    assert play["B1"].fatigue == 1


def test_close_combat_through_a_friendly_wreck() -> None:
    red, hulk = ship("A1", "corvette", 10, 18, 0), ship("A2", "corvette", 11, 18, 0)
    wreck = ship("A2", "corvette", 11, 18, 0, damage=7, fatigue=7)
    blue = ship("B1", "corvette", 12, 18, 0)
    pairs = (("A1", "A2"), ("A2", "B1"))
    assert shot(Skirmish(red, wreck, blue, entangled=pairs).state, "A1", "B1", "close_combat").legal
    assert not shot(
        Skirmish(red, hulk, blue, entangled=pairs).state, "A1", "B1", "close_combat"
    ).legal


def test_crew_action_instead_of_an_attack_wants_sea_room() -> None:
    blue = abeam(5)[1]
    tired = ship("A1", "fluyt", 10, 18, 0, fatigue=2)
    assert "rally" in firing(tired, blue).options()
    near = abeam(3)[1]
    play = firing(tired, near)
    assert "rally" not in play.options()
    assert play.closed()["a crew action instead"] == "B1 is within pistol shot"


def test_rolling_broadsides_attacks_for_the_crew_action() -> None:
    play = firing(*abeam(5), phase="movement", cards={"A": {"face_up": "rolling_broadsides"}})
    assert "broadside_starboard_B1" in play.options()
    play.dice("sail sail sail sail").do("A", "broadside_starboard_B1")
    assert play["A1"].reload == ("starboard",)
    assert play["A1"].moved
    assert not play["A1"].attacked


RAKED = (ship("A1", "fluyt", 10, 18, 0), ship("B1", "light_galleon", 14, 18, 90))
"""Two ships: B1's stern is towards A1's starboard side, at musket shot."""


def test_stern_rake_makes_fortitude_one_and_ignores_freeboard() -> None:
    at = shot(Skirmish(*RAKED, rules=FULL).state, "A1", "B1", "broadside", "starboard")
    assert (at.rake, at.fortitude, at.hits_for_fatigue) == ("stern", 1, 1)


def test_rake_adds_fatigue_and_counts_cannons_for_criticals() -> None:
    play = firing(*RAKED, rules=FULL)
    play.dice("cannon sail sail sail musket").do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == 2
    assert play["B1"].damage == 1
    assert len(play.facts(ev.CriticalRolled)[0].faces) == 1


def test_quick_start_knows_no_rake() -> None:
    at = shot(Skirmish(*RAKED).state, "A1", "B1", "broadside", "starboard")
    assert (at.rake, at.fortitude) == ("", 3)


def test_formation_adds_a_die_to_guns() -> None:
    line = (ship("A1", "fluyt", 10, 18, 0), ship("A2", "fluyt", 10, 14, 0))
    with_line = Skirmish(*line, abeam(5)[1], rules=FULL)
    assert shot(with_line.state, "A1", "B1", "broadside", "starboard").dice == 5
    assert shot(with_line.state, "A1", "B1", "partial_fire").dice == 2


def test_skill_rerolls_one_die_once() -> None:
    skilled = ship("A1", "fluyt", 10, 18, 0, skill=1)
    play = firing(skilled, abeam(2, "corvette")[1], rules=FULL)
    play.dice("sail sail sail sail").do("A", "broadside_starboard_B1")
    assert play.options() == ("reroll_1", "reroll_2", "reroll_3", "reroll_4", "stand")
    play.dice("cannon").do("A", "reroll_2")
    assert play["B1"].damage == 1
    assert play["A1"].attacked


def test_fortune_rerolls_the_whole_roll_and_skill_works_again() -> None:
    skilled = ship("A1", "fluyt", 10, 18, 0, skill=1)
    play = firing(skilled, abeam(2, "corvette")[1], rules=FULL, cards={"A": {"fortune": 1}})
    play.dice("sail sail sail sail").do("A", "broadside_starboard_B1")
    play.dice("sail").do("A", "reroll_1")
    assert play.options() == ("fortune", "stand")
    play.dice("cannon sail sail sail").do("A", "fortune")
    assert "reroll_1" in play.options()
    play.dice("cannon").do("A", "reroll_3")
    assert play["B1"].damage == 2
    assert play.state.squadrons["A"].fortune == 0


def test_fog_pushes_the_range_one_band_out() -> None:
    bank = island((11.5, 10.0), (13.5, 10.0), (13.5, 26.0), (11.5, 26.0), kind="fog")
    for inches, reach, symbols in ((2.0, "musket", 3), (5.0, "cannon", 2), (11.0, "beyond", 1)):
        at = shot(
            Skirmish(*abeam(inches), terrain=(bank,)).state, "A1", "B1", "broadside", "starboard"
        )
        assert (at.reach, len(at.hits)) == (reach, symbols)


@pytest.mark.parametrize(
    ("a1", "b1", "firer", "target", "why_not"),
    [
        ({"captured_by": "B"}, {}, "A1", "A2", "A1 is captured"),
        ({"captured_by": "B"}, {}, "A1", "B1", "B1 is on your own side"),
        ({}, {"captured_by": "A"}, "B2", "B1", "B1 is captured"),
        (WRECK, {}, "A1", "B1", "A1 is out of action"),
        ({}, WRECK, "A1", "B1", "B1 is out of action"),
    ],
)
def test_who_is_out_of_the_fight_neither_fires_nor_is_fired_at(
    a1: dict[str, Any], b1: dict[str, Any], firer: str, target: str, why_not: str
) -> None:
    ours = ship("A1", x=10, **a1), ship("A2", x=10, y=14)
    play = Skirmish(*ours, ship("B1", x=13, **b1), ship("B2", x=13, y=14))
    assert shot(play.state, firer, target, "partial_fire").why_not == why_not


def test_short_forms_begin_with_the_verb_and_none_are_alike() -> None:
    play = firing(*abeam(2), rules=Rules())
    options = [each for each in play.asked().options if each.short]
    assert {each.command.kind for each in options} == {"broadside", "partial_fire"}
    assert all(re.match("(partial )?fire ", each.short) for each in options)
    assert len({each.short for each in options}) == len(options) >= 6

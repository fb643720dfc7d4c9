"""Initiative cards that change attacks, each tested in a position when it applies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.systems.oak_iron.data.facts import Aim, AttackKind
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.gunnery.shot import Shot, shot
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Rules, Ship
from engine.systems.oak_iron.state.steps import AttackChoice, EndActivation
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

FIRER = ship("A1", "corvette", 14, 18, 0)
NEAR = ship("B1", "sloop", 17, 18, 0)
"""An enemy at Pistol Shot, abeam to starboard."""
FAR = ship("B1", "sloop", 25, 18, 0)
"""An enemy at Cannon Shot, abeam to starboard."""
FULL = Rules()


def met(*ships: Ship, card: str = "", facing: str = "", rules: Rules | None = None) -> Skirmish:
    """Return a battle in which A plays one card and B another."""
    cards = {"A": {"face_up": card}, "B": {"face_up": facing}}
    return Skirmish(*ships, cards=cards, rules=rules or Rules(quick_start=True))


def seen(play: Skirmish, kind: AttackKind = "broadside", aim: Aim = "hull", card: str = "") -> Shot:
    return shot(play.state, "A1", "B1", kind, "starboard" if kind == "broadside" else "", aim, card)


def attacking(play: Skirmish) -> Skirmish:
    return play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()


@pytest.mark.parametrize(("card", "more"), [("effective_fire", 1), ("superior_firepower", 2)])
def test_effective_fire_and_its_like_add_dice_to_broadsides_alone(card: str, more: int) -> None:
    plain, carded = met(FIRER, NEAR), met(FIRER, NEAR, card=card)
    assert seen(carded).dice == seen(plain).dice + more
    assert seen(carded, "partial_fire").dice == seen(plain, "partial_fire").dice


def test_superior_firepower_adds_two_dice_at_any_range() -> None:
    assert seen(met(FIRER, FAR, card="superior_firepower")).dice == seen(met(FIRER, FAR)).dice + 2


def test_engage_more_closely_adds_two_dice_at_pistol_shot_only() -> None:
    card = "engage_more_closely"
    assert seen(met(FIRER, NEAR, card=card)).dice == seen(met(FIRER, NEAR)).dice + 2
    assert seen(met(FIRER, FAR, card=card)).dice == seen(met(FIRER, FAR)).dice


def test_seize_the_opportunity_adds_two_dice_before_halving_out_of_formation() -> None:
    card = "seize_the_opportunity"
    plain, carded = met(FIRER, NEAR, rules=FULL), met(FIRER, NEAR, card=card, rules=FULL)
    assert seen(carded).dice == seen(plain).dice + 2
    assert seen(carded, aim="rigging").dice == seen(plain, aim="rigging").dice + 1


def test_seize_the_opportunity_is_nothing_to_ships_in_formation() -> None:
    astern = ship("A2", "corvette", 14, 15.4, 0)
    plain = met(FIRER, astern, NEAR)
    carded = met(FIRER, astern, NEAR, card="seize_the_opportunity")
    assert in_formation(carded.state, "A") == {"A1", "A2"}
    assert seen(carded).dice == seen(plain).dice


def test_target_rigging_adds_a_die_at_the_rigging_alone() -> None:
    plain = met(FIRER, NEAR, rules=FULL)
    carded = met(FIRER, NEAR, card="target_rigging", rules=FULL)
    assert seen(carded).dice == seen(plain).dice
    dice = seen(plain).dice
    assert seen(carded, aim="rigging").dice == max((dice + 1) // 2, 1)
    assert "Target Rigging +1" in seen(carded, aim="rigging").reasons


def test_lee_gage_fire_counts_muskets_at_a_ship_upwind_at_cannon_shot() -> None:
    upwind = ship("B1", "sloop", 22, 23, 0)
    firer = ship("A1", "corvette", 14, 18, 315)
    shown = {
        card: shot(met(firer, upwind, card=card).state, "A1", "B1", "broadside", "starboard")
        for card in ("", "lee_gage_fire")
    }
    assert shown[""].reach == "cannon"
    assert set(shown["lee_gage_fire"].hits) - set(shown[""].hits) == {"musket"}


@pytest.mark.parametrize(
    ("firer", "target"),
    [
        (FIRER, FAR),
        (ship("A1", "corvette", 14, 18, 315, sail="anchored"), ship("B1", "sloop", 22, 23, 0)),
        (ship("A1", "corvette", 14, 18, 315, aground=True), ship("B1", "sloop", 22, 23, 0)),
    ],
)
def test_lee_gage_fire_wants_the_target_upwind_and_the_firer_free(
    firer: Ship, target: Ship
) -> None:
    found = shot(
        met(firer, target, card="lee_gage_fire").state, "A1", "B1", "broadside", "starboard"
    )
    assert found.reach == "cannon"
    assert "musket" not in found.hits


def test_long_range_gunnery_rolls_on_while_cannons_come_up() -> None:
    play = attacking(met(FIRER, FAR, card="long_range_gunnery"))
    dice = seen(play).dice
    play.dice("cannon " + "sail " * (dice - 1) + "cannon cannon sail")
    play.do("A", "broadside_starboard_B1")
    assert [fact.faces for fact in play.facts(ev.DiceAdded)] == [
        ("cannon",),
        ("cannon",),
        ("sail",),
    ]
    assert play.facts(ev.HitsScored)[0].hits == 3


def test_long_range_gunnery_rolls_on_in_dim_light_where_skulls_alone_hit() -> None:
    cards = {"A": {"face_up": "long_range_gunnery"}}
    play = Skirmish(FIRER, FAR, cards=cards, events_in_force=("reduced_visibility",))
    at = seen(attacking(play))
    assert (at.reach, at.hits) == ("beyond", ("skull",))
    play.dice("cannon " + "sail " * (at.dice - 1) + "skull cannon")
    play.do("A", "broadside_starboard_B1")
    assert [fact.faces for fact in play.facts(ev.DiceAdded)] == [("skull",)]
    assert play.facts(ev.HitsScored)[0].hits == 1


def test_long_range_gunnery_rolls_no_more_dice_at_pistol_shot() -> None:
    play = attacking(met(FIRER, NEAR, card="long_range_gunnery"))
    play.dice("cannon " + "sail " * (seen(play).dice - 1)).do("A", "broadside_starboard_B1")
    assert not play.facts(ev.DiceAdded)


def test_aggression_adds_a_fatigue_to_any_hit_at_musket_shot() -> None:
    play = attacking(met(FIRER, NEAR, card="aggression"))
    play.dice("cannon " + "sail " * (seen(play).dice - 1)).do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == 2


def test_aggression_adds_nothing_to_a_miss_or_at_cannon_shot() -> None:
    play = attacking(met(FIRER, NEAR, card="aggression"))
    play.dice("sail " * seen(play).dice).do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == 0
    play = attacking(met(FIRER, FAR, card="aggression"))
    play.dice("cannon " + "sail " * (seen(play).dice - 1)).do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == 1


def test_resilient_keeps_the_second_damage_of_an_attack_off() -> None:
    play = attacking(met(FIRER, NEAR, facing="resilient"))
    at = seen(play)
    hits = min(2 * at.fortitude, at.dice)
    play.dice("cannon " * hits + "sail " * (at.dice - hits)).do("A", "broadside_starboard_B1")
    assert hits // at.fortitude == 2
    assert play["B1"].damage == 1
    assert play.facts(ev.DamageSpared)[0].card == "resilient"


def test_resilient_takes_the_first_damage_and_softens_no_two_hull_results() -> None:
    play = attacking(met(FIRER, NEAR, facing="resilient"))
    at = seen(play)
    play.dice("skull skull " + "sail " * (at.dice - 2) + "skull skull")
    play.do("A", "broadside_starboard_B1")
    assert play["B1"].crippled


def test_resilient_counts_a_critical_hull_result_as_the_second_damage() -> None:
    play = attacking(met(FIRER, NEAR, facing="resilient"))
    at = seen(play)
    once = at.fortitude
    faces = "skull " + "cannon " * (once - 1) + "sail " * (at.dice - once)
    play.dice(faces + "skull").do("A", "broadside_starboard_B1")
    assert play["B1"].damage == 1


def test_down_spares_the_first_fatigue_of_each_attack() -> None:
    play = attacking(met(FIRER, NEAR, facing="down"))
    play.dice("cannon " + "sail " * (seen(play).dice - 1)).do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == 0
    assert play.facts(ev.FatigueSpared)[0].card == "down"


def test_careful_aim_offers_a_second_roll_of_idle_critical_dice() -> None:
    play = attacking(met(FIRER, NEAR, card="careful_aim"))
    play.dice("skull " + "sail " * (seen(play).dice - 1) + "musket")
    play.do("A", "broadside_starboard_B1")
    assert play.options() == ("careful_aim", "stand")
    play.dice("sail").do("A", "careful_aim")
    assert play["B1"].sail == "minimal"


def test_deception_forbids_attacks_at_cannon_shot() -> None:
    assert seen(met(FIRER, FAR, facing="deception")).why_not == "Deception: not at cannon shot"
    assert seen(met(FIRER, NEAR, facing="deception")).legal


def test_repel_boarders_leaves_skulls_alone_in_close_combat() -> None:
    beside = ship("B1", "sloop", 15.25, 18, 0)
    pair = {"entangled": (("A1", "B1"),)}
    play = Skirmish(FIRER, beside, cards={"B": {"face_up": "repel_boarders"}}, **pair)
    assert seen(play, "close_combat").hits == ("skull",)
    plain = Skirmish(FIRER, beside, **pair)
    assert set(seen(plain, "close_combat").hits) >= {"skull"}
    assert seen(met(FIRER, NEAR, facing="repel_boarders")).hits == seen(met(FIRER, NEAR)).hits


def test_bravado_lets_no_fatigue_tell_but_that_of_a_shaken_ship() -> None:
    tired, spent = replace(FIRER, fatigue=3), replace(FIRER, fatigue=7)
    assert seen(met(tired, NEAR, card="bravado")).dice == seen(met(FIRER, NEAR)).dice
    assert seen(met(spent, NEAR, card="bravado")).dice == seen(met(spent, NEAR)).dice


def test_adjust_formation_counts_ships_near_a_friend() -> None:
    abreast = ship("A2", "corvette", 11.5, 18, 0)
    assert not in_formation(met(FIRER, abreast, NEAR).state, "A")
    carded = met(FIRER, abreast, NEAR, card="adjust_formation", rules=FULL)
    assert in_formation(carded.state, "A") == {"A1", "A2"}
    assert "formation +1" in seen(carded).reasons


@pytest.mark.parametrize(
    "other",
    [
        ship("A2", "corvette", 9.5, 18, 0),
        ship("A2", "corvette", 11.5, 18, 0, damage=7, fatigue=7),
        ship("B2", "corvette", 11.5, 18, 0),
    ],
    ids=["beyond pistol shot", "a wreck", "an enemy"],
)
def test_adjust_formation_wants_a_friend_within_pistol_shot_who_fights(other: Ship) -> None:
    assert not in_formation(met(FIRER, other, NEAR, card="adjust_formation").state, "A")

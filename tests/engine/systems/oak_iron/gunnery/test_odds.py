"""Computed odds, compared with a count over every possible roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.gunnery import shot as guns
from engine.systems.oak_iron.gunnery.attack import declare
from engine.systems.oak_iron.gunnery.odds import Odds, Salvo, Target, attack_odds, odds, pass_chance
from engine.systems.oak_iron.machine import Ledger
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Activation, Rules, Ship, State
from engine.systems.oak_iron.turn import rules
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship, with_squadron

DIE: tuple[Symbol, ...] = (
    "skull",
    "cannon",
    "musket",
    "musket",
    "swords",
    "swords",
    "sail",
    "sail",
)
VITAL = (1 / 8, 2 / 8, 2 / 8)
PISTOL: tuple[Symbol, ...] = ("skull", "cannon", "musket", "swords")


def volley(dice: int, **changes: object) -> Salvo:
    known = {"hits": PISTOL, "triggers": ("skull",), "die": DIE, "vital": VITAL, **changes}
    return Salvo(dice=dice, **known)  # type: ignore[arg-type]


def counted(shot: Salvo, target: Target) -> tuple[float, float, float, float]:
    """Return (mean damage, mean fatigue, chance of crippled, chance of shaken), counted roll by
    roll.
    """
    damage = fatigue = crippled = shaken = 0.0
    for faces in product(DIE, repeat=shot.dice):
        called = sum(face in shot.triggers for face in faces)
        for extra in product(DIE, repeat=called):
            chance = 1 / 8 ** (shot.dice + called)
            hurt, tired = resolved(shot, target, faces, extra)
            damage += chance * (hurt - target.damage)
            fatigue += chance * (tired - target.fatigue)
            crippled += chance * (hurt == target.damage_boxes > target.damage)
            shaken += chance * (tired == target.fatigue_boxes)
    return damage, fatigue, crippled, shaken


def resolved(
    shot: Salvo, target: Target, faces: tuple[Symbol, ...], extra: tuple[Symbol, ...]
) -> tuple[int, int]:
    """Return (damage, fatigue) of the target after an attack, counted one point at a time."""
    tracks = [target.damage, target.fatigue]

    def tire() -> None:
        tracks[1] = min(tracks[1] + 1, target.fatigue_boxes)

    def hit() -> None:
        if tracks[0] < target.damage_boxes:
            tracks[0] += 1
        else:
            tire()

    hits = sum(face in shot.hits for face in faces)
    if hits >= shot.hits_for_fatigue:
        tire()
        if shot.raking:
            tire()
    for _ in range(hits // shot.fortitude):
        hit()
    if extra.count("skull") >= 2:
        if tracks[0] == target.damage_boxes:
            tracks[1] = target.fatigue_boxes
        tracks[0] = target.damage_boxes
    elif "skull" in extra:
        hit()
    if "swords" in extra:
        tire()
    return tracks[0], tracks[1]


@pytest.mark.parametrize(
    ("shot", "target"),
    [
        (volley(3), Target(0, 7, 0, 7)),
        (volley(3, fortitude=2, hits_for_fatigue=2), Target(5, 7, 2, 7)),
        (volley(3, hits=("skull", "cannon")), Target(6, 7, 6, 7)),
        (volley(3, raking=True, triggers=("skull", "cannon")), Target(5, 7, 4, 7)),
        (volley(3), Target(7, 7, 3, 7)),
        (volley(2), Target(6, 8, 5, 8)),
    ],
)
def test_odds_agree_with_a_count_of_every_roll(shot: Salvo, target: Target) -> None:
    found = odds(shot, target)
    exact = counted(shot, target)
    shown = (found.mean_damage, found.mean_fatigue, found.crippled, found.shaken)
    assert shown == pytest.approx(exact, abs=1e-12)
    assert sum(found.damage) == pytest.approx(1.0)
    assert sum(found.fatigue) == pytest.approx(1.0)


def test_a_stern_rake_at_pistol_shot_is_as_deadly_as_reckoned_by_hand() -> None:
    shot = volley(6, raking=True, triggers=("skull", "cannon"))
    found = odds(shot, Target(2, 7, 3, 7))
    assert found.crippled == pytest.approx(0.58, abs=0.02)
    assert sum(found.damage[4:]) == pytest.approx(0.85, abs=0.01)


def test_a_card_that_spares_fatigue_keeps_the_first_point_off() -> None:
    plain = odds(volley(1, triggers=()), Target(0, 7, 0, 7))
    spared = odds(volley(1, triggers=()), Target(0, 7, 0, 7, spared=1))
    assert plain.fatigue[1] == pytest.approx(6 / 8)
    assert spared.fatigue[0] == pytest.approx(1.0)


def test_careful_aim_rolls_idle_critical_dice_once_more() -> None:
    once = odds(volley(1, hits=("skull",)), Target(0, 7, 0, 7))
    twice = odds(volley(1, hits=("skull",), careful=True), Target(0, 7, 0, 7))
    assert once.sail_lost == pytest.approx(1 / 8 * 2 / 8)
    assert twice.sail_lost == pytest.approx(1 / 8 * (2 / 8 + 3 / 8 * 2 / 8))


def test_rigging_shots_take_sail_and_nothing_else() -> None:
    found = odds(volley(2, hits=("sail",), style="rigging", triggers=()), Target(0, 7, 0, 7))
    assert (found.mean_damage, found.mean_fatigue) == (0.0, 0.0)
    assert found.sail_lost == pytest.approx(1 - (6 / 8) ** 2)
    assert found.aground == pytest.approx((2 / 8) ** 2)


def test_crew_shots_cost_one_fatigue_in_all_and_may_strike_the_helm() -> None:
    found = odds(volley(2, hits=("swords",), style="crew", triggers=()), Target(0, 7, 0, 7))
    assert found.fatigue[1] == pytest.approx(1 - (6 / 8) ** 2)
    assert found.helm == pytest.approx((2 / 8) ** 2)
    assert found.mean_damage == 0.0


def test_close_combat_costs_a_fatigue_for_each_hit() -> None:
    found = odds(volley(2, hits=("skull",), style="melee", triggers=()), Target(0, 7, 0, 7))
    assert found.fatigue[:3] == pytest.approx(((7 / 8) ** 2, 2 * 7 / 64, 1 / 64))


def test_two_skulls_of_expert_gunners_are_one_damage_more() -> None:
    shot = volley(2, hits=(), triggers=(), damaging=("skull",))
    assert odds(shot, Target(0, 7, 0, 7)).damage[1] == pytest.approx((1 / 8) ** 2)


def test_muskets_of_marksmen_are_rolled_again_for_one_fatigue_in_all() -> None:
    shot = volley(2, hits=(), triggers=(), more_dice=("musket",))
    once, twice = 2 * 2 / 8 * 6 / 8, (2 / 8) ** 2
    expected = once * 2 / 8 + twice * (1 - (6 / 8) ** 2)
    assert odds(shot, Target(0, 7, 0, 7)).fatigue[1] == pytest.approx(expected)


def test_a_brutal_admiral_adds_a_fatigue_where_any_was_taken() -> None:
    shot = volley(1, hits=("skull",), style="melee", triggers=(), bitter=1)
    assert odds(shot, Target(0, 7, 0, 7)).fatigue[:3] == pytest.approx((7 / 8, 0, 1 / 8))


def test_small_arms_style_fire_only_tires() -> None:
    found = odds(volley(3, style="small_arms", triggers=()), Target(0, 7, 6, 7))
    assert found.mean_damage == 0.0
    assert found.shaken == pytest.approx(1 - (2 / 8) ** 3)


def test_a_shot_of_the_rules_has_its_odds() -> None:
    state = small_battle()
    shot = guns.shot(state, "A1", "B1", "broadside", "starboard")
    assert shot.legal
    found = attack_odds(state, "A1", "B1", shot, "broadside")
    assert isinstance(found, Odds)
    assert 0.0 < found.no_harm < 1.0
    assert len(found.damage) == 8


class Scripted(Dice):
    """Dice that show given faces; after those, skulls."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__(0)
        self.faces = faces

    def face(self, number: int, sides: int = 8) -> int:
        return self.faces[number] if number < len(self.faces) else 1


def every_roll(dice: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield (faces, probability) of every roll; faces with the same symbol count as one."""
    symbols = book().dice.faces
    sides = Counter(symbols)
    for roll in product(sides, repeat=dice):
        chance = prod(sides[symbol] / len(symbols) for symbol in roll)
        yield tuple(symbols.index(symbol) + 1 for symbol in roll), chance


@pytest.mark.parametrize(
    ("damage", "card", "own"),
    [
        (0, "", ""),
        (6, "down", ""),
        (7, "", ""),
        (0, "resilient", "aggression"),
    ],
)
def test_odds_agree_with_the_rules_themselves(damage: int, card: str, own: str) -> None:
    state = with_ship(small_battle(), "A2", pose=Pose(14.0, 20.0, 90.0), fatigue=1)
    state = with_ship(state, "A1", pose=Pose(30.0, 30.0, 90.0))
    state = with_ship(state, "B1", type="petite_fregate", damage=damage, fatigue=5)
    state = replace(
        with_squadron(with_squadron(state, "A", fortune=0, face_up=own), "B", face_up=card),
        activation=Activation(ship="A2", phase="attack"),
    )
    shot = guns.shot(state, "A2", "B1", "broadside", "starboard")
    assert (shot.legal, shot.dice) == (True, 2)
    rolled = [(resolved_by_rules(state, faces), chance) for faces, chance in every_roll(4)]
    hurt = sum((ship.damage - damage) * chance for ship, chance in rolled)
    tired = sum((ship.fatigue - 5) * chance for ship, chance in rolled)
    wrecked = sum(ship.out_of_action * chance for ship, chance in rolled)
    found = attack_odds(state, "A2", "B1", shot, "broadside")
    shown = (found.mean_damage, found.mean_fatigue, found.out_of_action)
    assert shown == pytest.approx((hurt, tired, wrecked))


@pytest.mark.parametrize(("aim", "own"), [("rigging", "aggression"), ("crew", "aggression")])
def test_odds_of_aimed_shots_agree_with_the_rules(aim: guns.Aim, own: str) -> None:
    state = with_ship(small_battle(), "A2", pose=Pose(14.0, 20.0, 90.0))
    state = with_ship(state, "A1", pose=Pose(30.0, 30.0, 90.0))
    state = with_ship(state, "B1", sail="full")
    state = replace(
        with_squadron(with_squadron(state, "A", fortune=0, face_up=own), "B", face_up=""),
        activation=Activation(ship="A2", phase="attack"),
        rules=Rules(),
    )
    shot = guns.shot(state, "A2", "B1", "broadside", "starboard", aim)
    found = attack_odds(state, "A2", "B1", shot, "broadside", aim)
    tired = sum(
        resolved_by_rules(state, faces, aim).fatigue * chance
        for faces, chance in every_roll(shot.dice)
    )
    assert found.mean_fatigue == pytest.approx(tired - state.ships["B1"].fatigue)


def test_dice_that_cannons_add_are_counted_again_and_again() -> None:
    cannon: tuple[Symbol, ...] = ("skull", "cannon")
    found = odds(volley(1, hits=cannon, triggers=(), again=("cannon",)), Target(0, 7, 0, 7))
    assert found.no_harm == pytest.approx(6 / 8)
    assert found.mean_damage == pytest.approx(2 / 7, abs=1e-4), "x = 2/8 + x/8, but for the track"
    assert found.damage[2] == pytest.approx(1 / 8 * (1 / 8 + 1 / 8 * 6 / 8), abs=1e-6)


def test_a_card_that_spares_damage_keeps_the_second_point_off() -> None:
    plain = odds(volley(2, triggers=()), Target(0, 7, 0, 7))
    tough = odds(volley(2, triggers=()), Target(0, 7, 0, 7, tough=True))
    assert plain.damage[2] == pytest.approx((6 / 8) ** 2)
    assert tough.damage[2] == 0.0
    assert tough.damage[1] == pytest.approx(1 - (2 / 8) ** 2)


def test_a_card_that_presses_adds_a_fatigue_to_any_hit() -> None:
    found = odds(volley(1, triggers=(), pressed=1), Target(0, 7, 0, 7))
    assert found.fatigue[2] == pytest.approx(6 / 8)


@pytest.mark.parametrize("card", ["superior_firepower", "engage_more_closely"])
def test_odds_count_the_dice_of_cards(card: str) -> None:
    state = small_battle()
    carded = with_squadron(state, "A", face_up=card)
    means = [
        attack_odds(
            each, "A1", "B1", guns.shot(each, "A1", "B1", "broadside", "starboard"), "broadside"
        ).mean_damage
        for each in (state, carded)
    ]
    near = guns.shot(state, "A1", "B1", "broadside", "starboard").reach in ("yard_arm", "pistol")
    assert (means[1] > means[0]) is (near or card == "superior_firepower")


def resolved_by_rules(state: State, faces: tuple[int, ...], aim: guns.Aim = "hull") -> Ship:
    """Return the target after A2's Broadside by the rules, with these faces for both kinds of
    dice.
    """
    ledger = Ledger(state, Scripted(faces))
    declare(ledger, "A2", do.Fire("broadside", "B1", "starboard", aim))
    rules.RULES.advance(ledger)
    return ledger.state.ships["B1"]


def test_careful_aim_and_down_are_read_from_the_cards_that_lie_face_up() -> None:
    state = small_battle()
    shot = guns.shot(state, "A1", "B1", "broadside", "starboard")
    plain = attack_odds(state, "A1", "B1", shot, "broadside")
    aimed = attack_odds(
        with_squadron(state, "A", face_up="careful_aim"), "A1", "B1", shot, "broadside"
    )
    down = attack_odds(with_squadron(state, "B", face_up="down"), "A1", "B1", shot, "broadside")
    assert aimed.sail_lost > plain.sail_lost
    assert down.mean_fatigue < plain.mean_fatigue


def test_a_skill_test_counts_its_re_rolls_by_skill() -> None:
    """Five dice, one more by her skill, three fewer by Fatigue; each die passes with three of eight
    faces.
    """
    share = 3 / 8
    state = small_battle()
    assert pass_chance(state, "A2") == pytest.approx(1 - (1 - share) ** 5)
    assert pass_chance(state, "A1") == pytest.approx(1 - (1 - share) ** 6)
    tired = with_ship(state, "A2", fatigue=3)
    assert pass_chance(tired, "A2") == pytest.approx(1 - (1 - share) ** 2)

"""Advice on re-rolls, and on keeping a Fortune Point."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Advice
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery.odds import attack_odds, roll_odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state.state import Attack, Roll, Rules, Ship, State
from engine.systems.oak_iron.state.steps import (
    AnyStep,
    ApplyCritical,
    AttackChoice,
    BonusStands,
    CardTestStands,
    CarefulAimOffer,
    EndActivation,
    Manoeuvre,
    RazeTest,
    RerollOffer,
    ScoreChallenge,
    SeamanshipOffer,
    SquallResult,
)
from engine.systems.oak_iron.thinking.advice import skill_tests
from engine.systems.oak_iron.thinking.advice import skill_tests as rerolling
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.measure import hull_condition
from engine.systems.oak_iron.thinking.measure.card_effects import ComingFight
from engine.systems.oak_iron.thinking.measure.expected_harm import attack_terms, point_scale
from engine.systems.oak_iron.thinking.measure.outlook import value_of_first_move
from engine.systems.oak_iron.thinking.measure.weights import weight, worth
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

FOE = ship("B1", "corvette", 13.25, 18, 0)
SKILLED = ship("A1", "fluyt", 10, 18, 0, skill=1)
PLAIN = replace(SKILLED, skill=0)


def fired(
    faces: str, firer: Ship = SKILLED, foe: Ship = FOE, turn: int = 5, **mine: Any
) -> Skirmish:
    """Return a battle in which A1 has fired a broadside at pistol shot and these faces have come
    up.
    """
    play = Skirmish(firer, foe, rules=Rules(), turn=turn, cards={"A": mine})
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    return play.dice(faces).do("A", "broadside_starboard_B1")


def given(play: Skirmish) -> dict[str, Advice]:
    """Return {option: advice} for the open question, the best first."""
    decision = play.asked()
    return {each.option: each for each in advice(play.state, decision)}


def reason(found: Advice, term: str) -> float:
    return sum(each.worth for each in found.reasons if each.term == term)


# Odds of dice that lie ------------------------------------------------------------------


def attack_of(play: Skirmish) -> tuple[State, Attack]:
    assert play.state.attack is not None
    return play.state, play.state.attack


def test_dice_that_lie_count_for_what_they_show() -> None:
    view, attack = attack_of(fired("sail sail sail sail"))
    found = roll_odds(view, attack, ("cannon", "cannon", "sail", "sail"), 0)
    assert found.mean_damage == pytest.approx(2.0)
    assert found.mean_fatigue == pytest.approx(1.0)
    assert roll_odds(view, attack, ("sail",) * 4, 0).no_harm == pytest.approx(1.0)


def test_no_dice_that_lie_are_the_odds_of_the_shot() -> None:
    view, attack = attack_of(fired("sail sail sail sail"))
    before = shot(view, "A1", "B1", "broadside", "starboard")
    assert roll_odds(view, attack, (), before.dice) == attack_odds(
        view, "A1", "B1", before, "broadside"
    )


def test_the_odds_of_a_die_are_the_mean_of_its_faces() -> None:
    view, attack = attack_of(fired("sail sail sail sail"))
    faces, lying = book().dice.faces, ("cannon", "sail", "skull")
    each = [roll_odds(view, attack, (*lying, face), 0) for face in faces]  # type: ignore[arg-type]
    rolled = roll_odds(view, attack, lying, 1)  # type: ignore[arg-type]
    for name in ("mean_damage", "mean_fatigue", "crippled", "sail_lost", "no_harm"):
        mean = sum(getattr(one, name) for one in each) / len(faces)
        assert getattr(rolled, name) == pytest.approx(mean)


# Skill ----------------------------------------------------------------------------------


def test_a_miss_is_rolled_again_not_a_hit_and_not_a_skull() -> None:
    found = given(fired("skull cannon sail cannon"))
    assert next(iter(found)) == "reroll_3"
    assert found["reroll_3"].worth > found["stand"].worth
    assert found["stand"].worth > found["reroll_2"].worth > found["reroll_1"].worth
    assert reason(found["reroll_3"], "damage") > reason(found["stand"], "damage") > 0.0


def test_a_roll_of_hits_stands() -> None:
    found = given(fired("skull cannon skull cannon"))
    assert next(iter(found)) == "stand"


def test_two_misses_are_alike() -> None:
    found = given(fired("cannon sail sail cannon"))
    assert found["reroll_2"].worth == pytest.approx(found["reroll_3"].worth)


def test_a_die_rolled_again_is_worth_the_mean_of_what_it_may_show() -> None:
    play = fired("cannon sail sail sail")
    view, attack = attack_of(play)
    faces = book().dice.faces

    def stands(*lying: str) -> float:
        return worth(attack_terms(view, "B1", roll_odds(view, attack, lying, 0)))  # type: ignore[arg-type]

    mean = sum(stands("cannon", face, "sail", "sail") for face in faces) / len(faces)
    assert given(play)["reroll_2"].worth == pytest.approx(mean)


def test_with_two_dice_to_roll_again_the_second_is_counted_too() -> None:
    """With skill 2, the first re-roll is worth the mean over all pairs of faces of two re-rolled
    dice.
    """
    play = fired("sail sail sail sail", replace(SKILLED, skill=2))
    view, attack = attack_of(play)
    faces = book().dice.faces

    def stands(*lying: str) -> float:
        return worth(attack_terms(view, "B1", roll_odds(view, attack, lying, 0)))  # type: ignore[arg-type]

    pairs = [stands(one, other, "sail", "sail") for one, other in product(faces, faces)]
    assert given(play)["reroll_1"].worth == pytest.approx(sum(pairs) / len(pairs))


# Fortune --------------------------------------------------------------------------------


def test_a_fortune_point_is_spent_on_a_broadside_that_failed_and_not_on_one_that_told() -> None:
    missed = given(fired("sail sail sail sail", PLAIN, turn=8, fortune=1))
    told = given(fired("cannon cannon sail skull", PLAIN, turn=8, fortune=1))
    assert next(iter(missed)) == "fortune"
    assert next(iter(told)) == "stand"
    assert reason(missed["fortune"], "fortune") < 0.0
    assert reason(missed["fortune"], "damage") > 1.0


def test_skill_comes_before_fortune() -> None:
    """A re-roll by skill costs nothing, and Fortune can still be used after it."""
    found = given(fired("sail sail sail sail", turn=8, fortune=1))
    assert next(iter(found)).startswith("reroll")
    assert found["fortune"].worth > found["stand"].worth


def test_early_in_the_battle_a_fortune_point_is_kept_for_worse_luck() -> None:
    """A roll of three swords and a sail is re-rolled in the last turn, but not in the first."""
    early, late = (
        given(fired("swords swords swords sail", PLAIN, turn=turn, fortune=1)) for turn in (1, 10)
    )
    assert next(iter(early)) == "stand"
    assert next(iter(late)) == "fortune"


def test_what_a_point_is_worth_later_falls_with_the_turns_and_with_their_number() -> None:
    def price(turn: int, points: int = 1) -> float:
        play = fired("sail sail sail sail", turn=turn, fortune=points)
        return hull_condition.value_if_kept(play.state, play["A1"])

    assert price(1) > price(5) > price(9) > price(10) == 0.0
    assert price(1) > price(1, points=2) > price(1, points=3) > 0.0


def test_more_attacks_never_make_points_worth_less() -> None:
    worths = [
        [hull_condition.expected_gain(attacks, points) for attacks in range(12)]
        for points in range(4)
    ]
    assert all(row == sorted(row) for row in worths)
    assert all(column == sorted(column) for column in map(list, zip(*worths, strict=True)))
    assert set(worths[0]) == {0.0}
    assert worths[1][1] == pytest.approx(sum(hull_condition.GAINS) / len(hull_condition.GAINS))


def test_a_captain_of_his_own_luck_pays_for_his_own_ship_alone() -> None:
    """His Fortune Point helps no other ship, so keeping it is worth less than a point for two
    ships.
    """
    consort = ship("A2", "fluyt", 10, 12, 0)
    lucky = replace(PLAIN, commander="lucky_captain")
    play = Skirmish(
        lucky, consort, FOE, rules=Rules(), turn=3, cards={"A": {"fortune": 1, "flagship": "A2"}}
    )
    assert (
        0.0
        < hull_condition.value_if_kept(play.state, play["A1"])
        < hull_condition.value_if_kept(play.state, play["A2"])
    )


# Tests ----------------------------------------------------------------------------------


def trying(faces: str, firer: Ship, y: float = 18.0, **mine: Any) -> Skirmish:
    """Return a battle in which A1, heading east, has rolled these faces for a Seamanship Action."""
    firer = replace(firer, pose=Pose(14.0, y, 90.0))
    foe = ship("B1", "corvette", 16, 22, 180, moved=True)
    play = Skirmish(firer, foe, rules=Rules(), turn=5, cards={"A": mine}, phase="movement")
    play.turn_to(SeamanshipOffer(), Manoeuvre(), EndActivation(), active="A1").settle()
    return play.dice(faces).do("A", "attempt") if faces else play


def test_a_failed_test_is_rolled_again_any_die_for_what_it_is_for() -> None:
    found = given(trying("cannon cannon swords musket musket", SKILLED))
    assert next(iter(found)).startswith("reroll")
    best = found["reroll_1"]
    assert {each.term for each in best.reasons} == {"trial"}
    assert best.worth == pytest.approx(found["reroll_5"].worth)
    assert found["stand"].worth == 0.0


def test_no_fortune_for_a_little_better_move_early_in_the_battle() -> None:
    play = trying("cannon cannon swords musket musket", PLAIN, fortune=1)
    found = given(play)
    assert next(iter(found)) == "stand"
    assert reason(found["fortune"], "trial") > 0.0 > reason(found["fortune"], "fortune")


def test_no_fortune_for_a_choice_of_collisions() -> None:
    """Two ships of her side lie across her way, so she hits one of them with or without the
    action.
    """

    def gain(*consorts: Ship) -> float:
        firer = replace(PLAIN, pose=Pose(14.0, 18.0, 90.0))
        play = Skirmish(
            firer,
            ship("B1", "corvette", 12, 16, 0, moved=True),
            *consorts,
            rules=Rules(),
            turn=5,
            cards={"A": {"fortune": 3}},
        )
        play.turn_to(SeamanshipOffer(), Manoeuvre(), EndActivation(), active="A1").settle()
        play.dice("cannon cannon swords musket musket").do("A", "attempt")
        return reason(given(play)["fortune"], "trial")

    across = [ship(f"A{n}", "galleon", 15.1, 13.0 + 2 * n, 0) for n in (2, 3)]
    assert gain() > 2.5
    assert gain(*across) < 0.5


def test_a_test_costs_nothing_and_may_better_the_move() -> None:
    found = given(trying("", SKILLED))
    assert next(iter(found)) == "attempt"
    assert reason(found["attempt"], "seamanship") > 0.0


def held(fatigue: int) -> Skirmish:
    """Return a battle in which a fluyt with this Fatigue is held by a corvette without any."""
    foe = replace(FOE, pose=Pose(11.126, 18.0, 0.0))
    tired = replace(PLAIN, fatigue=fatigue)
    play = Skirmish(tired, foe, rules=Rules(), phase="movement", entangled=(("A1", "B1"),))
    return play.turn_to(SeamanshipOffer(), Manoeuvre(), EndActivation(), active="A1").settle()


def test_a_ship_that_is_held_tries_to_come_free_the_more_the_worse_it_goes() -> None:
    assert held(0).asked().kind == "seamanship"
    worse, better = given(held(5)), given(held(0))
    assert next(iter(worse)) == "attempt"
    assert worse["attempt"].worth > better["attempt"].worth > 0.0


# Challenge Tests ------------------------------------------------------------------------


def contested(
    rolled: tuple[tuple[str, int], ...] = (), waiting: tuple[str, ...] = ("A", "B")
) -> Skirmish:
    """Return a battle in which A1, near an enemy, rolls for the initiative; A has one more ship."""
    consort = ship("A2", "fluyt", 10, 15, 0)
    play = Skirmish(PLAIN, consort, FOE, rules=Rules(), turn=5, cards={"A": {"fortune": 1}})
    play.turn_to(RerollOffer(), ScoreChallenge(waiting, rolled), phase="initiative")
    play.state = replace(play.state, roll=Roll("challenge_test", "A1", ("cannon",) * 5))
    return play


def test_more_successes_win_a_challenge_the_likelier_and_a_better_roll_is_sure() -> None:
    state = contested().state
    gains = [skill_tests.value_of_successes(state, "A1", number) for number in range(6)]
    assert gains == sorted(gains)
    assert gains[0] < gains[2] < gains[4]
    known = contested(rolled=(("B", 2),), waiting=("A",)).state
    least, tie, most = (skill_tests.value_of_successes(known, "A1", number) for number in (1, 2, 3))
    assert least == 0.0
    assert (
        most
        == pytest.approx(2 * tie)
        == pytest.approx(value_of_first_move(ComingFight(known, "A", 1)))
    )


def test_a_challenge_that_gains_little_takes_no_fortune_point() -> None:
    found = given(contested())
    assert next(iter(found)) == "stand"
    assert reason(found["fortune"], "trial") > reason(found["stand"], "trial")


# Careful Aim ----------------------------------------------------------------------------


def test_critical_dice_that_show_nothing_of_use_are_rolled_again() -> None:
    play = Skirmish(
        PLAIN, FOE, rules=Rules(), phase="attack", cards={"A": {"face_up": "careful_aim"}}
    )
    attack = Attack(
        attacker="A1",
        target="B1",
        kind="broadside",
        edge="starboard",
        dice=4,
        hits=("skull", "cannon"),
    )
    roll = Roll("critical", "A1", ("musket", "cannon"))
    play.state = replace(play.state, attack=attack, roll=roll)
    play.turn_to(CarefulAimOffer(), ApplyCritical(), EndActivation(), active="A1", phase="attack")
    found = given(play)
    assert next(iter(found)) == "careful_aim"
    assert reason(found["careful_aim"], "damage") == pytest.approx(2 / 8 * weight("damage"))
    assert found["stand"].worth == 0.0


def test_the_kinds_of_faces_are_those_that_the_attack_tells_apart() -> None:
    view, attack = attack_of(fired("sail sail sail sail"))
    alike = rerolling._alike(rerolling._telling(view, attack))
    assert alike["cannon"] == alike["musket"] == alike["swords"]
    assert len({alike["skull"], alike["cannon"], alike["sail"]}) == 3


TIRED = replace(PLAIN, fatigue=3, damage=2)
SCALE = point_scale(Skirmish(TIRED, FOE).state, TIRED)


@pytest.mark.parametrize(
    ("step", "worth_of_it"),
    [
        (RazeTest(), skill_tests.OBJECTIVE),
        (SquallResult(), weight("sail")),
        (CardTestStands("A", "zeal", ("A1",)), weight("fatigue") * SCALE),
        (BonusStands("A1", "repair", "skilled_carpenter"), weight("damage") * SCALE),
    ],
)
def test_a_test_is_worth_what_hangs_on_it(step: AnyStep, worth_of_it: float) -> None:
    ours = replace(TIRED, upgrades=("skilled_carpenter",))
    play = Skirmish(ours, FOE, rules=Rules())
    play.turn_to(RerollOffer(), step, active="A1")
    assert skill_tests.value_of_passing(play.state, "A1") == pytest.approx(worth_of_it)


def test_more_rest_is_worth_the_points_that_the_card_takes_off() -> None:
    values = []
    for fatigue in (0, 1, 3):
        tired = replace(PLAIN, fatigue=fatigue, upgrades=("skilled_surgeon",))
        play = Skirmish(tired, FOE, rules=Rules())
        play.turn_to(RerollOffer(), BonusStands("A1", "rally", "skilled_surgeon"), active="A1")
        values.append(skill_tests.value_of_passing(play.state, "A1"))
    assert 0.0 == values[0] < values[1] <= values[2]

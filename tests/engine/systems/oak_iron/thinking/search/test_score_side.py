"""The score of a side, the condition of its ships, and the luck in an attack."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.game.game import Outcome, command_of
from engine.lookahead.playout import Playout
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state.events import DiceRerolled
from engine.systems.oak_iron.state.state import Attack, Roll, Ship
from engine.systems.oak_iron.state.steps import AttackChoice, EndActivation
from engine.systems.oak_iron.thinking.measure.hull_condition import expected_change, hull_condition
from engine.systems.oak_iron.thinking.measure.weights import EAGER
from engine.systems.oak_iron.thinking.search import luck
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

GAME = OakIron()
BROADSIDE = "broadside_starboard_B1"


def worth(state: Any, seat: str = "A") -> float:
    return sum(reason.worth for reason in GAME.thinking.evaluate(state, seat))


def test_how_a_side_stands_is_better_the_more_the_enemy_has_suffered() -> None:
    state = small_battle()
    hurt = with_ship(state, "B1", damage=3)
    crippled = with_ship(state, "B1", damage=7)
    lost = with_ship(state, "B1", damage=7, fatigue=7, pose=None, lost="sunk")
    ladder = [worth(each) for each in (state, hurt, crippled, lost)]
    assert ladder == sorted(ladder)
    assert worth(lost, "B") < worth(crippled, "B") < worth(hurt, "B") < worth(state, "B")


def test_the_point_that_fills_a_track_counts_for_more_and_damage_more_than_fatigue() -> None:
    def lost(**points: int) -> float:
        more = {**points, "damage": points["damage"] + 1}
        return hull_condition(ship("B1", **points)) - hull_condition(ship("B1", **more))

    assert 0.0 < lost(damage=0, fatigue=0) < lost(damage=6, fatigue=3)
    assert lost(damage=6, fatigue=3) < lost(damage=6, fatigue=7)
    hurt, tired = hull_condition(ship("B1", damage=3)), hull_condition(ship("B1", fatigue=3))
    assert hurt < tired < 0.0


def test_a_ship_that_left_is_missed_the_less_the_nearer_she_was_to_her_end() -> None:
    def gone(lost: str, **points: int) -> float:
        away = ship("B1", lost=lost, **points)
        return hull_condition(replace(away, pose=None)) - hull_condition(ship("B1", **points))

    fresh, worn = gone("left"), gone("left", damage=6, fatigue=5)
    assert fresh < worn < 0.0
    sunk, left = (
        hull_condition(ship("B1", damage=7, fatigue=6, lost=how)) for how in ("sunk", "left")
    )
    assert sunk < left


def test_strike_points_tell_more_the_later_it_is() -> None:
    early, late = (
        worth(replace(with_ship(small_battle(), "B1", damage=7), turn=turn)) for turn in (2, 9)
    )
    assert late > early


def test_a_battle_that_is_won_is_worth_more_than_any_that_goes_on() -> None:
    state = with_ship(small_battle(), "B1", damage=7, fatigue=6)
    won = replace(state, outcome=Outcome(("A",), "told"))
    drawn = replace(state, outcome=Outcome((), "told"))
    assert worth(won) > worth(state)
    assert worth(won, "B") < worth(state, "B")
    assert worth(won, "B") < worth(drawn) == worth(drawn, "B") < 0.0


def test_a_side_would_rather_be_near_where_a_tie_is_nobodys_and_it_does_not_lead() -> None:
    def liked(x: float, defender: str = "", **of_a1: Any) -> float:
        state = with_ship(small_battle(defender=defender), "B1", pose=Pose(x, 18, 0))
        told = GAME.thinking.evaluate(with_ship(state, "A1", pose=Pose(4, 18, 0), **of_a1), "A")
        return sum(each.worth for each in told if each.term == "closing")

    assert liked(32) < liked(20) < 0.0
    assert liked(32) < EAGER * liked(32, defender="B") < 0.0
    assert liked(8) > liked(11), "under Pistol Shot guns decide"
    assert liked(8, defender="B") < liked(11, defender="B")
    assert liked(32, damage=6, fatigue=6) > liked(32), "who is worn is not urged on"


def test_who_must_win_where_a_tie_is_nobodys_minds_wounds_less_the_later_it_is() -> None:
    def minded(**changes: Any) -> float:
        hurt = with_ship(small_battle(**changes), "A1", damage=3)
        terms = ("hull", "wear")
        return -sum(each.worth for each in GAME.thinking.evaluate(hurt, "A") if each.term in terms)

    assert minded(turn=2) > minded(turn=9) > 0.0
    assert minded(turn=2, defender="B") == pytest.approx(minded(turn=9, defender="B"))
    assert minded(turn=9, defender="B") > minded(turn=9)


# Luck ----------------------------------------------------------------------------------------


def volley(own: dict[str, Any] | None = None, **target: Any) -> Skirmish:
    """Return a battle in which only A1 may act, with a broadside at B1."""
    play = Skirmish(
        ship("A1", "fluyt", 10, 18, 0, **own or {}), ship("B1", "corvette", 14, 18, 0, **target)
    )
    return play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()


def fired(play: Skirmish, seed: int, seat: str = "A") -> tuple[Ship, float]:
    """Return (the target after a broadside with the dice of a seed, how much of the result was
    luck).
    """
    mind = Playout(GAME, play.state, seat, seed)
    mind.take("A", command_of(GAME, play.state, "A", Answer(BROADSIDE)), Dice(seed))
    return mind.state.ships["B1"], mind.luck


@pytest.mark.parametrize("points", [{}, {"damage": 3, "fatigue": 5}, {"damage": 2, "fatigue": 6}])
def test_less_luck_every_volley_does_what_was_to_be_expected(points: dict[str, int]) -> None:
    play = volley(**points)
    before = play.state.ships["B1"]
    found = odds.attack_odds(
        play.state, "A1", "B1", shot(play.state, "A1", "B1", "broadside", "starboard"), "broadside"
    )
    likely = expected_change(before, found)
    seen = set()
    for seed in range(40):
        after, luck = fired(play, seed)
        change = hull_condition(after) - hull_condition(before)
        assert change + luck == pytest.approx(likely)
        seen.add(change)
    assert likely < 0.0
    assert len(seen) > 3


def test_luck_is_nothing_on_the_average_and_the_enemys_loss() -> None:
    play = volley(damage=2, fatigue=2)
    mine = [fired(play, seed)[1] for seed in range(400)]
    theirs = [fired(play, seed, "B")[1] for seed in range(400)]
    assert abs(fmean(mine)) < 0.25 * max(mine)
    assert theirs == pytest.approx([-each for each in mine])


def test_the_likely_change_is_that_of_all_outcomes() -> None:
    play = volley(damage=2, fatigue=1)
    target = play.state.ships["B1"]
    at = shot(play.state, "A1", "B1", "broadside", "starboard")
    found = odds.attack_odds(play.state, "A1", "B1", at, "broadside")
    assert not found.out_of_action
    total = sum(
        hurt * tired * (hull_condition(_after(target, damage, fatigue)) - hull_condition(target))
        for damage, hurt in enumerate(found.damage)
        for fatigue, tired in enumerate(found.fatigue)
    )
    assert expected_change(target, found) == pytest.approx(total)
    sinking = replace(found, out_of_action=0.5)
    assert expected_change(target, sinking) < total


def _after(target: Ship, damage: int, fatigue: int) -> Ship:
    return replace(target, damage=target.damage + damage, fatigue=target.fatigue + fatigue)


def test_what_the_re_roll_of_a_miss_is_likely_to_do_is_no_luck() -> None:
    play = volley({"skill": 1})
    at = shot(play.state, "A1", "B1", "broadside", "starboard")
    found = odds.attack_odds(play.state, "A1", "B1", at, "broadside")
    before = play.state.ships["B1"]
    for seed in range(12):
        mind = Playout(GAME, play.state, "A", seed)
        mind.take("A", command_of(GAME, play.state, "A", Answer(BROADSIDE)), Dice(seed))
        roll = mind.state.roll
        assert roll is not None
        misses = [die for die, face in enumerate(roll.faces) if face not in at.hits]
        if not misses:
            continue
        miss = misses[0]
        mind.take("A", command_of(GAME, mind.state, "A", Answer(f"reroll_{miss + 1}")), Dice(seed))
        change = hull_condition(mind.state.ships["B1"]) - hull_condition(before)
        assert change + mind.luck < expected_change(before, found)


def test_critical_dice_that_are_rolled_again_change_nothing_that_was_to_be_expected() -> None:
    """With Careful Aim: a re-rolled critical die is of another kind than the attack's dice."""
    play = volley()
    attack = Attack(attacker="A1", target="B1", kind="broadside", dice=1, hits=("skull",))
    roll = Roll("critical", "A1", ("musket",))
    before = replace(play.state, attack=attack, roll=roll)
    event = DiceRerolled("card", "A1", (0,), ("sail",))
    assert luck(before, event, before, "A") == 0.0

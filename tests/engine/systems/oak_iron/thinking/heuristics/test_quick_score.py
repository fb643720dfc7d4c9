"""The quick score of answers."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Answer, Decision, Dial, Option
from engine.kernel.registry import system
from engine.players import make_player
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.gunnery.attack import SIDES
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import HIDDEN, Activation, Attack, Roll, State
from engine.systems.oak_iron.thinking.quick_score import quick_score
from engine.systems.oak_iron.thinking.quick_worth import PlaceScores, place
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship, with_squadron

TURN = Dial(-45, 45, 1)


def value(
    state: State, command: do.AnyCommand, dial: float | None = None, ship: str = "A1"
) -> float:
    option = Option("it", "it", command, dial="angle" if dial is not None else "")
    return quick_score(state, Decision("A", "any", "?", (option,), TURN, ship=ship), option, dial)


def moving(**changes: Any) -> State:
    state = small_battle(
        phase="movement", activation=Activation(ship="A1", phase="movement", point="large")
    )
    return replace(state, **changes)


def attacking() -> State:
    return small_battle(activation=Activation(ship="A1", phase="attack"))


BROADSIDE = do.Fire("broadside", "B1", "starboard")


def test_sailing_off_the_table_is_worse_than_any_turn_that_stays() -> None:
    state = with_ship(moving(), "A1", pose=Pose(33.5, 20.0, 0.0))
    off = with_ship(moving(), "A1", pose=Pose(33.5, 20.0, 90.0))
    assert value(state, do.Sail()) > value(off, do.Sail()) + 10


def test_the_edge_ahead_is_shunned_before_it_is_too_late() -> None:
    state = with_ship(moving(), "A1", pose=Pose(29.0, 25.0, 90.0))
    assert value(state, do.Sail("end"), -30) > value(state, do.Sail())


def test_a_good_broadside_is_better_than_holding_fire_or_a_few_muskets() -> None:
    assert value(attacking(), BROADSIDE) > value(attacking(), do.Pass())
    assert value(attacking(), BROADSIDE) > value(attacking(), do.Fire("partial_fire", "B1"))


def test_the_wounded_enemy_is_the_better_target() -> None:
    state = with_ship(attacking(), "B1", type="petite_fregate")
    assert value(with_ship(state, "B1", damage=5), BROADSIDE) > value(state, BROADSIDE)


def test_a_move_that_brings_the_guns_to_bear_is_better_than_one_that_does_not() -> None:
    state = with_ship(moving(), "B1", pose=Pose(15.0, 16.5, 90.0), reload=("port", "starboard"))
    assert value(state, do.Sail()) > value(state, do.Sail("start"), -45)


def test_more_speed_is_worth_it_when_it_brings_an_enemy_abeam() -> None:
    state = with_ship(moving(), "B1", pose=Pose(19.5, 16.5, 90.0), reload=("port", "starboard"))
    option = [Option("up", "up", do.AdjustSpeed(1)), Option("none", "none", do.Pass())]
    asked = Decision("A", "seamanship_action", "?", tuple(option), TURN, ship="A1")
    assert quick_score(state, asked, option[0]) > quick_score(state, asked, option[1])


def test_running_into_a_friend_is_shunned() -> None:
    blocked = with_ship(moving(), "A2", pose=Pose(15.5, 20.0, 90.0))
    assert value(blocked, do.Sail()) < value(moving(), do.Sail())


def test_rallying_grows_in_worth_with_fatigue() -> None:
    tired = [value(with_ship(attacking(), "A1", fatigue=n), do.Rally()) for n in (1, 4, 7)]
    assert tired == sorted(tired)


def test_an_empty_side_is_reloaded_first_where_an_enemy_lies() -> None:
    state = with_ship(moving(), "A1", reload=("port", "starboard"))
    assert value(state, do.Reload("starboard")) > value(state, do.Reload("port")) > 0


def test_full_sail_is_for_closing_and_battle_sail_for_the_fight() -> None:
    near = moving()
    far = with_ship(with_ship(near, "B1", pose=Pose(34.0, 2.0, 0.0)), "B2", pose=Pose(30, 2, 0))
    assert value(far, do.ChangeSail("full")) > 0 > value(near, do.ChangeSail("full"))


def test_boarding_pays_against_the_weary_and_not_for_them() -> None:
    state = with_ship(moving(), "B1", pose=Pose(12.0, 18.25, 90.0))
    weary = with_ship(state, "B1", fatigue=6)
    spent = with_ship(state, "A1", fatigue=6)
    assert value(weary, do.Board("B1")) > 0 > value(spent, do.Board("B1"))


def test_only_dice_that_miss_are_rolled_again() -> None:
    attack = Attack(
        attacker="A1",
        target="B1",
        kind="broadside",
        edge="starboard",
        dice=2,
        hits=("skull", "cannon"),
    )
    state = replace(attacking(), attack=attack, roll=Roll("broadside", "A1", ("skull", "sail")))
    assert value(state, do.Reroll(1)) > 0 > value(state, do.Reroll(0))


def test_fortune_is_spent_on_a_roll_that_fell_short() -> None:
    attack = Attack(
        attacker="A1",
        target="B1",
        kind="broadside",
        dice=4,
        hits=("skull", "cannon", "musket", "swords"),
    )
    missed = replace(attacking(), attack=attack, roll=Roll("broadside", "A1", ("sail",) * 4))
    hit = replace(missed, roll=Roll("broadside", "A1", ("skull",) * 4))
    assert value(missed, do.SpendFortune()) > 0 > value(hit, do.SpendFortune())


def test_cards_for_a_fight_are_chosen_near_the_enemy() -> None:
    near = small_battle()
    far = with_ship(with_ship(near, "B1", pose=Pose(34, 2, 0)), "B2", pose=Pose(30, 2, 0))
    choose = [do.ChooseCard("effective_fire"), do.ChooseCard("favorable_wind")]
    assert value(near, choose[0]) > value(near, choose[1])
    assert value(far, choose[0]) < value(far, choose[1])


def test_a_prize_is_worth_more_than_a_wreck_and_than_neither() -> None:
    state = with_ship(small_battle(), "B1", fatigue=7)
    capture, destroy = do.Capture("B1", "A1"), do.Destroy("B1", "A1")
    assert value(state, capture) > value(state, destroy) > value(state, do.Pass()) == 0


def test_hidden_cards_change_nothing() -> None:
    covered = with_squadron(attacking(), "B", hand=(HIDDEN, HIDDEN), face_down=HIDDEN)
    assert value(covered, BROADSIDE) == value(attacking(), BROADSIDE)


@pytest.mark.parametrize("quick_start", [True, False])
def test_every_answer_of_a_whole_battle_can_be_weighed_shown_and_told(quick_start: bool) -> None:
    game = system("oak_iron")
    state = game.set_up("quickstart", {"quick_start": quick_start})
    player = make_player("ensign", game, 5, "A")
    dice = Dice(5)
    while game.outcome(state) is None:
        decision = game.pending(state)[0]
        view = game.view(state, decision.seat)
        answer = player.choose(view, decision)
        chosen = decision.option(answer.option)
        assert math.isfinite(game.thinking.quick_score(view, decision, answer))
        game.screen.preview(view, decision, Answer(chosen.id, answer.dial, answer.at))
        for key in game.screen.subjects(view):
            assert game.screen.card(view, key)
        assert game.screen.roster(view)
        assert game.screen.hand(view, decision.seat)
        command = chosen.filled(decision, answer.dial, answer.at)
        assert game.words.describe(view, command)
        for event in game.decide(state, decision.seat, command, dice):
            assert "\n" not in game.words.tell(state, event, "")
            game.screen.spectacle(state, event)
            state = game.evolve(state, event)


def test_damp_powder_goes_to_the_side_that_bears() -> None:
    state = with_ship(small_battle(), "A1", pose=Pose(15.0, 20.0, 0.0))
    state = with_ship(state, "B1", pose=Pose(20.0, 20.0, 0.0), type="fluyt")
    port, starboard = (value(state, do.DampPowder("B1", side)) for side in SIDES)
    assert port > starboard


def without(state: State, ship: str) -> State:
    return with_ship(state, ship, lost="sunk", pose=None)


def laying(state: State, piece: str, at: tuple[float, float]) -> float:
    option = Option(piece, piece, do.LayPiece(piece), area="at")
    return quick_score(state, Decision("A", "lay_piece", "?", (option,)), option, None, at)


def test_a_shoal_goes_before_an_enemys_bow_and_fog_between_the_lines_of_the_weaker() -> None:
    state = small_battle()
    foe = state.ships["B1"].pose
    assert foe
    ahead, astern = foe.moved(foe.heading, 5).at, foe.moved(foe.heading, -5).at
    assert laying(without(state, "B2"), "long_shoal", ahead) == 0.0
    assert laying(without(state, "B2"), "long_shoal", astern) < -5.0
    far = (foe.x, 0.0 if foe.y > 18 else 36.0)
    weaker, stronger = without(state, "A2"), without(state, "B2")
    assert laying(weaker, "low_bank", foe.at) > laying(weaker, "low_bank", far)
    assert laying(stronger, "low_bank", foe.at) < laying(stronger, "low_bank", far)


def test_what_is_kept_of_one_view_is_never_told_of_another() -> None:
    near, far = moving(), with_ship(moving(), "B1", pose=Pose(6.0, 4.0, 0.0))
    first = value(near, do.Sail()), value(far, do.Sail())
    assert first[0] != first[1]
    assert (value(near, do.Sail()), value(far, do.Sail())) == first


def test_a_place_is_worth_what_it_is_with_her_there() -> None:
    state, there = moving(), Pose(20.0, 14.0, 45.0)
    moved = with_ship(state, "A1", pose=there)
    places = PlaceScores(state)
    assert [places.at("A1", there), places.at("A1", there)] == [place(moved, "A1")] * 2
    assert places.now("A1") == place(state, "A1") != place(moved, "A1")


@pytest.mark.parametrize("card", ["", "seize_the_opportunity", "lee_gage_fire", "effective_fire"])
def test_a_place_is_worth_the_same_whatever_was_weighed_before(card: str) -> None:
    """Formation, and cards that depend on it or on the wind, are computed anew for each place."""
    state = with_squadron(moving(), "A", face_up=card)
    state = with_squadron(state, "B", face_up=card)
    spots = [
        Pose(x, y, heading)
        for x in (10.5, 13.0, 18.0)
        for y in (12.0, 18.5, 21.0, 26.0)
        for heading in (0.0, 90.0, 200.0)
    ]
    places = PlaceScores(state)
    kept = [places.at("A1", there) for there in spots]
    anew = [place(with_ship(state, "A1", pose=there), "A1") for there in spots]
    assert kept == anew
    assert len(set(anew)) > 20


def test_a_fire_ship_burns_when_she_is_spent_and_her_enemy_fresh() -> None:
    state = with_ship(attacking(), "A1", upgrades=("fire_ship",))
    spent = with_ship(state, "A1", damage=6, fatigue=6)
    flag = with_squadron(spent, "A", flagship="A2")
    burn = do.Burn("B1")
    assert value(spent, burn) - value(state, burn) == pytest.approx(2 * (6 / 7 + 6 / 7))
    assert value(flag, burn) - value(spent, burn) == pytest.approx(2.0)


def test_a_helm_is_spun_away_from_our_guns_reach_of_hers() -> None:
    attack = Attack(attacker="A1", target="B1", kind="broadside")
    state = with_ship(attacking(), "B1", pose=Pose(33.0, 16.5, 45.0), sail="full")
    edge = replace(state, attack=attack)
    off, back = value(edge, do.SpinHelm("starboard")), value(edge, do.SpinHelm("port"))
    assert off > back, "over the table's edge is the worst place for her"


def test_a_friend_is_helped_as_she_would_help_herself() -> None:
    state = with_ship(moving(), "A2", fatigue=5)
    assert value(state, do.Support("A2", do.Rally())) == value(state, do.Rally(), ship="A2") > 0.3


@pytest.mark.parametrize(
    ("command", "worth"),
    [(do.ReloadBoth(), 1.2), (do.LowerBoats("B1"), 0.5), (do.CarefulAim(), 0.5)],
)
def test_what_a_card_offers_is_taken_rather_than_left(command: do.AnyCommand, worth: float) -> None:
    assert value(moving(), command) == worth > value(moving(), do.Pass())


def test_another_card_must_be_clearly_better_to_be_swapped_for() -> None:
    state = with_squadron(small_battle(), "A", face_down="effective_fire")
    keep = Option("keep", "keep", do.Pass())
    asked = Decision("A", "swap_card", "?", (keep,))
    same = value(state, do.ChooseCard("effective_fire"))
    assert quick_score(state, asked, keep) == pytest.approx(same + 0.5)
    hidden = with_squadron(state, "A", face_down=HIDDEN)
    assert quick_score(hidden, asked, keep) == 0.5, "nothing is known of it"


def test_who_boards_to_no_fight_gains_but_what_is_fresh() -> None:
    beside = with_ship(moving(), "B1", pose=Pose(12.0, 18.25, 90.0))
    wreck = with_ship(beside, "B1", damage=7, fatigue=7)
    shaken = with_ship(wreck, "A1", fatigue=7)
    assert value(wreck, do.Board("B1")) > value(beside, do.Board("B1"))
    assert value(shaken, do.Board("B1")) < 0.0


def flag(mine: dict[str, int], heir: dict[str, int]) -> float:
    """Return the score of moving the flag from A1 to A2, with this damage and Fatigue."""
    state = with_squadron(small_battle(), "A", flagship="A1")
    state = with_ship(with_ship(state, "A1", **mine), "A2", **heir)
    return value(state, do.TransferFlag("A2"))


def test_the_flag_goes_to_a_sounder_ship_alone() -> None:
    full = {name: with_ship(small_battle(), name).ships[name].damage_boxes for name in ("A1", "A2")}
    worn = {"damage": full["A1"]}
    assert flag(worn, {}) > 0.0 > flag({}, {"damage": full["A2"]})
    assert flag({}, {}) < 0.0
    assert flag(worn, {"damage": full["A2"]}) < 0.0
    assert flag(worn, {}) > flag({"damage": 1}, {})


def test_no_flag_goes_to_a_ship_with_more_damage_because_of_weary_men() -> None:
    assert flag({"damage": 2, "fatigue": 5}, {"damage": 6}) < 0.0


def test_a_flagship_that_is_nearly_lost_gives_up_the_flag() -> None:
    full = small_battle().ships["A1"].damage_boxes
    assert flag({"damage": full, "fatigue": 5}, {"damage": full - 1}) > 0.0

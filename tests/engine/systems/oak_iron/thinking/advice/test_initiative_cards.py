"""Advice on initiative cards in positions: which card is played, and why."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Advice
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.state import Rules, Ship, State
from engine.systems.oak_iron.state.steps import (
    BorrowCard,
    ChooseCards,
    ResolveCards,
    SwapCard,
    TrimHand,
)
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.measure.card_effects import CARD_TERMS, ComingFight, effect
from engine.systems.oak_iron.thinking.measure.outlook import chance_to_win, value_of_first_move
from engine.systems.oak_iron.thinking.measure.weights import worth
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

LINE = (ship("A1", "fluyt", 10, 18, 0), ship("A2", "fluyt", 10, 15, 0))
NEAR = ship("B1", "fluyt", 14, 18, 180)
FAR = ship("B1", "fluyt", 34, 18, 180)


def choosing(*ships: Ship, hand: tuple[str, ...], turn: int = 4, **cards: Any) -> Skirmish:
    """Return a battle in which A, with one card face up, chooses the next card."""
    mine = {"hand": hand, "face_up": "shoals_ahead"}
    others = cards.pop("hand_of_b", ("small_arms", "elan"))
    theirs = {"hand": others, "face_up": "careful_aim", **cards}
    play = Skirmish(*ships, rules=Rules(), turn=turn, cards={"A": mine, "B": theirs})
    return play.turn_to(ChooseCards(), ResolveCards(), phase="initiative")


def given(play: Skirmish) -> dict[str, Advice]:
    """Return {option: advice} for A's open question, the best first."""
    return {each.option: each for each in advice(seen(play), play.asked("A"))}


def seen(play: Skirmish) -> State:
    """Return the state as A may see it."""
    return GAME.view(play.state, "A")


def reason(found: Advice, term: str) -> float:
    return sum(each.worth for each in found.reasons if each.term == term)


# What cards do --------------------------------------------------------------------------


def test_more_guns_count_near_an_enemy_and_not_far_from_one() -> None:
    near, far = (
        given(choosing(*LINE, foe, hand=("effective_fire", "shoals_ahead")))["effective_fire"]
        for foe in (NEAR, FAR)
    )
    assert reason(near, "card_fire") > 0.2
    assert reason(far, "card_fire") == 0.0


def test_two_dice_more_are_worth_more_than_one_but_only_once() -> None:
    found = given(choosing(*LINE, NEAR, hand=("effective_fire", "superior_firepower"), turn=2))
    two, one = found["superior_firepower"], found["effective_fire"]
    assert reason(two, "card_fire") > reason(one, "card_fire") > 0.0
    assert reason(two, "spent") < 0.0 == reason(one, "spent")


def test_a_card_that_is_gone_once_played_waits_for_the_fight() -> None:
    """Such a card is kept while the enemy is out of range, and played in the middle of a fight."""
    hand = ("superior_firepower", "careful_aim")
    assert next(iter(given(choosing(*LINE, FAR, hand=hand)))) == "careful_aim"
    assert next(iter(given(choosing(*LINE, NEAR, hand=hand, turn=7)))) == "superior_firepower"


def test_what_is_gone_once_played_costs_the_less_the_later_it_is() -> None:
    early, late = (
        reason(
            given(choosing(*LINE, NEAR, hand=("bravado",), turn=turn))["bravado"],
            "spent",
        )
        for turn in (2, 9)
    )
    assert early < late <= 0.0


def test_tired_crews_in_formation_take_courage() -> None:
    hand = ("careful_aim", "take_courage")
    tired = tuple(replace(each, fatigue=4) for each in LINE)
    apart = (tired[0], ship("A2", "fluyt", 2, 2, 0, fatigue=4))
    found = given(choosing(*tired, NEAR, hand=hand))
    assert next(iter(found)) == "take_courage"
    assert reason(found["take_courage"], "rested") > 1.0
    assert reason(given(choosing(*apart, NEAR, hand=hand))["take_courage"], "rested") == 0.0
    assert reason(given(choosing(*LINE, NEAR, hand=hand))["take_courage"], "rested") == 0.0


def test_deception_guards_at_cannon_shot_only() -> None:
    """Two turns ahead, the ships are expected to have closed by half of what both can sail."""
    guard = []
    for x in (26.5, 14.0):
        foe = ship("B1", "fluyt", x, 18, 180)
        found = given(choosing(LINE[0], foe, hand=("deception",)))["deception"]
        guard.append(reason(found, "card_guard"))
    assert guard[0] > 0.0 == guard[1]


def test_down_spares_fatigue_and_binds_the_crews() -> None:
    found = given(choosing(*LINE, NEAR, hand=("down",)))["down"]
    assert reason(found, "card_guard") > 0.0 > reason(found, "card_bound")


@pytest.mark.parametrize("card", sorted(book().cards))
def test_every_card_has_a_worth_and_none_is_out_of_all_bounds(card: str) -> None:
    """In a fight of two ships a side, no card is worth as much as a whole ship."""
    tired = [replace(each, fatigue=2, reload=("port",)) for each in (*LINE, NEAR)]
    play = choosing(*tired, hand=(card, "careful_aim"), discarded=("superior_firepower",))
    assert abs(given(play)[card].worth) < 8.0


def test_every_card_that_is_looked_at_by_its_name_exists() -> None:
    assert set(CARD_TERMS) <= set(book().cards)


def test_a_turn_away_sides_that_are_empty_now_count() -> None:
    """The card Reload! is worth more to ships without a loaded side."""
    empty = tuple(replace(each, reload=("port", "starboard")) for each in LINE)
    worths = [
        worth(effect(ComingFight(choosing(*own, NEAR, hand=("down",)).state, "A", 1), "reload"))
        for own in (empty, LINE)
    ]
    assert worths[0] > 1.0 > worths[1] == 0.0


# Going first ----------------------------------------------------------------------------


def test_a_higher_card_is_likelier_to_go_first() -> None:
    view = seen(choosing(*LINE, NEAR, hand=("down",)))
    chances = [chance_to_win(view, "A", value) for value in range(7)]
    assert chances == sorted(chances)
    assert chances[0] == 0.0
    assert chances[6] == 1.0
    assert 0.1 < chances[2] < chances[4] < 0.95


def test_a_card_that_lies_open_leaves_no_doubt() -> None:
    play = choosing(*LINE, NEAR, hand=("down",), face_down="reload", laid_open=True)
    assert [chance_to_win(seen(play), "A", value) for value in (2, 3, 4)] == [0.0, 0.5, 1.0]


def test_a_better_admiral_wins_ties() -> None:
    play = choosing(
        *LINE, NEAR, hand=("down",), face_down="reload", laid_open=True, admiral_value=2
    )
    assert chance_to_win(seen(play), "A", 3) == 0.0


def test_cards_that_were_seen_and_are_not_gone_count() -> None:
    """A card of value 5 in the enemy's hand makes a 4 less sure to win; a discarded 5 makes it
    surer.
    """
    plain, likely, gone = (
        chance_to_win(seen(choosing(*LINE, NEAR, hand=("down",), **known)), "A", 4)
        for known in ({}, {"seen": ("favorable_wind",)}, {"discarded": ("favorable_wind",)})
    )
    assert gone > plain > likely


def test_what_lies_hidden_is_not_looked_at() -> None:
    low, high = (
        given(choosing(*LINE, NEAR, hand=("down", "reload"), hand_of_b=cards, face_down=cards[0]))
        for cards in (("down", "await_new_orders"), ("fast_loaders", "boarders_away"))
    )
    assert low == high


def test_who_has_more_ships_likes_to_fire_first_and_loses_nothing_by_it() -> None:
    alone = ComingFight(choosing(LINE[0], NEAR, hand=("down",)).state, "A", 1)
    more = ComingFight(choosing(*LINE, NEAR, hand=("down",)).state, "A", 1)
    assert value_of_first_move(more) > 0.0 > value_of_first_move(alone)
    assert (
        value_of_first_move(ComingFight(choosing(*LINE, FAR, hand=("down",)).state, "A", 1)) == 0.0
    )


def test_from_deck_to_deck_it_counts_who_strikes_first() -> None:
    foe = ship("B1", "fluyt", 11.26, 18, 0, fatigue=4)
    held = choosing(LINE[0], foe, hand=("down", "favorable_wind"))
    held.state = replace(held.state, entangled=(("A1", "B1"),))
    assert value_of_first_move(ComingFight(held.state, "A", 1)) > 0.3
    assert reason(given(held)["favorable_wind"], "first") > reason(given(held)["down"], "first")


# Other questions ------------------------------------------------------------------------


def test_a_card_is_kept_unless_another_is_clearly_better() -> None:
    mine = {"hand": ("effective_fire",), "face_down": "take_courage", "admiral": "henry_morgan"}
    play = Skirmish(*LINE, NEAR, rules=Rules(), cards={"A": mine}, turn=4)
    play.turn_to(SwapCard("A", "clever"), phase="initiative")
    found = given(play)
    assert next(iter(found)) == "effective_fire"
    assert reason(found["effective_fire"], "changed") < 0.0
    assert reason(found["keep"], "changed") == 0.0
    far = Skirmish(*LINE, FAR, rules=Rules(), cards={"A": mine}, turn=4)
    assert next(iter(given(far.turn_to(SwapCard("A", "clever"), phase="initiative")))) == "keep"


def test_await_new_orders_is_as_good_as_the_best_that_it_lets_work() -> None:
    found = given(choosing(*LINE, NEAR, hand=("await_new_orders", "effective_fire")))
    borrowed, own = found["await_new_orders"], found["effective_fire"]
    assert reason(borrowed, "card_fire") == reason(own, "card_fire") > 0.0


def test_the_card_that_tells_most_is_borrowed() -> None:
    mine = {"hand": ("shoals_ahead", "effective_fire"), "face_up": "await_new_orders"}
    play = Skirmish(*LINE, NEAR, rules=Rules(), cards={"A": mine}, turn=4)
    found = given(play.turn_to(BorrowCard("A", "await_new_orders"), phase="initiative"))
    assert next(iter(found)) == "effective_fire"
    assert found["none"].worth == 0.0


def test_the_card_that_could_do_least_leaves_the_hand() -> None:
    mine = {
        "hand": ("superior_firepower", "shoals_ahead", "effective_fire", "reload", "fast_loaders"),
        "face_up": "down",
    }
    play = Skirmish(*LINE, NEAR, rules=Rules(), cards={"A": mine}, turn=4)
    found = given(play.turn_to(TrimHand("A"), phase="end"))
    assert next(iter(found)) == "shoals_ahead"
    assert reason(found["superior_firepower"], "dropped") < 0.0


def test_alone_on_the_sea_any_card_goes_first() -> None:
    state = Skirmish(ship("A1"), ship("A2", y=9)).state
    assert chance_to_win(state, "A", 1) == 1.0
    play = Skirmish(ship("A1"), ship("B1", y=9), cards={"B": {"hand": ("reload",)}})
    assert chance_to_win(play.state, "A", 1) < 1.0

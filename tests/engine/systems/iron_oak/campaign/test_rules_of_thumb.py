"""Quick scores in a campaign, which do not look ahead, and the advice made from them."""

from __future__ import annotations

import re
from itertools import product
from random import Random
from statistics import fmean
from typing import Any

import pytest

from engine.game.decision import Answer, Decision, Option
from engine.game.question import Sheet
from engine.systems.iron_oak.campaign.fleet import card, own
from engine.systems.iron_oak.campaign.state.state import NameShip, PlayCard
from engine.systems.iron_oak.campaign.thinking.comparing import Fate, simulate_battle
from engine.systems.iron_oak.data.book import book
from tests.engine.systems.iron_oak.campaign.war import (
    CONFEDERATE,
    GAME,
    UNION,
    War,
    battle,
    new,
    ship,
    war,
)

HARTFORD, CAIRO, VIRGINIA, ALBEMARLE = (
    *("uss_hartford", "uss_cairo"),
    *("css_virginia", "css_albemarle"),
)


def scores(begun: War, seat: str = "A") -> dict[str, float]:
    """Return {option of the open question: its quick score}."""
    question = begun.question(seat)
    assert not isinstance(question, Sheet)
    score = GAME.thinking.quick_score
    return {each.id: score(begun.state, question, Answer(each.id)) for each in question.options}


def advised(begun: War, seat: str = "A") -> dict[str, str]:
    """Return {option: its reason in words}, the best option first."""
    found = GAME.thinking.advice(begun.state, begun.question(seat), Random(1))
    assert [each.worth for each in found] == sorted((each.worth for each in found), reverse=True)
    return {each.option: each.reasons[0].words for each in found}


def yard(*hand: int, union: Any = UNION, confederate: Any = CONFEDERATE) -> War:
    return war("yard", union, confederate, hands=(hand, ()))


def test_a_card_for_repairs_is_worth_the_hits_that_there_are_beyond_five() -> None:
    hurt = (ship(HARTFORD, hits=9, crew_loss=8), *UNION[2:])
    assert scores(yard(5)) == {"done": 0.0, "fast_repair": -5.0}
    assert scores(yard(5, union=hurt)) == {"done": 0.0, "fast_repair": 4.0}
    assert advised(yard(5, union=hurt)) == {
        "fast_repair": "worth more now than kept in the hand",
        "done": "better kept in hand",
    }
    assert advised(yard(5)) == {
        "done": "better kept in hand",
        "fast_repair": "better kept in hand",
    }
    assert scores(yard(13, union=hurt)) == {
        "done": 0.0,
        "replacements:crew": -2.0,
        "replacements:ship": 6.0,
    }


def test_a_card_on_the_enemys_yard_is_worth_what_he_has_to_mend() -> None:
    hurt = (ship(VIRGINIA, hits=7, crew_loss=11), *CONFEDERATE[1:])
    begun = yard(7, 15, confederate=hurt)
    assert begun.options("A") == ["done", "in_short_supply", "yard_fire"]
    assert scores(begun) == {"done": 0.0, "in_short_supply": 6.0, "yard_fire": 2.0}


def test_of_cards_for_the_battle_a_ship_is_worth_most_and_half_where_she_may_be_answered() -> None:
    assert scores(yard(1, 9, 11)) == {
        "done": 0.0,
        "crew_grade:union": 2.0,
        "crew_grade:confederate": 1.0,
        "limited_ammunition": 3.0,
        "out_of_the_mist:uss_cairo": 430.0,
        "out_of_the_mist:uss_galena": 280.0,
        "out_of_the_mist:uss_hartford": 330.0,
        "out_of_the_mist:uss_monitor": 275.0,
    }


def test_a_second_replacements_card_helps_the_roll_less_than_a_ship() -> None:
    begun = yard(13, 14).do("A", "replacements:ship")
    assert scores(begun)["replacements:ship"] > scores(begun)["replacements:more"] == 3.0


def test_what_was_played_is_answered_where_it_can_be() -> None:
    laid = [{"card": 5, "by": "union", "yard": "union"}]
    begun = war("yard", hands=((), (15,)), laid=laid).skip_to("answer")
    assert scores(begun, "B") == {"done": 0.0, "yard_fire:5": 1.0}


def test_the_card_of_least_use_goes_back() -> None:
    begun = yard(13, 1, 15, 11).skip_to("cut")
    kept = {number: kind.kept for number, kind in _kinds().items()}
    assert scores(begun) == {str(number): -kept[number] for number in (13, 1, 15, 11)}
    assert advised(begun) == {
        "15": "less useful than the other cards",
        "1": "more useful than the other cards",
        "11": "more useful than the other cards",
        "13": "more useful than the other cards",
    }


def _kinds() -> dict[int, Any]:
    facts = book().campaign
    return {number: facts.yard_kinds[kind] for number, kind in facts.cards.items()}


def test_a_ship_more_is_worth_her_points_and_no_ship_nothing() -> None:
    begun = yard(11).do("A", "out_of_the_mist:uss_hartford")
    assert scores(begun, "B") == {"none": 0.0, ALBEMARLE: 480.0}


def test_the_target_is_the_dearest_ship_and_sooner_one_that_is_half_sunk() -> None:
    sound = battle("defend", (HARTFORD,), (VIRGINIA, ALBEMARLE))
    assert scores(sound) == {VIRGINIA: 410.0, ALBEMARLE: 240.0}
    assert advised(sound)[VIRGINIA] == "worth most to the enemy, and nearest to sinking"
    rebels = (ship(VIRGINIA, battle=2, hits=10), ship(ALBEMARLE, battle=2), *CONFEDERATE[2:])
    union = (ship(HARTFORD, battle=2), UNION[0])
    hurt = war("battle", union, rebels, plans=[{"kind": "defend", "attacker": "union"}])
    assert scores(hurt)[VIRGINIA] == 820.0


def test_on_a_sheet_what_it_proposes_is_best_and_else_nothing() -> None:
    begun, score = new(), GAME.thinking.slot_score
    sheet = begun.sheet("A")
    slot = next(each for each in sheet.slots if len(each.options) > 1 and each.id in sheet.proposed)
    proposed, other = sheet.proposed[slot.id], Answer(slot.options[-1].id)
    assert proposed != other
    tried = (proposed, other)
    assert [score(begun.state, sheet, slot.id, each, {}) for each in tried] == [1.0, 0.0]
    bare = Sheet(sheet.id, "A", sheet.kind, "?", sheet.slots)
    tried = (Answer(), other, Answer(picks=("one", "two")))
    assert [score(begun.state, bare, slot.id, each, {}) for each in tried] == [0.0, -1.0, -2.0]
    slotted = sheet.as_decision(slot)
    for question in (sheet, slotted):
        assert GAME.thinking.quick_score(begun.state, question, other) == 0.0


def test_advice_on_crews_says_what_each_changes_on_its_ship() -> None:
    """The chances (to reach the next box, to damage an enemy ship) are compared with a count over
    all faces.
    """
    begun = new().fill("A", {}).fill("B", {})
    sheet = begun.sheet("A")
    (advice,) = GAME.thinking.advice(begun.state, sheet, Random(1))
    assert set(advice.draft) == {slot.id for slot in sheet.slots}
    assert len({answer.option for answer in advice.draft.values()}) == 4  # no ship twice
    mine = own(begun.state, "union")
    parts = [part.dice for ship in own(begun.state, "confederate")
             for part in card(ship).locations.values()]  # fmt: skip
    for slot, reason in zip(sheet.slots, advice.reasons, strict=True):
        ship = begun.state.ships[advice.draft[slot.id].option]
        sign = 1 if slot.id.startswith("crack") else -1
        guns, moves = card(ship).gunnery.dice, card(ship).maneuver[0].dice
        more = fmean(_wins(guns, part, sign) - _wins(guns, part, 0) for part in parts)
        told = re.fullmatch(
            r"(.*): maneuver chances ([-+]\d+)%, shot chances ([-+]\d+)%, worth (\d+) Victory.*",
            reason.words,
        )
        assert told
        assert told[1] == f"{slot.label}, {card(ship).short}"
        assert int(told[2]) == round(100 * (_wins(moves, "d8d6", sign) - _wins(moves, "d8d6", 0)))
        assert int(told[3]) == round(100 * more)
        # no ship gains more, or loses less, by the points that she is worth
        ranked = GAME.thinking.advice(begun.state, sheet.as_decision(slot), Random(1))
        assert {each.option for each in ranked} == {each.id for each in mine}
        assert [each.worth for each in ranked] == sorted(
            (each.worth for each in ranked), reverse=True
        )
        assert ranked[0].worth >= reason.worth


def _wins(mine: str, theirs: str, more: int) -> float:
    """Return how often the highest of one's dice plus a modifier beats the highest of the enemy's
    dice.
    """
    sides = [[int(die) for die in dice[1:].split("d")] for dice in (mine, theirs)]
    rolls = [
        [max(roll) for roll in product(*(range(1, die + 1) for die in dice))] for dice in sides
    ]
    return fmean(one + more > other for one, other in product(*rolls))


def test_a_battle_that_one_side_sends_nobody_to_is_won_by_the_other() -> None:
    state = war("commit").state
    rebels = own(state, "confederate")
    for side, won in (("union", False), ("confederate", True)):
        ships: dict[Any, Any] = {"union": (), "confederate": rebels}
        fate = simulate_battle(state, state.plan(2), ships, side, Random(1))  # type: ignore[arg-type]
        assert fate == Fate(won)


def test_a_battle_is_judged_by_itself_and_a_page_of_the_book_is_not() -> None:
    begun = battle("engagement", (HARTFORD,), (VIRGINIA,)).to_battle()
    alone = GAME.cut(begun.state, 1)
    assert alone is not None
    thinking, fought = alone.game.thinking, begun.state.battle
    assert GAME.thinking.evaluate(begun.state, "A") == thinking.evaluate(fought, "A") != ()
    question = begun.question(GAME.pending(begun.state)[0].seat)
    advice = GAME.thinking.advice(begun.state, question, Random(1))
    assert advice == thinking.advice(fought, question, Random(1)) != ()
    seen = GAME.view(begun.state, question.seat)
    imagined = GAME.thinking.determinize(seen, question, Random(1))
    assert imagined.battle == thinking.determinize(seen.battle, question, Random(1))
    between = yard(5)
    assert GAME.thinking.evaluate(between.state, "A") == ()
    assert GAME.thinking.determinize(between.state, between.question("A"), Random(1)) is (
        between.state
    )


@pytest.mark.parametrize(
    ("option", "worth"),
    [(NameShip(), 0.0), (PlayCard(), 0.0), (NameShip(CAIRO), 430.0)],
)
def test_no_ship_and_no_card_are_worth_nothing(option: Any, worth: float) -> None:
    asked = Decision("A", "extra_ship", "?", (Option("it", "it", option),))
    assert GAME.thinking.quick_score(yard().state, asked, Answer("it")) == worth

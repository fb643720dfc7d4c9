"""Orders in hindsight: the one that cost most, and what it did to the chance of winning."""

from __future__ import annotations

from random import Random

import pytest

from engine.game.decision import Answer
from engine.game.question import Fill, Sheet
from engine.kernel.battle import Battle
from engine.review.curve import CostlyChoice, costliest
from engine.review.fortune import Winning
from engine.review.hindsight import judged
from engine.systems.iron_oak.foresight.maneuver_odds import way_to
from engine.systems.iron_oak.game import IronOak
from tests.engine.systems.iron_oak.table import Told, position, ship

GAME = IronOak()
LEAVES = {"side": "union", "when": "exit", "ships": ["uss_monitor"], "edge": "right"}


def last_turn(order: str) -> Battle:
    """Return a battle whose last turn is over: Monitor beside the edge that wins it for her."""
    state = position(
        [ship("uss_monitor", "C5")],
        [ship("css_virginia", "A1")],
        victory=[LEAVES],
        default="confederate",
        turns=1,
    )
    battle = Battle.from_state(GAME, GAME.settled(state, Told()), 3)
    while battle.pending():
        question = battle.pending()[0]
        if isinstance(question, Sheet):
            draft = dict(question.proposed)
            if question.seat == "A" and question.kind == "orders":
                draft["uss_monitor"] = Answer(order)
            battle.submit(question.seat, Fill(question.id, draft))
        else:
            battle.answer(question.seat, Answer(question.options[0].id))
    return battle


def order_that_cost(battle: Battle) -> CostlyChoice:
    found = judged(GAME, battle.at(0), battle.entries, battle.seed, ("A",))
    return costliest(found, 1)[0]


def test_the_costliest_order_is_named_with_the_better_one_and_the_difference() -> None:
    battle = last_turn("maneuver_0")
    choice = order_that_cost(battle)
    view = GAME.view(battle.at(choice.n - 1), "A")
    (sheet,) = GAME.pending(view)
    assert isinstance(sheet, Sheet)
    asked = sheet.as_decision(sheet.slot("uss_monitor"))
    worths = {each.option: each.worth for each in GAME.thinking.advice(view, asked, Random(1))}
    assert (choice.slot, choice.instead) == ("uss_monitor", Answer("maneuver_1"))
    assert choice.question == "Orders of the turn Monitor"
    assert (choice.chosen, choice.better) == ("Hold, escape, screen", "Maneuver 1: next box")
    assert choice.cost == pytest.approx(worths["maneuver_1"] - worths["maneuver_0"], abs=1e-3)


def test_an_order_that_was_the_best_cost_nothing() -> None:
    battle = last_turn("maneuver_1")
    found = judged(GAME, battle.at(0), battle.entries, battle.seed, ("A",))
    assert not [choice for choice in found if choice and choice.slot]


def test_the_chance_of_winning_is_that_of_the_one_roll_that_decides() -> None:
    """She leaves by a roll, or the enemy wins: nothing else can happen in this turn."""
    battle = last_turn("maneuver_0")
    choice = order_that_cost(battle)
    winning = Winning(battle, choice)
    winning.total = 100
    while not winning.over:
        winning.step()
    better, chosen = winning.shares
    state = battle.at(choice.n - 1)
    leaves = way_to(state, state.ships["uss_monitor"], "off:right").arrives
    assert chosen == 0
    assert better == pytest.approx(leaves, abs=0.08)
    assert winning.describe().startswith(f"{100 * better:.0f}% -> 0% chance of winning")
    first, again = Winning(battle, choice), Winning(battle, choice)
    for each in (first, again):
        for _ in range(10):
            each.step()
    assert first.shares == again.shares

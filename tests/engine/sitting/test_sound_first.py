"""Pressing Enter is safe: the order highlighted first is one that the computer player `lieutenant`
would give.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Advice, Answer, Decision, Dial, Option
from engine.game.question import Budget, Sheet, Slot
from engine.kernel.battle import Battle
from engine.lookahead.scoring import score_answers
from engine.puzzles.puzzle import drawn_opening, puzzle_named
from engine.puzzles.solving import Solving
from engine.sitting.kinds.kind import Kind
from engine.sitting.kinds.puzzle import PuzzleKind, PuzzleTable
from engine.sitting.orders import CLEAR_COST, sound_first, sound_slot
from engine.sitting.seats import SeatTable
from engine.sitting.sheet_orders import SheetOrders
from engine.sitting.sitting import Sitting

ROOT = Path(__file__).resolve().parents[3]
BATTLES = ("tests/battles/quick_start_mixed.battle", "saves/sample_ironclads.battle")
OPTIONS = tuple(Option(id, id, None) for id in ("ram", "wait", "fire"))
ASKED = Decision("A", "order", "What now?", OPTIONS)


def judged(**worths: float) -> list[Advice]:
    found = [Advice(id, None, None, worth) for id, worth in worths.items()]
    return sorted(found, key=lambda each: -each.worth)


def ordered(asked: Decision, found: list[Advice], harmful: str = "") -> tuple[str, str]:
    """Return the ids of the options in order, and of the option that is highlighted; '' if the
    order is unchanged.
    """
    worths = {each.answer: each.worth for each in found}
    harm = lambda answer: "it sinks" if answer.option == harmful else ""  # noqa: E731
    decision, sound = sound_first(asked, found, worths.__getitem__, harm)
    return " ".join(each.id for each in decision.options), str(sound or "")


def test_an_order_that_costs_little_stays_first() -> None:
    assert ordered(ASKED, judged(ram=1.2, wait=2.0, fire=0.0)) == ("ram wait fire", "")


def test_orders_that_cost_much_come_behind_the_others() -> None:
    assert ordered(ASKED, judged(ram=-3.0, wait=1.5, fire=2.0)) == ("wait fire ram", "wait")
    assert ordered(ASKED, judged(ram=-3.0, wait=0.5, fire=2.0)) == ("fire ram wait", "fire")


def test_a_better_order_that_harms_is_no_measure() -> None:
    """A better order that does permanent harm is ignored when the first order is judged."""
    assert ordered(ASKED, judged(ram=0.0, wait=0.5, fire=9.0), "fire") == ("ram wait fire", "")


def test_what_spends_something_is_not_highlighted_instead() -> None:
    spending = replace(ASKED, options=(OPTIONS[0], replace(OPTIONS[1], spends=True), OPTIONS[2]))
    found = judged(ram=-3.0, wait=2.5, fire=2.0)
    assert ordered(spending, found) == ("fire ram wait", "fire")


def test_a_dial_is_turned_where_its_first_value_costs_much() -> None:
    turning = Option("turn", "turn", None, dial="by")
    asked = replace(ASKED, options=(turning, OPTIONS[1]), dial=Dial(-30, 30, 15))
    found = [Advice("turn", 30.0, None, 4.0), Advice("wait", None, None, 0.0)]
    worths = {Answer("turn", 0.0): -2.0}
    decision, sound = sound_first(asked, found, worths.__getitem__, lambda _: "")
    assert decision.options[0].id == "turn"
    assert sound == Answer("turn", 30.0)


def put(battle: Battle, kind: Kind | None = None) -> Iterator[tuple[Sitting, Decision]]:
    """Yield each decision of a recorded battle as it is shown to a person."""
    fresh = Battle.from_state(battle.game, battle.at(0), battle.seed)
    for entry in battle.entries:
        for question in fresh.pending():
            several = isinstance(question, Decision) and len(question.options) > 1
            if several and question.seat == entry.seat:
                sitting = Sitting(fresh, SeatTable(fresh, {}), kind)
                sitting.put(question)
                assert isinstance(question, Decision)
                yield sitting, question
        fresh.submit(entry.seat, entry.command)


@pytest.mark.parametrize("file", BATTLES)
def test_over_a_battle_the_first_order_never_costs_much(file: str) -> None:
    battle = Battle.open(ROOT / file, write=False)
    changed = 0
    for sitting, question in put(battle):
        orders, view = sitting.orders, sitting.battle.view(question.seat)
        assert orders is not None
        if not sitting.battle.position or orders.option.area:
            continue
        found = score_answers(battle.game, view, question, Random(1), quick=True)
        harm = sitting.harm(question)
        keeping = {option.id for option in question.options if not option.spends}
        safe = [each for each in found if each.option in keeping and not harm(each.answer)]
        best = max((each.worth for each in safe), default=None)
        score = battle.game.thinking.quick_score(view, question, orders.answer)
        assert best is None or score > best - CLEAR_COST - 0.2
        assert sorted(each.id for each in orders.decision.options) == sorted(
            each.id for each in question.options
        )
        changed += orders.decision.options != question.options
    assert changed > 3
    battle.close()


def test_a_lesson_and_a_puzzle_keep_the_order_of_the_rules() -> None:
    battle = Battle.open(ROOT / BATTLES[0], write=False)
    kind = Kind()
    kind.counts = False
    for sitting, question in put(battle, kind):
        shown = sitting.question
        assert isinstance(shown, Decision)
        harm = sitting.harm(question)
        clear = [each for each in question.options if not each.dial and not harm(Answer(each.id))]
        kept = [each for each in shown.options if each in clear]
        assert kept == clear
    battle.close()


# The lines of a sheet.


SAILING = "tests/battles/wooden_ships_five.battle"


def slot_first(
    worths: dict[str, float] | None, harmful: str = "", slot: Slot | None = None, **of: Any
) -> str:
    """Return the id of the answer that is highlighted in a slot in place of the proposed one, which
    is `ram`; '' for the proposed one.
    """
    line = slot or Slot("A1", "Lark", OPTIONS)
    sheet = Sheet("orders 1", "A", "orders", "Orders:", (line,), **of)
    sheet = replace(sheet, proposed={"A1": Answer("ram")})
    harm = lambda answer: "it sinks" if answer.option in harmful.split() else ""  # noqa: E731
    worth = (lambda answer: worths[answer.option]) if worths else None
    found = sound_slot(sheet, line, harm, worth)
    return found.option if found else ""


def test_a_proposal_that_costs_little_stays_highlighted() -> None:
    assert slot_first({"ram": 1.5, "wait": 2.0, "fire": 0.0}) == ""
    assert slot_first({"ram": 3.0, "wait": 2.0, "fire": 0.0}) == ""


def test_a_proposal_that_costs_much_or_harms_is_not_highlighted() -> None:
    assert slot_first({"ram": -3.0, "wait": 2.0, "fire": 0.0}) == "wait"
    assert slot_first({"ram": 3.0, "wait": 0.5, "fire": 1.0}, "ram") == "fire"
    assert slot_first({"ram": 0.0, "wait": 9.0, "fire": 0.5}, "wait") == ""
    assert slot_first({"ram": 0.0, "wait": 9.0, "fire": 0.5}, "ram wait fire") == ""


def test_without_scores_a_proposal_that_harms_gives_way_to_the_first_that_does_not() -> None:
    assert slot_first(None, "ram") == "wait"
    assert slot_first(None, "ram wait") == "fire"
    assert slot_first(None) == ""


def test_what_ends_spends_or_surrenders_is_not_highlighted_in_place_of_a_proposal() -> None:
    worths = {"ram": 0.0, "wait": 9.0, "fire": 5.0}
    for more in ({"ends": True}, {"spends": True}, {"surrenders": True}):
        options = (OPTIONS[0], replace(OPTIONS[1], **more), OPTIONS[2])
        assert slot_first(worths, slot=Slot("A1", "Lark", options)) == "fire"


def test_several_picks_dials_and_budgets_are_left_as_proposed() -> None:
    worths = {"ram": 0.0, "wait": 9.0, "fire": 5.0}
    for slot in (Slot("A1", "", OPTIONS, at_most=2), Slot("A1", "", OPTIONS, dial=Dial(0, 2, 1))):
        assert slot_first(worths, slot=slot) == ""
    assert slot_first(worths, purses=(Budget("powder", 3),)) == ""


def test_over_a_battle_no_plot_that_enter_takes_costs_much_or_runs_into_a_friend() -> None:
    """Each line is filled as Enter would fill it, given the lines above it."""
    battle = Battle.open(ROOT / SAILING, write=False)
    fresh = Battle.from_state(battle.game, battle.at(0), battle.seed)
    score, harm = battle.game.thinking.slot_score, battle.game.answering.harm
    lines = changed = 0
    for entry in battle.entries:
        for question in fresh.pending() if fresh.position else ():
            if not isinstance(question, Sheet) or question.seat != entry.seat:
                continue
            sitting = Sitting(fresh, SeatTable(fresh, {}))
            sitting.put(question)
            orders, view = sitting.orders, fresh.view(question.seat)
            assert isinstance(orders, SheetOrders)
            while orders.empty and orders.slot.at_most == 1 and not orders.slot.dial:
                slot, others = orders.slot, dict(orders.draft)
                proposed = question.proposed.get(slot.id)
                worths = {
                    each.id: score(view, question, slot.id, Answer(each.id), others)
                    for each in slot.options
                    if not harm(view, question, {**others, slot.id: Answer(each.id)})
                }
                if proposed and worths:
                    lines += 1
                    changed += orders.answer != proposed
                    assert worths[orders.option.id] > max(worths.values()) - CLEAR_COST
                orders.enter()
                if not orders.next_empty():
                    break
        fresh.submit(entry.seat, entry.command)
    assert lines > 100
    assert changed > 10
    battle.close()


@pytest.mark.parametrize("name", ["oak_iron_51", "wooden_ships_1"])
def test_a_puzzle_opens_on_an_answer_drawn_by_lot(name: str) -> None:
    table = PuzzleTable(Solving(puzzle_named(name)))
    sitting = Sitting(table.battle, table, PuzzleKind(table))
    asked = table.asked()
    sitting.put(asked)
    assert sitting.orders is not None
    assert asked is not None
    opening = drawn_opening(asked, table.solving.puzzle.dice)
    if isinstance(opening, Answer):
        assert sitting.orders.option.id == opening.option != asked.options[0].id
        assert [each.id for each in sitting.orders.decision.options] == [
            each.id for each in asked.options
        ]
    else:
        assert isinstance(asked, Sheet)
        assert isinstance(sitting.orders, SheetOrders)
        slot = sitting.orders.slot.id
        assert opening is not None
        assert sitting.orders.answer == opening[slot] != asked.proposed[slot]
        sitting.orders.fill_the_rest()
        assert sitting.orders.draft == opening, "to fill the sheet in gives no more away"

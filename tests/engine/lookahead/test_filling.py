"""Sheets that are filled in slot by slot; answers that do not fit together are replaced by the
proposed ones.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from engine.game.decision import Answer, Dial, Option
from engine.game.question import Budget, Draft, Fault, Sheet, Slot
from engine.lookahead.scoring import DIALLED, MANY, best_draft, random_draft

Score = Callable[[str, Answer], float]
TURN = Dial(-90.0, 90.0, 15.0)


def options(*ids: str, dial: str = "") -> tuple[Option, ...]:
    return tuple(Option(each, each, None, dial=dial) for each in ids)


def sheet(*slots: Slot, **proposed: Answer) -> Sheet:
    return Sheet("orders 1", "A", "orders", "?", slots, proposed=proposed)


def game(score: Score, bad: Callable[[Draft], list[str]] = lambda draft: []) -> Any:
    """Return a fake game that scores answers, and finds faults with the slots that `bad`
    returns.
    """
    return SimpleNamespace(
        thinking=SimpleNamespace(slot_score=lambda view, sheet, slot, each, _: score(slot, each)),
        answering=SimpleNamespace(
            faults=lambda view, sheet, draft: [Fault(slot, "no") for slot in bad(draft)]
        ),
    )


def likes(wanted: str) -> Score:
    return lambda slot, answer: float(answer.option == wanted)


def test_each_slot_gets_its_best_answer_and_one_without_options_stays_empty() -> None:
    asked = sheet(Slot("A1", "A1", options("a", "b")), Slot("A2", "A2", ()))
    assert best_draft(game(likes("b")), (), asked, Random(1)) == {"A1": Answer("b")}


def test_a_budget_is_spent_slot_by_slot_and_whoever_comes_late_takes_the_next_best() -> None:
    """Three ships would like to enter, but only two may: two do, instead of none as proposed."""
    costs = {"b": {"entering": 1}}
    slots = [Slot(id, id, options("a", "b"), costs=costs) for id in ("A1", "A2", "A3")]
    proposed = {slot.id: Answer("a") for slot in slots}
    asked = replace(sheet(*slots, **proposed), purses=(Budget("entering", 2, "ships"),))

    def faults(view: Any, sheet: Sheet, draft: Draft) -> Any:
        return sheet.faults(draft)

    minded = game(likes("b"))
    minded.answering.faults = faults
    found = best_draft(minded, (), asked, Random(1))
    assert [found[id].option for id in ("A1", "A2", "A3")] == ["b", "b", "a"]


def test_a_slot_that_a_later_one_has_made_worse_is_filled_again() -> None:
    """A2 takes the option a; A1 wanted it only as long as nobody else had it, so A1 is filled
    again.
    """

    def score(view: Any, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
        other = draft.get("A2" if slot == "A1" else "A1")
        clash = other is not None and other.option == answer.option
        worth = {"A1": {"a": 1.0, "b": 0.5}, "A2": {"a": 9.0, "b": 0.0}}[slot][answer.option]
        return worth - 3.0 * clash

    asked = sheet(Slot("A1", "A1", options("a", "b")), Slot("A2", "A2", options("a", "b")))
    minded = game(likes("a"))
    minded.thinking.slot_score = score
    assert best_draft(minded, (), asked, Random(1)) == {"A1": Answer("b"), "A2": Answer("a")}


def test_a_dial_is_tried_at_both_ends_and_at_rest() -> None:
    tried: list[float] = []

    def score(slot: str, answer: Answer) -> float:
        assert answer.dial is not None
        tried.append(answer.dial)
        return -abs(answer.dial - 90.0)

    asked = sheet(Slot("A1", "A1", options("turn", dial="angle"), dial=TURN))
    assert best_draft(game(score), (), asked, Random(1)) == {"A1": Answer("turn", 90.0)}
    assert {-90.0, 0.0, 90.0} <= set(tried)
    assert len(tried) == DIALLED
    drawn = random_draft(game(score), (), asked, Random(1))["A1"].dial
    assert drawn in tried


def test_of_very_many_options_some_are_tried() -> None:
    tried: set[str] = set()

    def score(slot: str, answer: Answer) -> float:
        tried.add(answer.option)
        return 0.0

    ids = [f"x{number}" for number in range(3 * MANY)]
    best_draft(game(score), (), sheet(Slot("A1", "A1", options(*ids))), Random(1))
    assert len(tried) == MANY
    assert tried <= set(ids)


def test_several_picks_that_are_proposed_are_tried_together() -> None:
    proposed = Answer(picks=("a", "b"))
    asked = sheet(Slot("A1", "A1", options("a", "b", "c"), at_most=2), A1=proposed)
    found = best_draft(game(lambda slot, each: float(each == proposed)), (), asked, Random(1))
    assert found == {"A1": proposed}


def test_a_slot_that_does_not_fit_is_filled_as_proposed_and_else_left_out() -> None:
    asked = sheet(Slot("A1", "A1", options("a", "b")), Slot("A2", "A2", options("a", "b")))
    both = {"A1": Answer("b"), "A2": Answer("b")}

    def bad(draft: Draft) -> list[str]:
        return ["A2"] if len(draft) == 2 and draft["A2"] == Answer("b") else []

    proposing = sheet(*asked.slots, A1=Answer("a"), A2=Answer("a"))
    assert best_draft(game(likes("b"), bad), (), proposing, Random(1)) == {
        **both,
        "A2": Answer("a"),
    }
    assert best_draft(game(likes("b"), bad), (), asked, Random(1)) == {"A1": Answer("b")}


def test_where_nothing_mends_it_the_proposal_stands() -> None:
    proposed = Answer("a")
    asked = sheet(Slot("A1", "A1", options("a", "b")), A1=proposed)
    for fault in ("A1", "B7"):
        never = game(likes("b"), lambda draft, fault=fault: [fault])  # type: ignore[misc]
        assert best_draft(never, (), asked, Random(1)) == {"A1": proposed}

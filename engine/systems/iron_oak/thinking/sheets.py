"""The score of an answer to a slot of a sheet: orders, repairs, parties, counters."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.sheet import Draft, Sheet
from engine.systems.iron_oak.orders.goals import ways
from engine.systems.iron_oak.orders.plans import meant, planned_by
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.order_worth import goal_worth, order_worth
from engine.systems.iron_oak.turn.repairs import repairable

FALSE = -1e6
"""Worth of a plan that the order does not lead to; below that of any box."""


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return how good an answer to a slot looks."""
    if ship := planned_by(slot):
        return plan_worth(view, ship, answer.option, draft)
    if sheet.kind == "orders":
        return order_worth(view, slot, answer.option) if slot in view.ships else -len(answer.chosen)
    if sheet.kind == "tows":
        return 1.0 if answer == sheet.proposed.get(slot) else 0.0
    return answer_score(view, sheet.kind, slot, answer)


def answer_score(view: State, kind: str, slot: str, answer: Answer) -> float:
    """Return how good an answer to a slot of a sheet of repairs or parties looks."""
    if kind == "repairs":
        return _repair(view, slot, answer.option)
    if kind == "parties":
        return sum(_useful(view, id) for id in answer.chosen)
    return 0.0


def _repair(view: State, unit: str, option: str) -> float:
    if option == "recall":
        return 1.0 if _useful(view, unit) < 0 else -1.0
    return 0.0 if option == "stay" else 2.0


def _useful(view: State, unit: str) -> float:
    """A party costs two of every shot: it pays for fires and what can be repaired."""
    found = view.unit(unit)
    worst = max((fire.level for fire in found.fires), default=0)
    return len(repairable(found)) + worst - 1.5


def plan_worth(view: State, ship_id: str, goal: str, draft: Draft) -> float:
    """Return what it is worth to name a goal, '' for none, beside the order in the draft.

    The goal that is worth most is the one that she will go for when she is asked.
    """
    ship = view.ships[ship_id]
    order = draft[ship_id].option if ship_id in draft else "maneuver_1"
    found = meant(view, ship, order)
    if not goal:
        return 2 * FALSE if found else 0.0
    if goal not in found:
        return 1.5 * FALSE if found else FALSE
    via = ways(view, ship, goal)[0] if order == "maneuver_2" else ""
    return goal_worth(view, ship, goal, via)

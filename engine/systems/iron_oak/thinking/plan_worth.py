"""What telling friends a plan is worth: a ship tells where her order takes her best, or nothing."""

from __future__ import annotations

from engine.game.sheet import Draft
from engine.systems.iron_oak.orders.goals import ways
from engine.systems.iron_oak.orders.plans import meant
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.order_worth import goal_worth

FALSE = -1e6
"""Worth of a plan that the order does not lead to; below that of any box."""


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

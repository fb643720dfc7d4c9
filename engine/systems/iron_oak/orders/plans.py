"""Plans of allied seats: where each ship means to go, for her own side's eyes alone.

A switch of the house, not a rule of the game. A plan goes with the orders, binds nobody, and is
gone when the ship has acted or her orders are opened again.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.answer import Answer
from engine.game.decision import Option
from engine.game.sheet import Slot
from engine.systems.iron_oak.fleet.hulls import name
from engine.systems.iron_oak.orders.goals import far_goals, goals
from engine.systems.iron_oak.state.state import Order, Ship, State
from engine.systems.iron_oak.waters.terrain import off

PLAN = "plan:"
"""What the id of such a slot begins with; the ship's id follows."""


def shared(state: State, side: str) -> bool:
    """Tell whether the seats of a side share plans: the switch is on, and there are several."""
    return state.rules.plans and len(state.sides[side].seats) > 1


def planned_by(slot: str) -> str:
    """Return the ship that a slot is the plan of; '' for any other slot."""
    return slot.removeprefix(PLAN) if slot.startswith(PLAN) else ""


def meant(state: State, ship: Ship, order: str) -> tuple[str, ...]:
    """Return where an order may take a ship: boxes, or `off:EDGE`; () where it stays in the box."""
    found = {"maneuver_1": goals, "maneuver_2": far_goals}.get(order)
    return found(state, ship) if found else ()


def plan_slot(state: State, ship: Ship, legal: tuple[Order, ...]) -> Slot | None:
    """Return the slot for where a ship means to go, to be left empty at will; None if nowhere."""
    found = [goal for order in legal for goal in meant(state, ship, order)]
    if not found:
        return None
    options = tuple(Option(goal, where(goal), None, subject=ship.id) for goal in found)
    return Slot(PLAN + ship.id, f"Plan: {name(ship)}", options, subject=ship.id, needs=False)


def where(goal: str) -> str:
    """Return a goal in words.

    >>> where("C3"), where("off:left")
    ('to C3', 'off left')
    """
    return f"off {off(goal)}" if off(goal) else f"to {goal}"


def written(answers: Mapping[str, Answer]) -> dict[str, str]:
    """Return the plans of a filled sheet: goals by ship, none of what was left empty."""
    return {
        ship: answer.option
        for slot, answer in answers.items()
        if (ship := planned_by(slot)) and answer.option
    }

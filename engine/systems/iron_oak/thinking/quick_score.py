"""The quick score of each answer, one move ahead: options of a decision, slots of a sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game.decision import Answer, Decision, Option
from engine.game.question import Draft, Sheet
from engine.kit.by_type import ByType
from engine.systems.iron_oak.cards import kind_of
from engine.systems.iron_oak.effects import SPARE
from engine.systems.iron_oak.fleet import side_of
from engine.systems.iron_oak.machine import chance
from engine.systems.iron_oak.movement.hazards import check_of, hazards_of
from engine.systems.iron_oak.movement.rolls import table_roll
from engine.systems.iron_oak.orders.legal import CROSSED, ways
from engine.systems.iron_oak.orders.sheet import meant, planned_by
from engine.systems.iron_oak.state import commands as cmd
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.thinking.aims import weight
from engine.systems.iron_oak.thinking.fire_worth import play_worth, shot_worth
from engine.systems.iron_oak.thinking.order_worth import (
    RAKE,
    cross_worth,
    goal_worth,
    hold_worth,
    order_worth,
    ram_worth,
)
from engine.systems.iron_oak.turn.status_phase import repairable

# The score of each option of a decision, without search.


QUIET = -0.01
"""The worth of not being asked for a card again in this player turn."""
Score = Callable[[State, Decision, Any], float]  # each takes its own kind of command
scores: ByType[Score] = ByType("scores")


def quick_score(view: State, decision: Decision, option: Option) -> float:
    """Return a quick estimate of an option for its seat; higher is better."""
    score = scores.get(option.command)
    return score(view, decision, option.command) if score else 0.0


@scores(cmd.Aim)
def _aim(view: State, decision: Decision, command: cmd.Aim) -> float:
    if not command.target:
        return 0.5
    firer, target = view.unit(decision.ship), view.unit(command.target)
    worth = shot_worth(view, firer, target, command.plunging)
    return worth * weight(view, side_of(view, decision.seat), target)


@scores(cmd.Way)
def _way(view: State, decision: Decision, command: cmd.Way) -> float:
    ship = view.ships[decision.ship]
    if command.way in ("maneuver_1", "maneuver_2"):
        return goal_worth(view, ship, command.goal, command.via)
    if end := CROSSED.get(command.way):
        return cross_worth(view, ship, view.ships[command.target], end)
    if command.way in ("ram", "spar", "ram_and_spar"):
        return ram_worth(view, ship, view.ships[command.target], command.way)
    if command.way == "screen":
        return hold_worth(view, ship, "hold") - 1
    return hold_worth(view, ship, command.way)


@scores(cmd.Pretend)
def _pretend(view: State, decision: Decision, command: cmd.Pretend) -> float:
    """Return the chance of the maneuver with these dice: arriving is worth more than a disguise."""
    ship, move = view.ships[decision.ship], view.move
    if move is None or ship.kind != "ship":
        return 0.0
    roll = table_roll(view, ship, move.goal, move.via)
    return chance(command.dice, roll.response, roll.drm) if command.dice else 0.0


@scores(cmd.Pass)
def _pass(view: State, decision: Decision, command: cmd.Pass) -> float:
    """Return a score that slightly prefers to be asked again, because a card may become useful
    later.
    """
    return QUIET if command.quiet else 0.0


@scores(cmd.Play)
def _play(view: State, decision: Decision, command: cmd.Play) -> float:
    return play_worth(view, command)


@scores(cmd.First)
def _first(view: State, decision: Decision, command: cmd.First) -> float:
    """Return a score that prefers the hazard that the enemy passes least often."""
    ship = view.ships.get(decision.ship)
    if ship is None or command.id not in hazards_of(view, ship, ship.box):
        return 0.0
    return 1 - check_of(view, ship, ship.box, command.id).chance


@scores(cmd.Oppose, cmd.Protect)
def _enemy(view: State, decision: Decision, command: cmd.Oppose | cmd.Protect) -> float:
    id = command.ship if isinstance(command, cmd.Oppose) else command.unit
    other = view.ships.get(id)
    return weight(view, side_of(view, decision.seat), other) if other else RAKE / 20


@scores(cmd.Seek)
def _seek(view: State, decision: Decision, command: cmd.Seek) -> float:
    return float(bool(command.counter))


@scores(cmd.Spread)
def _spread(view: State, decision: Decision, command: cmd.Spread) -> float:
    """Return a score that prefers the least damaged part, and the waterline last."""
    unit = view.unit(decision.ship)
    return unit.shields.get(command.location, 0) - 3.0 * (command.location == "WL")


@scores(cmd.Swap)
def _swap(view: State, decision: Decision, command: cmd.Swap) -> float:
    return SPARE.get(kind_of(command.card), -1.0) if command.card else 0.0


@scores(cmd.Act)
def _act(view: State, decision: Decision, command: cmd.Act) -> float:
    """Return a score that prefers the best firers: they damage a target for the units
    after them.
    """
    unit = view.unit(command.unit)
    return -1.0 if isinstance(unit, Ship) and not unit.on_map else 0.0


# The score of an answer to a slot of a sheet: orders, repairs, parties, counters.


FALSE = -1e6
"""The worth of a plan that the order cannot achieve; less than the worth of any box."""


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return the quick score of an answer to a slot."""
    if ship := planned_by(slot):
        return plan_worth(view, ship, answer.option, draft)
    if sheet.kind == "orders":
        return order_worth(view, slot, answer.option) if slot in view.ships else -len(answer.chosen)
    if sheet.kind == "tows":
        return 1.0 if answer == sheet.proposed.get(slot) else 0.0
    return answer_score(view, sheet.kind, slot, answer)


def answer_score(view: State, kind: str, slot: str, answer: Answer) -> float:
    """Return the quick score of an answer to a slot of a sheet for repairs or parties."""
    if kind == "repairs":
        if answer.option == "recall":
            return 1.0 if _useful(view, slot) < 0 else -1.0
        return 0.0 if answer.option == "stay" else 2.0
    if kind == "parties":
        return sum(_useful(view, id) for id in answer.chosen)
    return 0.0


def _useful(view: State, unit: str) -> float:
    """Return the worth of a Repair Party, which costs gunnery -2: it pays for fires and repairable
    damage.
    """
    found = view.unit(unit)
    worst = max((fire.level for fire in found.fires), default=0)
    return len(repairable(found)) + worst - 1.5


def plan_worth(view: State, ship_id: str, goal: str, draft: Draft) -> float:
    """Return the worth of a planned goal ('' for none), given the order in the draft.

    The best goal is the one that the ship would choose when she moves.
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

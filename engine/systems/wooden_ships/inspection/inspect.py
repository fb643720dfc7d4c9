"""Everything the rules say of a ship: plots, drift, broadsides, targets, as plain data."""

from __future__ import annotations

from engine.base.errors import Refused
from engine.space.hexes import Hex, step
from engine.systems.wooden_ships.data.facts import ATTITUDES
from engine.systems.wooden_ships.fleet.place import lies_on
from engine.systems.wooden_ships.fleet.status import status
from engine.systems.wooden_ships.inspection.executed import executed
from engine.systems.wooden_ships.inspection.gunnery import Facts, side_facts, target_facts
from engine.systems.wooden_ships.movement.drift import drifts, groups
from engine.systems.wooden_ships.sailing.notation import read, written
from engine.systems.wooden_ships.sailing.plots import plots, plotted, why_no_order
from engine.systems.wooden_ships.sailing.wind import allowance, allowances, attitude
from engine.systems.wooden_ships.state.sides import afloat, friends, holder, side_of
from engine.systems.wooden_ships.state.state import SIDES, Ship, State


def inspect(state: State, ship: str = "") -> dict[str, Facts]:
    """Return {ship: facts} of one ship, or of all on the map; `Refused` for an unknown one.

    Each question is answered as if its phase were now.
    """
    chosen = afloat(state)
    if ship:
        chosen = [each for each in chosen if each.id == ship]
        if not chosen:
            known = ", ".join(each.id for each in afloat(state))
            raise Refused(f"no ship on the map is called '{ship[:40]}'; there are {known}")
    moved = executed(state)
    return {each.id: _facts(state, each, moved) for each in chosen}


def plot_facts(state: State, ship: Ship, order: str) -> Facts:
    """Return where one plot leads and what it costs; `Refused` when it cannot be read."""
    steps = read(order)
    course = plotted(state, ship, steps)
    why_not = why_no_order(state, ship) or course.why_not
    column, row, facing = course.path[-1] if course.path else (*ship.bow, ship.facing)
    return {
        "order": written(steps),
        "legal": not why_not,
        "why_not": why_not or None,
        "bow": [column, row],
        "facing": facing,
        "path": [list(place) for place in course.path],
        "points": course.points,
        "turns": course.turns,
        "attitudes": dict(sorted(course.attitudes.items())),
    }


def _facts(state: State, ship: Ship, moved: dict[str, Facts] | None) -> Facts:
    bow, stern = lies_on(ship)
    enemies = [each for each in afloat(state) if not friends(state, ship, each)]
    return {
        "bow": list(bow),
        "stern": list(stern),
        "facing": ship.facing,
        "seat": holder(ship),
        "side": side_of(state, ship),
        "status": status(state, ship),
        "attitude": attitude(ship.facing, state.wind),
        "allowance": allowance(ship, state.wind),
        "allowances": dict(zip(ATTITUDES, allowances(ship), strict=True)),
        "why_no_order": why_no_order(state, ship) or None,
        "plots": {text: _plot(state, ship, text) for text in plots(state, ship)},
        "drift": _drift(state, ship),
        "executed": moved[ship.id] if moved else None,
        "sides": {side: side_facts(state, ship, side) for side in SIDES},
        "targets": {each.id: target_facts(state, ship, each) for each in enemies},
    }


def _plot(state: State, ship: Ship, text: str) -> Facts:
    path = plotted(state, ship, read(text)).path
    column, row, facing = path[-1] if path else (*ship.bow, ship.facing)
    return {"bow": [column, row], "facing": facing, "path": [list(place) for place in path]}


def _drift(state: State, ship: Ship) -> Facts:
    unit = groups(state)[ship.id]
    if_still = drifts(state, unit, {each: state.ships[each].still + 1 for each in unit})
    to: Hex | None = step(ship.bow, state.wind) if if_still else None
    return {
        "still": ship.still,
        "group": list(unit),
        "if_still": if_still,
        "to": list(to) if to else None,
    }

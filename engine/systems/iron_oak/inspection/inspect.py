"""What the rules say of every ship and section, as plain data: chances exact, reasons complete.

Each is looked at as if its own player turn were now: orders as in its Order Phase, rolls without
cards, fire as in its Gunnery Segment.
"""

from __future__ import annotations

from engine.base.errors import Refused
from engine.game.position import nearest, shown
from engine.systems.iron_oak.fleet.hulls import (
    chart_line,
    crew_state,
    damage,
    draft,
    guns_of,
    maneuver_dice,
    powered,
    retiring,
    silenced,
)
from engine.systems.iron_oak.fleet.ties import can_drift, immobile, must_drift
from engine.systems.iron_oak.inspection.maneuvers import maneuvers
from engine.systems.iron_oak.inspection.targets import Facts, targets
from engine.systems.iron_oak.movement.drift import drift_chances
from engine.systems.iron_oak.orders.legal import why_not
from engine.systems.iron_oak.state.state import Section, Ship, State


def inspect(state: State, ship: str = "") -> dict[str, Facts]:
    """Return {id: facts} of every ship that is not lost and every section, or of one."""
    known: dict[str, Ship | Section] = {
        **{id: each for id, each in state.ships.items() if not each.lost and each.kind == "ship"},
        **state.sections,
    }
    if ship and ship not in known:
        raise Refused(f"no ship or section here is called {shown(ship)}{nearest(ship, known)}")
    wanted = [ship] if ship else list(known)
    return {id: facts(state, known[id]) for id in wanted}


def facts(state: State, unit: Ship | Section) -> Facts:
    """Return what the rules say of a ship or section."""
    if isinstance(unit, Section):
        return {
            "kind": "section",
            "side": unit.side,
            "boxes": list(unit.boxes),
            "damage": "silenced" if silenced(unit) else "none",
            "crew_state": crew_state(unit),
            "gunnery_dice": guns_of(unit).dice,
            "targets": targets(state, unit),
        }
    reasons = why_not(state, unit)
    return {
        "kind": "ship",
        "side": unit.control,
        "box": unit.box,
        "damage": damage(unit),
        "crew_state": crew_state(unit),
        "gunnery_dice": guns_of(unit).dice,
        "powered": powered(state, unit),
        "immobile": immobile(state, unit),
        "retiring": retiring(unit),
        "draft": draft(unit),
        "maneuver_line": chart_line(unit),
        "maneuver_dice": maneuver_dice(unit),
        "orders": {
            order: {"legal": not why, "why_not": list(why)} for order, why in reasons.items()
        },
        "maneuvers": maneuvers(state, unit, reasons),
        "drift": _drift(state, unit),
        "targets": targets(state, unit, reasons),
    }


def _drift(state: State, ship: Ship) -> Facts | None:
    """Return whether she must check drift, and where it carries her."""
    if not can_drift(state, ship):
        return None
    results = drift_chances(state.board, ship.box)
    return {"must": must_drift(state, ship), "results": results}

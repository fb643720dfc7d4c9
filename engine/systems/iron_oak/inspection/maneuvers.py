"""The facts `maneuvers` of a ship: rolls within the box, to each goal, and checks."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.gunnery.odds import chance
from engine.systems.iron_oak.inspection.targets import Facts
from engine.systems.iron_oak.movement.getting_free import refloating, unfoul_drms
from engine.systems.iron_oak.movement.rolls import ManeuverRoll, table_roll
from engine.systems.iron_oak.movement.ways import can_maneuver_in_box
from engine.systems.iron_oak.orders.goals import far_goals, goals, ways
from engine.systems.iron_oak.state.state import Order, Ship, State


def maneuvers(state: State, ship: Ship, why_not: Mapping[Order, tuple[str, ...]]) -> Facts:
    """Return the rolls that are open to a ship, without cards and hazards."""
    near = goals(state, ship) if not why_not["maneuver_1"] else ()
    far = far_goals(state, ship) if not why_not["maneuver_2"] else ()
    return {
        "in_box": roll(table_roll(state, ship)) if can_maneuver_in_box(state, ship) else None,
        "maneuver_1": {goal: roll(table_roll(state, ship, goal)) for goal in near},
        "maneuver_2": {
            goal: roll(table_roll(state, ship, goal, ways(state, ship, goal)[0])) for goal in far
        },
        "refloat": _refloat(state, ship) if not why_not["refloat"] else None,
        "unfoul": _unfoul(ship) if not why_not["unfoul"] else None,
    }


def roll(found: ManeuverRoll) -> Facts:
    """Return a roll as facts."""
    return {
        "dice": found.dice,
        "response": found.response,
        "drms": found.drms,
        "drm": found.drm,
        "chance": found.chance,
    }


def _refloat(state: State, ship: Ship) -> Facts:
    check = refloating(state, ship)
    return {
        "dice": check.challenge,
        "response": check.response,
        "drms": check.drms,
        "drm": check.drm,
        "chance": check.chance,
    }


def _unfoul(ship: Ship) -> Facts:
    check = book().tables.checks["unfoul"]
    found = {}
    for what in ship.fouled:
        drms = unfoul_drms(what)
        drm = sum(drms.values())
        found[what] = {
            "dice": check.challenge,
            "response": check.response,
            "drms": drms,
            "drm": drm,
            "chance": chance(check.challenge, check.response, drm),
        }
    return found

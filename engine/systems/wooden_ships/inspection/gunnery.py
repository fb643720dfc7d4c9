"""Broadsides and targets as plain data: tables, odds, what a shot would force, grappling."""

from __future__ import annotations

from typing import Any

from engine.systems.wooden_ships.boarding.odds import melee_odds
from engine.systems.wooden_ships.boarding.strength import strength_of
from engine.systems.wooden_ships.data.facts import Hits
from engine.systems.wooden_ships.fleet.place import apart
from engine.systems.wooden_ships.fleet.status import crewless, surrendered
from engine.systems.wooden_ships.fleet.ties import fouled_with, grappled_with, snagged_with
from engine.systems.wooden_ships.grappling.grappling import chance
from engine.systems.wooden_ships.gunnery.field import closest, field
from engine.systems.wooden_ships.gunnery.play import near_side
from engine.systems.wooden_ships.gunnery.shot import AIMS, open_aims, outcomes, shot
from engine.systems.wooden_ships.gunnery.targets import picks, why_not, why_not_at
from engine.systems.wooden_ships.state.sides import in_order
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State
from engine.systems.wooden_ships.surrender.conditions import Falls, forced

Facts = dict[str, Any]
PLACES = 4


def side_facts(state: State, ship: Ship, side: SideName) -> Facts:
    """Return what holds of one broadside."""
    at = SIDES.index(side)
    inside = field(state, ship, side)
    silent = why_not(state, ship, side)
    return {
        "guns": ship.guns[at],
        "carronades": ship.carronades[at],
        "loaded": ship.loaded[at],
        "field": {other: inside[other] for other in in_order(inside)},
        "closest": list(closest(state, ship, side)),
        "picks": [] if silent else list(picks(state, ship.id, side)),
        "why_not": silent or None,
    }


def target_facts(state: State, ship: Ship, target: Ship) -> Facts:
    """Return what holds of an enemy for a ship."""
    return {
        "range": apart(ship, target),
        **{side: _side_at(state, ship, side, target) for side in SIDES},
        "grapple": {
            "adjacent": apart(ship, target) == 1,
            "chance": chance(state, ship, target),
            "fouled": target.id in fouled_with(state, ship.id),
            "grapples": grappled_with(state, ship.id).get(target.id, 0),
        },
        "melee": _melee(state, ship, target),
    }


def mean(rows: tuple[Hits, ...]) -> list[float]:
    """Return the expected hits over the faces of a die, rounded to 4 places."""
    return [round(sum(column) / len(rows), PLACES) for column in zip(*rows, strict=True)]


def _side_at(state: State, ship: Ship, side: SideName, target: Ship) -> Facts:
    inside = field(state, ship, side)
    why = why_not_at(state, ship, side, target)
    if target.id not in inside:
        # Whatever else keeps her silent, this is what a reader looks for here.
        reason = "she is not in the field of fire"
        return {"in_field": False, "legal": False, "table": None, "why_not": reason}
    far = inside[target.id]
    aimed = shot(ship, side, target)
    facts: Facts = {
        "in_field": True,
        "legal": not why,
        "why_not": why or None,
        "blocked_by": in_order(other for other, near in inside.items() if near < far),
        "guns": aimed.guns,
    }
    if not aimed.guns:
        return facts
    modifiers = {name: getattr(aimed.modifiers, name) for name in aimed.modifiers.__struct_fields__}
    facts |= {
        "base": aimed.base,
        "modifiers": modifiers,
        "table": aimed.table,
        "rake": aimed.rake or None,
        "near_side": near_side(ship, target),
    }
    if why:
        return facts
    aims = open_aims(state, ship, target, far)
    for aim in AIMS:
        rows = outcomes(aimed.table, aim) if aim in aims else None
        facts[aim] = rows and {"rows": [list(row) for row in rows], "mean": mean(rows)}
    brought = [
        forced(state, ship, target, Falls(far, bool(aimed.rake), aim))
        for aim in AIMS
        if aim in aims
    ]
    facts["forces"] = list(dict.fromkeys(how for found in brought for how in found))
    return facts


def _melee(state: State, ship: Ship, target: Ship) -> Facts | None:
    pair = (ship, target)
    if target.id not in snagged_with(state, ship.id):
        return None
    if any(crewless(each) or surrendered(each) for each in pair):
        return None
    odds = melee_odds(ship, target)
    return {
        "strength": [strength_of(ship), strength_of(target)],
        "win": round(odds.win, PLACES),
        "lose": round(odds.lose, PLACES),
        "neither": round(odds.neither, PLACES),
        "open": round(odds.open, PLACES),
    }

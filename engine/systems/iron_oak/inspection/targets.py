"""The facts `targets` of a ship or section: fire, crossing the T, ram and spar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.systems.iron_oak.fleet.hulls import card, guns_of
from engine.systems.iron_oak.gunnery.drms import gunnery_drms
from engine.systems.iron_oak.gunnery.locations import armour, shares, shield
from engine.systems.iron_oak.gunnery.odds import multiples
from engine.systems.iron_oak.gunnery.ranges import aspects, lines, range_of, same_box
from engine.systems.iron_oak.gunnery.targets import can_plunge, in_sight, why_not_fire
from engine.systems.iron_oak.movement.rolls import AttackRoll, contact_roll, cross_roll
from engine.systems.iron_oak.orders.attack_pairs import (
    attack_kinds,
    why_not_cross,
    why_not_ram,
)
from engine.systems.iron_oak.state.state import Order, Section, Ship, State, Unit

Facts = dict[str, Any]
WhyNot = Mapping[Order, tuple[str, ...]]


def targets(state: State, unit: Unit, orders: WhyNot | None = None) -> dict[str, Facts]:
    """Return {id: facts} of every enemy ship on the map and every section that fights."""
    found = {}
    for target in in_sight(state, unit):
        if isinstance(target, Ship) and target.kind != "ship":
            continue
        found[target.id] = target_facts(state, unit, target)
        if not (isinstance(unit, Ship) and isinstance(target, Ship)) or orders is None:
            continue
        if same_box(unit, target):
            found[target.id] |= _attacks(state, unit, target, orders)
    return found


def target_facts(state: State, unit: Unit, target: Unit) -> Facts:
    """Return what is to be said of fire at a target."""
    distance, _ = lines(state, unit, target)
    mine, theirs = aspects(unit, target)
    reasons = sorted(why_not_fire(state, unit, target))
    found: Facts = {
        "distance": distance,
        "range": range_of(state, unit, target),
        "aspect": {"firer": mine, "target": theirs},
        "column": _column(target),
        "legal": not reasons,
        "why_not": reasons,
        "dice": None,
        "drms": None,
        "drm": None,
        "locations": None,
        "chance": None,
        "chance_effective": None,
        "chance_critical": None,
        "plunging": None,
    }
    if can_plunge(state, unit, target):
        found["plunging"] = shot_odds(state, unit, target, plunging=True)
    if reasons:
        return found
    drms = gunnery_drms(state, unit, target)
    odds = shot_odds(state, unit, target, plunging=False)
    shot = {"dice": guns_of(unit).dice, "drms": drms, "drm": sum(drms.values())}
    return {**found, **shot, **odds}


def _column(target: Unit) -> str:
    if isinstance(target, Section):
        return "section"
    return "monitor" if card(target).monitor else "ship"


def shot_odds(state: State, unit: Unit, target: Unit, plunging: bool, extra: int = 0) -> Facts:
    """Return the chances of a shot, by location and over all; `extra` is the drm of a card."""
    drm = sum(gunnery_drms(state, unit, target).values()) + extra
    locations: dict[str, Facts] = {}
    sums = [0.0, 0.0, 0.0]
    for place, share in shares(state, unit, target, plunging).items():
        guard, worn = armour(target, place), shield(target, place)
        chances = multiples(guns_of(unit).dice, guard.dice, drm, worn)
        locations[place] = {
            "share": share,
            "kind": guard.kind,
            "dice": guard.dice,
            "shield": worn,
            "hit": chances[0],
            "effective": chances[1],
            "critical": chances[2],
        }
        sums = [total + share * each for total, each in zip(sums, chances, strict=True)]
    return {
        "locations": locations,
        "chance": sums[0],
        "chance_effective": sums[1],
        "chance_critical": sums[2],
    }


def _attacks(state: State, ship: Ship, target: Ship, orders: WhyNot) -> Facts:
    found = {}
    general = set(orders["cross_t"]) - {"no_target"}
    for end in ("bow", "stern"):
        reasons = general | why_not_cross(state, ship, target, end)
        roll = None if reasons else cross_roll(state, ship, target)
        found[f"cross_{end}"] = _attack(reasons, roll)
    reasons = (set(orders["ram_spar"]) - {"no_target"}) | why_not_ram(state, ship, target)
    contact = None if reasons else contact_roll(state, ship, target)
    found["ram_spar"] = {**_attack(reasons, contact), "kinds": list(attack_kinds(ship))}
    return found


def _attack(reasons: set[str], roll: AttackRoll | None) -> Facts:
    found: Facts = {"legal": not reasons, "why_not": sorted(reasons)}
    names = (*AttackRoll._fields, "chance")
    return found | {name: getattr(roll, name) if roll else None for name in names}

"""`inspect`: facts about every ship and fort section that the rules derive, as plain data and for
people.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.base.errors import Refused
from engine.game.position import format_value, nearest
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.gunnery.segment import can_plunge, in_sight, why_not_fire
from engine.systems.iron_oak.gunnery.shot import (
    armour,
    aspects,
    gunnery_drms,
    lines,
    range_of,
    same_box,
    shares,
    shield,
)
from engine.systems.iron_oak.machine import chance, multiples
from engine.systems.iron_oak.movement.getting_free import drift_chances, refloating, unfoul_drms
from engine.systems.iron_oak.movement.rolls import (
    AttackRoll,
    ManeuverRoll,
    contact_roll,
    cross_roll,
    table_roll,
)
from engine.systems.iron_oak.movement.ways import can_maneuver_in_box
from engine.systems.iron_oak.orders.legal import (
    attack_kinds,
    far_goals,
    goals,
    in_words,
    ways,
    why_not,
    why_not_cross,
    why_not_ram,
)
from engine.systems.iron_oak.state.state import Order, Section, Ship, State, Unit

# The facts `maneuvers` of a ship: rolls within the box, rolls to each goal, and checks.


def maneuvers(state: State, ship: Ship, why_not: Mapping[Order, tuple[str, ...]]) -> Facts:
    """Return the rolls that a ship may make to maneuver or to get free; cards and hazards are left
    out.
    """
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
    """Return the dice, modifiers and chance of a maneuver roll, as plain data."""
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


# The facts `targets` of a ship or section: fire, crossing the T, ram and spar.


Facts = dict[str, Any]
WhyNot = Mapping[Order, tuple[str, ...]]


def targets(state: State, unit: Unit, orders: WhyNot | None = None) -> dict[str, Facts]:
    """Return {id: facts} for the enemies of a unit: ships on the map that are identified, and
    sections that are not silenced.
    """
    found = {}
    for target in in_sight(state, unit):
        if isinstance(target, Ship) and target.kind != "ship":
            continue
        found[target.id] = target_facts(state, unit, target)
        if not (isinstance(unit, Ship) and isinstance(target, Ship)) or orders is None:
            continue
        if same_box(unit, target):
            attacks = {}
            general = set(orders["cross_t"]) - {"no_target"}
            for end in ("bow", "stern"):
                reasons = general | why_not_cross(state, unit, target, end)
                roll = None if reasons else cross_roll(state, unit, target)
                attacks[f"cross_{end}"] = _attack(reasons, roll)
            reasons = (set(orders["ram_spar"]) - {"no_target"}) | why_not_ram(state, unit, target)
            contact = None if reasons else contact_roll(state, unit, target)
            attacks["ram_spar"] = {**_attack(reasons, contact), "kinds": list(attack_kinds(unit))}
            found[target.id] |= attacks
    return found


def target_facts(state: State, unit: Unit, target: Unit) -> Facts:
    """Return the facts about a unit's fire at one target: the range, whether it is allowed, and the
    chances.
    """
    distance, _ = lines(state, unit, target)
    mine, theirs = aspects(unit, target)
    reasons = sorted(why_not_fire(state, unit, target))
    found: Facts = {
        "distance": distance,
        "range": range_of(state, unit, target),
        "aspect": {"firer": mine, "target": theirs},
        "column": (
            "section"
            if isinstance(target, Section)
            else "monitor"
            if fleet.card(target).monitor
            else "ship"
        ),
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
    shot = {"dice": fleet.guns_of(unit).dice, "drms": drms, "drm": sum(drms.values())}
    return {**found, **shot, **odds}


def shot_odds(state: State, unit: Unit, target: Unit, plunging: bool, extra: int = 0) -> Facts:
    """Return the chances of a shot, for each location and in total; `extra` is the modifier that a
    card adds.
    """
    drm = sum(gunnery_drms(state, unit, target).values()) + extra
    locations: dict[str, Facts] = {}
    sums = [0.0, 0.0, 0.0]
    for place, share in shares(state, unit, target, plunging).items():
        guard, worn = armour(target, place), shield(target, place)
        chances = multiples(fleet.guns_of(unit).dice, guard.dice, drm, worn)
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


def _attack(reasons: set[str], roll: AttackRoll | None) -> Facts:
    found: Facts = {"legal": not reasons, "why_not": sorted(reasons)}
    names = (*AttackRoll._fields, "chance")
    return found | {name: getattr(roll, name) if roll else None for name in names}


# The rules' answers for every ship and section, as plain data: exact chances, all reasons.
#
# Each unit is treated as if its own player turn were now: orders as in its Order Phase, rolls
# without cards, fire as in its Gunnery Segment.


def inspect(state: State, ship: str = "") -> dict[str, Facts]:
    """Return {id: facts} for all ships that are not lost and all fort sections; with `ship`, only
    for this unit.
    """
    known: dict[str, Ship | Section] = {
        **{id: each for id, each in state.ships.items() if not each.lost and each.kind == "ship"},
        **state.sections,
    }
    if ship and ship not in known:
        raise Refused(
            f"no ship or section here is called {format_value(ship)}{nearest(ship, known)}"
        )
    wanted = [ship] if ship else list(known)
    return {id: facts(state, known[id]) for id in wanted}


def facts(state: State, unit: Ship | Section) -> Facts:
    """Return the facts about one ship or fort section, as if its own turn were now."""
    if isinstance(unit, Section):
        return {
            "kind": "section",
            "side": unit.side,
            "boxes": list(unit.boxes),
            "damage": "silenced" if fleet.silenced(unit) else "none",
            "crew_state": fleet.crew_state(unit),
            "gunnery_dice": fleet.guns_of(unit).dice,
            "targets": targets(state, unit),
        }
    reasons = why_not(state, unit)
    if not fleet.can_drift(state, unit):
        drift = None
    else:
        results = drift_chances(state.board, unit.box)
        drift = {"must": fleet.must_drift(state, unit), "results": results}
    return {
        "kind": "ship",
        "side": unit.control,
        "box": unit.box,
        "damage": fleet.damage(unit),
        "crew_state": fleet.crew_state(unit),
        "gunnery_dice": fleet.guns_of(unit).dice,
        "powered": fleet.powered(state, unit),
        "immobile": fleet.immobile(state, unit),
        "retiring": fleet.retiring(unit),
        "draft": fleet.draft(unit),
        "maneuver_line": fleet.chart_line(unit),
        "maneuver_dice": fleet.maneuver_dice(unit),
        "orders": {
            order: {"legal": not why, "why_not": list(why)} for order, why in reasons.items()
        },
        "maneuvers": maneuvers(state, unit, reasons),
        "drift": drift,
        "targets": targets(state, unit, reasons),
    }


# `inspect` for people: each roll as a sum with named modifiers, chances in percent.


def explain(  # noqa: PLR0912  (one branch a fact)
    state: State, ship: str = ""
) -> dict[str, Any]:
    """Return the facts of `inspect` about one unit, or about all, in a form for people."""
    explained: dict[str, dict[str, Any]] = {}
    for id, facts in inspect(state, ship).items():
        texts = {
            key: value
            for key, value in facts.items()
            if key not in {"orders", "maneuvers", "drift", "targets"}
        }
        if facts["kind"] == "ship":
            texts["orders"] = {
                order: "yes" if each["legal"] else f"no, {in_words(each['why_not'])}"
                for order, each in facts["orders"].items()
            }
            ways: dict[str, Any] = {}
            for name, found in facts["maneuvers"].items():
                if found is None or not found:
                    ways[name] = "no"
                elif "dice" in found:
                    ways[name] = _roll(found)
                else:
                    ways[name] = {goal: _roll(each) for goal, each in found.items()}
            texts["maneuvers"] = ways
            drift = facts["drift"]
            if drift is None:
                texts["drift"] = "no"
            else:
                where = ", ".join(
                    f"{way} {percent(share)}" for way, share in drift["results"].items()
                )
                texts["drift"] = ("must: " if drift["must"] else "") + where
        targets: dict[str, dict[str, Any]] = {}
        for target, each in facts["targets"].items():
            said: dict[str, Any] = {"distance": each["distance"], "range": each["range"]}
            if each["legal"]:
                said["fire"] = total(each["dice"], each["drms"], each["drm"])
                said |= _odds(each)
                said["locations"] = {
                    place: f"{percent(at['share'])} {at['kind']} {at['dice']} {at['shield']:+d}: "
                    f"{percent(at['hit'])}"
                    for place, at in each["locations"].items()
                }
            else:
                said["fire"] = f"no, {in_words(each['why_not'])}"
            if each["plunging"]:
                said["plunging"] = _odds(each["plunging"])
            for attack in ("cross_bow", "cross_stern", "ram_spar"):
                if attack in each:
                    said[attack] = _attack_words(each[attack])
            targets[target] = said
        texts["targets"] = targets
        explained[id] = texts
    return explained


def percent(share: float) -> str:
    """Return a probability as percent with one decimal."""
    return f"{100 * share:.1f}%"


def total(dice: str, drms: Facts, drm: int) -> str:
    """Return the dice of a roll with its modifiers: `d10 -2 (captain -1, speed -1)`."""
    if not drms:
        return dice
    parts = ", ".join(f"{name.replace('_', ' ')} {each:+d}" for name, each in drms.items())
    return f"{dice} {drm:+d} ({parts})"


def _roll(facts: Facts) -> str:
    left = total(facts["dice"], facts["drms"], facts["drm"])
    return f"{left} v {facts['response']}: {percent(facts['chance'])}"


def _odds(facts: Facts) -> dict[str, str]:
    return {
        "beats it": percent(facts["chance"]),
        "twice": percent(facts["chance_effective"]),
        "three times": percent(facts["chance_critical"]),
    }


def _attack_words(facts: Facts) -> str:
    if not facts["legal"]:
        return f"no, {in_words(facts['why_not'])}"
    mine = total(facts["dice"], facts["drms"], facts["drm"])
    theirs = total(facts["target_dice"], facts["target_drms"], facts["target_drm"])
    return f"{mine} v {theirs}: {percent(facts['chance'])}"

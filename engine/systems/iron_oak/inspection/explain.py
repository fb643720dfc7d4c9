"""`inspect` for people: each roll as a sum with its modifiers named, chances in percent."""

from __future__ import annotations

from typing import Any

from engine.systems.iron_oak.inspection.inspect import inspect
from engine.systems.iron_oak.inspection.targets import Facts
from engine.systems.iron_oak.orders.reasons import in_words
from engine.systems.iron_oak.state.state import State


def explain(state: State, ship: str = "") -> dict[str, Any]:
    """Return what the rules say of a ship or section, or of all, in words."""
    return {id: _unit(facts) for id, facts in inspect(state, ship).items()}


def _unit(facts: Facts) -> dict[str, Any]:
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
        texts["maneuvers"] = _maneuvers(facts["maneuvers"])
        texts["drift"] = _drift(facts["drift"])
    texts["targets"] = {id: _target(each) for id, each in facts["targets"].items()}
    return texts


def percent(share: float) -> str:
    """Return a chance in percent."""
    return f"{100 * share:.1f}%"


def total(dice: str, drms: Facts, drm: int) -> str:
    """Return dice with their modifiers: `d10 -2 (captain -1, speed -1)`."""
    if not drms:
        return dice
    parts = ", ".join(f"{name.replace('_', ' ')} {each:+d}" for name, each in drms.items())
    return f"{dice} {drm:+d} ({parts})"


def _roll(facts: Facts) -> str:
    left = total(facts["dice"], facts["drms"], facts["drm"])
    return f"{left} v {facts['response']}: {percent(facts['chance'])}"


def _maneuvers(facts: Facts) -> dict[str, Any]:
    texts: dict[str, Any] = {}
    for name, found in facts.items():
        if found is None or not found:
            texts[name] = "no"
        elif "dice" in found:
            texts[name] = _roll(found)
        else:
            texts[name] = {goal: _roll(each) for goal, each in found.items()}
    return texts


def _drift(facts: Facts | None) -> str:
    if facts is None:
        return "no"
    ways = ", ".join(f"{way} {percent(share)}" for way, share in facts["results"].items())
    return ("must: " if facts["must"] else "") + ways


def _target(facts: Facts) -> dict[str, Any]:
    texts: dict[str, Any] = {"distance": facts["distance"], "range": facts["range"]}
    if facts["legal"]:
        texts["fire"] = total(facts["dice"], facts["drms"], facts["drm"])
        texts |= _odds(facts)
        texts["locations"] = {
            place: f"{percent(each['share'])} {each['kind']} {each['dice']} {each['shield']:+d}: "
            f"{percent(each['hit'])}"
            for place, each in facts["locations"].items()
        }
    else:
        texts["fire"] = f"no, {in_words(facts['why_not'])}"
    if facts["plunging"]:
        texts["plunging"] = _odds(facts["plunging"])
    for attack in ("cross_bow", "cross_stern", "ram_spar"):
        if attack in facts:
            texts[attack] = _attack(facts[attack])
    return texts


def _odds(facts: Facts) -> dict[str, str]:
    return {
        "beats it": percent(facts["chance"]),
        "twice": percent(facts["chance_effective"]),
        "three times": percent(facts["chance_critical"]),
    }


def _attack(facts: Facts) -> str:
    if not facts["legal"]:
        return f"no, {in_words(facts['why_not'])}"
    mine = total(facts["dice"], facts["drms"], facts["drm"])
    theirs = total(facts["target_dice"], facts["target_drms"], facts["target_drm"])
    return f"{mine} v {theirs}: {percent(facts['chance'])}"

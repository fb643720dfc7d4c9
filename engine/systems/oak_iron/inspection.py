"""What the command `inspect` tells about ships: facts that the rules derive from a state.

The facts are those of a ship in her attack activation, whatever the phase is.
"""

from __future__ import annotations

from typing import Any

from engine.base.errors import Refused
from engine.game.position import format_value
from engine.systems.oak_iron.crew.boarding import no_boarding
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.gunnery.shot import Shot, band, shot
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.sailing.seamanship import test_pool
from engine.systems.oak_iron.state.events.event import sentence
from engine.systems.oak_iron.state.ships import distance
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.table.sight import points


def inspect(state: State, ship: str = "") -> dict[str, Any]:
    """Return {ship id: facts} for all ships on the table, or only for `ship`; ranges in inches.

    Raises `Refused` if no ship on the table has that id.
    """
    afloat = {key: each for key, each in state.ships.items() if each.afloat}
    if ship and ship not in afloat:
        known = ", ".join(afloat) or "none"
        raise Refused(f"no ship on the table is called {format_value(ship)}; there are {known}")
    facts: dict[str, dict[str, Any]] = {}
    for key, each in afloat.items():
        if ship in ("", key):
            sailing = points(state, each.id)
            texts = {
                "crippled": each.crippled,
                "shaken": each.shaken,
                "out_of_action": each.out_of_action,
                "captured": bool(each.captured_by),
                "entangled": bool(state.holds(each.id)),
                "aground": each.aground,
                "anchored": each.sail == "anchored",
            }
            facts[key] = {
                "point_of_sail": list(sailing),
                "speed": rating(state, each.id, sailing[0]).value,
                "status": [name for name, holds in texts.items() if holds],
                "formation": each.id in in_formation(state, each.squadron),
                "targets": {
                    key: _target(state, each.id, key)
                    for key, other in state.ships.items()
                    if other.afloat and state.opposed(each.id, key)
                },
            }
    return facts


def explain(state: State, ship: str = "") -> dict[str, Any]:
    """Return the facts of `inspect`, with each number of dice written as a sum of its reasons."""
    facts = inspect(state, ship)
    for key, seen in facts.items():
        for target, answers in seen["targets"].items():
            for side, answer in answers["broadside"].items():
                at = shot(state, key, target, "broadside", side)
                answer["dice"] = sentence(at.dice, at.reasons)
            at = shot(state, key, target, "partial_fire")
            answers["partial_fire"]["dice"] = sentence(at.dice, at.reasons)
            test = test_pool(state, key, "boarding")
            answers["boarding"]["dice"] = sentence(test.dice, test.reasons)
    return facts


def _target(state: State, ship: str, target: str) -> dict[str, Any]:
    inches = distance(state, ship, target)
    why_not = no_boarding(state, ship, target)
    return {
        "range": round(inches, 4),
        "band": band(inches) or None,
        "broadside": {
            side: _attack(shot(state, ship, target, "broadside", side))
            for side in ("port", "starboard")
        },
        "partial_fire": _attack(shot(state, ship, target, "partial_fire")),
        "boarding": {
            "legal": not why_not,
            "why_not": why_not or None,
            "dice": test_pool(state, ship, "boarding").dice,
            "hits": list(book().dice.counts["skill_test"]),
            "rake": None,
        },
    }


def _attack(at: Shot) -> dict[str, Any]:
    return {
        "legal": at.legal,
        "why_not": at.why_not or None,
        "dice": at.dice,
        "hits": list(at.hits),
        "rake": at.rake or None,
    }

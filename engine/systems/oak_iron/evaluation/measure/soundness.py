"""How sound a ship is: what damage and fatigue leave of her, and what an attack may take of it."""

from __future__ import annotations

from engine.systems.oak_iron.evaluation.measure.weights import worth
from engine.systems.oak_iron.gunnery.odds import Odds
from engine.systems.oak_iron.state.state import Ship

LEFT = 0.8
"""How far a ship that left the table counts as spent at least: her guns are missed."""


def wear(ship: Ship) -> dict[str, float]:
    """Return the terms of what a ship has suffered: all 0 when she is fresh.

    Points count alike from the first to the last, and what a full track brings besides: so it
    told who won captains' battles.
    """
    if ship.captured_by or ship.lost in ("sunk", "destroyed"):
        return {"hull": 1.0, "weary": 1.0, "lamed": 1.0, "cowed": 1.0, "wreck": 1.0}
    hull, weary = ship.damage / ship.damage_boxes, ship.fatigue / ship.fatigue_boxes
    if ship.lost == "left":
        return {"hull": max(hull, LEFT), "weary": max(weary, LEFT)}
    return {
        "hull": hull,
        "weary": weary,
        "lamed": float(ship.crippled),
        "cowed": float(ship.shaken),
        "wreck": float(ship.out_of_action),
    }


def soundness(ship: Ship) -> float:
    """Return what a ship has suffered in points of damage or so, 0 or less."""
    return worth(wear(ship))


def expected(ship: Ship, found: Odds) -> float:
    """Return by how much an attack with such odds is likely to change a ship's soundness."""
    return worth(
        {
            "hull": found.mean_damage / ship.damage_boxes,
            "weary": found.mean_fatigue / ship.fatigue_boxes,
            "lamed": found.crippled,
            "cowed": found.shaken,
            "wreck": found.out_of_action,
        }
    )

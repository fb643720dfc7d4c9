"""Soundness of a ship: the cost of her damage and fatigue, and the expected change by an attack."""

from __future__ import annotations

from engine.systems.oak_iron.gunnery.odds import Odds
from engine.systems.oak_iron.state.state import Ship
from engine.systems.oak_iron.thinking.measure.weights import worth

LEFT = 0.8
"""Least wear of a ship that left the table: her guns are gone, though she gives no points."""


def wear(ship: Ship) -> dict[str, float]:
    """Return the terms of a ship's wear, each 0 for a fresh ship and 1 at worst.

    Linear in the points on each track, plus a step when a track is full: fitted to which captain
    won. A captured or sunk ship counts as worn out.
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


def hull_condition(ship: Ship) -> float:
    """Return the score of a ship's wear in points, 0 or less."""
    return worth(wear(ship))


def expected(ship: Ship, found: Odds) -> float:
    """Return the expected change of a ship's soundness by an attack with given odds."""
    return worth(
        {
            "hull": found.mean_damage / ship.damage_boxes,
            "weary": found.mean_fatigue / ship.fatigue_boxes,
            "lamed": found.crippled,
            "cowed": found.shaken,
            "wreck": found.out_of_action,
        }
    )

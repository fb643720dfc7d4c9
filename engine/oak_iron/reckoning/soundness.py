"""How sound a ship is: what damage and fatigue leave of her, and what an attack may take of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.oak_iron.odds import Odds
from engine.oak_iron.reckoning.weights import Values, weight, worth
from engine.oak_iron.state import Ship

LEFT = 0.5
"""How far a fresh ship that left the table counts as worn down and lost: her guns are missed."""


def wear(ship: Ship) -> dict[str, float]:
    """Return the terms of what a ship has suffered: all 0 when she is fresh.

    Points that find no room on one track go on to the other, and who is full on both is out of
    the battle; so what counts is how much of both together is spent, the later points far more.
    """
    if ship.captured_by or ship.lost in ("sunk", "destroyed"):
        return {"hull": 1.0, "wear": 1.0, "wreck": 1.0}
    hull, worn = ship.damage / ship.damage_boxes, ship.spent * ship.spent
    if ship.lost == "left":
        return {"hull": hull, "wear": max(worn, LEFT), "wreck": LEFT}
    return {"hull": hull, "wear": worn, "wreck": float(ship.out_of_action)}


def soundness(ship: Ship) -> float:
    """Return what a ship has suffered in points of damage or so, 0 or less."""
    values: Values = wear(ship)
    return worth(values)


def expected(ship: Ship, found: Odds) -> float:
    """Return by how much an attack with such odds is likely to change a ship's soundness.

    Damage and fatigue are taken to fall independently of each other.
    """
    boxes = (ship.damage_boxes, ship.fatigue_boxes)
    worn = _expected(ship.damage + ship.fatigue, boxes, found.damage, found.fatigue)
    return worn + weight("wreck") * found.out_of_action


@lru_cache(maxsize=4096)
def _expected(
    points: int, boxes: tuple[int, int], damage: Sequence[float], fatigue: Sequence[float]
) -> float:
    hurt, tired = _mean(damage, 1), _mean(fatigue, 1)
    more = hurt + tired
    squared = _mean(damage, 2) + 2.0 * hurt * tired + _mean(fatigue, 2)
    spent = (2.0 * points * more + squared) / sum(boxes) ** 2
    return weight("hull") * hurt / boxes[0] + weight("wear") * spent


def _mean(chances: Sequence[float], power: int) -> float:
    """Return the mean of the points, or of their squares."""
    return sum(chance * float(points**power) for points, chance in enumerate(chances))

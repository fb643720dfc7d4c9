"""Victory Points of a side: enemy ships sunk, captured, badly hurt; sections silenced (3.5)."""

from __future__ import annotations

from engine.systems.iron_oak.fleet.hulls import damage, silenced, value
from engine.systems.iron_oak.fleet.sides import other_side
from engine.systems.iron_oak.state.state import Ship, State


def points(state: State, side: str) -> int:
    """Return what a side has won: sunk full, captured double, heavy damage half.

    A prize that sank counts once.
    """
    enemy = other_side(side)
    won = sum(ship_points(ship) for ship in state.ships.values() if ship.side == enemy)
    return won + sum(
        value(section)
        for section in state.sections.values()
        if section.side == enemy and silenced(section)
    )


def ship_points(ship: Ship) -> int:
    """Return what a ship is worth to her enemy as she is."""
    if ship.kind != "ship":
        return 0
    if ship.lost == "sunk":
        return value(ship)
    if ship.captured_by:
        return 2 * value(ship)
    return value(ship) // 2 if damage(ship) == "heavy" else 0

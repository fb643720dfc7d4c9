"""Victory Points of a side: enemy ships sunk, captured, badly hurt; sections silenced.

Iron & Oak 3.5.
"""

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


def spoils(state: State, side: str) -> int:
    """Return what a side has won where a ship that left counts, too: a quarter (Iron & Oak 8.1).

    Of each ship only the best counts.
    """
    return sum(
        ship_points(ship) or (value(ship) // 4 if ship.lost.startswith("left") else 0)
        for ship in state.ships.values()
        if ship.side == other_side(side) and ship.kind == "ship"
    )


def taken(state: State, side: str) -> int:
    """Return the Victory Points of the enemy's ships that were sunk or captured."""
    return sum(
        value(ship)
        for ship in state.ships.values()
        if ship.side == other_side(side)
        and ship.kind == "ship"
        and (ship.lost == "sunk" or ship.captured_by)
    )

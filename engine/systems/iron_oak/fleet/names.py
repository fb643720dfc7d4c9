"""What a unit may be called before the enemy: a hidden ship is a counter (Iron & Oak 8.6)."""

from __future__ import annotations

from engine.systems.iron_oak.fleet.hulls import name
from engine.systems.iron_oak.state.state import Ship, State, Unit


def public_id(unit: Unit) -> str:
    """Return the id by which all know a unit."""
    if isinstance(unit, Ship) and unit.hidden and unit.counter:
        return unit.counter
    return unit.id


def by_public_id(state: State, id: str) -> str:
    """Return the real id of a unit that is known by another."""
    for ship in state.ships.values():
        if public_id(ship) == id:
            return ship.id
    return id


def public_name(unit: Unit, side: str) -> str:
    """Return the name by which a side knows a unit; '' is a watcher."""
    if isinstance(unit, Ship) and unit.hidden and unit.control != side:
        return "a hidden counter"
    return name(unit)

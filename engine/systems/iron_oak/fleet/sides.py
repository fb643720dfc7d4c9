"""Whose units are whose, and who is an enemy."""

from __future__ import annotations

from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet.hulls import silenced
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit


def other_side(side: str) -> Side:
    """Return the enemy of a side."""
    return "confederate" if side == "union" else "union"


def own_ships(state: State, side: str) -> tuple[Ship, ...]:
    """Return the ships that act for a side, prizes too, in the battle still."""
    return tuple(ship for ship in state.ships.values() if ship.control == side and not ship.lost)


def own_sections(state: State, side: str) -> tuple[Section, ...]:
    """Return a side's fort sections that are not silenced."""
    return tuple(
        section
        for section in state.sections.values()
        if section.side == side and not silenced(section)
    )


def own_units(state: State, side: str) -> tuple[Unit, ...]:
    """Return a side's ships and sections."""
    return (*own_ships(state, side), *own_sections(state, side))


def enemies_in(state: State, side: str, box: str) -> tuple[Ship, ...]:
    """Return the enemy ships in a box: prizes, hidden counters and False Contacts too."""
    return tuple(
        ship
        for ship in state.ships.values()
        if ship.box == box and ship.control != side and not ship.lost
    )


def identified(ships: tuple[Ship, ...]) -> tuple[Ship, ...]:
    """Return those ships that are not hidden."""
    return tuple(ship for ship in ships if not ship.hidden)


def seat_of(state: State, unit: Unit) -> str:
    """Return the key of the seat that orders a unit; a prize goes to her captor's first seat."""
    seats = state.sides[unit.control].seats
    return unit.seat if unit.seat in seats else seats[0]


def side_of(state: State, seat: str) -> str:
    """Return the side of a seat; '' for a watcher."""
    return next((side for side, each in state.sides.items() if seat in each.seats), "")

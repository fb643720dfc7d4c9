"""A squadron put on the map: in line ahead, down a column of hexes, the flagship first."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.sailing.wind import attitude
from engine.systems.wooden_ships.squadrons.fitting_out import fitted_out
from engine.systems.wooden_ships.squadrons.roster import Roster
from engine.systems.wooden_ships.state.state import Ship

MIDDLE = 50
"""The row that lies halfway down a line, so that lines of any length lie beside each other."""
SPACE = 3
"""Hexes from bow to bow: two that a ship lies on, and one between."""
NORTH, SOUTH = 1, 4


def course(wind: int) -> int:
    """Return the course of a line, north or south: the one with the wind nearer to its quarter.

    Both lines hold it, so neither is faster for its place.
    """
    return min((NORTH, SOUTH), key=lambda facing: attitude(facing, wind))


def line_ahead(roster: Roster, seat: str, column: int, wind: int) -> tuple[Ship, ...]:
    """Return the ships of a squadron in line ahead; a class that is not known is left out."""
    facing = course(wind)
    astern = SPACE if facing == NORTH else -SPACE
    known = [(each, kind) for each in roster.line if (kind := book().classes.get(each.type))]
    first = MIDDLE - astern * (len(known) - 1) // 2
    found = []
    for number, (each, kind) in enumerate(known):
        place = (column, first + astern * number), facing
        ship = fitted_out(kind, f"{seat}{number + 1}", seat, place, each.quality)
        found.append(replace(ship, name=each.name or ship.name))
    return tuple(found)

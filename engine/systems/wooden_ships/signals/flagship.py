"""Which ship of a seat carries its flag, and who sees what she hoists."""

from __future__ import annotations

from engine.systems.wooden_ships.fleet.status import crewless, surrendered
from engine.systems.wooden_ships.state.sides import afloat
from engine.systems.wooden_ships.state.state import Ship, State


def flagship(state: State, seat: str) -> Ship | None:
    """Return the first of a seat's own ships on the map that still fights; None without one.

    When she surrenders, is taken or has lost her crew, the flag goes to the next.
    """
    own = (ship for ship in afloat(state) if ship.seat == seat and ship.prize is None)
    return next((ship for ship in own if not surrendered(ship) and not crewless(ship)), None)


def has_allies(state: State, seat: str) -> bool:
    """Tell whether another seat of the side still has a flagship to read a signal."""
    side = state.seats[seat].side
    return any(
        other.side == side and key != seat and flagship(state, key) is not None
        for key, other in state.seats.items()
    )

"""A friend nearby frees ships that surrendered without striking.

Wooden Ships & Iron Men, Surrender.
"""

from __future__ import annotations

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.place import apart
from engine.systems.wooden_ships.fleet.status import crewless, struck, surrendered
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import afloat, side_of
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.victory.points import withdraw


def can_be_rescued(state: State, ship: Ship) -> bool:
    """Tell whether a friend of her old side frees a ship now."""
    if ship.surrendered not in ("firepower", "immobility") or struck(ship) or ship.prize:
        return False
    reach = book().surrender.rescue_range
    return any(
        friend.id != ship.id
        and side_of(state, friend) == state.seats[ship.seat].side
        and not surrendered(friend)
        and not crewless(friend)
        and apart(friend, ship) <= reach
        for friend in afloat(state)
    )


def rescue(ledger: Writing) -> None:
    """Free every ship that can be; what was given for her surrender is taken back."""
    if not ledger.state.rules.rescue:
        return
    state = ledger.state
    for ship in [ship for ship in afloat(state) if can_be_rescued(state, ship)]:
        ledger.write(ev.ShipRescued(ship.id))
        withdraw(ledger, ship.id, "surrender")

"""A prize crew must be strong enough for its prisoners, or they rise.

Wooden Ships & Iron Men, Melee Procedure.
"""

from __future__ import annotations

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.status import own_squares
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Ship
from engine.systems.wooden_ships.victory.points import withdraw_prize


def holds(ship: Ship) -> bool:
    """Tell whether a prize crew can hold its prisoners down: six of them a square."""
    if ship.prize is None or not ship.prize.squares:
        return False
    return ship.prize.squares * book().surrender.prisoners_a_square >= own_squares(ship)


def needed(prisoners: int) -> int:
    """Return the squares of a prize crew that some prisoners call for, one at least."""
    return max(1, -(-prisoners // book().surrender.prisoners_a_square))


def check_prize_crews(ledger: Writing) -> None:
    """Give every prize back to her old crew whose prize crew is too weak, or gone."""
    for ship in list(ledger.state.ships.values()):
        if ship.prize and not holds(ship):
            ledger.write(ev.ShipRetaken(ship.id, "revolt"))
            withdraw_prize(ledger, ship.id)

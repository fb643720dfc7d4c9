"""Effects that send a ship's boats against an enemy (Oak & Iron ch. 4, Movement Phase)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State

BOATS: Moment[Callable[[], tuple[int, float]]] = Moment("boats")
"""() to the greatest speed at which a ship sends her boats, and their range in inches."""


@BOATS("boat_assault")
@worth(boat_assault=lambda turn: 0.2 * turn.fight)
def boat_assault() -> tuple[int, float]:
    """Boat Assault: at speed 2 or less, within Pistol Shot."""
    return 2, book().measures.pistol


def boats(state: State, ship: Ship) -> str:
    """Return the card that lets a ship send her boats, '' when none does."""
    return next((card for card, _ in BOATS.on(state, ship)), "")

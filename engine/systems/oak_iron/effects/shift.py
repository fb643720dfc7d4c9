"""Effects that let a ship shift sideways before or after her move (Oak & Iron ch. 4; FAQ)."""

from __future__ import annotations

from collections.abc import Callable

from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.in_formation import in_formation
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Ship, State

SHIFTS: Moment[Callable[[State, Ship], bool]] = Moment("shifts")
"""(state, ship) to whether a ship that is free to move may shift sideways."""


@SHIFTS("adjust_position")
@worth(adjust_position=lambda turn: 0.3 * turn.fight)
def adjust_position(state: State, ship: Ship) -> bool:
    """Adjust Position: within Pistol Shot of a friend, or in Formation."""
    pistol = book().measures.pistol
    friends = (
        other.id
        for other in state.ships.values()
        if other.fights and other.id != ship.id and not state.opposed(ship.id, other.id)
    )
    if any(within(distance(state, ship.id, friend), pistol) for friend in friends):
        return True
    return ship.id in in_formation(state, ship.squadron)


@SHIFTS("engage_more_closely")
def engage_more_closely(state: State, ship: Ship) -> bool:
    """Engage More Closely: every ship."""
    return True


def shifting(state: State, ship: Ship) -> str:
    """Return the card that lets a ship shift, '' when none does or she is not free to move."""
    if ship.aground or ship.sail == "anchored" or state.holds(ship.id):
        return ""
    return next((card for card, may in SHIFTS.on(state, ship) if may(state, ship)), "")

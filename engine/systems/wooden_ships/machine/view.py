"""What a seat sees: all but sealed sheets, drafted plots, standing choices of other seats."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from engine.systems.wooden_ships.state.state import State, holder


def view(state: State, seat: str) -> State:
    """Return the state as a seat sees it; '' is a watcher.

    Screens and computer players get this and never the whole. That a seat has sealed is seen,
    what it has sealed is not; allies' sheets are hidden as well.
    """
    if state.standing:
        own = state.standing.get(seat)
        state = replace(state, standing={seat: own} if own is not None else UNSET)
    sealed = {key: answers if key == seat else {} for key, answers in state.sealed.items()}
    if not any(ship.order and holder(ship) != seat for ship in state.ships.values()):
        return replace(state, sealed=sealed) if sealed != state.sealed else state
    ships = {
        key: replace(ship, order="") if ship.order and holder(ship) != seat else ship
        for key, ship in state.ships.items()
    }
    return replace(state, sealed=sealed, ships=ships)

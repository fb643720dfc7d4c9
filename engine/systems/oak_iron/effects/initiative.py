"""Effects in the Initiative Phase (Oak & Iron ch. 4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import State

TIES: Moment[Callable[[], bool]] = Moment("ties")
"""() to whether a squadron wins a tie before admiral values are compared."""

SWAPS: Moment[Callable[[State, str], bool]] = Moment("swaps")
"""(state, squadron) to whether it may change its face-down card before the reveal."""


@TIES("tactician")
def tactician() -> bool:
    """Tactician: wins ties."""
    return True


@SWAPS("clever")
def clever(state: State, squadron: str) -> bool:
    """Clever: once a game."""
    return not any("clever" in ship.used for ship in state.own_ships(squadron))


def wins_ties(state: State, squadron: str) -> bool:
    """Tell whether a squadron wins a tie for initiative."""
    return any(wins() for _, wins in TIES.of(state, squadron))


def swap(state: State, squadron: str) -> str:
    """Return the card by which a squadron may change its face-down card now, '' for none."""
    own = state.squadrons[squadron]
    if not own.face_down or own.laid_open or not own.hand:
        return ""
    return next((card for card, may in SWAPS.of(state, squadron) if may(state, squadron)), "")

"""Effects on a ship's turns (Oak & Iron ch. 4, Movement Phase, step 3)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State

TWICE: Moment[Callable[[], bool]] = Moment("twice")
"""() to whether a ship may turn both before and after her move."""

EYE_TURNS: Moment[Callable[[], int]] = Moment("eye_turns")
"""() to further turns In the Wind's Eye, after the ordinary one."""


@TWICE("yare")
def yare() -> bool:
    """Yare: at both ends of the move."""
    return True


@EYE_TURNS("yare", "fore_and_aft")
def another_turn() -> int:
    """Yare, Fore & Aft: 1 more."""
    return 1


def turns_twice(state: State, ship: Ship) -> bool:
    """Tell whether a ship may turn at both ends of her move."""
    return any(twice() for _, twice in TWICE.on(state, ship))


def eye_turns(state: State, ship: Ship) -> int:
    """Return how many times a ship may turn In the Wind's Eye."""
    return 1 + sum(turns() for _, turns in EYE_TURNS.on(state, ship))

"""Effects on critical dice, a fire ship's among them (Oak & Iron ch. 4, Attack Phase, step 5)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State

SECOND_LOOK: Moment[Callable[[], bool]] = Moment("second_look")
"""() to whether critical dice without a result may be rolled once more."""


@SECOND_LOOK("careful_aim")
@worth(careful_aim=lambda turn: 0.3 * turn.fight)
def careful_aim() -> bool:
    """Careful Aim: they may."""
    return True


def second_look(state: State, ship: Ship) -> bool:
    """Tell whether a ship's critical dice without a result may be rolled once more."""
    return any(may() for _, may in SECOND_LOOK.on(state, ship))


BURNS: Moment[Callable[[], int]] = Moment("burns")
"""() to the critical dice that a ship rolls when she burns against an enemy."""


@BURNS("fire_ship")
def fire_ship() -> int:
    """Fire Ship: 5 dice."""
    return 5

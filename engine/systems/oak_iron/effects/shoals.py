"""Effects on the check for shoals (Oak & Iron ch. 5, Terrain and Weather)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment

SHOAL_DICE: Moment[Callable[[], int]] = Moment("shoal_dice")
"""() to the dice that a check gains, or loses below 0."""

KNOWN_WATER: Moment[Callable[[], bool]] = Moment("known_water")
"""() to whether the ship ignores shoals."""


@SHOAL_DICE("shallow_draft")
def shallow_draft() -> int:
    """Shallow Draft: 1 fewer."""
    return -1


@KNOWN_WATER("shoals_ahead", "local_pilot")
@worth(shoals_ahead=lambda turn: 0.1 * turn.ships)
def knows_the_water() -> bool:
    """Shoals Ahead, Local Pilot: no shoal is struck."""
    return True

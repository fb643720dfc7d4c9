"""What initiative cards are worth to computer players: said beside each card's effect, by its id.

Guesses in points: how much a card does for a ship, times the ships that it can do it for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class NextTurn(NamedTuple):
    """What a squadron may do in the next turn, counted in ships that still fight."""

    ships: int
    fight: int
    """Those with an enemy near enough to fight."""
    formed: int
    """Those in Formation."""
    tired: int
    """Those in Formation that have Fatigue."""
    empty: int
    """Reload markers of those in Formation."""
    idle: int
    """Reload markers of all."""
    weary: float
    """The sum of their Fatigue, each as a share of her boxes."""
    loose: int
    """Those that are not in Formation."""


Worth = Callable[[NextTurn], float]
CARD_WORTH: dict[str, Worth] = {}
"""The worth of each card by its id."""


def worth(**cards: Worth) -> Callable[[F], F]:
    """Say what cards are worth, on the function that is their effect."""

    def marked(effect: F) -> F:
        CARD_WORTH.update(cards)
        return effect

    return marked

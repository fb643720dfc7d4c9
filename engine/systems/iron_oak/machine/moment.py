"""A moment of the rules at which action cards work, and what is said of a card beside its effect.

An effect is registered under the kind of its card, as `double_charge`. Nothing else names a kind:
rules, odds, advice and log ask a moment which cards work there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.kit import by_type as kit

F = TypeVar("F", bound=Callable[..., Any])

MOMENTS: dict[str, Moment[Any]] = {}
"""Every moment by its name."""


class Moment(kit.Moment[F]):
    """The effects of cards that work at one moment, by the kinds of the cards."""

    def __init__(self, name: str, moments: dict[str, Any] = MOMENTS) -> None:
        """Enter the moment among those of a battle, or of a war."""
        super().__init__(name, moments)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards that work here, in the order in which they were registered."""
        return tuple(self._effects)


# What is said of a card, on the function that is its effect.


WHY: dict[str, str] = {}
"""Why a card is played, in advice."""
ENDS: dict[str, str] = {}
"""What a card costs its own side for good; none for most."""
STRUCK: dict[str, str] = {}
"""What the log calls a shot that a card gave a case of its own."""
SPARE: dict[str, float] = {}
"""How gladly a computer player gives a card for another; below 0 it is kept."""


def why(**cards: str) -> Callable[[F], F]:
    """Say why cards are played."""
    return _entered(WHY, cards)


def ends(**cards: str) -> Callable[[F], F]:
    """Say what cards cost for good: the player is asked before he plays one."""
    return _entered(ENDS, cards)


def struck(**cards: str) -> Callable[[F], F]:
    """Say what the log calls a shot with a card."""
    return _entered(STRUCK, cards)


def spare(**cards: float) -> Callable[[F], F]:
    """Say how gladly cards are given for others."""
    return _entered(SPARE, cards)


V = TypeVar("V")


def _entered(table: dict[str, V], cards: dict[str, V]) -> Callable[[F], F]:
    def marked(effect: F) -> F:
        table.update(cards)
        return effect

    return marked

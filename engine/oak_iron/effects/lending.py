"""Cards that let another card work besides (Oak & Iron ch. 4, Resolve Card Effects)."""

from __future__ import annotations

from collections.abc import Callable

from engine.oak_iron.effects.moment import Moment
from engine.oak_iron.state import State

LENDS: Moment[Callable[[State, str], tuple[str, ...]]] = Moment("lends")
"""(state, squadron) to the cards of which one may work besides this turn."""


@LENDS("await_new_orders")
def await_new_orders(state: State, squadron: str) -> tuple[str, ...]:
    """Await New Orders: one of the squadron's own hand."""
    return state.squadrons[squadron].hand


@LENDS("adaptive_tactics")
def adaptive_tactics(state: State, squadron: str) -> tuple[str, ...]:
    """Adaptive Tactics: one that an enemy has discarded, but no other of its own kind."""
    side = state.squadrons[squadron].side
    found = {
        card
        for each in state.squadrons.values()
        if each.side != side
        for card in each.discarded
        if card not in LENDS
    }
    return tuple(sorted(found))

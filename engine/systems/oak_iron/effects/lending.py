"""Cards that let another card work as well (Oak & Iron ch. 4, Resolve Card Effects)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import State


class Loan(msgspec.Struct, frozen=True):
    """The cards of which one may work as well this turn; `own`: it is taken from the hand."""

    cards: tuple[str, ...]
    own: bool = False


LENDS: Moment[Callable[[State, str], Loan]] = Moment("lends")
"""(state, squadron) to the cards of which one may work as well this turn."""


@LENDS("await_new_orders")
@worth(await_new_orders=lambda turn: 0.4 * turn.fight)
def await_new_orders(state: State, squadron: str) -> Loan:
    """Await New Orders: one of the squadron's own hand."""
    return Loan(state.squadrons[squadron].hand, own=True)


@LENDS("adaptive_tactics")
@worth(adaptive_tactics=lambda turn: 0.4 * turn.fight)
def adaptive_tactics(state: State, squadron: str) -> Loan:
    """Adaptive Tactics: one that an enemy has discarded, except cards that lend in turn."""
    side = state.squadrons[squadron].side
    found = {
        card
        for each in state.squadrons.values()
        if each.side != side
        for card in each.discarded
        if card not in LENDS
    }
    return Loan(tuple(sorted(found)))

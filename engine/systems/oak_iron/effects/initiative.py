"""Effects in the Initiative Phase, and cards that lend another card (Oak & Iron ch. 4)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.systems.oak_iron.machine.card_worth import worth
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

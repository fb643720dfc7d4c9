"""A seat takes its sealed orders back, as long as another seat's are still to come.

Iron & Oak 3.2.
"""

from __future__ import annotations

from engine.systems.iron_oak.fleet.sides import side_of
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.orders.sheet import ships_of_seat
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import State


def why_not_reopen(state: State, seat: str) -> str:
    """Say why a seat may not open its orders again; '' when it may."""
    step = state.agenda[-1] if state.agenda and state.outcome is None else None
    side = side_of(state, seat)
    if not isinstance(step, st.GiveOrders) or side not in step.sides:
        return "no orders are being given"
    return "" if seat in state.sides[side].sealed else "its orders are still open"


@RULES.reopening(why_not_reopen)
def reopen(ledger: Ledger, seat: str) -> None:
    """Give a seat its order sheet back."""
    ships = tuple(ship.id for ship in ships_of_seat(ledger.state, seat))
    ledger.write(ev.OrdersReopened(seat, side_of(ledger.state, seat), ships))

"""The movement phase in a turn: all plots that were opened are carried out.

Wooden Ships & Iron Men, Movement Rules.
"""

from __future__ import annotations

from itertools import count

from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.movement.carry_out import carry_out
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.plots import why_no_order
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.state.steps import Move


def orders(state: State) -> dict[str, tuple[str, ...]]:
    """Return the plots of the ships that may carry one out, as steps."""
    return {
        ship.id: read(ship.order)
        for ship in state.ships.values()
        if ship.order and not why_no_order(state, ship)
    }


@RULES.does(Move)
def _does(ledger: Writing, step: Move) -> None:
    fallen = count()

    def roll() -> int:
        return ledger.face(6, next(fallen))

    # All dice are looked up before the first event is written: each event counts its own.
    events = carry_out(ledger.state, orders(ledger.state), roll, roll)
    for event in events:
        ledger.write(event)
    ledger.finish()

"""The sheet of signals, before the orders: each flagship hoists one, or none, in secret.

The flags of the turn before are hauled down as the new ones go up. They bind nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.answer import Answer
from engine.game.sheet import Sheet, Slot
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import Writing, opened, seal, sheets
from engine.systems.wooden_ships.signals.flags import NONE, flagship, has_allies, options, read
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import holder
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.state.steps import HoistSignals


@RULES.asks(HoistSignals)
def _asks(state: State, step: HoistSignals) -> tuple[Sheet, ...]:
    return sheets(state, step, "Signal of the flagship:", _slots)


RULES.takes(HoistSignals)(seal)


@RULES.does(HoistSignals)
def _does(ledger: Writing, step: HoistSignals) -> None:
    answers = opened(ledger, step)
    ledger.finish()
    state = ledger.state
    hoisted = {
        holder(state.ships[ship]): signal
        for ship, answer in answers.items()
        if (signal := read(ship, answer.option)) is not None
    }
    if hoisted or state.signals:
        ledger.write(ev.SignalsHoisted(hoisted))


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    seat = holder(ship)
    if flagship(state, seat) is ship and has_allies(state, seat):
        yield Slot(ship.id, ship.label, options(state, ship), ship.id), Answer(NONE)

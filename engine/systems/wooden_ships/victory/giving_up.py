"""A player surrenders with all ships (Wooden Ships & Iron Men, Surrender)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import sides
from engine.systems.wooden_ships.victory.ending import end


def give_up(ledger: Writing, leaving: Sequence[str]) -> None:
    """Take seats out of the battle; with one seat a side the other side wins at once."""
    for seat in leaving:
        ledger.write(ev.SeatGaveUp(seat))
    state = ledger.state
    if len(state.seats) == 2 == len(sides(state)):
        winners = [seat.side for seat in state.seats.values() if not seat.gave_up]
        names = " and ".join(state.seats[seat].name for seat in leaving)
        end(ledger, winners, f"{names} gave up" + ("" if winners else ": a draw"))

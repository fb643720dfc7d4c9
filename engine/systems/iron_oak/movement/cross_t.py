"""Crossing the T (Iron & Oak 5.5)."""

from __future__ import annotations

from engine.systems.iron_oak.fleet.ties import in_position
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.rolls import cross_roll, roll_against
from engine.systems.iron_oak.state import events as ev


def cross(ledger: Ledger, ship_id: str) -> None:
    """Roll against the target: success lays the ship across its bow or stern.

    A ship that is stern-on gets clear by it. Failure: not the same target in her next turn.
    """
    state, move = ledger.state, ledger.state.move
    assert move is not None
    ship, target = state.ships[ship_id], state.ships[move.target]
    if not target.on_map or target.box != ship.box:
        return
    roll = cross_roll(state, ship, target)
    if target.id in ship.opposed_by:
        ledger.write(ev.OppositionEnded(ship_id, target.id))
    if not roll_against(ledger, ship_id, roll):
        ledger.write(ev.TTried(ship_id, target.id))
        return
    if in_position(ledger.state, ship):
        ledger.write(ev.PositionsEnded(ship_id))
    ledger.write(ev.TCrossed(ship_id, target.id, move.way.removeprefix("cross_")))

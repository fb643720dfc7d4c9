"""Maneuver 1 and 2: to another box, onto the map, off it (Iron & Oak 5.1.6, 5.1.7)."""

from __future__ import annotations

from engine.systems.iron_oak.damage.hits import fights
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.hazards import face_hazards
from engine.systems.iron_oak.movement.rolls import roll_for, table_roll
from engine.systems.iron_oak.movement.segment import moving
from engine.systems.iron_oak.movement.towing import taken_along
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.waters.terrain import off


def go(ledger: Ledger, ship_id: str) -> None:
    """Roll, and on success go: a failure checks no hazards."""
    ship, move = ledger.state.ships[ship_id], ledger.state.move
    assert move is not None
    roll = table_roll(ledger.state, ship, move.goal, move.via)
    if not roll_for(ledger, ship_id, roll):
        return
    movers = taken_along(ledger.state, ship)
    if off(move.goal):
        ledger.write(ev.ShipsLeft(movers, off(move.goal)))
        return
    box = move.via or move.goal
    ledger.write(ev.ShipsMoved(movers, box, "maneuver" if ship.on_map else "enter"))
    if move.via:
        ledger.plan(st.SecondBox(ship_id))
    face_hazards(ledger, ship_id)


@RULES.does(st.SecondBox)
def _second_box(ledger: Ledger, step: st.SecondBox) -> None:
    """Go on to the second box, unless a hazard of the first ended the movement."""
    ledger.finish()
    move = ledger.state.move
    if move is None or not fights(ledger, step.ship) or not moving(ledger, step.ship):
        return
    movers = taken_along(ledger.state, ledger.state.ships[step.ship])
    ledger.write(ev.ShipsMoved(movers, move.goal, "maneuver"))
    face_hazards(ledger, step.ship)

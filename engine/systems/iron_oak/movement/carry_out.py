"""An order carried out: which rule it goes to, and moves to another box (Iron & Oak 5)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.iron_oak.cards.hand import discard
from engine.systems.iron_oak.damage import fights
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.movement.getting_free import refloat, taken_along, unfoul
from engine.systems.iron_oak.movement.hazards import face_hazards, holds_in_tow
from engine.systems.iron_oak.movement.in_box import attack, cross, maneuver_in_box
from engine.systems.iron_oak.movement.rolls import roll_for, table_roll
from engine.systems.iron_oak.movement.segment import moving
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import WayName
from engine.systems.iron_oak.waters import off

# Maneuver 1 and 2: to another box, onto the map, off it (Iron & Oak 5.1.6, 5.1.7).


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


# An order carried out: which rule it goes to (5).


Rule = Callable[[Ledger, str], None]


@RULES.does(st.CarryOut)
def _carry_out(ledger: Ledger, step: st.CarryOut) -> None:
    ledger.finish()
    move = ledger.state.move
    if move is not None and move.way and moving(ledger, step.ship):
        _RULES[move.way](ledger, step.ship)


def _nothing(ledger: Ledger, ship: str) -> None:
    """Stay, or wait beside the map: she does nothing."""


def _anchor(ledger: Ledger, ship: str) -> None:
    """Drop anchor (Iron & Oak 4.1)."""
    if not ledger.state.ships[ship].anchored:
        ledger.write(ev.Anchored(ship))


def _weigh(ledger: Ledger, ship: str) -> None:
    """Weigh anchor; she may move from her next Movement Segment (Iron & Oak 4.2)."""
    found = ledger.state.ships[ship]
    if found.anchored:
        discard(ledger, found.springs)
        ledger.write(ev.Weighed(ship))


def _hold(ledger: Ledger, ship: str) -> None:
    """Stay where she is: no roll, but the hazards of the box; none in tow (Iron & Oak 5.1.3)."""
    if not holds_in_tow(ledger.state, ledger.state.ships[ship]):
        face_hazards(ledger, ship)


def _drift(ledger: Ledger, ship: str) -> None:
    ledger.plan(st.DriftCheck(ship))


_RULES: dict[WayName, Rule] = {
    "stay": _nothing,
    "wait": _nothing,
    "maneuver_0": _nothing,
    "cross_t": _nothing,
    "ram_spar": _nothing,
    "anchor": _anchor,
    "weigh_anchor": _weigh,
    "refloat": refloat,
    "unfoul": unfoul,
    "drift": _drift,
    "hold": _hold,
    "escape": maneuver_in_box,
    "screen": maneuver_in_box,
    "oppose": maneuver_in_box,
    "cross_bow": cross,
    "cross_stern": cross,
    "ram": attack,
    "spar": attack,
    "ram_and_spar": attack,
    "maneuver_1": go,
    "maneuver_2": go,
}
"""The rule of each way; an order that a card has given back, with no way named, does nothing."""

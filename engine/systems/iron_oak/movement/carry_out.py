"""An order carried out: which rule it goes to (5)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.iron_oak.cards.hand import discard
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.getting_free import refloat, unfoul
from engine.systems.iron_oak.movement.going import go
from engine.systems.iron_oak.movement.hazards import face_hazards, holds_in_tow
from engine.systems.iron_oak.movement.in_box import cross, maneuver_in_box
from engine.systems.iron_oak.movement.ram import attack
from engine.systems.iron_oak.movement.segment import moving
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import WayName

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

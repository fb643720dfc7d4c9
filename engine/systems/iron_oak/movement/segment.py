"""A Movement Segment from the reveal of the order to its end (Iron & Oak 3.3.1)."""

from __future__ import annotations

from engine.systems.iron_oak.cards.hand import discard
from engine.systems.iron_oak.fleet.ties import can_drift, immobile, must_drift
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.orders.legal import MANEUVERS, why_impossible
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Order, Ship, State

ONLY_WHEN_GIVEN = {"too_early"}
"""Reasons against giving an order that do not make one impossible that was given."""


def begin(ledger: Ledger, ship_id: str) -> None:
    """Reveal a ship's order and lay the steps of her action on the agenda."""
    ship = ledger.state.ships[ship_id]
    order = effective(ledger.state, ship)
    ledger.write(ev.OrderRevealed(ship_id, ship.open_order or order, order))
    if not ship.on_map and order != "maneuver_1":
        end(ledger, ship_id)
        ledger.plan(st.UnitDone(ship_id))
        return
    ledger.plan(
        st.TakeTow(ship_id),
        st.NameWay(ship_id),
        st.Feign(ship_id),
        st.BoxHazards(ship_id),
        st.OwnerCards(ship_id),
        st.EnemyCards(ship_id),
        st.AnswerCards(ship_id),
        st.CarryOut(ship_id),
        st.Search(ship_id),
        st.Gunnery(ship_id),
        st.UnitDone(ship_id),
    )


def effective(state: State, ship: Ship) -> Order:
    """Return what an order is treated as (Iron & Oak 4.0): if impossible, a hold or a drift."""
    order = ship.open_order or "maneuver_0"
    reasons = why_impossible(state, ship, order) - ONLY_WHEN_GIVEN
    if order not in MANEUVERS and order != "drift" and not reasons:
        return order
    if immobile(state, ship):
        return "stay"
    if not ship.on_map:
        return order if not reasons else "maneuver_0"
    if must_drift(state, ship):
        return "drift" if can_drift(state, ship) else "stay"
    return "maneuver_0" if reasons else order


def look_again(ledger: Ledger, ship_id: str) -> None:
    """Change an order that a card has made impossible: she holds, or drifts if she must.

    Iron & Oak 4.0.
    """
    move = ledger.state.move
    if move is None or not moving(ledger, ship_id):
        return
    ship = ledger.state.ships[ship_id]
    order = effective(ledger.state, ship)
    if order != move.order:
        discard(ledger, move.quick, move.slow, move.target_quick, move.target_slow)
        ledger.write(ev.OrderRevealed(ship_id, ship.open_order or order, order))
        ledger.write(ev.WayNamed(ship_id, "hold" if order == "maneuver_0" else order))


def end(ledger: Ledger, ship_id: str) -> None:
    """End the segment: cards on its roll go, and an Opposed marker (Iron & Oak 5.1.2)."""
    move = ledger.state.move
    if move is not None:
        discard(ledger, move.quick, move.slow, move.target_quick, move.target_slow)
    ledger.write(ev.SegmentEnded(ship_id))


def moving(ledger: Ledger, ship_id: str) -> bool:
    """Tell whether a ship still carries out her order: here, not captured, not stopped."""
    ship, move = ledger.state.ships[ship_id], ledger.state.move
    if ship.lost or move is None or move.stopped:
        return False
    return not (ship.captured_by and ship.acted)

"""The order sheet of a seat: a slot a ship, what it wants to be asked, and how it is reopened.

Iron & Oak 3.2.
"""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.decision import Closed, Option
from engine.game.sheet import Budget, Draft, Fill, Sheet, Slot
from engine.systems.iron_oak.cards.standing import CARDS, slot_of_standing, standing_of
from engine.systems.iron_oak.fleet.hulls import name, retiring
from engine.systems.iron_oak.fleet.sides import own_ships, seat_of, side_of
from engine.systems.iron_oak.fleet.ties import immobile
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.orders.legal import Reasons, enter_limit, legal_orders, why_not
from engine.systems.iron_oak.orders.plans import plan_slot, shared, written
from engine.systems.iron_oak.orders.reasons import in_words
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Order, Ship, State

LABELS: dict[Order, str] = {
    "stay": "Stay",
    "anchor": "Anchor",
    "weigh_anchor": "Weigh anchor",
    "refloat": "Refloat",
    "unfoul": "Unfoul",
    "drift": "Drift",
    "maneuver_0": "Hold, escape, screen",
    "oppose": "Oppose",
    "cross_t": "Cross the T",
    "ram_spar": "Ram or spar torpedo",
    "maneuver_1": "Maneuver 1: next box",
    "maneuver_2": "Maneuver 2: 2 boxes",
}
SEQUENCE, ENTERING = "sequence", "entering"
"""Slots beside those of ships, and the purse of ships that may enter in a turn."""


def ships_of_seat(state: State, seat: str) -> tuple[Ship, ...]:
    """Return the ships that a seat gives orders to."""
    return tuple(
        ship
        for ship in own_ships(state, side_of(state, seat))
        if seat_of(state, ship) == seat and not ship.acted
    )


def choices(state: State, ship: Ship) -> tuple[Order, ...]:
    """Return the orders that a ship may be given; never none: she drifts, or does nothing."""
    return _or_adrift(state, ship, legal_orders(why_not(state, ship)))


def _or_adrift(state: State, ship: Ship, legal: tuple[Order, ...]) -> tuple[Order, ...]:
    if legal:
        return legal
    return ("stay",) if immobile(state, ship) else ("drift",)


def sheet(state: State, seat: str) -> Sheet | None:
    """Return the order sheet of a seat; None where no ship has a choice."""
    side = side_of(state, seat)
    limit = enter_limit(state, side)
    slots, proposed = [], {}
    for ship in ships_of_seat(state, seat):
        against = why_not(state, ship)
        legal = _or_adrift(state, ship, legal_orders(against))
        if len(legal) > 1:
            slots.append(_slot(ship, legal, against, limit))
            proposed[ship.id] = Answer(_proposal(state, ship, legal))
        plan = plan_slot(state, ship, legal) if shared(state, side) else None
        if plan is not None:
            slots.append(plan)
    if not proposed:
        return None
    if state.rules.alternating:
        slots.append(_sequence(state, seat))
    if state.sides[side].hand:
        slots.append(slot_of_standing(state, side))
    purses = (Budget(ENTERING, limit, "ships"),) if limit is not None else ()
    return Sheet(
        f"orders {state.turn}",
        seat,
        "orders",
        "Orders of the turn",
        tuple(slots),
        purses=purses,
        proposed=proposed,
    )


def _slot(ship: Ship, legal: tuple[Order, ...], against: Reasons, limit: int | None) -> Slot:
    entering = limit is not None and not ship.on_map
    return Slot(
        ship.id,
        name(ship),
        tuple(Option(order, LABELS[order], None, subject=ship.id) for order in legal),
        subject=ship.id,
        costs={"maneuver_1": {ENTERING: 1}} if entering else {},
        closed=tuple(
            Closed(LABELS[order], in_words(reasons))
            for order, reasons in against.items()
            if reasons
        ),
    )


def _proposal(state: State, ship: Ship, legal: tuple[Order, ...]) -> Order:
    """Return what a ship does if nobody thinks about her: she stays, or goes home."""
    wanted: tuple[Order, ...] = ("weigh_anchor", "refloat", "unfoul", "maneuver_0", "stay")
    if retiring(ship):
        wanted = ("maneuver_1", *wanted)
    return next((order for order in wanted if order in legal), legal[0])


def _sequence(state: State, seat: str) -> Slot:
    options = tuple(
        Option(ship.id, name(ship), None, subject=ship.id) for ship in ships_of_seat(state, seat)
    )
    label = "Order sets, the first to act first"
    return Slot(SEQUENCE, label, options, at_most=len(options), needs=False)


@RULES.asks(st.GiveOrders)
def _ask(state: State, step: st.GiveOrders) -> tuple[Sheet, ...]:
    sheets = (
        sheet(state, seat)
        for side in step.sides
        for seat in state.sides[side].seats
        if seat not in state.sides[side].sealed
    )
    return tuple(each for each in sheets if each is not None)


@RULES.takes(st.GiveOrders)
def _take(ledger: Ledger, step: st.GiveOrders, seat: str, command: Fill) -> None:
    """Seal a seat's orders; ships with one legal order have it without asking."""
    orders: dict[str, str] = {}
    for ship in ships_of_seat(ledger.state, seat):
        answer = command.answers.get(ship.id)
        orders[ship.id] = answer.option if answer else choices(ledger.state, ship)[0]
    _give(ledger, seat, orders, command.answers)


@RULES.does(st.GiveOrders)
def _rest(ledger: Ledger, step: st.GiveOrders) -> None:
    """Give the orders of seats that had no choice."""
    ledger.finish()
    for side in step.sides:
        for seat in ledger.state.sides[side].seats:
            if seat not in ledger.state.sides[side].sealed:
                ships = ships_of_seat(ledger.state, seat)
                orders: dict[str, str] = {ship.id: choices(ledger.state, ship)[0] for ship in ships}
                _give(ledger, seat, orders, {})


def _give(ledger: Ledger, seat: str, orders: dict[str, str], answers: Draft) -> None:
    side = side_of(ledger.state, seat)
    picks = answers.get(SEQUENCE, Answer()).chosen
    asking = answers.get(CARDS, Answer()).chosen
    standing = standing_of(asking, ledger.state.sides[side].standing.silent)
    sequence = (*picks, *(id for id in orders if id not in picks))
    if not ledger.state.rules.alternating:
        sequence = ()
    ledger.write(
        ev.OrdersGiven(
            seat=seat,
            side=side,
            orders=orders,
            sequence=sequence,
            standing=standing,
            plans=written(answers),
        )
    )


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

"""The order sheet of a seat; and plans (where ships intend to go), which only allied seats see."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.decision import Answer, Closed, Option
from engine.game.question import Budget, Draft, Fill, Sheet, Slot
from engine.systems.iron_oak.cards import CARDS, slot_of_standing, standing_of
from engine.systems.iron_oak.fleet import immobile, name, own_ships, retiring, seat_of, side_of
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.orders.legal import (
    enter_limit,
    far_goals,
    goals,
    in_words,
    legal_orders,
    why_not,
)
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Order, Ship, State
from engine.systems.iron_oak.waters import off

# Plans of allied seats: the goal that each ship intends, visible only to her own side.
#
# This is a house option, not a rule of the game. A plan is sealed with the orders, is not binding,
# and is deleted when the ship has acted or her orders are reopened.


PLAN = "plan:"
"""The id of the slot for a ship's plan begins with this; her id follows."""


def shared(state: State, side: str) -> bool:
    """Tell whether the seats of a side show each other plans: the option is on, and the side has
    several seats.
    """
    return state.rules.plans and len(state.sides[side].seats) > 1


def planned_by(slot: str) -> str:
    """Return the id of the ship to whose plan a slot belongs; '' for any other slot."""
    return slot.removeprefix(PLAN) if slot.startswith(PLAN) else ""


def meant(state: State, ship: Ship, order: str) -> tuple[str, ...]:
    """Return where an order may lead a ship: boxes, or `off:EDGE`; () if she stays in her box."""
    found = {"maneuver_1": goals, "maneuver_2": far_goals}.get(order)
    return found(state, ship) if found else ()


def plan_slot(state: State, ship: Ship, legal: tuple[Order, ...]) -> Slot | None:
    """Return an optional slot for the place to which a ship intends to go; None if no order moves
    her.
    """
    found = [goal for order in legal for goal in meant(state, ship, order)]
    if not found:
        return None
    options = tuple(Option(goal, where(goal), None, subject=ship.id) for goal in found)
    return Slot(PLAN + ship.id, f"Plan: {name(ship)}", options, subject=ship.id, needs=False)


def where(goal: str) -> str:
    """Return a goal as words.

    >>> where("C3"), where("off:left")
    ('to C3', 'off left')
    """
    return f"off {off(goal)}" if off(goal) else f"to {goal}"


def filled_plans(answers: Mapping[str, Answer]) -> dict[str, str]:
    """Return {ship: where she intends to go} from a filled sheet; ships without a plan are left
    out.
    """
    return {
        ship: answer.option
        for slot, answer in answers.items()
        if (ship := planned_by(slot)) and answer.option
    }


# The order sheet of a seat: a slot for each ship, a slot for cards, and reopening.
#
# Iron & Oak 3.2.


LABELS: dict[Order, str] = {
    "stay": "Stay",
    "anchor": "Anchor",
    "weigh_anchor": "Weigh anchor",
    "refloat": "Refloat",
    "unfoul": "Unfoul",
    "drift": "Drift",
    "maneuver_0": "Hold in this box",
    "oppose": "Oppose",
    "cross_t": "Cross the T",
    "ram_spar": "Ram or spar torpedo",
    "maneuver_1": "Maneuver 1: next box",
    "maneuver_2": "Maneuver 2: 2 boxes",
}
MEANINGS: dict[str, str] = {
    "stay": "She stays where she is.",
    "anchor": "She lies at anchor: she does not drift, but fires worse and is easier to hit.",
    "weigh_anchor": "She takes up her anchor.",
    "refloat": "She tries to get off the ground.",
    "unfoul": "She tries to get clear of the ship that she is fouled with.",
    "drift": "She does nothing, and the current may carry her.",
    "maneuver_0": "She stays in her box (Maneuver 0). There she may get clear of a ship across her "
    "bow or stern, or protect a friend from an enemy: she screens her.",
    "oppose": "She stays in her box and hinders an enemy's next maneuver.",
    "cross_t": "She goes across an enemy's bow or stern, where few guns bear on her.",
    "ram_spar": "She runs into an enemy, or uses her torpedo.",
    "maneuver_1": "She goes to a box beside hers. The figures are her chance in %.",
    "maneuver_2": "She goes two boxes, which fails more often. The figures are her chance in %.",
}
"""{order: its effect, in a sentence for a player who does not know the rules}."""
OUTSIDE: dict[str, str] = {
    "maneuver_0": "She stays off the map, and may enter on a later turn.",
    "maneuver_1": "She enters the map, in a box at the edge where she waits. The figures are her "
    "chance in %.",
}
"""{order: its effect for a ship that waits off the map}, in place of the sentence in `MEANINGS`."""
WAITS = "Hold, stay off the map"
"""The label of the order to hold (`maneuver_0`) for a ship that waits off the map."""
SEQUENCE, ENTERING = "sequence", "entering"
"""The id of the slot for the sequence in which ships act, and the name of the budget of ships that
may enter."""


def ships_of_seat(state: State, seat: str) -> tuple[Ship, ...]:
    """Return the ships to which a seat gives orders this turn."""
    return tuple(
        ship
        for ship in own_ships(state, side_of(state, seat))
        if seat_of(state, ship) == seat and not ship.acted
    )


def choices(state: State, ship: Ship) -> tuple[Order, ...]:
    """Return the orders that a ship may be given. There is always at least one: to drift, or to
    stay.
    """
    return _or_adrift(state, ship, legal_orders(why_not(state, ship)))


def _or_adrift(state: State, ship: Ship, legal: tuple[Order, ...]) -> tuple[Order, ...]:
    if legal:
        return legal
    return ("stay",) if immobile(state, ship) else ("drift",)


def sheet(state: State, seat: str) -> Sheet | None:
    """Return the order sheet of a seat; None if none of its ships has a choice."""
    side = side_of(state, seat)
    limit = enter_limit(state, side)
    slots, proposed = [], {}
    for ship in ships_of_seat(state, seat):
        against = why_not(state, ship)
        legal = _or_adrift(state, ship, legal_orders(against))
        if len(legal) > 1:
            entering = limit is not None and not ship.on_map
            slots.append(
                Slot(
                    ship.id,
                    name(ship),
                    tuple(
                        Option(
                            order,
                            WAITS if order == "maneuver_0" and not ship.on_map else LABELS[order],
                            None,
                            subject=ship.id,
                        )
                        for order in legal
                    ),
                    subject=ship.id,
                    costs={"maneuver_1": {ENTERING: 1}} if entering else {},
                    closed=tuple(
                        Closed(LABELS[order], in_words(reasons))
                        for order, reasons in against.items()
                        if reasons
                    ),
                )
            )
            # The default order of a ship: she stays, or retires.
            wanted: tuple[Order, ...] = ("weigh_anchor", "refloat", "unfoul", "maneuver_0", "stay")
            if retiring(ship):
                wanted = ("maneuver_1", *wanted)
            proposed[ship.id] = Answer(
                next((order for order in wanted if order in legal), legal[0])
            )
        plan = plan_slot(state, ship, legal) if shared(state, side) else None
        if plan is not None:
            slots.append(plan)
    if not proposed:
        return None
    if state.rules.alternating:
        options = tuple(
            Option(ship.id, name(ship), None, subject=ship.id)
            for ship in ships_of_seat(state, seat)
        )
        label = "Order sets, the first to act first"
        slots.append(Slot(SEQUENCE, label, options, at_most=len(options), needs=False))
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
    """Seal a seat's orders. A ship that has only one legal order gets it without being asked."""
    orders: dict[str, str] = {}
    for ship in ships_of_seat(ledger.state, seat):
        answer = command.answers.get(ship.id)
        orders[ship.id] = answer.option if answer else choices(ledger.state, ship)[0]
    _give(ledger, seat, orders, command.answers)


@RULES.does(st.GiveOrders)
def _rest(ledger: Ledger, step: st.GiveOrders) -> None:
    """Give the ships of each seat without a choice the only orders that they can have."""
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
            plans=filled_plans(answers),
        )
    )


def why_not_reopen(state: State, seat: str) -> str:
    """Return why a seat may not take its sealed orders back to change them; '' if it may."""
    step = state.agenda[-1] if state.agenda and state.outcome is None else None
    side = side_of(state, seat)
    if not isinstance(step, st.GiveOrders) or side not in step.sides:
        return "no orders are being given"
    return "" if seat in state.sides[side].sealed else "the orders of this side are still open"


@RULES.reopening(why_not_reopen)
def reopen(ledger: Ledger, seat: str) -> None:
    """Take a seat's sealed orders back, so that the player can change them."""
    ships = tuple(ship.id for ship in ships_of_seat(ledger.state, seat))
    ledger.write(ev.OrdersReopened(seat, side_of(ledger.state, seat), ships))

"""Which orders a ship may be given, and every reason why not (Iron & Oak 4.0)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from engine.systems.iron_oak.fleet.hulls import powered, retiring
from engine.systems.iron_oak.fleet.sides import enemies_in, identified
from engine.systems.iron_oak.fleet.ties import (
    bow_on,
    fouled_with_ships,
    grappled,
    held_in_tow,
    immobile,
    towed_by,
    under_tow,
)
from engine.systems.iron_oak.orders.attack_pairs import can_cross_any, can_ram_any
from engine.systems.iron_oak.orders.goals import far_goals, goals
from engine.systems.iron_oak.state.state import ORDERS, Order, Ship, State
from engine.systems.iron_oak.waters.terrain import GRID, depth

MANEUVERS = ("maneuver_0", "oppose", "cross_t", "ram_spar", "maneuver_1", "maneuver_2")
IN_BOX_AND_AWAY: tuple[Order, ...] = ("oppose", "cross_t", "ram_spar", "maneuver_2")
AT_A_BANK: tuple[Order, ...] = ("anchor", "drift", *IN_BOX_AND_AWAY)
"""The orders that are closed to a retiring ship whose edge, here, is a bank: she holds."""
RETIRING: tuple[Order, ...] = ("maneuver_0", *AT_A_BANK)
"""Those that are closed to a ship that can go nearer to her edge, or off it."""

Reasons = Mapping[Order, tuple[str, ...]]
"""For each order all reasons why a ship may not be given it, sorted; () when legal."""


def why_not(state: State, ship: Ship) -> dict[Order, tuple[str, ...]]:
    """Return for each order all reasons why a ship may not be given it, sorted; () when legal."""
    found = {order: why_impossible(state, ship, order) for order in ORDERS}
    if ship.kind == "contact":
        for order in set(ORDERS) - {"maneuver_0", "drift", "maneuver_1"}:
            found[order].add("contact")
    for order in ORDERS:
        if barred(state, ship, order):
            found[order].add("scenario")
    if ship.on_map and retiring(ship):
        for closed in _while_retiring(state, ship, found):
            found[closed].add("retiring")
    return {order: tuple(sorted(reasons)) for order, reasons in found.items()}


def _while_retiring(
    state: State, ship: Ship, found: Mapping[Order, Collection[str]]
) -> Iterable[Order]:
    """Return the orders that are closed to a ship on the map that must retire (Iron & Oak 6.2.3H).

    She never anchors. If she can go nearer to her edge, or off it, she does; in a box at an edge
    that is a bank she stays.
    """
    if not found["maneuver_1"]:
        return RETIRING
    edge = state.sides[ship.control].edge
    at_a_bank = edge in GRID.edges(ship.box) and edge in state.board.banks
    return AT_A_BANK if at_a_bank and not found["maneuver_0"] else ("anchor",)


def legal_orders(against: Reasons) -> tuple[Order, ...]:
    """Return the orders that a ship may be given, of what `why_not` says of her."""
    return tuple(order for order, reasons in against.items() if not reasons)


def why_impossible(state: State, ship: Ship, order: Order) -> set[str]:
    """Return the reasons why a ship could not carry an order out, whoever may give it."""
    if order in MANEUVERS:
        return _maneuver(state, ship, order)
    reasons = set() if ship.on_map else {"off_map"}
    still = immobile(state, ship)
    if order == "stay" and not still:
        reasons.add("not_immobile")
    elif order == "weigh_anchor" and not ship.anchored:
        reasons.add("not_anchored")
    elif order == "refloat" and not ship.grounded:
        reasons.add("not_grounded")
    elif order == "unfoul" and not ship.fouled:
        reasons.add("not_fouled")
    elif order in {"anchor", "drift"} and still:
        reasons.add("immobile")
    if order == "anchor" and ship.slipped:
        reasons.add("slipped")
    if order == "anchor" and ship.on_map and depth(state.board, ship.box) is None:
        reasons.add("too_deep")
    if order == "drift" and under_tow(state, ship):
        reasons.add("towed")
    return reasons


def _maneuver(state: State, ship: Ship, order: Order) -> set[str]:
    """Return the reasons against an order that maneuvers."""
    if not ship.on_map and order == "maneuver_0":
        return set()
    reasons = _unable(state, ship, order)
    if order == "maneuver_0":
        return reasons
    if towed_by(state, ship):
        reasons.add("towed")
    if order in {"maneuver_1", "cross_t", "ram_spar"} and held_in_tow(state, ship):
        reasons.add("grappled_to_immobile")
    if order in {"maneuver_1", "maneuver_2"}:
        return reasons | _to_a_box(state, ship, order)
    return reasons | _in_box(state, ship, order)


def _unable(state: State, ship: Ship, order: Order) -> set[str]:
    """Return what keeps a ship from any maneuver: her place, ties and engine."""
    reasons: set[str] = set()
    if not ship.on_map and order != "maneuver_1":
        reasons.add("off_map")
    if immobile(state, ship):
        reasons.add("immobile")
    if not powered(state, ship) and not (order == "maneuver_0" and under_tow(state, ship)):
        reasons.add("unpowered")
    if fouled_with_ships(state, ship):
        reasons.add("fouled")
    return reasons


def _to_a_box(state: State, ship: Ship, order: Order) -> set[str]:
    """Return the reasons against a maneuver to the next box, or over two."""
    reasons: set[str] = set()
    free = not immobile(state, ship)
    if order == "maneuver_1":
        if not ship.on_map and state.turn < ship.enter_turn:
            reasons.add("too_early")
        if free and not goals(state, ship):
            reasons.add("no_destination")
        return reasons
    if grappled(state, ship):
        reasons.add("grappled")
    if state.board.night:
        reasons.add("night")
    if free and ship.on_map and not far_goals(state, ship):
        reasons.add("no_destination")
    return reasons


def _in_box(state: State, ship: Ship, order: Order) -> set[str]:
    """Return the reasons against Oppose, crossing a T, and attacks by ram and spar."""
    reasons = set()
    if order == "oppose" and ship.towing:
        reasons.add("towing")
    if order != "ram_spar" and (ship.across_bow_of or ship.across_stern_of):
        reasons.add("lies_across")
    if order == "cross_t" and bow_on(state, ship):
        reasons.add("bow_on")
    if order != "oppose" and _steering_hurt(ship):
        reasons.add("steering")
    if ship.captured_by:
        reasons.add("prize")
    if ship.on_map:
        if not identified(enemies_in(state, ship.control, ship.box)):
            reasons.add("no_enemy_in_box")
        if order == "cross_t" and not can_cross_any(state, ship):
            reasons.add("no_target")
        if order == "ram_spar" and not can_ram_any(state, ship):
            reasons.add("no_target")
    return reasons


def _steering_hurt(ship: Ship) -> bool:
    return any(each in ship.criticals for each in ("rudder", "steering_row", "steering_column"))


def barred(state: State, ship: Ship, order: str) -> bool:
    """Tell whether the battle's own rules keep a ship from an order in this turn."""
    for effect in state.effects:
        early = state.turn < effect.turn
        if effect.kind == "no_steam_before":
            if early and ship.side == effect.side and order not in {"stay", "weigh_anchor"}:
                return True
        elif effect.kind == "no_weigh_before":
            if early and ship.id in effect.ships and order == "weigh_anchor":
                return True
        elif (
            effect.kind == "no_refloat_before"
            and early
            and ship.id in effect.ships
            and order == "refloat"
        ):
            return True
    return False


def enter_limit(state: State, side: str) -> int | None:
    """Return how many ships of a side may enter in a turn; None without a limit."""
    for effect in state.in_force("enter_limit"):
        if effect.side == side:
            return effect.ships_a_turn
    return None

"""The orders that a ship may be given, where she may go, and every reason against other orders
(Iron & Oak 4.0).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.state.state import ORDERS, Attack, End, Order, Ship, State, WayName
from engine.systems.iron_oak.waters import GRID, OFF, depth, land, off, open_step

# The reasons against an order or a shot, as words.


WORDS = {
    "off_map": "she is off the map",
    "not_immobile": "she is free to move",
    "immobile": "she cannot move: anchored, aground or fouled with something immobile",
    "slipped": "she has lost her anchor",
    "too_deep": "the water is too deep",
    "not_anchored": "she is not anchored",
    "not_grounded": "she is not aground",
    "not_fouled": "she is not fouled",
    "unpowered": "she has no power",
    "fouled": "she is fouled with a ship",
    "towed": "she is in tow",
    "towing": "she has a ship in tow",
    "grappled": "she is part of a tow",
    "grappled_to_immobile": "the other ship of the tow cannot move",
    "too_early": "she may not enter yet",
    "night": "not possible at night",
    "no_destination": "there is no box to go to",
    "lies_across": "she lies across a ship's bow or stern",
    "bow_on": "a ship lies across her bow",
    "steering": "her rudder or steering is hurt",
    "prize": "she is a prize",
    "no_enemy_in_box": "no enemy is in her box, or it must be identified first",
    "no_target": "no enemy here may be attacked",
    "retiring": "she must retire",
    "scenario": "the special rules of this battle forbid it",
    "contact": "a False Contact only holds, drifts or goes to the next box",
    "hidden": "the target is hidden",
    "tried_last_turn": "she tried it against this ship last turn",
    "stern_on": "the target lies across her stern",
    "taken": "another ship lies there already",
    "target_towed": "the target is in tow",
    "target_towing": "the target has a ship in tow",
    "no_ram": "she has neither ram dice nor a torpedo",
    "no_guns": "no guns",
    "crew": "no crew is left for the guns",
    "too_far": "the target is too far away",
    "blocked": "high ground is between",
    "bow_on_x": "no gun bears over the bow",
    "stern_on_x": "no gun bears over the stern",
    "dark": "it is too dark at this range",
    "screened": "a screen protects the target",
}


def in_words(reasons: Iterable[str]) -> str:
    """Return the words for some ids of reasons, as one line."""
    return ", ".join(WORDS.get(reason, reason) for reason in reasons)


# The ships that a ship may cross, ram or attack by spar, and the reasons against the others (Iron &
# Oak 5.5, 5.6).


ENDS: tuple[End, ...] = ("bow", "stern")
CROSSES: dict[End, WayName] = {"bow": "cross_bow", "stern": "cross_stern"}
"""{end of a ship: the way of an order that crosses her there}."""
CROSSED: dict[str, End] = {way: end for end, way in CROSSES.items()}
"""{way of an order: the end of a ship that it crosses}."""


def why_not_cross(state: State, ship: Ship, target: Ship, end: End) -> set[str]:
    """Return the ids of the reasons for which a ship may not cross an end of another one in her
    box.
    """
    reasons = set()
    if target.hidden:
        reasons.add("hidden")
    if screened(ship, target):
        reasons.add("screened")
    if target.id in ship.no_cross_t:
        reasons.add("tried_last_turn")
    if target.across_stern_of == ship.id:
        reasons.add("stern_on")
    if (fleet.bow_on if end == "bow" else fleet.stern_on)(state, target):
        reasons.add("taken")
    if end == "bow" and fleet.towed_by(state, target):
        reasons.add("target_towed")
    if end == "stern" and target.towing:
        reasons.add("target_towing")
    return reasons


def why_not_ram(state: State, ship: Ship, target: Ship) -> set[str]:
    """Return the ids of the reasons for which a ship may not attack another one in her box by ram
    or torpedo.
    """
    reasons = set()
    if target.hidden:
        reasons.add("hidden")
    if screened(ship, target):
        reasons.add("screened")
    if target.id in ship.no_ram:
        reasons.add("tried_last_turn")
    if target.across_stern_of == ship.id:
        reasons.add("stern_on")
    if not attack_kinds(ship):
        reasons.add("no_ram")
    return reasons


def screened(ship: Ship, target: Ship) -> bool:
    """Tell whether a Screen card protects a target from this ship's attacks this turn.

    Iron & Oak 7.7.
    """
    return ship.id in target.screened_from


def attack_kinds(ship: Ship) -> tuple[Attack, ...]:
    """Return the weapons for an attack that a ship has: `ram`, `spar` (torpedo), both or none."""
    ram: tuple[Attack, ...] = ("ram",) if fleet.card(ship).ram else ()
    spar: tuple[Attack, ...] = ("spar",) if fleet.torpedo(ship) else ()
    return ram + spar


def attacks(ship: Ship) -> tuple[Attack, ...]:
    """Return the attacks that a ship can make: `ram`, `spar` (torpedo) and, if she has both,
    `ram_and_spar`.
    """
    kinds = attack_kinds(ship)
    return (*kinds, "ram_and_spar") if len(kinds) == 2 else kinds


def can_cross_any(state: State, ship: Ship) -> bool:
    """Tell whether any identified enemy in the box could be crossed, by the state of the two
    ships.
    """
    return any(
        not why_not_cross(state, ship, target, end)
        for target in fleet.identified(fleet.enemies_in(state, ship.control, ship.box))
        for end in ENDS
    )


def can_ram_any(state: State, ship: Ship) -> bool:
    """Tell whether any identified enemy in the box could be rammed or torpedoed, by the state of
    the two ships.
    """
    return any(
        not why_not_ram(state, ship, target)
        for target in fleet.identified(fleet.enemies_in(state, ship.control, ship.box))
    )


# Where a ship may go with Maneuver 1 and 2 (Iron & Oak 5.1).


def goals(state: State, ship: Ship) -> tuple[str, ...]:
    """Return where a ship may go with Maneuver 1: boxes, or `off:EDGE`. A ship that must retire
    goes only homeward.
    """
    if not ship.on_map:
        edge = off(ship.box)
        if edge in state.board.banks or not _steers_over(ship, edge):
            return ()
        return tuple(
            box
            for box in GRID.along(edge)
            if not land(state.board, box) and (not ship.enter_rows or box[0] in ship.enter_rows)
        )
    if fleet.retiring(ship):
        # A ship that must retire goes one box nearer to her own edge or, at that edge, off the
        # map; if terrain leaves no nearer box, to any other box. At an edge that is a bank she
        # cannot leave (Iron & Oak 6.2.3H).
        own = state.sides[ship.control].edge
        if own in GRID.edges(ship.box):
            leave = own not in state.board.banks and _steers_over(ship, own)
            return (OFF + own,) if leave else ()
        passable = [
            box for box in GRID.neighbours(ship.box) if open_step(state.board, ship.box, box)
        ]
        nearer = [box for box in passable if GRID.nears(ship.box, box, own)]
        return tuple(box for box in nearer or passable if _steers(ship, GRID.step(ship.box, box)))
    near = tuple(
        box
        for box in GRID.neighbours(ship.box)
        if open_step(state.board, ship.box, box) and _steers(ship, GRID.step(ship.box, box))
    )
    exits = tuple(
        OFF + edge
        for edge in GRID.edges(ship.box)
        if edge not in state.board.banks and _steers_over(ship, edge)
    )
    return (*near, *exits)


def _steers(ship: Ship, step: tuple[int, int]) -> bool:
    """Tell whether a ship can steer a step: damaged steering allows only steps along the column, or
    along the row.

    Iron & Oak 6.3.17.
    """
    if "steering_column" in ship.criticals and step[1]:
        return False
    return not ("steering_row" in ship.criticals and step[0])


def _steers_over(ship: Ship, edge: str) -> bool:
    return _steers(ship, (1, 0) if edge in {"top", "bottom"} else (0, 1))


def ways(state: State, ship: Ship, goal: str) -> tuple[str, ...]:
    """Return the boxes in between by which a ship may reach a box two away."""
    return tuple(
        via
        for via in GRID.ways(ship.box, goal)
        if _clear(state, ship, via)
        and _passes(state, ship, ship.box, via)
        and _passes(state, ship, via, goal)
    )


def far_goals(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the boxes two away that a ship may reach with Maneuver 2."""
    if not ship.on_map:
        return ()
    return tuple(
        goal
        for goal in GRID.two_away(ship.box)
        if not land(state.board, goal) and ways(state, ship, goal)
    )


def _clear(state: State, ship: Ship, box: str) -> bool:
    """Tell whether a ship may pass through a box: it has no land, and no enemy is in it."""
    return not land(state.board, box) and not fleet.enemies_in(state, ship.control, box)


def _passes(state: State, ship: Ship, start: str, end: str) -> bool:
    if not _steers(ship, GRID.step(start, end)):
        return False
    flanks = GRID.flanks(start, end)
    return flanks is None or any(_clear(state, ship, box) for box in flanks)


# The orders that a ship may be given, and every reason against the others (Iron & Oak 4.0).


MANEUVERS = ("maneuver_0", "oppose", "cross_t", "ram_spar", "maneuver_1", "maneuver_2")
IN_BOX_AND_AWAY: tuple[Order, ...] = ("oppose", "cross_t", "ram_spar", "maneuver_2")
AT_A_BANK: tuple[Order, ...] = ("anchor", "drift", *IN_BOX_AND_AWAY)
"""The orders that are closed to a ship that must retire and has reached her own edge, if it is a
bank: she can only hold there."""
RETIRING: tuple[Order, ...] = ("maneuver_0", *AT_A_BANK)
"""The orders that are closed to a ship that must retire, as long as she can go nearer to her own
edge, or off the map there."""

Reasons = Mapping[Order, tuple[str, ...]]
"""{order: all reasons against giving it to a ship, sorted; () if it is legal}."""


def why_not(state: State, ship: Ship) -> dict[Order, tuple[str, ...]]:
    """Return {order: all reasons against giving it to a ship, sorted; () if it is legal}."""
    found = {order: why_impossible(state, ship, order) for order in ORDERS}
    if ship.kind == "contact":
        for order in set(ORDERS) - {"maneuver_0", "drift", "maneuver_1"}:
            found[order].add("contact")
    for order in ORDERS:
        if barred(state, ship, order):
            found[order].add("scenario")
    if ship.on_map and fleet.retiring(ship):
        for closed in _while_retiring(state, ship, found):
            found[closed].add("retiring")
    return {order: tuple(sorted(reasons)) for order, reasons in found.items()}


def _while_retiring(
    state: State, ship: Ship, found: Mapping[Order, Collection[str]]
) -> Iterable[Order]:
    """Return the orders that are closed to a ship on the map that must retire (Iron & Oak 6.2.3H).

    She never anchors. If she can go nearer to her own edge, or off it, she must. If that edge is a
    bank, she stays there.
    """
    if not found["maneuver_1"]:
        return RETIRING
    edge = state.sides[ship.control].edge
    at_a_bank = edge in GRID.edges(ship.box) and edge in state.board.banks
    return AT_A_BANK if at_a_bank and not found["maneuver_0"] else ("anchor",)


def legal_orders(against: Reasons) -> tuple[Order, ...]:
    """Return a ship's legal orders, from the reasons against each order (a result of `why_not`)."""
    return tuple(order for order, reasons in against.items() if not reasons)


def why_impossible(state: State, ship: Ship, order: Order) -> set[str]:
    """Return the ids of the reasons that make an order impossible for a ship."""
    if order in MANEUVERS:
        return _maneuver(state, ship, order)
    reasons = set() if ship.on_map else {"off_map"}
    still = fleet.immobile(state, ship)
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
    if order == "drift" and fleet.under_tow(state, ship):
        reasons.add("towed")
    return reasons


def _maneuver(  # noqa: PLR0912  (one branch a reason)
    state: State, ship: Ship, order: Order
) -> set[str]:
    """Return the ids of the reasons against a maneuver: holding, moving, opposing, crossing or
    attacking.
    """
    if not ship.on_map and order == "maneuver_0":
        return set()
    # Against any maneuver at all: her place, her ties, her engine.
    reasons: set[str] = set()
    if not ship.on_map and order != "maneuver_1":
        reasons.add("off_map")
    if fleet.immobile(state, ship):
        reasons.add("immobile")
    if not fleet.powered(state, ship) and not (
        order == "maneuver_0" and fleet.under_tow(state, ship)
    ):
        reasons.add("unpowered")
    if fleet.fouled_with_ships(state, ship):
        reasons.add("fouled")
    if order == "maneuver_0":
        return reasons
    if fleet.towed_by(state, ship):
        reasons.add("towed")
    if order in {"maneuver_1", "cross_t", "ram_spar"} and fleet.held_in_tow(state, ship):
        reasons.add("grappled_to_immobile")
    # Against a move to the next box, or to a box two away.
    free = not fleet.immobile(state, ship)
    if order == "maneuver_1":
        if not ship.on_map and state.turn < ship.enter_turn:
            reasons.add("too_early")
        if free and not goals(state, ship):
            reasons.add("no_destination")
        return reasons
    if order == "maneuver_2":
        if fleet.grappled(state, ship):
            reasons.add("grappled")
        if state.board.night:
            reasons.add("night")
        if free and ship.on_map and not far_goals(state, ship):
            reasons.add("no_destination")
        return reasons
    # Against opposing an enemy, crossing a T, or attacking by ram or torpedo.
    if order == "oppose" and ship.towing:
        reasons.add("towing")
    if order != "ram_spar" and (ship.across_bow_of or ship.across_stern_of):
        reasons.add("lies_across")
    if order == "cross_t" and fleet.bow_on(state, ship):
        reasons.add("bow_on")
    steering = ("rudder", "steering_row", "steering_column")
    if order != "oppose" and any(each in ship.criticals for each in steering):
        reasons.add("steering")
    if ship.captured_by:
        reasons.add("prize")
    if ship.on_map:
        if not fleet.identified(fleet.enemies_in(state, ship.control, ship.box)):
            reasons.add("no_enemy_in_box")
        if order == "cross_t" and not can_cross_any(state, ship):
            reasons.add("no_target")
        if order == "ram_spar" and not can_ram_any(state, ship):
            reasons.add("no_target")
    return reasons


def barred(state: State, ship: Ship, order: str) -> bool:
    """Tell whether a special rule of the battle forbids this order to a ship in this turn."""
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
    """Return how many ships of a side may enter the map in this turn; None without a limit."""
    for effect in state.in_force("enter_limit"):
        if effect.side == side:
            return effect.ships_a_turn
    return None

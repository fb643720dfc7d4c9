"""Carrying out an order: the ways to do it, and the way that was chosen (Iron & Oak 4.2)."""

from __future__ import annotations

from collections.abc import Callable

from engine.game.decision import Decision, Option
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.cards import discard, held, play
from engine.systems.iron_oak.damage import fights
from engine.systems.iron_oak.effects.maneuvers import WITH_HOLD
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.movement.getting_free import refloat, taken_along, unfoul
from engine.systems.iron_oak.movement.hazards import face_hazards, holds_in_tow
from engine.systems.iron_oak.movement.in_box import attack, cross, maneuver_in_box
from engine.systems.iron_oak.movement.rolls import roll_for, table_roll
from engine.systems.iron_oak.movement.segment import moving
from engine.systems.iron_oak.orders.legal import (
    CROSSES,
    ENDS,
    attacks,
    far_goals,
    goals,
    ways,
    why_not_cross,
    why_not_ram,
)
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Way
from engine.systems.iron_oak.state.state import Attack, Order, Ship, State, WayName
from engine.systems.iron_oak.waters import off

# Choosing how an order is carried out: kind, target, path and destination.
#
# Iron & Oak 3.3.1A.


@RULES.asks(st.NameWay)
def _ask(state: State, step: st.NameWay) -> tuple[Decision, ...]:
    ship = state.ships[step.ship]
    options = ways_of(state, ship)
    if not options:
        return ()
    prompt = f"{fleet.name(ship)}: how is the order carried out?"
    return (Decision(fleet.seat_of(state, ship), "way", prompt, options, ship=ship.id),)


def ways_of(state: State, ship: Ship) -> tuple[Option, ...]:
    """Return an option for each way to carry out the revealed order; () for an order that leaves no
    choice, such as to drift.
    """
    move = state.move
    assert move is not None
    rule = _WAYS.get(move.order)
    return rule(state, ship) if rule else ()


def can_maneuver_in_box(state: State, ship: Ship) -> bool:
    """Tell whether a ship may maneuver inside her box, to get free of a crossing or to screen a
    friend.
    """
    return (
        ship.on_map
        and fleet.powered(state, ship)
        and not fleet.immobile(state, ship)
        and not fleet.fouled_with_ships(state, ship)
        and not fleet.towed_by(state, ship)
        and not fleet.held_in_tow(state, ship)
    )


def _holds(state: State, ship: Ship) -> tuple[Option, ...]:
    if not ship.on_map:
        return ()
    options = [Option("hold", "Hold", Way("hold"))]
    if can_maneuver_in_box(state, ship) and ship.kind == "ship":
        if fleet.in_position(state, ship):
            options.append(Option("escape", "Escape within the box", Way("escape")))
        kinds = [kind for kind in WITH_HOLD.kinds if WITH_HOLD[kind](state, ship)]
        for card in held(state, ship.control, *kinds):
            options += [
                Option(
                    f"screen:{friend.id}",
                    f"Screen {fleet.name(friend)}",
                    Way("screen", friend.id, card=card),
                    subject=friend.id,
                )
                for friend in fleet.own_ships(state, ship.control)
                if friend.box == ship.box and friend.id != ship.id and friend.kind == "ship"
            ]
    return tuple(options)


def _met(state: State, ship: Ship) -> tuple[Ship, ...]:
    """Return the identified enemies that were in the ship's box already when orders were given.

    Iron & Oak 5.5, 5.6.
    """
    if ship.moved:
        return ()
    return tuple(
        target
        for target in fleet.identified(fleet.enemies_in(state, ship.control, ship.box))
        if not target.moved
    )


def _crossings(state: State, ship: Ship) -> tuple[Option, ...]:
    return tuple(
        Option(
            f"{end}:{target.id}",
            f"Cross the {end} of {fleet.name(target)}",
            Way(CROSSES[end], target.id),
            subject=target.id,
        )
        for target in _met(state, ship)
        for end in ENDS
        if not why_not_cross(state, ship, target, end)
    )


def _rams(state: State, ship: Ship) -> tuple[Option, ...]:
    words: dict[Attack, str] = {
        "ram": "Ram",
        "spar": "Spar torpedo against",
        "ram_and_spar": "Torpedo and ram",
    }
    return tuple(
        Option(
            f"{kind}:{target.id}",
            f"{words[kind]} {fleet.name(target)}",
            Way(kind, target.id),
            subject=target.id,
        )
        for target in _met(state, ship)
        if not why_not_ram(state, ship, target)
        for kind in attacks(ship)
    )


def _goals(state: State, ship: Ship) -> tuple[Option, ...]:
    return tuple(
        Option(
            goal,
            f"Leave by the {off(goal)} edge" if off(goal) else f"To {goal}",
            Way("maneuver_1", goal=goal),
            ends=bool(off(goal)),
        )
        for goal in goals(state, ship)
    )


def _far_goals(state: State, ship: Ship) -> tuple[Option, ...]:
    return tuple(
        Option(f"{goal}/{via}", f"To {goal} by {via}", Way("maneuver_2", goal=goal, via=via))
        for goal in far_goals(state, ship)
        for via in ways(state, ship, goal)
    )


def _unfoulings(state: State, ship: Ship) -> tuple[Option, ...]:
    names = {
        what: fleet.name(state.ships[what])
        if what in state.ships
        else f"the {what.replace('_', ' ')}"
        for what in ship.fouled
    }
    return tuple(
        Option(f"unfoul:{what}", f"Get clear of {name}", Way("unfoul", what))
        for what, name in names.items()
    )


_WAYS: dict[Order, Callable[[State, Ship], tuple[Option, ...]]] = {
    "maneuver_0": _holds,
    "cross_t": _crossings,
    "ram_spar": _rams,
    "maneuver_1": _goals,
    "maneuver_2": _far_goals,
    "unfoul": _unfoulings,
}


@RULES.takes(st.NameWay)
def _take(ledger: Ledger, step: st.NameWay, seat: str, command: Way) -> None:
    ledger.finish()
    ship = ledger.state.ships[step.ship]
    if command.card:
        play(ledger, ship.control, command.card, ship.id)
        discard(ledger, command.card)
    if command.way in {"cross_bow", "cross_stern", "ram", "spar", "ram_and_spar"} and ship.hidden:
        ledger.write(ev.Revealed(ship.id))
    ledger.write(ev.WayNamed(ship.id, command.way, command.target, command.goal, command.via))


@RULES.does(st.NameWay)
def _only(ledger: Ledger, step: st.NameWay) -> None:
    """Record the way of an order that leaves no choice; an attack without a target becomes a
    hold.
    """
    ledger.finish()
    move = ledger.state.move
    assert move is not None
    empty: dict[Order, WayName] = {"cross_t": "hold", "ram_spar": "hold", "maneuver_0": "hold"}
    way: WayName = empty.get(move.order, move.order)
    if move.order in {"maneuver_1", "maneuver_2"}:
        way = "hold" if ledger.state.ships[step.ship].on_map else "wait"
    ledger.write(ev.WayNamed(step.ship, way))


# Carrying out an order: the rule for each way, and moves to another box (Iron & Oak 5).


def go(ledger: Ledger, ship_id: str) -> None:
    """Roll for a move to the next box and go there if it succeeds. If it fails no hazards are
    checked.
    """
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
    """Move on to the second box, unless a hazard of the first one has ended the move."""
    ledger.finish()
    move = ledger.state.move
    if move is None or not fights(ledger, step.ship) or not moving(ledger, step.ship):
        return
    movers = taken_along(ledger.state, ledger.state.ships[step.ship])
    ledger.write(ev.ShipsMoved(movers, move.goal, "maneuver"))
    face_hazards(ledger, step.ship)


# Carrying out an order: the rule for each way (Iron & Oak 5).


Rule = Callable[[Ledger, str], None]


@RULES.does(st.CarryOut)
def _carry_out(ledger: Ledger, step: st.CarryOut) -> None:
    ledger.finish()
    move = ledger.state.move
    if move is not None and move.way and moving(ledger, step.ship):
        _RULES[move.way](ledger, step.ship)


def _nothing(ledger: Ledger, ship: str) -> None:
    """Do nothing: the ship stays in her box, or waits off the map."""


def _anchor(ledger: Ledger, ship: str) -> None:
    """Record that a ship drops her anchor (Iron & Oak 4.1)."""
    if not ledger.state.ships[ship].anchored:
        ledger.write(ev.Anchored(ship))


def _weigh(ledger: Ledger, ship: str) -> None:
    """Record that a ship takes up her anchor; she may move from her next Movement Segment on (Iron
    & Oak 4.2).
    """
    found = ledger.state.ships[ship]
    if found.anchored:
        discard(ledger, found.springs)
        ledger.write(ev.Weighed(ship))


def _hold(ledger: Ledger, ship: str) -> None:
    """Stay in the box without a roll. The hazards of the box are checked, unless the ship is in tow
    (Iron & Oak 5.1.3).
    """
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
"""{way to carry out an order: the function that does it}. An order that a card has cancelled does
nothing."""

"""Taking a ship in tow, and letting go (Iron & Oak 5.3)."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.decision import Decision, Option
from engine.game.sheet import Fill, Sheet, Slot
from engine.systems.iron_oak.fleet.hulls import name, powered
from engine.systems.iron_oak.fleet.sides import own_ships, seat_of, side_of
from engine.systems.iron_oak.fleet.ties import (
    fouled_with_ships,
    grappled,
    held_in_tow,
    immobile,
)
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.rolls import towing_drm
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Take
from engine.systems.iron_oak.state.state import Ship, State

UNDER = ("maneuver_0", "cross_t", "ram_spar", "maneuver_1")
"""Orders under which a tow may be taken; with Oppose and Maneuver 2 it would undo the order."""


def can_tow(state: State, ship: Ship) -> bool:
    """Tell whether a ship may take another in tow: powered, mobile, free herself."""
    return (
        ship.on_map
        and ship.kind == "ship"
        and not ship.captured_by
        and powered(state, ship)
        and not ship.fouled
        and not grappled(state, ship)
        and not immobile(state, ship)
    )


def tows(state: State, ship: Ship) -> tuple[Ship, ...]:
    """Return the friendly ships in the box that a ship may take in tow."""
    if not can_tow(state, ship):
        return ()
    return tuple(
        other
        for other in own_ships(state, ship.control)
        if other.id != ship.id
        and other.box == ship.box
        and other.kind == "ship"
        and not other.moved
        and not grappled(state, other)
        and not fouled_with_ships(state, other)
    )


@RULES.asks(st.TakeTow)
def _ask(state: State, step: st.TakeTow) -> tuple[Decision, ...]:
    ship, move = state.ships[step.ship], state.move
    if move is None or move.order not in UNDER:
        return ()
    options = [
        Option(
            f"take:{other.id}",
            f"Take {name(other)} in tow ({towing_drm(state, ship, other):+d})",
            Take(other.id),
            subject=other.id,
        )
        for other in tows(state, ship)
    ]
    if not options:
        return ()
    options.insert(0, Option("none", "Nobody in tow", Take()))
    prompt = f"{name(ship)}: take a ship in tow?"
    return (Decision(seat_of(state, ship), "tow", prompt, tuple(options), ship=ship.id),)


@RULES.takes(st.TakeTow)
def _take(ledger: Ledger, step: st.TakeTow, seat: str, command: Take) -> None:
    ledger.finish()
    if not command.ship:
        return
    ledger.write(ev.TowTaken(step.ship, command.ship))
    ship = ledger.state.ships[step.ship]
    if held_in_tow(ledger.state, ship):  # a grounded or anchored one is helped, and holds her
        ledger.write(ev.OrderRevealed(ship.id, ship.open_order, "maneuver_0"))


# Letting go ---------------------------------------------------------------------


def _own_tows(state: State, seat: str) -> tuple[Ship, ...]:
    side = side_of(state, seat)
    return tuple(
        ship
        for ship in own_ships(state, side)
        if ship.towing and ship.on_map and seat_of(state, ship) == seat
    )


@RULES.asks(st.LetGo)
def _ask_let_go(state: State, step: st.LetGo) -> tuple[Sheet, ...]:
    tugs = _own_tows(state, step.seat)
    if not tugs:
        return ()
    slots = tuple(
        Slot(
            tug.id,
            f"{name(tug)} tows {name(state.ships[tug.towing])}",
            (Option("keep", "Keep in tow", None), Option("let_go", "Let go", None)),
            subject=tug.id,
        )
        for tug in tugs
    )
    proposed = {tug.id: Answer("keep") for tug in tugs}
    sheet = Sheet(
        id=f"tows {state.turn}",
        seat=step.seat,
        kind="tows",
        prompt="Which tows are let go?",
        slots=slots,
        secret=False,
        proposed=proposed,
    )
    return (sheet,)


@RULES.takes(st.LetGo)
def _take_let_go(ledger: Ledger, step: st.LetGo, seat: str, command: Fill) -> None:
    ledger.finish()
    for id in sorted(command.answers):  # not as it was filled in: a file does not keep that
        if command.answers[id].option == "let_go":
            ledger.write(ev.TowEnded(id))


@RULES.does(st.LetGo)
def _none(ledger: Ledger, step: st.LetGo) -> None:
    ledger.finish()


def taken_along(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the ship and the one that she has in tow."""
    return (ship.id, ship.towing) if ship.towing else (ship.id,)

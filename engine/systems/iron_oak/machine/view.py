"""The state as a seat sees it: nothing hidden is in it (Iron & Oak 1.3.2, 3.2, 8.6)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from engine.systems.iron_oak.fleet.names import public_id
from engine.systems.iron_oak.fleet.sides import side_of
from engine.systems.iron_oak.machine.masking import masked
from engine.systems.iron_oak.state.state import (
    COVERED,
    HIDDEN,
    Ship,
    SideState,
    Standing,
    State,
)


def view(state: State, seat: str) -> State:
    """Return what a seat may know; '' is a watcher, who sees what both sides see."""
    side = side_of(state, seat)
    names = {
        ship.id: public_id(ship)
        for ship in state.ships.values()
        if ship.hidden and ship.side != side and ship.counter
    }
    known = [_known(state, ship, side) for ship in state.ships.values() if ship.id not in names]
    counters = sorted(
        (_counter(ship) for ship in state.ships.values() if ship.id in names),
        key=lambda ship: ship.id,  # the order of the ships would tell who is who
    )
    ships = {ship.id: ship for ship in (*known, *counters)}
    if names:
        ships = {id: masked(ship, names) for id, ship in ships.items()}
        state = replace(
            state,
            agenda=masked(state.agenda, names),
            move=masked(state.move, names),
            shot=masked(state.shot, names),
        )
    return replace(
        state,
        ships=ships,
        sides={key: each if key == side else _covered(each) for key, each in state.sides.items()},
        deck=(COVERED,) * len(state.deck),
        set_aside=(COVERED,) * len(state.set_aside),
    )


def _covered(side: SideState) -> SideState:
    """Return a side without its cards, its standing answers and its order sets."""
    return replace(
        side,
        aside=UNSET,
        hand=(COVERED,) * len(side.hand),
        standing=Standing(),
        sequence=(),
    )


def _known(state: State, ship: Ship, side: str) -> Ship:
    """Return a ship whose order is covered until it is revealed, and her plan for good."""
    if ship.plan and ship.control != side:
        ship = replace(ship, plan="")
    open_now = ship.acted or (state.move is not None and state.move.ship == ship.id)
    if ship.order and ship.control != side and not open_now:
        return replace(ship, order=HIDDEN)
    return ship


def _counter(ship: Ship) -> Ship:
    """Return a hidden ship or False Contact as all see it: where it is, and its open markers."""
    return Ship(
        ship.counter,
        ship.side,
        ship.box,
        kind="counter",
        counter=ship.counter,
        hidden=True,
        acted=ship.acted,
        moved=ship.moved,
        order=HIDDEN if ship.order else "",
        anchored=ship.anchored,
        towing=ship.towing,
        lost=ship.lost,
    )

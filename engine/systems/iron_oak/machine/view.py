"""The state as a seat sees it, nothing hidden in it; and what was learnt, so that no undo is free.

Iron & Oak 1.3.2, 3.2, 8.6; the barrier is the fair play of the house, not a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from engine.systems.iron_oak.fleet import public_id, side_of
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import (
    COVERED,
    HIDDEN,
    Roll,
    Ship,
    SideState,
    Standing,
    State,
)

T = TypeVar("T")
_DRAWN = (ev.CardsDealt, ev.DeckRenewed, ev.CountersNumbered)


def view(state: State, seat: str) -> State:
    """Return what a seat may know; '' is a watcher, who sees what both sides see.

    Screens and computer players get this and never the whole, so what is left out here nobody can
    tell by chance. Hidden ships go by their counters wherever their ids stand. Rules may be asked
    about a view, but a battle is decided on the whole alone.
    """
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


def opened(state: State) -> State:
    """Return the state of a battle that is over: every hidden ship goes by her name."""
    found = {id: replace(ship, hidden=False) for id, ship in state.ships.items() if ship.hidden}
    return replace(state, ships={**state.ships, **found}) if found else state


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
        id=ship.counter,
        side=ship.side,
        box=ship.box,
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


def masked(value: T, names: Mapping[str, str]) -> T:
    """Return a value with every id among `names` replaced: in texts, tuples, dicts, structs."""
    covered: T = _masked(value, names)
    return covered


def _masked(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return type(value)(_masked(each, names) for each in value)  # an agenda under way stays one
    if isinstance(value, dict):
        return {_masked(key, names): _masked(each, names) for key, each in value.items()}
    if isinstance(value, msgspec.Struct):
        changes = {}
        for field in value.__struct_fields__:
            old = getattr(value, field)
            new = _masked(old, names)
            if new != old:
                changes[field] = new
        return msgspec.structs.replace(value, **changes) if changes else value
    return value


def undo_barrier(events: Iterable[ev.AnyEvent]) -> str:
    """Say why these events may not be freely undone; '' when they may."""
    for event in events:
        if isinstance(event, _DRAWN) or any(
            isinstance(getattr(event, field), Roll) for field in event.__struct_fields__
        ):
            return "dice were rolled"
        if isinstance(event, ev.CardReplaced):
            return "a card was drawn"
        if isinstance(event, ev.CardPlayed):
            return "a card was revealed"
        if isinstance(event, ev.OrderRevealed | ev.Revealed):
            return "an order was revealed"
    return ""

"""What must hold of a position as a whole: room for every ship, snags, parties, orders."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.position import Reader
from engine.space.hexes import Hex, covered, label
from engine.systems.wooden_ships.fleet.place import apart, lies_on
from engine.systems.wooden_ships.fleet.ties import snagged_with
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.plots import plotted, why_no_order
from engine.systems.wooden_ships.state.sides import afloat, friends, side_of
from engine.systems.wooden_ships.state.state import Party, Ship, State


def check(state: State, readers: Mapping[str, Reader], head: Reader) -> None:
    """Note everything that is wrong between the ships of a position."""
    _room(state, readers)
    _snags(state, readers)
    for ship in state.ships.values():
        for number, party in enumerate(ship.parties):
            why = _party(state, ship, party)
            if why:
                readers[ship.id].fault(f"parties[{number}]", why)
        if ship.order:
            _order(state, ship, readers[ship.id])
        captor = ship.prize.seat if ship.prize else ship.seat
        if captor != ship.seat and state.seats[captor].side == state.seats[ship.seat].side:
            readers[ship.id].fault("prize.seat", "a friend's ship is no prize")
    sides = sorted(side_of(state, ship) for ship in state.ships.values())
    if state.kind == "single" and (len(sides) != 2 or sides[0] == sides[1]):
        head.fault("kind", "single is for one ship a side")


def _room(state: State, readers: Mapping[str, Reader]) -> None:
    land = covered(state.land)
    taken: dict[Hex, str] = {}
    for ship in afloat(state):
        for place in lies_on(ship):
            if place in taken:
                readers[ship.id].fault("bow", f"{taken[place]} lies on {label(place)} too")
            elif place in land:
                readers[ship.id].fault("bow", f"{label(place)} is land")
            taken.setdefault(place, ship.id)


def _snags(state: State, readers: Mapping[str, Reader]) -> None:
    pairs = {(a, b, "fouled") for a, b in state.fouled}
    pairs |= {(a, b, "grappled") for a, b, _ in state.grappled}
    for a, b, how in sorted(pairs):
        known = [state.ships[key] for key in (a, b) if key in state.ships]
        if a == b or any(ship.enter_turn for ship in known):
            readers[a].fault(how, f"{a} and {b} cannot be {how}")
        elif len(known) == 2 and apart(*known) != 1:
            where = a if _names(readers[a], how, b) else b
            other = b if where == a else a
            readers[where].fault(how, f"{other} is not adjacent")


def _names(reader: Reader, how: str, other: str) -> bool:
    named = reader.raw.get(how, ())
    return isinstance(named, list | dict) and other in named


def _party(state: State, ship: Ship, party: Party) -> str:
    """Say why a party cannot be, '' when it can."""
    if party.kind == "DBP":
        return "" if snagged_with(state, ship.id) else "only a snagged ship has one that defends"
    other = state.ships.get(party.to)
    if other is None or other.id == ship.id:
        return "" if other is None else "a party goes to another ship"
    if apart(ship, other) != 1:
        return f"{other.id} is not adjacent"
    if party.kind == "OBP":
        if friends(state, ship, other):
            return f"{other.id} is a friend, whom no one boards"
        if other.id not in snagged_with(state, ship.id):
            return f"{other.id} is not snagged with her"
    return ""


def _order(state: State, ship: Ship, reader: Reader) -> None:
    why_not = why_no_order(state, ship)
    if why_not:
        reader.fault("order", f"she gets no order: {why_not}")
        return
    course = plotted(state, ship, read(ship.order))
    if course.why_not:
        reader.fault("order", f"'{ship.order}' is illegal, {course.why_not}")

"""Whose a ship is, and who is a friend of whom (Wooden Ships & Iron Men, Ship Chart)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.systems.wooden_ships.state.state import Ship, State, id_order


def in_order(ids: Iterable[str]) -> list[str]:
    """Return ids in their order, each once."""
    return sorted(set(ids), key=id_order)


def pair(one: str, other: str) -> tuple[str, str]:
    """Return two ships, the lower id first."""
    return (one, other) if id_order(one) <= id_order(other) else (other, one)


def holder(ship: Ship) -> str:
    """Return the seat that holds a ship: a prize's captor, else her own."""
    return ship.prize.seat if ship.prize else ship.seat


def side_of(state: State, ship: Ship) -> str:
    """Return the side that holds a ship."""
    return state.seats[holder(ship)].side


def friends(state: State, one: Ship, other: Ship) -> bool:
    """Tell whether two ships are held by one side."""
    return side_of(state, one) == side_of(state, other)


def sides(state: State) -> tuple[str, ...]:
    """Return the sides in the order of their first seats."""
    return tuple(dict.fromkeys(seat.side for seat in state.seats.values()))


def afloat(state: State) -> list[Ship]:
    """Return the ships on the map, in order of their ids."""
    return [ship for ship in state.ships.values() if not ship.enter_turn]

"""The base class of events, and state changes shared by several of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.systems.wooden_ships.state.state import State, pair

# The changes to a state that several events make.


def with_ships(state: State, changes: Mapping[str, Mapping[str, Any]]) -> State:
    """Return the state with fields of several ships changed."""
    ships = dict(state.ships)
    for ship, fields in changes.items():
        ships[ship] = replace(ships[ship], **fields)
    return replace(state, ships=ships)


def with_points(state: State, shares: Mapping[str, str], sign: int = 1) -> State:
    """Return the state with points added for seats, or taken away if `sign` is -1. `shares` is
    {seat: points as a fraction in text}.
    """
    seats = dict(state.seats)
    for key, share in shares.items():
        total = Fraction(seats[key].points) + sign * Fraction(share)
        seats[key] = replace(seats[key], points=str(total))
    return replace(state, seats=seats)


def without_foul(state: State, ships: Iterable[str]) -> State:
    """Return the state in which these two ships are no longer fouled."""
    freed = pair(*ships)
    return replace(state, fouled=tuple(each for each in state.fouled if each != freed))


def with_grapples(state: State, one: str, other: str, more: int) -> State:
    """Return the state with `more` grapples between two ships; a negative number removes
    grapples.
    """
    first, second = pair(one, other)
    counts = {(a, b): count for a, b, count in state.grappled}
    counts[first, second] = counts.get((first, second), 0) + more
    grappled = tuple(sorted((a, b, count) for (a, b), count in counts.items() if count > 0))
    return replace(state, grappled=grappled)


# The base of all events.


class WoodenShipsEvent(msgspec.Struct, frozen=True, tag_field="fact"):
    """The base class of events. An event carries the result of the rules, so a replay needs no
    rules.
    """

    @abstractmethod
    def after(self, state: State) -> State:
        """Return the state after the event. It contains no rules and never refuses."""
        raise NotImplementedError

"""Where ships lie: a bow hex and the hex astern of it (Wooden Ships & Iron Men, Mapboard)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.kit.cached_per_state import cached_per_state
from engine.space.hexes import Hex, distance, step, turned
from engine.systems.wooden_ships.state.sides import afloat
from engine.systems.wooden_ships.state.state import Ship, State

Place = tuple[Hex, int]
"""Bow hex and facing."""


@lru_cache(maxsize=65536)
def hexes(bow: Hex, facing: int) -> tuple[Hex, Hex]:
    """Return the bow and the stern hex of a ship at a place."""
    return bow, step(bow, turned(facing, 3))


def lies_on(ship: Ship) -> tuple[Hex, Hex]:
    """Return the two hexes of a ship, bow first."""
    return hexes(ship.bow, ship.facing)


def apart(one: Ship, other: Ship) -> int:
    """Return the distance of two ships in hexes: the least over their four pairs of hexes."""
    return between(one.bow, one.facing, other.bow, other.facing)


@lru_cache(maxsize=65536)
def between(bow: Hex, facing: int, other_bow: Hex, other_facing: int) -> int:
    """Return the distance in hexes of ships at two places."""
    mine, theirs = hexes(bow, facing), hexes(other_bow, other_facing)
    return min(distance(here, there) for here in mine for there in theirs)


def beside(state: State, ship: Ship) -> list[Ship]:
    """Return the ships that are adjacent to one, in order of ids."""
    column, row = ship.bow
    columns = _by_column(state)
    return [
        other
        for _, other in sorted(
            (number, other)
            for near in range(column - 3, column + 4)
            for number, other in columns.get(near, ())
            if abs(other.bow[1] - row) <= 4 and other.id != ship.id and apart(ship, other) == 1
        )
    ]


@cached_per_state
def _by_column(state: State) -> dict[int, list[tuple[int, Ship]]]:
    """Return the ships on the map by the column of their bows, numbered in order of ids.

    A fleet asks for everybody's neighbours at once: each looks only at the columns around.
    """
    found: dict[int, list[tuple[int, Ship]]] = {}
    for number, ship in enumerate(afloat(state)):
        found.setdefault(ship.bow[0], []).append((number, ship))
    return found


def taken(ships: Iterable[Ship]) -> set[Hex]:
    """Return the hexes that ships lie on."""
    return {place for ship in ships for place in lies_on(ship)}

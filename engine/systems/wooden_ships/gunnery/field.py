"""The field of fire: who is in it, who is closest, what blocks it.

Wooden Ships & Iron Men, Combat Rules.
"""

from __future__ import annotations

from functools import lru_cache

from engine.kit.cached_per_state import cached_per_state
from engine.space.hexes import Hex, covered, distance
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.place import between, hexes
from engine.systems.wooden_ships.gunnery.play import bears, sides_in_field
from engine.systems.wooden_ships.state.sides import afloat
from engine.systems.wooden_ships.state.state import Ship, SideName, State

Field = dict[str, int]
"""The ships in a field of fire, with their ranges in hexes."""


def field(state: State, ship: Ship, side: SideName) -> Field:
    """Return all ships in a side's field of fire: friends and surrendered ones too."""
    return fields(state, ship.id)[side]


def fields(state: State, ship_id: str) -> dict[SideName, Field]:
    """Return both fields of fire of a ship."""
    ship = state.ships[ship_id]
    known, at = _known(state), (ship_id, ship.bow, ship.facing)
    if at not in known:
        known[at] = _fields(state, ship, book().gunnery.max_range)
    return known[at]


Known = dict[tuple[str, Hex, int], dict[SideName, Field]]
"""Fields of fire by the ship and her place."""


@cached_per_state
def _known(state: State) -> Known:
    """Return the fields that are known where all ships lie as they do.

    In the phases of fire one state follows the other, and nobody moves.
    """
    lying = tuple((ship.id, ship.bow, ship.facing) for ship in afloat(state))
    return _where_all_lie(lying, book().gunnery.max_range)


@lru_cache(maxsize=16)
def _where_all_lie(lying: tuple[tuple[str, Hex, int], ...], reach: int) -> Known:
    return {}


def _fields(state: State, ship: Ship, reach: int) -> dict[SideName, Field]:
    (column, row), facing = ship.bow, ship.facing
    far = reach + 2  # both ships have a stern
    found: dict[SideName, Field] = {"port": {}, "starboard": {}}
    for other in afloat(state):
        bow = other.bow
        if abs(bow[0] - column) > far or abs(bow[1] - row) > far + 1 or other.id == ship.id:
            continue
        for side in sides_in_field(ship.bow, facing, bow, other.facing, reach):
            found[side][other.id] = between(ship.bow, facing, bow, other.facing)
    return found


def closest(state: State, ship: Ship, side: SideName) -> tuple[str, ...]:
    """Return the ships at the least range in a side's field, by id."""
    inside = field(state, ship, side)
    least = min(inside.values(), default=0)
    return tuple(other for other, far in inside.items() if far == least)


def land_before(state: State, ship: Ship, side: SideName, far: int) -> bool:
    """Tell whether a hex of land in a side's play is nearer than so many hexes."""
    if not state.land:
        return False
    return _nearest_land(state.land, ship.bow, ship.facing, side) < far


@lru_cache(maxsize=4096)
def _nearest_land(land: tuple[tuple[Hex, ...], ...], bow: Hex, facing: int, side: SideName) -> int:
    mine = hexes(bow, facing)
    found = (
        min(distance(here, place) for here in mine)
        for place in covered(land)
        if bears(bow, facing, place) == side
    )
    return min(found, default=10**6)

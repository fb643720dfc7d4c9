"""The bases on the table as hulls of the plane, and what blocks a moving ship. Inches."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.kit.by_type import cached_per_state
from engine.space.plane.contact import gap
from engine.space.plane.hull import Hull, hull_at
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.state import Ship, State, Terrain

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LAND = ("island", "land")
"""The terrain that blocks sight and takes landing parties."""
SOLID = ("island", "land", "rocks")
"""The terrain that a base may not enter."""


def hull(ship: Ship) -> Hull:
    """Return the base of a ship that is on the table."""
    assert ship.pose is not None
    card = book().ships[ship.type]
    return hull_at(ship.pose, card.length, card.width)


def hulls(state: State, *without: str) -> dict[str, Hull]:
    """Return the bases on the table by ship id, some left out."""
    bases = dict(_every_hull(state))
    for key in without:
        bases.pop(key, None)
    return bases


@cached_per_state
def _every_hull(state: State) -> dict[str, Hull]:
    return {key: hull(ship) for key, ship in state.ships.items() if ship.pose is not None}


# Cached: building a polygon costs far more than any question that is put to it.
@lru_cache(maxsize=256)
def _polygon(piece: Terrain) -> Any:
    from shapely import Polygon

    return Polygon(piece.outline)


def area(piece: Terrain) -> BaseGeometry:
    """Return a piece of terrain as a polygon."""
    polygon: BaseGeometry = _polygon(piece)
    return polygon


def solids(state: State, kinds: tuple[str, ...] = SOLID) -> dict[str, BaseGeometry]:
    """Return the terrain that a base may not enter (or of other kinds), by id."""
    return solid(state.terrain, kinds)


def solid(terrain: tuple[Terrain, ...], kinds: tuple[str, ...] = SOLID) -> dict[str, BaseGeometry]:
    """Return the pieces of some kinds as polygons, by id."""
    return {piece.id: area(piece) for piece in terrain if piece.kind in kinds}


def obstacles(state: State, mover: str) -> dict[str, Hull | BaseGeometry]:
    """Return everything that a moving ship may run into, by id."""
    return {**hulls(state, mover), **solids(state)}


def distance(state: State, one: str, other: str) -> float:
    """Return the range between two ships: inches between the nearest points of their bases."""
    return gap(hull(state.ships[one]), hull(state.ships[other]))

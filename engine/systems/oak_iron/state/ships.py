"""The sides of a battle and their ships, and the bases of ships on the table. Inches.

A side is a fleet of several squadrons, or one squadron on its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.kit.by_type import cached_per_state
from engine.space.plane.contact import gap
from engine.space.plane.hull import Hull, hull_at
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.state import Activation, Ship, State, Terrain

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


# The sides of a battle (a fleet, or a squadron on its own), their order, and their ships.


def sides(state: State) -> tuple[str, ...]:
    """Return the keys of the sides (a fleet's name, or a lone squadron's key), in their order."""
    return tuple(dict.fromkeys(squadron.side for squadron in state.squadrons.values()))


def first_side(state: State) -> str:
    """Return the side that goes first.

    It has the initiative. Before the cards of the turn are revealed it is the defender, or without
    a defender the side listed first.
    """
    key = state.initiative or state.defender
    if key in state.squadrons:
        return state.squadrons[key].side
    return key or sides(state)[0]


def other_side(state: State, side: str) -> str:
    """Return the enemy of a side; the same side if a position has only one."""
    return next((other for other in sides(state) if other != side), side)


def in_order(state: State) -> tuple[str, ...]:
    """Return both sides; the one that goes first is first."""
    first = first_side(state)
    return (first, *(side for side in sides(state) if side != first))


def squadrons_of(state: State, side: str) -> tuple[str, ...]:
    """Return the keys of the squadrons on a side."""
    return tuple(key for key, squadron in state.squadrons.items() if squadron.side == side)


def fleet_of(state: State, squadron: str) -> tuple[str, ...]:
    """Return the keys of all squadrons on the side of a squadron, with its own."""
    return squadrons_of(state, state.squadrons[squadron].side)


def spokesman(state: State, squadron: str) -> str:
    """Return the first squadron on the side of a squadron; its player decides for the whole
    side.
    """
    return fleet_of(state, squadron)[0]


def spokesmen(state: State) -> tuple[str, ...]:
    """Return the first squadron of each side; its player decides for the whole side."""
    return tuple(squadrons_of(state, side)[0] for side in sides(state))


def defender_first(state: State) -> tuple[str, ...]:
    """Return the squadrons whose players decide for each side: the defender's, then the
    attacker's.
    """
    return tuple(sorted(spokesmen(state), key=lambda key: key != state.defender))


def attacker_first(state: State) -> tuple[str, ...]:
    """Return the squadrons whose players decide for each side: the attacker's, then the
    defender's.
    """
    return defender_first(state)[::-1]


def is_fleet_battle(state: State) -> bool:
    """Tell whether this is a fleet battle: a side has several squadrons. Oak & Iron ch. 9."""
    return len(sides(state)) < len(state.squadrons)


def in_play(state: State, squadron: str) -> bool:
    """Tell whether a squadron has a ship that can fight, on the table or still to arrive."""
    return any(ship.fights or ship.awaited for ship in state.own_ships(squadron))


def summed(count_of: Callable[[State, str], int], state: State, side: str) -> int:
    """Return the sum of `count_of` over the squadrons of a side."""
    return sum(count_of(state, key) for key in squadrons_of(state, side))


def seat_of(state: State, ship: str) -> str:
    """Return the seat whose player controls a ship: her own squadron, or the one that captured
    her.
    """
    return state.ships[ship].holder


def active(state: State) -> tuple[Activation, Ship]:
    """Return the current activation and its ship. There must be one."""
    assert state.activation is not None
    return state.activation, state.ships[state.activation.ship]


def active_ship(state: State) -> Ship:
    """Return the ship whose activation it is. There must be one."""
    return active(state)[1]


def fighting(state: State, side: str) -> tuple[Ship, ...]:
    """Return a side's ships that can still act: on the table, not Captured, not Out of Action."""
    return tuple(
        ship
        for ship in state.ships.values()
        if ship.fights and state.squadrons[ship.squadron].side == side
    )


def awaited(state: State, side: str) -> tuple[Ship, ...]:
    """Return a side's ships that are not on the table yet but may still arrive."""
    return tuple(
        ship
        for ship in state.ships.values()
        if ship.awaited and state.squadrons[ship.squadron].side == side
    )


def enemies(state: State, ship: str) -> tuple[Ship, ...]:
    """Return the enemy ships that may be attacked: on the table, not Captured, not Out of
    Action.
    """
    own = state.side_of(ship)
    return tuple(
        other
        for other in state.ships.values()
        if other.fights and state.squadrons[other.squadron].side != own
    )


def card_value(state: State, squadron: str) -> int:
    """Return the value of the initiative card that a squadron has face up; 0 without a card."""
    card = state.squadrons[squadron].face_up
    return book().cards[card].value if card else 0


# The bases on the table as hulls of the plane, and the obstacles of a moving ship. Inches.


LAND = ("island", "land")
"""The kinds of terrain that block the line of sight, and on which parties may land."""
SOLID = ("island", "land", "rocks")
"""The kinds of terrain that a ship's base may not enter."""


def hull(ship: Ship) -> Hull:
    """Return the base of a ship, which must be on the table."""
    assert ship.pose is not None
    card = book().ships[ship.type]
    return hull_at(ship.pose, card.length, card.width)


def hulls(state: State, *without: str) -> dict[str, Hull]:
    """Return {ship id: base} of the ships on the table, except the ships `without`."""
    bases = dict(_every_hull(state))
    for key in without:
        bases.pop(key, None)
    return bases


@cached_per_state
def _every_hull(state: State) -> dict[str, Hull]:
    return {key: hull(ship) for key, ship in state.ships.items() if ship.pose is not None}


# Cached, because building a polygon takes far longer than any query on it.
@lru_cache(maxsize=256)
def _polygon(piece: Terrain) -> Any:
    from shapely import Polygon

    return Polygon(piece.outline)


def area(piece: Terrain) -> BaseGeometry:
    """Return a piece of terrain as a polygon."""
    polygon: BaseGeometry = _polygon(piece)
    return polygon


def solids(state: State, kinds: tuple[str, ...] = SOLID) -> dict[str, BaseGeometry]:
    """Return {id: polygon} of the terrain of these kinds; by default of the kinds that stop a
    base.
    """
    return solid(state.terrain, kinds)


def solid(terrain: tuple[Terrain, ...], kinds: tuple[str, ...] = SOLID) -> dict[str, BaseGeometry]:
    """Return {id: polygon} of the pieces of terrain that are of these kinds."""
    return {piece.id: area(piece) for piece in terrain if piece.kind in kinds}


def obstacles(state: State, mover: str) -> dict[str, Hull | BaseGeometry]:
    """Return what can stop a moving ship, by id: other ships' bases and solid terrain."""
    return {**hulls(state, mover), **solids(state)}


def distance(state: State, one: str, other: str) -> float:
    """Return the range between two ships: inches between the nearest points of their bases."""
    return gap(hull(state.ships[one]), hull(state.ships[other]))

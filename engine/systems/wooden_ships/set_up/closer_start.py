"""A closer start: the last side is moved as a whole until the fleets are near.

Wooden Ships & Iron Men, Introduction.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.space.hexes import DIRECTIONS, step
from engine.systems.wooden_ships.fleet.place import apart, taken
from engine.systems.wooden_ships.set_up.switches import refused
from engine.systems.wooden_ships.state.sides import afloat, friends, sides
from engine.systems.wooden_ships.state.state import Ship, State


def nearest_enemies(state: State) -> int:
    """Return how many hexes lie between the nearest enemies on the map; 0 without any."""
    ships = afloat(state)
    return min(
        (
            apart(one, other)
            for at, one in enumerate(ships)
            for other in ships[at + 1 :]
            if not friends(state, one, other)
        ),
        default=0,
    )


def brought_closer(state: State, hexes: int) -> State:
    """Return the set-up with its last side moved until the nearest enemies are so near.

    Each hex goes in the direction that brings them nearest, the lowest number among equals.
    `SetUpFault` where there is land.
    """
    if state.land:
        raise refused(state.scenario, "closer_start", "is not offered where there is land")
    last = sides(state)[-1]
    while (now := nearest_enemies(state)) > hexes:
        moved = [_moved(state, last, direction) for direction in DIRECTIONS]
        best = min(moved, key=nearest_enemies)
        if nearest_enemies(best) >= now or not _room(best):
            break
        state = best
    return state


def _moved(state: State, side: str, direction: int) -> State:
    def carried(ship: Ship) -> Ship:
        if state.seats[ship.seat].side != side:
            return ship
        return replace(ship, bow=step(ship.bow, direction))

    return replace(state, ships={key: carried(ship) for key, ship in state.ships.items()})


def _room(state: State) -> bool:
    ships = afloat(state)
    return len(taken(ships)) == 2 * len(ships)

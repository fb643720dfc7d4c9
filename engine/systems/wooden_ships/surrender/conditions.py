"""When fire forces a ship to surrender that has not struck.

Wooden Ships & Iron Men, Damage Effects.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import Aim, ShipClass
from engine.systems.wooden_ships.fleet.place import apart
from engine.systems.wooden_ships.fleet.status import crewless, dismasted, surrendered, without_guns
from engine.systems.wooden_ships.state.sides import afloat, friends
from engine.systems.wooden_ships.state.state import Ship, State


class Falls(NamedTuple):
    """How a shot falls: the distance in hexes, whether in a rake, and what it is aimed at."""

    far: int
    raked: bool
    aim: Aim


def as_large(one: ShipClass, other: ShipClass) -> bool:
    """Tell whether a class is the other or a larger one."""
    order = book().sizes.largest_first
    return order.index(one) <= order.index(other)


def protected(state: State, target: Ship, firer: Ship) -> bool:
    """Tell whether a friend of the firer's size or larger keeps a ship from surrendering."""
    reach = book().surrender.protector_range
    return any(
        friend.id != target.id
        and as_large(friend.ship_class, firer.ship_class)
        and friends(state, friend, target)
        and not surrendered(friend)
        and not crewless(friend)
        and apart(friend, target) <= reach
        for friend in afloat(state)
    )


def forced(
    state: State, firer: Ship, target: Ship, falls: Falls
) -> tuple[Literal["firepower", "immobility"], ...]:
    """Return the surrenders that a shot would force, with all as it stands before the fire."""
    found: list[Literal["firepower", "immobility"]] = []
    if without_guns(target) and falls.far <= book().surrender.firepower_range:
        found.append("firepower")
    if dismasted(target) and falls.raked and falls.aim == "hull":
        found.append("immobility")
    return tuple(found) if found and not protected(state, target, firer) else ()

"""The play of a broadside: the hexes that its guns bear on, without limit of distance.

Wooden Ships & Iron Men, Combat Rules.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from engine.space.hexes import Hex, ahead_north, distance, step
from engine.systems.wooden_ships.fleet.place import hexes
from engine.systems.wooden_ships.state.state import Rake, Ship, SideName


@lru_cache(maxsize=65536)
def bears(bow: Hex, facing: int, place: Hex) -> SideName | None:
    """Return the side of a ship in whose play a hex is; None ahead, astern and aboard.

    With the ship turned to north, starboard are k columns to the right, from k half hexes before
    the bow to k behind the stern; port likewise.
    """
    k, s = ahead_north(bow, facing, place)
    if k > 0 and -k <= s <= 1:
        return "starboard"
    if k < 0 and 0 <= s <= 1 - k:
        return "port"
    return None


def sides_borne(ship: Ship, other: Ship) -> frozenset[SideName]:
    """Return the sides of a ship in whose play another one has a hex."""
    return sides_borne_at(ship.bow, ship.facing, other.bow, other.facing)


@lru_cache(maxsize=65536)
def sides_borne_at(bow: Hex, facing: int, other: Hex, other_facing: int) -> frozenset[SideName]:
    """Return the same of ships at two places."""
    found = (bears(bow, facing, place) for place in hexes(other, other_facing))
    return frozenset(side for side in found if side)


@lru_cache(maxsize=65536)
def sides_in_field(
    bow: Hex, facing: int, other: Hex, other_facing: int, reach: int
) -> frozenset[SideName]:
    """Return the sides in whose field of fire a ship is: a hex in the play and within reach."""
    mine = hexes(bow, facing)
    return frozenset(
        side
        for place in hexes(other, other_facing)
        if (side := bears(bow, facing, place))
        and min(distance(here, place) for here in mine) <= reach
    )


def rake(firer: Ship, target: Ship) -> Rake:
    """Return whether a target is raked, and from where: none of her guns can ever bear."""
    if sides_borne(target, firer):
        return ""
    k, s = ahead_north(target.bow, target.facing, firer.bow)
    return "bow" if s < -max(k, 0) else "stern"


def near_side(firer: Ship, target: Ship) -> SideName | Literal["either"]:
    """Return the side of a target that gun hits fall on; `either` for a die, in a rake."""
    return next(iter(sides_borne(target, firer)), "either")


@lru_cache(maxsize=4096)
def covered_hexes(bow: Hex, facing: int, side: SideName, reach: int) -> tuple[Hex, ...]:
    """Return the hexes of a side's play within so many hexes of the ship, for the chart."""
    mine = hexes(bow, facing)
    seen: set[Hex] = set()
    for start in mine:
        row = step(start, 6, reach)
        for column in range(row[0], row[0] + 2 * reach + 1):
            for line in range(start[1] - reach - 1, start[1] + reach + 2):
                place = (column, line)
                near = min(distance(here, place) for here in mine) <= reach
                if near and bears(bow, facing, place) == side:
                    seen.add(place)
    return tuple(sorted(seen))

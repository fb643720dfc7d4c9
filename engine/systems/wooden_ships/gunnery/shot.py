"""A broadside at a target: its field of fire, and the base and modifiers that give its hit
table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from engine.space.hexes import Hex, ahead_north, distance, step
from engine.systems.wooden_ships.data import Aim, FiringRow, Hits, book
from engine.systems.wooden_ships.fleet import apart, hexes, quality, snagged_with, working_crew
from engine.systems.wooden_ships.state.events.fighting import Modifiers
from engine.systems.wooden_ships.state.state import SIDES, Rake, Ship, SideName, State

# The arc of a broadside: the hexes that its guns bear on, at any distance.
#
# Wooden Ships & Iron Men, Combat Rules.


@lru_cache(maxsize=65536)
def bears(bow: Hex, facing: int, place: Hex) -> SideName | None:
    """Return the side of a ship whose guns could bear on a hex; None for a hex ahead, astern, or
    her own.

    Think of the ship as heading north. In the k-th column to her right, the hexes from k half hexes
    ahead of the bow to k half hexes behind the stern belong to starboard; port likewise.
    """
    k, s = ahead_north(bow, facing, place)
    if k > 0 and -k <= s <= 1:
        return "starboard"
    if k < 0 and 0 <= s <= 1 - k:
        return "port"
    return None


def sides_borne(ship: Ship, other: Ship) -> frozenset[SideName]:
    """Return the sides of a ship whose guns could bear on another ship, at any distance."""
    return sides_borne_at(ship.bow, ship.facing, other.bow, other.facing)


@lru_cache(maxsize=65536)
def sides_borne_at(bow: Hex, facing: int, other: Hex, other_facing: int) -> frozenset[SideName]:
    """Return the sides of a ship whose guns could bear on another ship, given the bow hexes and
    facings of both.
    """
    found = (bears(bow, facing, place) for place in hexes(other, other_facing))
    return frozenset(side for side in found if side)


@lru_cache(maxsize=65536)
def sides_in_field(
    bow: Hex, facing: int, other: Hex, other_facing: int, reach: int
) -> frozenset[SideName]:
    """Return the sides that have another ship in their field of fire: they bear on one of her two
    hexes, at most `reach` hexes away.
    """
    mine = hexes(bow, facing)
    return frozenset(
        side
        for place in hexes(other, other_facing)
        if (side := bears(bow, facing, place))
        and min(distance(here, place) for here in mine) <= reach
    )


def rake(firer: Ship, target: Ship) -> Rake:
    """Return the end from which a target is raked, bow or stern; '' if she is not raked. She is
    raked if none of her own guns could bear on the firer.
    """
    if sides_borne(target, firer):
        return ""
    k, s = ahead_north(target.bow, target.facing, firer.bow)
    return "bow" if s < -max(k, 0) else "stern"


def near_side(firer: Ship, target: Ship) -> SideName | Literal["either"]:
    """Return the side of a target that gun hits fall on; in a rake `either`, and a die decides."""
    return next(iter(sides_borne(target, firer)), "either")


@lru_cache(maxsize=4096)
def covered_hexes(bow: Hex, facing: int, side: SideName, reach: int) -> tuple[Hex, ...]:
    """Return the hexes in a side's field of fire, up to `reach` hexes from the ship, to be drawn on
    the chart.
    """
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


# A broadside at a target: guns, base, modifiers, table (Wooden Ships & Iron Men, Combat Rules).


AIMS: tuple[Aim, Aim] = ("hull", "rigging")


class SideShot(msgspec.Struct, frozen=True):
    """The figures of one side's shot at a target, before the die is rolled."""

    range: int
    guns: int
    base: int = 0
    modifiers: Modifiers = Modifiers()
    table: int = 0
    """The number of the hit table: base and modifiers added up, at most the highest table. A side
    whose number is below 0 does not fire."""
    rake: Rake = ""

    @property
    def fires(self) -> bool:
        """Whether the shot is possible: the side has guns in range, and its hit table is not too
        low.
        """
        return self.guns > 0 and self.table >= book().gunnery.min_table


def shot(ship: Ship, side: SideName, target: Ship) -> SideShot:
    """Return the figures of a side's shot at a target; that the target is in the field of fire is
    not checked.
    """
    return shot_at(ship, side, apart(ship, target), rake(ship, target))


def shot_at(ship: Ship, side: SideName, far: int, raked: Rake) -> SideShot:
    """Return the figures of a side's shot at a distance in hexes; `raked` is the end that is raked,
    or ''.
    """
    guns = guns_at(ship, side, far)
    if not guns or not 1 <= far <= book().gunnery.max_range:
        return SideShot(far, guns, rake=raked)
    row = firing_row(guns)
    base = row.base[far - 1]
    modifiers = Modifiers(
        crew=row.crew[quality(ship)],
        initial=row.initial if ship.loaded[SIDES.index(side)] == "initial" else 0,
        rake=row.rake if raked else 0,
        sections=0 if ship.prize else row.section * sections_away(ship),
        captured=row.captured if ship.prize else 0,
    )
    table = min(base + modifiers.total, book().gunnery.max_table)
    return SideShot(range=far, guns=guns, base=base, modifiers=modifiers, table=table, rake=raked)


def guns_at(ship: Ship, side: SideName, far: int) -> int:
    """Return how many gun boxes of a side fire at a distance in hexes; carronades count only at
    short range.
    """
    at = SIDES.index(side)
    near = far <= book().gunnery.carronade_range
    return ship.guns[at] + (ship.carronades[at] if near else 0)


def firing_row(guns: int) -> FiringRow:
    """Return the row of the hit determination table for a number of guns, 1 or more."""
    return max((row for row in book().firing if row.guns <= guns), key=lambda row: row.guns)


def sections_away(ship: Ship) -> int:
    """Return how many crew sections do not serve the guns: each section that is lost, or in a
    party.
    """
    ordered = {number for party in ship.parties for number in party.sections}
    return sum(
        1
        for number, (printed, left) in enumerate(zip(ship.printed.crew, ship.crew, strict=True), 1)
        if printed and (not left or number in ordered)
    )


def hands_at_the_guns(ship: Ship) -> bool:
    """Tell whether any crew section with squares has stayed out of the parties, so that the guns
    can fire.
    """
    ordered = {number for party in ship.parties for number in party.sections}
    return any(
        squares and number not in ordered for number, squares in enumerate(working_crew(ship), 1)
    )


def open_aims(state: State, ship: Ship, target: Ship, far: int) -> tuple[Aim, ...]:
    """Return the aims that a shot may have. At long range this is only the rigging; at a ship
    fouled or grappled with the firer, if the rules say so, only the hull; else both.
    """
    if far > book().gunnery.hull_range:
        return ("rigging",)
    if state.rules.hull_when_snagged and target.id in snagged_with(state, ship.id):
        return ("hull",)
    return AIMS


def outcomes(table: int, aim: Aim) -> tuple[Hits, ...]:
    """Return the hits of a hit table for each face of the die, beginning with face 1."""
    return book().hits[table].at(aim)

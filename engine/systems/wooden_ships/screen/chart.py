"""Where hexes and ships lie on the chart: a frame that holds the board and every ship."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import NamedTuple

from engine.game.chart import Hull
from engine.kit.cached_per_state import cached_per_state
from engine.space.hexes import WIDTH, Hex, distance, extent, heading, plane
from engine.space.plane.pose import Point, Pose
from engine.systems.wooden_ships.ships.place import hexes, lies_on
from engine.systems.wooden_ships.ships.status import surrendered
from engine.systems.wooden_ships.state.sides import afloat, holder
from engine.systems.wooden_ships.state.state import Ship, State

MARGIN = 4
"""Hexes of open sea around the ships."""
LENGTH, BEAM = 1.8, 0.62
"""A ship's length and beam, in distances of two hexes."""


class Frame(NamedTuple):
    """The part of the sea that is charted: its south-west corner on the plane, and its size."""

    west: float
    south: float
    width: float
    height: float

    def at(self, place: Hex) -> Point:
        """Return a hex's centre on the chart."""
        x, y = plane(place)
        return x - self.west, y - self.south

    def pose(self, bow: Hex, facing: int) -> Pose:
        """Return a ship's middle and heading on the chart."""
        (ax, ay), (bx, by) = (self.at(place) for place in hexes(bow, facing))
        return Pose((ax + bx) / 2, (ay + by) / 2, heading(facing)).rounded()

    def hex_at(self, at: Point) -> Hex:
        """Return the hex whose centre is nearest to a point of the chart."""
        x, y = at[0] + self.west, at[1] + self.south
        column = round(x / WIDTH)
        near = [(c, round(-y - (c & 1) / 2)) for c in (column - 1, column, column + 1)]
        return min(near, key=lambda place: _square(plane(place), (x, y)))


def _square(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


@cached_per_state
def frame(view: State) -> Frame:
    """Return the frame around the ships and the land of a view."""
    places: list[Hex] = [place for ship in afloat(view) for place in lies_on(ship)]
    places += [place for outline in view.land for place in outline]
    (left, top), (right, bottom) = extent(places or [(0, 0)])
    west, north = plane((left - MARGIN, top - MARGIN))
    east, south = plane((right + MARGIN, bottom + MARGIN))
    return Frame(west, south - 1, float(ceil(east - west)), float(ceil(north - south) + 2))


def hull(view: State, ship: Ship, active: str = "") -> Hull:
    """Return a ship as she is drawn; a prize in her captor's colours."""
    seat = holder(ship)
    first = next(iter(view.seats.values())).side
    return Hull(
        ship.id,
        seat,
        frame(view).pose(ship.bow, ship.facing),
        LENGTH,
        BEAM,
        side="A" if view.seats[seat].side == first else "B",
        name=ship.name,
        state="wreck" if surrendered(ship) else "live",
        port_loaded=ship.loaded[0] != "empty",
        starboard_loaded=ship.loaded[1] != "empty",
        active=ship.id == active,
        damage=(ship.printed.hull - ship.hull, ship.printed.hull),
    )


def ghost(view: State, ship: Ship, bow: Hex, facing: int) -> Hull:
    """Return a ship as she would lie at another place."""
    drawn = hull(view, ship)
    return Hull(
        ship.id,
        drawn.owner,
        frame(view).pose(bow, facing),
        LENGTH,
        BEAM,
        side=drawn.side,
        name=ship.name,
        state="ghost",
    )


def nearest_ship(ships: Iterable[Ship], place: Hex) -> Ship | None:
    """Return the ship that lies on a hex or beside it, the nearest one."""
    found = [(min(distance(place, each) for each in lies_on(ship)), ship) for ship in ships]
    far, ship = min(found, key=lambda each: each[0], default=(2, None))
    return ship if far <= 1 else None

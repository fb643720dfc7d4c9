"""Where hexes and ships lie on the chart: a distance of two hexes is one on the plane."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game.chart import Hull
from engine.space.hexes import WIDTH, Hex, distance, heading, plane
from engine.space.plane.pose import Point, Pose
from engine.systems.wooden_ships.fleet.place import hexes, lies_on
from engine.systems.wooden_ships.fleet.status import surrendered
from engine.systems.wooden_ships.state.sides import holder
from engine.systems.wooden_ships.state.state import Ship, State

LENGTH, BEAM = 1.8, 0.65
"""A ship's length and beam, in distances of two hexes."""


def pose(bow: Hex, facing: int) -> Pose:
    """Return a ship's middle and heading on the chart."""
    (ax, ay), (bx, by) = (plane(place) for place in hexes(bow, facing))
    return Pose((ax + bx) / 2, (ay + by) / 2, heading(facing)).rounded()


def hex_at(at: Point) -> Hex:
    """Return the hex whose centre is nearest to a point of the chart."""
    x, y = at
    column = round(x / WIDTH)
    near = [(c, round(-y - (c & 1) / 2)) for c in (column - 1, column, column + 1)]
    return min(near, key=lambda place: _square(plane(place), at))


def _square(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def drawn_side(view: State, seat: str) -> str:
    """Return `A` for the side that is drawn filled, `B` for those drawn in outline."""
    first = next(iter(view.seats.values())).side
    return "A" if view.seats[seat].side == first else "B"


def hull(view: State, ship: Ship) -> Hull:
    """Return a ship as she is drawn; a prize in her captor's colours."""
    seat = holder(ship)
    return Hull(
        ship.id,
        seat,
        pose(ship.bow, ship.facing),
        LENGTH,
        BEAM,
        side=drawn_side(view, seat),
        name=ship.name,
        state="wreck" if surrendered(ship) else "live",
        port_loaded=ship.loaded[0] != "empty",
        starboard_loaded=ship.loaded[1] != "empty",
        damage=(ship.printed.hull - ship.hull, ship.printed.hull),
    )


def ghost(view: State, ship: Ship, bow: Hex, facing: int) -> Hull:
    """Return a ship as she would lie at another place."""
    seat = holder(ship)
    return Hull(
        ship.id,
        seat,
        pose(bow, facing),
        LENGTH,
        BEAM,
        side=drawn_side(view, seat),
        name=ship.name,
        state="ghost",
    )


def nearest_ship(ships: Iterable[Ship], place: Hex) -> Ship | None:
    """Return the ship that lies on a hex or beside it, the nearest one."""
    found = [(min(distance(place, each) for each in lies_on(ship)), ship) for ship in ships]
    far, ship = min(found, key=lambda each: each[0], default=(2, None))
    return ship if far <= 1 else None

"""Pictures that a key switches on: wind and attitudes, fields of fire, reach."""

from __future__ import annotations

from collections.abc import Callable

from engine.game.chart import Lit, Mark, Spot, Trace
from engine.game.panel import words
from engine.game.parts.screen import Overlay, Preview
from engine.space.hexes import DIRECTIONS, Hex, distance, plane, step
from engine.space.plane.pose import Point
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import ATTITUDES
from engine.systems.wooden_ships.gunnery.play import bears, covered_hexes
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.plots import plots, plotted
from engine.systems.wooden_ships.sailing.wind import allowances, attitude
from engine.systems.wooden_ships.screen.chart import hex_at, nearest_ship
from engine.systems.wooden_ships.screen.scene import ties
from engine.systems.wooden_ships.ships.place import apart, hexes
from engine.systems.wooden_ships.state.sides import afloat
from engine.systems.wooden_ships.state.state import SIDES, Ship, State

OVERLAYS = (
    Overlay("wind", "wind and attitudes"),
    Overlay("arcs", "fields of fire"),
    Overlay("reach", "what she can reach"),
    Overlay("snags", "fouled and grappled"),
)


def overlay(view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
    """Return an overlay's marks for a ship; none for a ship that is not there."""
    ship = view.ships.get(key)
    draw = _DRAWN.get(overlay_id)
    return draw(view, ship) if draw and ship and not ship.enter_turn else ()


def _wind(view: State, ship: Ship) -> tuple[Mark, ...]:
    """Points of the attitude in each of the six headings around the bow."""
    points = allowances(ship)
    marks: list[Mark] = []
    for direction in DIRECTIONS:
        at = attitude(direction, view.wind)
        tip = step(ship.bow, direction, 2)
        marks.append(Trace("ray", (plane(ship.bow), plane(tip))))
        marks.append(Spot("label", plane(tip), f"{at}:{points[ATTITUDES.index(at)]}"))
    return tuple(marks)


def _arcs(view: State, ship: Ship) -> tuple[Mark, ...]:
    """A sign on every hex that a side covers: full to the range for the hull, part beyond."""
    reach = book().gunnery
    mine = hexes(ship.bow, ship.facing)
    marks: list[Mark] = []
    for side in SIDES:
        for place in covered_hexes(ship.bow, ship.facing, side, reach.max_range):
            far = min(distance(here, place) for here in mine)
            marks.append(Lit(plane(place), "full" if far <= reach.hull_range else "part"))
    return tuple(marks)


def reached(view: State, ship: Ship) -> dict[Hex, int]:
    """Return the hexes that bow or stern can come to in a turn, and the first impulse that does."""
    found: dict[Hex, int] = {}
    for text in plots(view, ship):
        for impulse, (column, row, facing) in enumerate(plotted(view, ship, read(text)).path, 1):
            for place in hexes((column, row), facing):
                found[place] = min(impulse, found.get(place, impulse))
    return found


def _reach(view: State, ship: Ship) -> tuple[Mark, ...]:
    return tuple(
        Lit(plane(place), "reach", str(impulse))
        for place, impulse in sorted(reached(view, ship).items())
    )


def _snags(view: State, ship: Ship) -> tuple[Mark, ...]:
    return ties(view)


_DRAWN: dict[str, Callable[[State, Ship], tuple[Mark, ...]]] = {
    "wind": _wind,
    "arcs": _arcs,
    "reach": _reach,
    "snags": _snags,
}


def measure(view: State, start: Point, end: Point) -> Preview:
    """Return the distance of two hexes, or of the ships there, and which side bears."""
    here, there = hex_at(start), hex_at(end)
    one, other = (nearest_ship(afloat(view), place) for place in (here, there))
    if one and other and one.id != other.id:
        sides = {bears(one.bow, one.facing, place) for place in hexes(other.bow, other.facing)}
        bearing = ", ".join(sorted(side for side in sides if side)) or "no side bears"
        told = f"{one.id} to {other.id}: {apart(one, other)} hexes, {bearing}"
    else:
        told = f"{distance(here, there)} hexes"
    line = Trace("measure", (plane(here), plane(there)))
    return Preview((line,), (words(told),))

"""Home edges, deployment zones, and where a dignitary gets away (Oak & Iron ch. 7)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.space.plane.hull import hull_at
from engine.space.plane.pose import Point, Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.sides import spokesman
from engine.systems.oak_iron.state.state import Edge, Ship, Squadron, State, Table
from engine.systems.oak_iron.terrain.pieces import Box

# Where a dignitary gets away: the lee edge, and from which turn on (Oak & Iron ch. 7, Escort).


DIGNITARY = "dignitary"
"""The token of the ship that is escorted."""
EARLIEST = 5
"""The first turn in which a dignitary got away before the data set said it. Our own."""


def gets_away(state: State, ship: Ship, pose: Pose) -> bool:
    """Tell whether a ship that leaves at a pose this turn gets the dignitary away."""
    return away(state, ship, pose, state.turn)


def lee_edge(state: State) -> Edge:
    """Return the edge over which the dignitary gets away.

    It was fixed at the end of the draft; the wind may have changed since.
    """
    return (state.plan and state.plan.lee) or ACROSS[state.table.weather_edge]


def earliest(state: State) -> int:
    """Return the first turn in which the dignitary gets away.

    A battle file without `lee` is of a rules version that had none.
    """
    if not state.plan or not state.plan.lee:
        return 0
    return state.plan.earliest or EARLIEST


def away(state: State, ship: Ship, pose: Pose, turn: int) -> bool:
    """Tell whether a ship that left at a pose in a turn got the dignitary away."""
    if not state.plan or state.objective != "escort" or ship.token != DIGNITARY:
        return False
    card = book().ships[ship.type]
    corners = hull_at(pose, card.length, card.width).corners
    lee = lee_edge(state)
    if turn < earliest(state):
        return False
    if lee in ("west", "east"):
        return any(x < 0 if lee == "west" else x > state.table.width for x, _ in corners)
    return any(y < 0 if lee == "south" else y > state.table.height for _, y in corners)


# Home edges and deployment zones on the table (Oak & Iron ch. 7).


STRIP = 6.0
"""Inches of depth of the strip along the own edge, for a ship without room in her zone."""
ACROSS: dict[Edge, Edge] = {"north": "south", "south": "north", "east": "west", "west": "east"}
INWARD: dict[Edge, float] = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}
"""The heading from an edge straight across the table, in degrees."""


def home_edges(width: float, height: float) -> tuple[Edge, Edge]:
    """Return the two edges for deployment, opposite each other: the long ones of a rectangle."""
    return ("west", "east") if height > width else ("south", "north")


def homes(squadrons: Mapping[str, Squadron], table: Table) -> dict[str, Edge]:
    """Return the home edge of each squadron; all of one side share an edge."""
    edges = home_edges(table.width, table.height)
    parties = tuple(dict.fromkeys(each.side for each in squadrons.values()))
    return {key: edges[parties.index(each.side)] for key, each in squadrons.items()}


def wind_edges(home: Edge) -> tuple[Edge, Edge]:
    """Return the two edges between the players, where the wind may come from."""
    return ("west", "east") if home in ("south", "north") else ("north", "south")


def home(state: State, squadron: str) -> Edge:
    """Return the edge of the table behind a squadron."""
    assert state.plan
    return state.plan.homes[squadron]


def spot(table: Table, own: Edge, along: float, ahead: float) -> Point:
    """Return a point of the table by shares: from weather to lee edge, from own to far edge."""
    first, second = _from(table, table.weather_edge, along), _from(table, own, ahead)
    return (first, second) if own in ("south", "north") else (second, first)


def zone(state: State, squadron: str) -> tuple[Box, ...]:
    """Return a squadron's deployment zone as boxes, by the card that its side drafted."""
    assert state.plan
    drafted = state.plan.card(spokesman(state, squadron), "deployment")
    card = book().deployments[drafted]
    return tuple(part_of(state, squadron, part) for part in card.zone)


def strip(state: State, squadron: str, depth: float = STRIP) -> Box:
    """Return the strip along a squadron's own edge, `depth` inches deep."""
    own = home(state, squadron)
    long = state.table.height if own in ("south", "north") else state.table.width
    return part_of(state, squadron, (0.0, 0.0, 1.0, depth / long))


def part_of(state: State, squadron: str, part: Box) -> Box:
    """Return a box in inches from one in shares of the table, seen from a squadron's edge.

    Cards give boxes from the weather edge (x) and from the owner's edge (y).
    """
    own = home(state, squadron)
    (ax, ay), (bx, by) = (spot(state.table, own, x, y) for x, y in (part[:2], part[2:]))
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def corners(box: Box) -> tuple[Point, ...]:
    """Return a box as an outline."""
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _from(table: Table, edge: Edge, part: float) -> float:
    """Return the coordinate at a share of the table's width or height away from an edge."""
    long = table.width if edge in ("west", "east") else table.height
    return long * part if edge in ("west", "south") else long * (1 - part)

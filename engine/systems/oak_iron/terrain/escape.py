"""Where a dignitary gets away: the lee edge, and from which turn on (Oak & Iron ch. 7, Escort)."""

from __future__ import annotations

from engine.space.plane.hull import hull_at
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.plan import Edge
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.terrain.zones import ACROSS

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

"""The map of boxes: depths, land that blocks ships and fire, and the effect of the current."""

from __future__ import annotations

from engine.space.boxes import TOWARDS, Grid, Step
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Direction
from engine.systems.iron_oak.state.state import Board

# The map of five rows and five columns: depths, and land that stops ships and fire.
#
# Iron & Oak 1.1, 5.7.


GRID = Grid(5, 5)
OFF = "off:"
"""A place off the map, at an edge, begins with this; the name of the edge follows."""
FLOW: dict[Direction, Step] = {
    "left": (0, -1),
    "right": (0, 1),
    "up": (-1, 0),
    "down": (1, 0),
    "none": (0, 0),
}
"""{direction of the current: one step with it}, as (rows down, columns to the right)."""


def off(place: str) -> str:
    """Return the edge at which a place off the map lies; '' for a box."""
    return place[len(OFF) :] if place.startswith(OFF) else ""


def depth(board: Board, box: str) -> int | None:
    """Return the depth of a box: the smaller of its row's and its column's; None (deep) if neither
    has one.
    """
    row, column = board.shoals.get(f"row {box[0]}"), board.shoals.get(f"column {box[1]}")
    if row is None or column is None:
        return column if row is None else row
    return min(row, column)


def leaves_hulk(board: Board, box: str) -> bool:
    """Tell whether a ship that sinks in a box leaves a hulk there: its depth is 2 or less.

    Iron & Oak 6.2.3J.
    """
    deep = depth(board, box)
    return deep is not None and deep <= 2


def land(board: Board, box: str) -> bool:
    """Tell whether a box has land that no ship can enter; a sandbar is none."""
    return board.terrain.get(box, "sandbar") != "sandbar"


def passes_land(board: Board, start: str, end: str) -> bool:
    """Tell whether a diagonal step leads between two boxes of land, so that it is blocked."""
    flanks = GRID.flanks(start, end)
    return flanks is not None and all(land(board, box) for box in flanks)


def open_step(board: Board, start: str, end: str) -> bool:
    """Tell whether land leaves a step open for a ship."""
    return not land(board, end) and not passes_land(board, start, end)


def free_line(board: Board, start: str, end: str) -> bool:
    """Tell whether no high ground is between two boxes (Iron & Oak 5.7.1)."""
    if not board.terrain:
        return True
    crossed = GRID.crossed(start, end)
    return not any(_high(board, box) for box in crossed.boxes) and not any(
        _high(board, one) and _high(board, two) for one, two in crossed.pairs
    )


def _high(board: Board, box: str) -> bool:
    return board.terrain.get(box) == "high"


# The effect of the current on a maneuver (Iron & Oak 5.1.1).


def current_drm(board: Board, steps: tuple[Step, ...]) -> int:
    """Return the modifier that the current gives to a maneuver roll: for steps that all go with it,
    or for a step against it.
    """
    down, right = FLOW[board.current.direction]
    stream = book().tables.current.at(board.current.speed)
    if all(step == (down, right) for step in steps) and (down or right):
        return stream.downstream
    if any(step[0] * down + step[1] * right < 0 for step in steps):
        return stream.upstream
    return 0


def steps_of(start: str, goal: str, via: str = "") -> tuple[Step, ...]:
    """Return the steps of a maneuver, as (rows down, columns to the right). A ship enters and
    leaves the map straight over the edge.
    """
    if off(goal):
        return (TOWARDS[off(goal)],)
    if off(start):
        down, right = TOWARDS[off(start)]
        return ((-down, -right),)
    if via:
        return GRID.step(start, via), GRID.step(via, goal)
    return (GRID.step(start, goal),)

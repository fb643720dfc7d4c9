"""The map of boxes: depths, land that blocks ships and fire, and the current."""

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
"""The prefix of a place beside an edge, off the map."""
FLOW: dict[Direction, Step] = {
    "left": (0, -1),
    "right": (0, 1),
    "up": (-1, 0),
    "down": (1, 0),
    "none": (0, 0),
}
"""The step (rows down, columns to the right) of a ship that goes with the current, by its
direction."""


def off(place: str) -> str:
    """Return the edge of the map that a place off the map lies beside; '' for a box."""
    return place[len(OFF) :] if place.startswith(OFF) else ""


def depth(board: Board, box: str) -> int | None:
    """Return the smaller depth of the box's row and column; None (deep) if neither is marked."""
    row, column = board.shoals.get(f"row {box[0]}"), board.shoals.get(f"column {box[1]}")
    if row is None or column is None:
        return column if row is None else row
    return min(row, column)


def leaves_hulk(board: Board, box: str) -> bool:
    """Tell whether a ship that sinks in a box becomes a hulk: depth 2 or less.

    Iron & Oak 6.2.3J.
    """
    deep = depth(board, box)
    return deep is not None and deep <= 2


def land(board: Board, box: str) -> bool:
    """Tell whether a box has terrain that ships may not enter (a sandbar may be entered)."""
    return board.terrain.get(box, "sandbar") != "sandbar"


def passes_land(board: Board, start: str, end: str) -> bool:
    """Tell whether a diagonal step passes between two boxes of land."""
    flanks = GRID.flanks(start, end)
    return flanks is not None and all(land(board, box) for box in flanks)


def open_step(board: Board, start: str, end: str) -> bool:
    """Tell whether terrain lets a ship take a step."""
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
    """Return the modifier of a maneuver's steps: with the current throughout, or partly
    against it.
    """
    down, right = FLOW[board.current.direction]
    stream = book().tables.current.at(board.current.speed)
    if all(step == (down, right) for step in steps) and (down or right):
        return stream.downstream
    if any(step[0] * down + step[1] * right < 0 for step in steps):
        return stream.upstream
    return 0


def steps_of(start: str, goal: str, via: str = "") -> tuple[Step, ...]:
    """Return the steps of a maneuver; a ship enters and leaves perpendicular to the edge."""
    if off(goal):
        return (TOWARDS[off(goal)],)
    if off(start):
        down, right = TOWARDS[off(start)]
        return ((-down, -right),)
    if via:
        return GRID.step(start, via), GRID.step(via, goal)
    return (GRID.step(start, goal),)

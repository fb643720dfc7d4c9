"""What the current does to a maneuver (Iron & Oak 5.1.1)."""

from __future__ import annotations

from engine.space.boxes import TOWARDS, Step
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.state.state import Board
from engine.systems.iron_oak.waters.terrain import FLOW, GRID, off


def current_drm(board: Board, steps: tuple[Step, ...]) -> int:
    """Return the modifier of a maneuver's steps: with the current all the way, or against it."""
    down, right = FLOW[board.current.direction]
    stream = book().tables.current.at(board.current.speed)
    if all(step == (down, right) for step in steps) and (down or right):
        return stream.downstream
    if any(step[0] * down + step[1] * right < 0 for step in steps):
        return stream.upstream
    return 0


def steps_of(start: str, goal: str, via: str = "") -> tuple[Step, ...]:
    """Return the steps of a maneuver; entering and leaving go straight over the edge."""
    if off(goal):
        return (TOWARDS[off(goal)],)
    if off(start):
        down, right = TOWARDS[off(start)]
        return ((-down, -right),)
    if via:
        return GRID.step(start, via), GRID.step(via, goal)
    return (GRID.step(start, goal),)

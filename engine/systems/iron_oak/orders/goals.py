"""Where a ship may go with Maneuver 1 and 2 (Iron & Oak 5.1)."""

from __future__ import annotations

from engine.systems.iron_oak.fleet.hulls import retiring
from engine.systems.iron_oak.fleet.sides import enemies_in
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.waters.terrain import GRID, OFF, land, off, open_step


def goals(state: State, ship: Ship) -> tuple[str, ...]:
    """Return where Maneuver 1 may lead: boxes, or `off:EDGE`. A retiring ship: her way home."""
    if not ship.on_map:
        return _entries(state, ship)
    if retiring(ship):
        return _home(state, ship)
    return (*_near(state, ship), *_exits(state, ship))


def _near(state: State, ship: Ship) -> tuple[str, ...]:
    return tuple(
        box
        for box in GRID.neighbours(ship.box)
        if open_step(state.board, ship.box, box) and _steers(ship, GRID.step(ship.box, box))
    )


def _exits(state: State, ship: Ship) -> tuple[str, ...]:
    return tuple(
        OFF + edge
        for edge in GRID.edges(ship.box)
        if edge not in state.board.banks and _steers_over(ship, edge)
    )


def _entries(state: State, ship: Ship) -> tuple[str, ...]:
    edge = off(ship.box)
    if edge in state.board.banks or not _steers_over(ship, edge):
        return ()
    return tuple(
        box
        for box in GRID.along(edge)
        if not land(state.board, box) and (not ship.enter_rows or box[0] in ship.enter_rows)
    )


def _home(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the goals of a ship that retires (Iron & Oak 6.2.3H).

    One box nearer to the friendly edge, at that edge off the map; if terrain leaves no such box,
    any other. At a bank she stays.
    """
    edge = state.sides[ship.control].edge
    if edge in GRID.edges(ship.box):
        leave = edge not in state.board.banks and _steers_over(ship, edge)
        return (OFF + edge,) if leave else ()
    passable = [box for box in GRID.neighbours(ship.box) if open_step(state.board, ship.box, box)]
    nearer = [box for box in passable if GRID.nears(ship.box, box, edge)]
    return tuple(box for box in nearer or passable if _steers(ship, GRID.step(ship.box, box)))


def _steers(ship: Ship, step: tuple[int, int]) -> bool:
    """Tell whether damaged steering allows a step: along the column, or along the row.

    Iron & Oak 6.3.17.
    """
    if "steering_column" in ship.criticals and step[1]:
        return False
    return not ("steering_row" in ship.criticals and step[0])


def _steers_over(ship: Ship, edge: str) -> bool:
    return _steers(ship, (1, 0) if edge in {"top", "bottom"} else (0, 1))


def ways(state: State, ship: Ship, goal: str) -> tuple[str, ...]:
    """Return the middle boxes by which Maneuver 2 may lead to a box."""
    return tuple(
        via
        for via in GRID.ways(ship.box, goal)
        if _clear(state, ship, via)
        and _passes(state, ship, ship.box, via)
        and _passes(state, ship, via, goal)
    )


def far_goals(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the boxes two away that Maneuver 2 may lead to."""
    if not ship.on_map:
        return ()
    return tuple(
        goal
        for goal in GRID.two_away(ship.box)
        if not land(state.board, goal) and ways(state, ship, goal)
    )


def _clear(state: State, ship: Ship, box: str) -> bool:
    """Tell whether neither enemies nor land bar a box to those who would pass."""
    return not land(state.board, box) and not enemies_in(state, ship.control, box)


def _passes(state: State, ship: Ship, start: str, end: str) -> bool:
    if not _steers(ship, GRID.step(start, end)):
        return False
    flanks = GRID.flanks(start, end)
    return flanks is None or any(_clear(state, ship, box) for box in flanks)

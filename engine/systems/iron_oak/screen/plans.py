"""Plans of allied seats on the chart: dots from the ship, her name after `>` in the box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from engine.base.counting import counted
from engine.game.chart import Mark, Trace
from engine.game.panel import Bar, Row, words
from engine.game.parts.screen import Preview
from engine.space.plane.pose import Point
from engine.systems.iron_oak.foresight.route import way_to
from engine.systems.iron_oak.orders.goals import goals, ways
from engine.systems.iron_oak.orders.plans import where
from engine.systems.iron_oak.screen.places import cell, lit, middle
from engine.systems.iron_oak.screen.way_rows import missed
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.waters.terrain import GRID, off

CLEAR = 0.38
"""Part of a box from its middle on that a line leaves free."""
BEYOND = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "top": (0.0, 1.0), "bottom": (0.0, -1.0)}
"""From a box to what lies beyond an edge."""


def plan_marks(view: State, called: Callable[[Ship], str]) -> tuple[Mark, ...]:
    """Return the plans that the view holds, as lines and lit boxes.

    A view holds those of its own side alone. `called` names a ship; of several in a box
    their number is told.
    """
    meant: dict[str, list[str]] = defaultdict(list)
    marks: list[Mark] = []
    for ship in view.ships.values():
        if not ship.plan or ship.lost or ship.plan == ship.box:
            continue
        marks.append(_line(ship, ship.plan))
        meant[ship.box if off(ship.plan) else ship.plan].append(called(ship))
    for box, those in meant.items():
        told = those[0] if len(those) == 1 else counted(len(those), "ship")
        marks.append(lit(box, text=f">{told}"))
    return tuple(marks)


def plan_row(ship: Ship) -> tuple[Row, ...]:
    """Return the line of her card about her plan; () without one."""
    return (words(f"means to go {where(ship.plan)}"),) if ship.plan else ()


def plan_preview(view: State, ship: Ship, goal: str) -> Preview:
    """Return the line of a plan while it is chosen, and the chance to come there in this turn."""
    via = "" if goal in goals(view, ship) else ways(view, ship, goal)[0]
    found = way_to(view, ship, goal, via)
    bar = Bar(where(goal), found.arrives, missed(found))
    marks: tuple[Mark, ...] = (_line(ship, goal),)
    return Preview(marks if off(goal) else (*marks, lit(goal, found.arrives)), (bar,))


def _line(ship: Ship, goal: str) -> Trace:
    """Return the dots of a plan; they leave the middle of both boxes to what is drawn there."""
    (x, y), (tx, ty) = middle(ship.box), _end(ship, goal)
    part = CLEAR / max(abs(tx - x), abs(ty - y))
    east, north = (tx - x) * part, (ty - y) * part
    return Trace("link", ((x + east, y + north), (tx - east, ty - north)))


def _end(ship: Ship, goal: str) -> Point:
    if not off(goal):
        return middle(goal)
    east, north = BEYOND[off(goal)]
    row, column = cell(ship.box)
    return column + 0.5 + east, GRID.rows - row - 0.5 + north

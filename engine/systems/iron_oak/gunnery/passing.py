"""Which forts a ship has run past: nothing in the rules, but worth telling."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.fleet.hulls import silenced
from engine.systems.iron_oak.gunnery.ranges import range_of
from engine.systems.iron_oak.state.state import Section, Ship, State
from engine.systems.iron_oak.waters.terrain import GRID


def passed(state: State, ship: Ship, box: str) -> list[str]:
    """Return the enemy forts that a ship has astern once she is in a box, and had not before.

    Along the shore: what only draws away from a fort does not pass it. A fort counts while a
    section of it is in action, and could reach her before or after.
    """
    if not ship.on_map or ship.box == box:
        return []
    there = replace(ship, box=box)
    forts: dict[str, list[Section]] = {}
    for section in state.sections.values():
        if section.side != ship.control and not silenced(section):
            forts.setdefault(section.fort, []).append(section)
    return [
        fort
        for fort, sections in forts.items()
        if any(range_of(state, each, at) != "none" for each in sections for at in (ship, there))
        and _left_astern([each for section in sections for each in section.boxes], ship.box, box)
    ]


def _left_astern(boxes: list[str], start: str, end: str) -> bool:
    """Tell whether all boxes of a shore lie astern after a way, and some did not before.

    A shore is a row of boxes, or a column of them; a single box that of its nearest edge.
    """
    places = [GRID.place(box) for box in boxes]
    rows, columns = ({place[axis] for place in places} for axis in (0, 1))
    row = next(iter(rows))
    axis = 1 if len(rows) == 1 and (len(columns) > 1 or row in (0, GRID.rows - 1)) else 0
    before, after = GRID.place(start)[axis], GRID.place(end)[axis]
    way = after - before
    lie = [place[axis] for place in places]
    return all((at - after) * way < 0 for at in lie) and any((at - before) * way >= 0 for at in lie)

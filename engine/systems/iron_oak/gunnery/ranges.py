"""How far it is from firer to target, and how they lie to each other (Iron & Oak 6.1)."""

from __future__ import annotations

from engine.systems.iron_oak.data.facts import Aspect, Range
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit
from engine.systems.iron_oak.waters.terrain import GRID, free_line

RANGES: tuple[Range, ...] = ("short", "medium", "long")
MOVED = ("maneuver_1", "maneuver_2", "drift")


def boxes_of(unit: Unit) -> tuple[str, ...]:
    """Return the boxes that a unit is in, or beside."""
    return unit.boxes if isinstance(unit, Section) else (unit.box,)


def lines(state: State, firer: Unit, target: Unit) -> tuple[int, bool]:
    """Return the distance in boxes, and whether a line of fire is free.

    Of several boxes the nearest with a free line counts; if all are barred, the nearest.
    """
    free: list[int] = []
    barred: list[int] = []
    for start in boxes_of(firer):
        for end in boxes_of(target):
            far = GRID.distance(start, end)
            (free if free_line(state.board, start, end) else barred).append(far)
    return (min(free), True) if free else (min(barred), False)


def fouled_pair(firer: Unit, target: Unit) -> bool:
    """Tell whether firer and target are fouled with each other."""
    return isinstance(firer, Ship) and target.id in firer.fouled


def same_box(firer: Unit, target: Unit) -> bool:
    """Tell whether two ships share a box."""
    return isinstance(firer, Ship) and isinstance(target, Ship) and firer.box == target.box


def range_of(state: State, firer: Unit, target: Unit) -> Range:
    """Return point_blank, short, medium, long or none.

    Point blank: fouled with each other, or the target tried to ram or spar the firer in its latest
    Movement Segment, shares her box, and she neither drifts nor maneuvers to another
    (Iron & Oak 5.6.5).
    """
    if fouled_pair(firer, target):
        return "point_blank"
    if (
        isinstance(firer, Ship)
        and isinstance(target, Ship)
        and firer.id in target.rammed
        and firer.box == target.box
        and firer.order not in MOVED
    ):
        return "point_blank"
    distance, _ = lines(state, firer, target)
    return RANGES[distance] if distance < len(RANGES) else "none"


def aspects(firer: Unit, target: Unit) -> tuple[Aspect, Aspect]:
    """Return how the firer lies to the target, and the target to the firer.

    Iron & Oak 5.5.1, 5.6.5.

    `bow_on`, `stern_on` or `normal`; a firer that has tried to ram the target fires bow on.
    """
    if not isinstance(firer, Ship) or not isinstance(target, Ship):
        return "normal", "normal"
    mine = _across(target, firer)
    if mine == "normal" and target.id in firer.rammed and firer.box == target.box:
        mine = "bow_on"
    return mine, _across(firer, target)


def _across(ship: Ship, other: Ship) -> Aspect:
    """Return how the other lies to a ship that may lie across her."""
    if ship.across_bow_of == other.id:
        return "bow_on"
    return "stern_on" if ship.across_stern_of == other.id else "normal"

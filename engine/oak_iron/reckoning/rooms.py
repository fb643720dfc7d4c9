"""Places that are tried for a thing that is put on the table: headings, and points of its room."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from engine.decision import Area, Decision, Option, Point
from engine.oak_iron.agenda import site
from engine.oak_iron.state import State

ACROSS: Final = 4
"""How many points are tried along, and across, a room."""
EDGE: Final = 0.02
"""What of a room's length is kept free at both ends of it."""


def headings(decision: Decision, degrees: float) -> list[float]:
    """Return the headings of a decision's dial that are tried, so many degrees apart."""
    dial = decision.dial
    assert dial is not None
    if not dial.endless:
        return [dial.rest]
    return [dial.value(dial.rest + degrees * turn) for turn in range(int(360.0 / degrees))]


def room(view: State, decision: Decision, option: Option, heading: float | None) -> Area | None:
    """Return where an option's thing may be put, headed so."""
    if decision.area is not None or not option.area:
        return decision.area
    command = option.command
    if option.dial and heading is not None:
        command = replace(command, heading=heading)
    there = site(view, command)
    return there.area if there else None


def spots(area: Area | None, first: Sequence[Point] = ()) -> Iterator[Point]:
    """Yield points of an area: where it rests, some that are wanted, and a grid of it."""
    if area is None:
        return
    yield area.rest
    yield from (at for at in first if area.holds(at))
    for outline in area.outlines:
        xs, ys = zip(*outline, strict=True)
        for x, y in itertools.product(_along(xs), _along(ys)):
            at = (round(x, 4), round(y, 4))
            if area.holds(at):
                yield at


def _along(numbers: Sequence[float]) -> list[float]:
    """Return numbers from near the least to near the most, evenly apart."""
    low, high = min(numbers), max(numbers)
    inside = EDGE * (high - low)
    step = (high - low - 2 * inside) / (ACROSS - 1)
    return [low + inside + step * number for number in range(ACROSS)]

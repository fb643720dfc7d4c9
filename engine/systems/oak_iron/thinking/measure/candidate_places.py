"""Candidate places for a thing put on the table: headings, and sample points of legal areas."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from engine.game.decision import Area, Decision, Dial, Option, Point
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.state.state import State

ACROSS: Final = 4
"""Number of sample points along, and across, an area: a coarse grid, as areas are large."""
EDGE: Final = 0.02
"""Share of an area's length left free at both ends, so that rounding stays inside."""


def candidate_areas(
    view: State, decision: Decision, option: Option, degrees: float
) -> list[tuple[float | None, Area]]:
    """Return the areas where an option's thing may be put, for headings `degrees` apart.

    If none of those has room, every heading of the decision's dial is tried. The heading is None
    for an option without a dial.
    """
    dial = decision.dial
    if not option.dial or dial is None:
        found = _found(view, decision, option, [None])
    elif not dial.endless:
        found = _found(view, decision, option, [dial.rest])
    else:
        found = _found(view, decision, option, _headings(dial, degrees))
        found = found or _found(view, decision, option, _headings(dial, dial.step))
    return found


def _headings(dial: Dial, degrees: float) -> list[float | None]:
    return [dial.value(dial.rest + degrees * turn) for turn in range(int(360.0 / degrees))]


def _found(
    view: State, decision: Decision, option: Option, turns: list[float | None]
) -> list[tuple[float | None, Area]]:
    areas = ((turn, _area(view, decision, option, turn)) for turn in turns)
    return [(turn, area) for turn, area in areas if area is not None]


def _area(view: State, decision: Decision, option: Option, heading: float | None) -> Area | None:
    if decision.area is not None:
        return decision.area
    command = option.command if heading is None else replace(option.command, heading=heading)
    there = RULES.site(view, command)
    return there.area if there else None


def sample_points(area: Area, first: Sequence[Point] = ()) -> Iterator[Point]:
    """Yield points of an area: its rest point, those of `first` that it holds, then a grid."""
    yield area.rest
    yield from (at for at in first if area.holds(at))
    for outline in area.outlines:
        xs, ys = zip(*outline, strict=True)
        for x, y in itertools.product(_along(xs), _along(ys)):
            at = (round(x, 4), round(y, 4))
            if area.holds(at):
                yield at


def _along(numbers: Sequence[float]) -> list[float]:
    """Return evenly spaced numbers from near the least to near the most."""
    low, high = min(numbers), max(numbers)
    inside = EDGE * (high - low)
    step = (high - low - 2 * inside) / (ACROSS - 1)
    return [low + inside + step * number for number in range(ACROSS)]

"""Lines of sight between ships: Oak & Iron ch. 4, Line of Sight. Inches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from heapq import heapify, heappop

import msgspec

from engine.space.plane.contact import Body
from engine.space.plane.crossing import in_the_way, is_clear, wholly_beyond
from engine.space.plane.hull import Edge, Hull
from engine.space.plane.pose import Point


class Sight(msgspec.Struct, frozen=True):
    """A clear line of sight, from the mid-point of the firer's edge.

    It leads to the mid-point of an edge of the target, and to one of its corners.
    """

    edge: Edge
    """The firer's edge."""
    start: Point
    end: Point
    """The mid-point of the target's edge."""
    corner: Point


def line_of_sight(
    firer: Hull, target: Hull, edges: Sequence[Edge], blockers: Sequence[Body]
) -> Sight | None:
    """Return the shortest clear line of sight from one of the edges, or None.

    Blockers are other bases and land, each shrunk by 0.0001 inch. The bases of the two ships
    block as well.
    Oak & Iron ch. 4, Line of Sight.
    """
    between, lands = in_the_way(firer, target, blockers)
    bases = [target, firer, *between]
    starts = [(edge, firer.mid(edge)) for edge in edges]
    lines = [
        (math.dist(start, end), edge, start, end) for edge, start in starts for end in target.mids
    ]
    heapify(lines)  # mostly the shortest line is clear: sorting the rest would be wasted
    while lines:
        _, edge, start, end = heappop(lines)
        if not is_clear(start, end, bases, lands):
            continue
        for corner in sorted(target.corners, key=lambda at: math.dist(start, at)):
            if is_clear(start, corner, bases, lands):
                return Sight(edge, start, end, corner)
    return None


def in_sight(firer: Hull, target: Hull, edges: Sequence[Edge], blockers: Sequence[Body]) -> bool:
    """Tell whether there is a line of sight; quickly where nothing is between the two.

    From an edge, a target wholly beyond the line of that edge shows at least one of its sides.
    Oak & Iron ch. 4, Line of Sight.
    """
    between, lands = in_the_way(firer, target, blockers)
    if not between and not lands and any(wholly_beyond(firer, edge, target) for edge in edges):
        return True
    return line_of_sight(firer, target, edges, [*between, *lands]) is not None

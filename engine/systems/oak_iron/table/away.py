"""The slide Directly Away from ships and land. Inches; bearings in degrees.

Oak & Iron ch. 4, Directly Away.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.space.plane.contact import TOUCH, Body, apart, boxes, span
from engine.space.plane.hull import EDGES, Box, Hull
from engine.space.plane.pose import bearing, unit
from engine.space.plane.sweep import Slide, Swept, sweep

SHORT: Final = 0.003
"""Inches that the slide stops short of an obstacle; above `TOUCH`: nothing new is touched."""
RIM: Final = 0.0002
"""Inches that the slide stops short of the table's edge, since poses are rounded."""

_EVEN: Final = 0.001
"""Inches by which a slide must be longer to be better: of equal ones the first in order counts."""
_SAME: Final = 1e-5
"""Inches by which a gap may shrink by rounding and still count as the same."""
_ROUNDED: Final = 0.0001
"""Inches that a gap may lose when the pose at the end of a slide is rounded."""
_FINE: Final = 1e-5
"""Inches to which the length of a slide is found."""
_STRIDE: Final = 0.05
"""Inches between two measurements of the gap to a shore, which may be concave."""


def directly_away(
    hull: Hull,
    leaving: Mapping[str, Body],
    distance: float,
    obstacles: Mapping[str, Body],
    table: tuple[float, float],
) -> Swept | None:
    """Slide a base away from the bodies that it is leaving, up to a distance (inches).

    A bearing is open when the gap to each body left never shrinks and is larger at the end. The
    longest slide is taken, of equal ones the first. Obstacles and the edge of the table (width,
    height) stop it. Return None when no bearing is open: the base stays.
    """
    bodies = {**leaving, **obstacles}
    best: Swept | None = None
    for towards in _ways(hull, leaving):
        reach = min(distance, _to_rim(hull, towards, table))
        if reach <= (best.travelled if best else 0.0) + _EVEN:
            continue
        swept = sweep(hull, Slide(hull, towards, reach), bodies, SHORT)
        if swept.travelled <= (best.travelled if best else 0.0) + _EVEN:
            continue
        way = Slide(hull, towards, swept.travelled)
        if all(_opens(way, body) for body in leaving.values()):
            best = Swept(swept.pose, swept.travelled)
            if best.travelled >= distance - _EVEN:
                break
    return best


def clear_away(
    hull: Hull,
    leaving: Mapping[str, Hull],
    apart_by: float,
    obstacles: Mapping[str, Body],
    table: tuple[float, float],
) -> Swept | None:
    """Slide a base Directly Away until it lies apart (inches) from each base that it leaves.

    It goes at least that far, and at most twice as far: between two bases at right angles it
    takes a diagonal. Of the bearings of `directly_away` by which nothing is touched on the way
    the one that takes least is taken, of equal ones the first. Return None when there is none.
    """
    bodies = {**leaving, **obstacles}
    least, best = math.inf, None
    for towards in _ways(hull, leaving):
        takes = _until_clear(hull, towards, leaving.values(), apart_by)
        if takes >= least - _EVEN or takes > _to_rim(hull, towards, table):
            continue
        way = Slide(hull, towards, takes)
        if not all(_opens(way, body) for body in leaving.values()):
            continue
        swept = sweep(hull, way, bodies, SHORT)
        if swept.travelled >= takes - _EVEN:
            least, best = takes, Swept(swept.pose, swept.travelled)
            if least <= apart_by + _EVEN:
                break
    return best


def _until_clear(hull: Hull, towards: float, leaving: Iterable[Hull], apart_by: float) -> float:
    """Return the least slide on a bearing that ends apart from all bases left; inf if too long.

    The gap to a base never shrinks on an open bearing, so halving finds where it is wide enough.
    """
    low, high = apart_by, 2 * apart_by
    way, bases = Slide(hull, towards, high), [body.box for body in leaving]

    def clear(done: float) -> bool:
        mover = way.box(done)
        return all(apart(mover, box)[0] >= apart_by - TOUCH + _ROUNDED for box in bases)

    if clear(low):
        return low
    if not clear(high):
        return math.inf
    while high - low > _FINE:
        middle = (low + high) / 2
        low, high = (low, middle) if clear(middle) else (middle, high)
    return high


def _ways(hull: Hull, leaving: Mapping[str, Body]) -> Iterator[float]:
    """Yield the bearings to try, in order of preference.

    First straight off each body, then square to each of the own edges, then every 15 degrees.
    """
    for name in sorted(leaving):
        yield _off(hull, leaving[name])
    for edge in EDGES:
        yield hull.outward(edge)
    for step in range(24):
        yield 15.0 * step


def _off(hull: Hull, body: Body) -> float:
    """Return the bearing straight off a body.

    It is the normal of the edge that is touched, the body's own before the base's; where corner
    touches corner, the line of the centres; without contact, the line of the shortest gap.
    """
    found = [(*apart(box, hull.box), box) for box in boxes(body)]
    free, nx, ny, _ = min(found)
    if free <= TOUCH:
        held = [box for apart_by, _, _, box in found if apart_by <= TOUCH]
        for box in held:
            normal = _square_on(box, hull.box)
            if normal is not None:
                return bearing((0.0, 0.0), normal)
        for box in held:
            normal = _square_on(hull.box, box)
            if normal is not None:
                return bearing(normal, (0.0, 0.0))
        x, y, _ = span(body)
        if math.dist((x, y), hull.pose.at) > _EVEN:
            return bearing((x, y), hull.pose.at)
    return bearing((0.0, 0.0), (nx, ny))


def _square_on(base: Box, other: Box) -> tuple[float, float] | None:
    """Return the outward normal of the base's edge that the other touches; None at its corners."""
    x, y, east, north, ahead, beam, _ = base
    ox, oy, oe, on, oa, ob, _ = other
    dx, dy = ox - x, oy - y
    best: tuple[float, tuple[float, float]] | None = None
    for ux, uy, out, half in (
        (east, north, ahead, beam),
        (north, -east, beam, ahead),
        (-east, -north, ahead, beam),
        (-north, east, beam, ahead),
    ):
        corners = [
            (dx + oe * oa * i + on * ob * j, dy + on * oa * i - oe * ob * j)
            for i in (1, -1)
            for j in (1, -1)
        ]
        heights = [cx * ux + cy * uy - out for cx, cy in corners]
        low = min(heights)
        sides = [
            cx * uy - cy * ux
            for (cx, cy), h in zip(corners, heights, strict=True)
            if h <= low + TOUCH
        ]
        left, right = max(min(sides), -half), min(max(sides), half)
        spread = max(sides) - min(sides)
        held = right - left > TOUCH if spread > TOUCH else abs(sides[0]) < half - TOUCH
        if held and (best is None or low > best[0]):
            best = (low, (ux, uy))
    return best[1] if best is not None and abs(best[0]) <= 2 * TOUCH else None


def _to_rim(hull: Hull, towards: float, table: tuple[float, float]) -> float:
    """Return the inches that a base can slide along a bearing up to the table's edge."""
    east, north = unit(towards)
    room = math.inf
    for x, y in hull.corners:
        for at, way, far in ((x, east, table[0]), (y, north, table[1])):
            if way > 1e-9:
                room = min(room, (far - RIM - at) / way)
            elif way < -1e-9:
                room = min(room, (RIM - at) / way)
    return max(0.0, room)


def _opens(way: Slide, body: Body) -> bool:
    """Tell whether the gap to a body never shrinks during a slide and is larger at its end."""
    pieces = boxes(body)
    # The gap to one rectangle is a convex function: if it does not shrink at first, it never does.
    count = max(2, math.ceil(way.limit / _STRIDE)) if len(pieces) > 1 else 2
    first = last = min(apart(way.box(0.0), piece)[0] for piece in pieces)
    for done in (0.01, *(way.limit * step / count for step in range(1, count + 1))):
        mover = way.box(min(done, way.limit))
        now = min(apart(mover, piece)[0] for piece in pieces)
        if now < last - _SAME:
            return False
        last = now
    return last > first + _SAME

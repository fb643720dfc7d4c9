"""Straight lines across bases and land, and moves of a base (slides and pivots) that stop at
contact. Inches, degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from engine.space.plane.contact import TOUCH, Body, apart, boxes, gap, overlapping, span
from engine.space.plane.hull import SHRINK, Box, Edge, Hull, hull_at
from engine.space.plane.pose import Point, Pose, unit

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry


# Straight lines across bases and land: the bodies that a line meets, and the bases that could be in
# its way. Inches.


def wholly_beyond(hull: Hull, edge: Edge, other: Hull) -> bool:
    """Tell whether `other` is wholly beyond the line through an edge of `hull`, without touching
    it.
    """
    east, north = unit(hull.outward(edge))
    x, y = hull.mid(edge)
    tx, ty, ahead_x, ahead_y, ahead, beam, _ = other.box
    reach = abs(ahead_x * east + ahead_y * north) * ahead
    reach += abs(ahead_y * east - ahead_x * north) * beam
    return (tx - x) * east + (ty - y) * north - reach > SHRINK


def blockers_between(
    one: Hull, other: Hull, blockers: Sequence[Body]
) -> tuple[list[Hull], list[BaseGeometry]]:
    """Return (other bases, land): those of `blockers` that may meet a line between two bases.

    Only bounds are tested, because it is fast: bodies left out can meet no line between the bases,
    returned bodies may.
    """
    bases: list[Hull] = []
    lands: list[BaseGeometry] = []
    # All such lines are near the line between the centres. Circles around the bases exclude most of
    # a fleet cheaply. This loop runs for every shot past every ship, so it calls no function.
    x, y = one.box[0], one.box[1]
    east, north = other.box[0] - x, other.box[1] - y
    long = east * east + north * north
    wide = max(one.radius, other.radius)
    for body in blockers:
        if not isinstance(body, Hull):
            if _near(one, other, body):
                lands.append(body)
            continue
        bx, by = body.box[0] - x, body.box[1] - y
        along = (bx * east + by * north) / long if long else 0.0
        along = 0.0 if along < 0.0 else 1.0 if along > 1.0 else along
        bx, by, reach = bx - along * east, by - along * north, wide + body.radius
        if bx * bx + by * by <= reach * reach and body is not one and body is not other:
            bases.append(body)
    return bases, lands


def _near(one: Hull, other: Hull, land: BaseGeometry) -> bool:
    """Tell whether the bounding box of land meets the bounding box around two bases."""
    west, south, east, north = land.bounds
    (ax, ay, *_, a), (bx, by, *_, b) = one.box, other.box
    level = min(ax - a, bx - b) <= east and max(ax + a, bx + b) >= west
    return bool(level and min(ay - a, by - b) <= north and max(ay + a, by + b) >= south)


def is_clear(start: Point, end: Point, bases: list[Hull], lands: list[BaseGeometry]) -> bool:
    """Tell whether a segment meets none of the given bases and land, each shrunk by `SHRINK`
    inches.
    """
    for base in bases:
        if crosses(start, end, base):
            return False
    return not (lands and any(_hidden(start, end, land) for land in lands))


def crosses(start: Point, end: Point, hull: Hull, shrink: float = SHRINK) -> bool:
    """Tell whether a segment meets a base that is shrunk by `shrink` inches on each side."""
    x, y, east, north, ahead, beam, _ = hull.box
    sx, sy = start[0] - x, start[1] - y
    dx, dy = end[0] - start[0], end[1] - start[1]
    first, last = 0.0, 1.0
    for at, way, half in (
        (sx * east + sy * north, dx * east + dy * north, ahead - shrink),
        (sx * north - sy * east, dx * north - dy * east, beam - shrink),
    ):
        if abs(way) < 1e-12:  # parallel to the side: avoid division by zero
            if abs(at) > half:
                return False
            continue
        enter, leave = (-half - at) / way, (half - at) / way
        if enter > leave:
            enter, leave = leave, enter
        first = enter if enter > first else first
        last = leave if leave < last else last
        if first > last:
            return False
    return True


def _hidden(start: Point, end: Point, land: BaseGeometry) -> bool:
    """Tell whether a segment meets land; tests the bounds first, as shapely costs far more."""
    west, south, east, north = land.bounds
    if (
        max(start[0], end[0]) < west
        or min(start[0], end[0]) > east
        or max(start[1], end[1]) < south
        or min(start[1], end[1]) > north
    ):
        return False
    from shapely import LineString

    return bool(_shrunk(land).intersects(LineString((start, end))))


@lru_cache(maxsize=256)
def _shrunk(land: BaseGeometry) -> BaseGeometry:
    """Return land shrunk and prepared. Cached: both take long, and land does not change."""
    from shapely import prepare

    smaller = land.buffer(-SHRINK)
    prepare(smaller)
    return smaller


# Slides and pivots that stop at first contact. Inches; degrees clockwise. This is conservative
# advancement. The line perpendicular to the shortest gap separates the two bodies, so they cannot
# meet before the gap across it is used up. The progress until then has a closed form for a slide
# and for a pivot. A few such steps find first contact from the free side, without ever stepping
# back. A moving base stops `CLEAR` inches short of the body that it meets, so that rounding its
# pose never makes bases overlap.


CLEAR: Final = 0.0002
"""A slide stops this many inches before contact: twice the step to which poses are rounded."""
CLEAR_PIVOT: Final = 0.0001
"""A pivot stops this many inches before contact. It is less than for a slide, because 0.0001 inch
at a base's corner is nearly a hundredth of a degree."""
PRESS: Final = 0.0001
"""A base that touches a body at the start may come this near to it (inches) as it passes along
it."""
SLACK: Final = 1e-5
"""A base and a body that are already nearer than `PRESS` may close by this much more (inches),
because headings are rounded, too."""
AT_ONCE: Final = 0.003
"""If a body touched at the start stops a move within this many inches, the move does not begin at
all."""

_FINE: Final = 1e-6
"""The search ends when this much gap (inches) is left, a hundredth of the rounding step of
poses."""
_STEPS: Final = 100
"""The maximum number of steps of the search. Usually a few are enough, but the search converges
slowly where a base grazes a body."""


class Swept(msgspec.Struct, frozen=True):
    """The result of a slide or a pivot."""

    pose: Pose
    """The pose at the end, rounded."""
    travelled: float
    """Inches or degrees travelled; for a pivot with the sign of the angle asked for."""
    struck: tuple[str, ...] = ()
    """Names of the bodies touched at the stop; empty when the base went all the way and met
    nothing."""


class Motion(Protocol):
    """A move of a base: a slide, with progress in inches, or a pivot, with progress in radians."""

    limit: float
    scale: float
    """Inches that the fastest point of the base moves for one unit of progress."""

    def pose(self, done: float) -> Pose:
        """Return the pose after a progress of `done`."""

    def box(self, done: float) -> Box:
        """Return the base as a rectangle after a progress of `done`."""

    def room(self, mover: Box, other: Box, nx: float, ny: float, free: float) -> float:
        """Return how far the move may progress (inches or radians) before the gap between `mover`
        and `other` along (nx, ny) may be narrower by `free` inches.
        """

    def near(self, x: float, y: float, radius: float) -> bool:
        """Tell whether the moving base may come near a circle: a fast test that excludes most
        bodies.
        """


class Slide:
    """A straight slide along a bearing."""

    scale = 1.0

    def __init__(self, hull: Hull, towards: float, distance: float) -> None:
        self.hull, self.towards, self.limit = hull, towards, float(distance)
        self.east, self.north = unit(towards)

    def pose(self, done: float) -> Pose:
        """Return the pose after a slide of `done` inches."""
        return self.hull.pose.moved(self.towards, done)

    def box(self, done: float) -> Box:
        """Return the base as a rectangle after a slide of `done` inches."""
        x, y, east, north, ahead, beam, radius = self.hull.box
        return x + self.east * done, y + self.north * done, east, north, ahead, beam, radius

    def room(self, mover: Box, other: Box, nx: float, ny: float, free: float) -> float:
        """Return the inches after which the gap along (nx, ny) is narrower by `free` inches."""
        speed = self.east * nx + self.north * ny
        return free / speed if speed > 1e-12 else math.inf

    def near(self, x: float, y: float, radius: float) -> bool:
        """Tell whether a circle comes near the slide: the capsule around the whole way of the
        base.
        """
        dx, dy = x - self.hull.box[0], y - self.hull.box[1]
        along = min(max(dx * self.east + dy * self.north, 0.0), self.limit)
        return math.hypot(dx - self.east * along, dy - self.north * along) <= (
            radius + self.hull.radius + AT_ONCE
        )


class Pivot:
    """A pivot about a point; `limit` is in radians, `sign` is 1 for clockwise and -1 for the other
    way.
    """

    def __init__(self, hull: Hull, angle: float, about: Point) -> None:
        self.hull, self.about = hull, about
        self.limit, self.sign = math.radians(abs(angle)), math.copysign(1.0, angle)
        self.scale = max(math.dist(about, corner) for corner in hull.corners)

    def pose(self, done: float) -> Pose:
        """Return the pose after a pivot of `done` radians."""
        return self.hull.pose.rotated(self.about, math.degrees(done) * self.sign)

    def box(self, done: float) -> Box:
        """Return the base as a rectangle after a pivot of `done` radians."""
        x, y, east, north, ahead, beam, radius = self.hull.box
        cos, sin = math.cos(done), math.sin(done) * self.sign
        px, py = self.about
        dx, dy = x - px, y - py
        return (
            px + dx * cos + dy * sin,
            py - dx * sin + dy * cos,
            east * cos + north * sin,
            north * cos - east * sin,
            ahead,
            beam,
            radius,
        )

    def room(self, mover: Box, other: Box, nx: float, ny: float, free: float) -> float:
        """Return the radians after which the gap along (nx, ny) is narrower by `free` inches.

        The line that separates the two bodies may be fixed, or turn with the base. Both give a safe
        bound; the larger one is returned.
        """
        standing = self._reach(mover, nx, ny, free, self.sign)
        if standing == math.inf:
            return standing
        return max(standing, self._reach(other, -nx, -ny, free, -self.sign))

    def _reach(self, box: Box, nx: float, ny: float, free: float, sign: float) -> float:
        """Return the radians after which a turning rectangle reaches `free` inches farther along
        (nx, ny).
        """
        x, y, east, north, ahead, beam, _ = box
        x, y = x - self.about[0], y - self.about[1]
        fx, fy, rx, ry = east * ahead, north * ahead, north * beam, -east * beam
        outs: list[Point] = []
        for ex, ey in (
            (x + fx + rx, y + fy + ry),
            (x + fx - rx, y + fy - ry),
            (x - fx + rx, y - fy + ry),
            (x - fx - rx, y - fy - ry),
        ):
            outs.append((nx * ex + ny * ey, (nx * ey - ny * ex) * sign))
        bar = max(out for out, _ in outs) + free
        least = math.inf
        for out, gain in outs:
            reach = math.hypot(out, gain)
            if reach <= bar or reach <= -bar:
                continue
            turn = math.atan2(gain, out) - math.acos(bar / reach)
            if turn < 0.0:
                # A tiny negative angle is a rounding error and means 0; any other negative angle is
                # reached only after nearly a full circle.
                turn = 0.0 if turn > -1e-9 and gain > 0 else turn % math.tau
            least = min(least, turn)
        return least

    def near(self, x: float, y: float, radius: float) -> bool:
        """Tell whether a circle comes near the pivot: the disc that the whole turn would cover."""
        return math.hypot(x - self.about[0], y - self.about[1]) <= radius + self.scale + AT_ONCE


def slide(hull: Hull, towards: float, distance: float, obstacles: Mapping[str, Body]) -> Swept:
    """Slide along a bearing (degrees) by a distance (inches), or up to first contact.

    >>> ship, other = hull_at(Pose(10, 10, 0), 2, 1), hull_at(Pose(10, 15, 0), 2, 1)
    >>> slide(ship, 0, 5, {"B1": other})
    Swept(pose=Pose(x=10.0, y=12.9998, heading=0.0), travelled=2.9998, struck=('B1',))
    """
    if distance <= 0.0:
        return Swept(hull.pose, 0.0)
    return sweep(hull, Slide(hull, towards, distance), obstacles)


def pivot(
    hull: Hull, angle: float, obstacles: Mapping[str, Body], about: Point | None = None
) -> Swept:
    """Pivot clockwise by an angle (degrees), or up to first contact.

    Without `about` it pivots about the mid-point of the side on the inside of the turn.

    >>> pivot(hull_at(Pose(10, 10, 0), 2, 1), 90, {})
    Swept(pose=Pose(x=10.5, y=10.5, heading=90.0), travelled=90.0, struck=())
    """
    if angle == 0.0:
        return Swept(hull.pose, 0.0)
    centre = hull.mid("starboard" if angle > 0 else "port") if about is None else about
    motion = Pivot(hull, angle, centre)
    swept = sweep(hull, motion, obstacles, CLEAR_PIVOT)
    if swept.travelled == motion.limit:
        return msgspec.structs.replace(swept, travelled=float(angle))
    return msgspec.structs.replace(swept, travelled=math.degrees(swept.travelled) * motion.sign)


def swept_area(hull: Hull, towards: float, distance: float) -> Polygon:
    """Return the area that a slide along a bearing (degrees) by a distance (inches) covers."""
    from shapely import MultiPoint

    end = hull_at(hull.pose.moved(towards, distance), hull.length, hull.width)
    return MultiPoint([*hull.corners, *end.corners]).convex_hull


def sweep(hull: Hull, motion: Motion, obstacles: Mapping[str, Body], clear: float = CLEAR) -> Swept:
    """Carry out a move of a base; it stops `clear` inches before the first contact.

    A body that touches at the start does not stop a motion that leaves it or passes along it; it
    stops a motion that presses into the body. `Swept.travelled` is in the unit of the motion.
    """
    close = {name: body for name, body in obstacles.items() if motion.near(*span(body))}
    if not close:
        return Swept(motion.pose(motion.limit).rounded(), motion.limit)
    done, stopper = motion.limit, ""
    held: set[str] = set()
    for name, body in close.items():
        stop, at_start = _meet(hull.box, motion, body, done, clear)
        if at_start:
            held.add(name)
        if stop < done:
            done, stopper = stop, name
    if stopper in held and done * motion.scale < AT_ONCE:
        done = 0.0
    pose, done = _settle(hull, motion, done, close)
    end = hull_at(pose, hull.length, hull.width)
    touched = {name for name, body in close.items() if gap(end, body) <= TOUCH}
    if stopper:
        touched.add(stopper)
    elif touched <= held:
        touched = set()
    return Swept(pose, done, tuple(sorted(touched)))


def _meet(box: Box, motion: Motion, body: Body, limit: float, clear: float) -> tuple[float, bool]:
    """Return (progress at which a body stops the move, whether base and body touched at the
    start).
    """
    stop, at_start = limit, False
    for other in boxes(body):
        if not motion.near(other[0], other[1], other[6]):
            continue
        free, nx, ny = apart(box, other)
        floor = clear
        if free <= TOUCH:
            at_start = True
            floor = min(free - SLACK, PRESS)
        elif free <= clear:
            floor = free - SLACK
        done, mover = 0.0, box
        for _ in range(_STEPS):
            spare = free - floor
            if done > 0.0 and spare <= _FINE:
                break
            done += motion.room(mover, other, nx, ny, max(spare, 0.0))
            if done >= stop:
                break
            mover = motion.box(done)
            free, nx, ny = apart(mover, other)
        stop = min(stop, done)
    return stop, at_start


def _settle(
    hull: Hull, motion: Motion, done: float, close: Mapping[str, Body]
) -> tuple[Pose, float]:
    """Return (rounded pose, progress) at the end of a move.

    If the rounded pose overlaps a body, return the nearest free pose that is one rounding step
    aside; if none is free, return the pose before the motion.
    """
    if done <= 0.0:
        return hull.pose, 0.0
    exact = motion.pose(done)
    near = exact.rounded()
    if _free(hull, near, close.values()):
        return near, done
    # Bodies that overlapped before (a loaded position may) do not block the base.
    bodies = [body for body in close.values() if not overlapping(hull, body)]
    steps = (0.0, 0.0001, -0.0001)
    choices = [
        Pose(near.x + east, near.y + north, near.heading).rounded()
        for east in steps
        for north in steps
    ]
    choices.sort(key=lambda pose: math.dist(pose.at, exact.at))
    for pose in choices:
        if _free(hull, pose, bodies):
            return pose, done
    return hull.pose, 0.0


def _free(hull: Hull, pose: Pose, bodies: Iterable[Body]) -> bool:
    end = hull_at(pose, hull.length, hull.width)
    return not any(overlapping(end, body) for body in bodies)

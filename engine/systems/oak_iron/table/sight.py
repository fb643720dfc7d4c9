"""Lines of sight, broadside paths, raking lines, points of sail (Oak & Iron ch. 4, 5); ships in
line.

Inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from engine.space.plane.contact import TOUCH, Body, gap, shape, span, within
from engine.space.plane.hull import Edge, Hull, Side
from engine.space.plane.pose import Point, unit
from engine.space.plane.sweep import blockers_between, is_clear, wholly_beyond
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import PointOfSail, State

if TYPE_CHECKING:
    from shapely import Polygon


# Broadside paths (Oak & Iron ch. 4) and raking lines (Oak & Iron ch. 5). Inches.


_FINE: Final = 1e-9
"""A base outside the broadside path by at most this many inches counts as in it, so that mere
contact is enough."""


def broadside_strip(hull: Hull, side: Side, reach: float) -> Polygon:
    """Return the broadside path of a side, up to `reach` inches out, as a polygon."""
    from shapely import Polygon

    (ax, ay), (bx, by) = hull.ends(side)
    east, north = unit(hull.outward(side))
    east, north = east * reach, north * reach
    return Polygon(((ax, ay), (bx, by), (bx + east, by + north), (ax + east, ay + north)))


def in_broadside_path(hull: Hull, side: Side, target: Hull) -> bool:
    """Tell whether any part of a base is in the broadside path of a side, at any distance.

    The path is the strip straight out from the side, as wide as the side is long. Oak & Iron ch. 4,
    Broadside.
    """
    x, y, east, north, ahead, beam, _ = hull.box
    hand = 1.0 if side == "starboard" else -1.0
    dx, dy, round_it = target.box[0] - x, target.box[1] - y, target.radius + _FINE
    # Two checks by the bounding circle of the target exclude most bases before corners are
    # computed.
    if abs(dx * east + dy * north) > ahead + round_it:
        return False
    if (dx * north - dy * east) * hand - beam < -round_it:
        return False
    seen: list[Point] = []
    for cx, cy in target.corners:
        dx, dy = cx - x, cy - y
        seen.append((dx * east + dy * north, (dx * north - dy * east) * hand - beam))
    low, high = math.inf, -math.inf
    for i in range(4):
        (af, ar), (bf, br) = seen[i - 1], seen[i]
        if br >= -_FINE:
            low, high = min(low, bf), max(high, bf)
        if (ar >= -_FINE) != (br >= -_FINE):
            cut = af + (bf - af) * ar / (ar - br)
            low, high = min(low, cut), max(high, cut)
    return low <= ahead + _FINE and high >= -ahead - _FINE


def raking(hull: Hull, side: Side, target: Hull) -> Literal["bow", "stern"] | None:
    """Return the edge of the target that the raking line crosses first; None if it is no rake.

    The line goes straight out from the middle of the firing side, and must cross both the bow and
    the stern of the target. The range is not checked. Oak & Iron ch. 5, Raking Shots.
    """
    sx, sy = hull.mid(side)
    wx, wy = unit(hull.outward(side))
    x, y, east, north, ahead, beam, _ = target.box
    sx, sy = sx - x, sy - y
    at, across = sx * east + sy * north, sx * north - sy * east
    way, drift = wx * east + wy * north, wx * north - wy * east
    if abs(way) < 1e-12:  # parallel to bow and stern: it crosses neither
        return None
    bow, stern = (ahead - at) / way, (-ahead - at) / way
    for run in (bow, stern):
        if run < -_FINE or abs(across + drift * run) > beam + _FINE:
            return None
    return "bow" if bow < stern else "stern"


# Lines of sight between ships: Oak & Iron ch. 4, Line of Sight. Inches.


class Sight(msgspec.Struct, frozen=True):
    """A clear line of sight from the middle of an edge of the firer.

    Two lines are clear: to the middle of an edge of the target, and to a corner of the target.
    """

    edge: Edge
    """The edge of the firer from which the line goes."""
    start: Point
    end: Point
    """The middle of an edge of the target, where the line ends."""
    corner: Point


def line_of_sight(
    firer: Hull, target: Hull, edges: Sequence[Edge], blockers: Sequence[Body]
) -> Sight | None:
    """Return the shortest clear line of sight from one of the firer's edges; None if none is clear.

    Blockers are other bases and land, each shrunk by 0.0001 inch. The bases of the two ships block
    as well. Oak & Iron ch. 4, Line of Sight.
    """
    between, lands = blockers_between(firer, target, blockers)
    bases = [target, firer, *between]
    starts = [(edge, firer.mid(edge)) for edge in edges]
    lines = [
        (math.dist(start, end), edge, start, end) for edge, start in starts for end in target.mids
    ]
    heapify(lines)  # usually the shortest line is clear: sorting the rest would be wasted
    while lines:
        _, edge, start, end = heappop(lines)
        if not is_clear(start, end, bases, lands):
            continue
        for corner in sorted(target.corners, key=lambda at: math.dist(start, at)):
            if is_clear(start, corner, bases, lands):
                return Sight(edge, start, end, corner)
    return None


def in_sight(firer: Hull, target: Hull, edges: Sequence[Edge], blockers: Sequence[Body]) -> bool:
    """Tell whether there is a clear line of sight; unlike `line_of_sight`, fast if nothing is
    between.

    If nothing is between, it is enough that the target lies wholly in front of one of the firer's
    `edges`: an edge of the target then faces the middle of that edge. Oak & Iron ch. 4, Line of
    Sight.
    """
    between, lands = blockers_between(firer, target, blockers)
    if not between and not lands and any(wholly_beyond(firer, edge, target) for edge in edges):
        return True
    return line_of_sight(firer, target, edges, [*between, *lands]) is not None


# The point of sail of a base: Oak & Iron ch. 4, Point of Sail. Inches.


Weather = Literal["north", "east", "south", "west"]

EVEN: Final = 0.0005
"""Two distances from the weather edge that differ by at most this many inches count as equal,
because headings are rounded."""


def from_weather(at: Point, weather_edge: Weather, table: tuple[float, float]) -> float:
    """Return the distance in inches of a point from the weather edge; below 0 beyond the edge."""
    if weather_edge == "north":
        return table[1] - at[1]
    if weather_edge == "east":
        return table[0] - at[0]
    return at[1] if weather_edge == "south" else at[0]


def point_of_sail(
    hull: Hull, weather_edge: Weather, table: tuple[float, float]
) -> tuple[PointOfSail, ...]:
    """Return the point of sail of a base on a table (width, height).

    Both names are returned when bow and stern are equally far from the weather edge: the player
    chooses. In the wind's eye both ends of the bow are nearer to the weather edge than either
    side's middle.

    Oak & Iron ch. 4, Point of Sail.

    >>> from engine.space.plane.pose import Pose
    >>> point_of_sail(Hull(Pose(18, 18, 180), 2, 1), "north", (36, 36))
    ('large',)
    """

    def away(at: Point) -> float:
        return from_weather(at, weather_edge, table)

    bow, stern = away(hull.mid("bow")), away(hull.mid("stern"))
    side = min(away(hull.mid("port")), away(hull.mid("starboard")))
    port, starboard = hull.ends("bow")
    if side - max(away(port), away(starboard)) > EVEN:
        return ("eye",)
    if abs(bow - stern) <= EVEN:
        return ("large", "windward")
    return ("large",) if stern < bow else ("windward",)


def points(state: State, ship: str) -> tuple[PointOfSail, ...]:
    """Return a ship's present point of sail (angle to the wind).

    If she is exactly between Large and Windward, both are returned, and her player chooses.
    """
    return point_of_sail(hull(state.ships[ship]), state.table.weather_edge, state.table.size)


def in_the_eye(state: State, ship: str) -> bool:
    """Tell whether the ship is In the Wind's Eye now."""
    return "eye" in points(state, ship)


# Formation: links between ships in line, and the chains that they make.


_FINE_LINE: Final = 1e-6


class Link(msgspec.Struct, frozen=True):
    """Two ships in line: the bow of the ship `astern` faces the stern of the ship `ahead`."""

    ahead: str
    astern: str
    gap: float


def links(
    ships: Mapping[str, Hull], blockers: Mapping[str, Body], reach: float
) -> tuple[Link, ...]:
    """Return the links between ships (pairs in line), at most `reach` inches long, shortest first.

    A ship has at most one link forward and one aft. Other ships in between block a link too. Oak &
    Iron ch. 4, Formation.
    """
    bodies: dict[str, Body] = {**blockers, **ships}
    pairs = [
        Link(ahead, astern, between)
        for astern, hull in ships.items()
        for ahead, leader in ships.items()
        if ahead != astern
        and _may_follow(hull, leader, reach)
        and within(between := gap(hull, leader), reach)
    ]
    pairs.sort(key=lambda link: (round(link.gap, 6), link.ahead, link.astern))
    taken: list[Link] = []
    led: set[str] = set()
    followed: set[str] = set()
    for link in pairs:
        if link.astern in led or link.ahead in followed:
            continue
        if _linked(ships[link.astern], ships[link.ahead], bodies.values()):
            led.add(link.astern)
            followed.add(link.ahead)
            taken.append(link)
    return tuple(taken)


def chain(links: tuple[Link, ...], start_id: str) -> tuple[str, ...]:
    """Return the ids of all ships in line with `start_id`, from the first to the last.

    A ship without links is alone in her line.
    """
    ahead = {link.astern: link.ahead for link in links}
    astern = {link.ahead: link.astern for link in links}
    line = [start_id]
    while line[0] in ahead and ahead[line[0]] not in line:
        line.insert(0, ahead[line[0]])
    while line[-1] in astern and astern[line[-1]] not in line:
        line.append(astern[line[-1]])
    return tuple(line)


def _may_follow(hull: Hull, leader: Hull, reach: float) -> bool:
    """Tell by a cheap check whether the ship `hull` may be in line behind `leader`, within `reach`.

    False is certain; True must be confirmed by the exact check.
    """
    x, y, east, north, _, _, radius = hull.box
    lx, ly, le, ln, _, _, far = leader.box
    dx, dy = lx - x, ly - y
    return (
        east * le + north * ln > 0.0
        and dx * east + dy * north > 0.0
        and math.hypot(dx, dy) <= reach + radius + far + TOUCH + _FINE_LINE
    )


def _linked(hull: Hull, leader: Hull, bodies: Iterable[Body]) -> bool:
    (ax, ay), (bx, by) = hull.mid("bow"), leader.mid("stern")
    x, y = (ax + bx) / 2, (ay + by) / 2
    reach = math.hypot(bx - ax, by - ay) / 2 + max(hull.width, leader.width) / 2 + TOUCH
    others: list[Body] = []
    for body in bodies:
        if body is hull or body is leader:
            continue
        cx, cy, radius = span(body)
        if math.hypot(cx - x, cy - y) <= reach + radius:
            others.append(body)
    return _looks(hull, "bow", leader, "stern", others) and _looks(
        leader, "stern", hull, "bow", others
    )


def _looks(hull: Hull, edge: Edge, other: Hull, facing: Edge, others: list[Body]) -> bool:
    """Tell whether one edge faces another with nothing between, for at least one line straight out.

    The line is at right angles to the first edge; `others` are the bodies that may be between.
    """
    lane = _lane(hull, edge, other, facing)
    if lane is None:
        return False
    clear = lane.left
    for low, high in sorted(shadow for body in others for shadow in _shadows(body, lane)):
        if low > clear + _FINE_LINE:
            break
        clear = max(clear, high)
    return clear < lane.right - _FINE_LINE


class _Frame(msgspec.Struct, frozen=True):
    """Coordinates of the table as seen from an edge: along the edge, and straight out from it."""

    x: float
    y: float
    out_x: float
    out_y: float

    def seen(self, at: Point) -> Point:
        """Return the coordinates (along the edge, out from it) of a point of the table."""
        dx, dy = at[0] - self.x, at[1] - self.y
        return dx * self.out_y - dy * self.out_x, dx * self.out_x + dy * self.out_y

    def placed(self, along: float, out: float) -> Point:
        """Return the point of the table at the coordinates (along the edge, out from it)."""
        return (
            self.x + along * self.out_y + out * self.out_x,
            self.y - along * self.out_x + out * self.out_y,
        )


class _Lane(msgspec.Struct, frozen=True):
    """The strip of water between two edges that face each other, at right angles to the first
    edge.
    """

    frame: _Frame
    left: float
    right: float
    far_left: float
    far_right: float

    def misses(self, body: Body) -> bool:
        """Tell by a cheap check whether a body is surely not in the strip; False is not certain."""
        x, y, radius = span(body)
        along, out = self.frame.seen((x, y))
        return (
            along + radius <= self.left
            or along - radius >= self.right
            or out + radius <= 0.0
            or out - radius >= max(self.far_left, self.far_right)
        )

    def outline(self) -> Polygon:
        """Return the strip of water as a polygon."""
        from shapely import Polygon

        corners = (
            (self.left, 0.0),
            (self.right, 0.0),
            (self.right, self.far_right),
            (self.left, self.far_left),
        )
        return Polygon([self.frame.placed(*corner) for corner in corners])


def _lane(hull: Hull, edge: Edge, other: Hull, facing: Edge) -> _Lane | None:
    """Return the strip of water between two edges; None when they do not face each other."""
    sign = 1.0 if edge == "bow" else -1.0
    _, _, east, north, _, beam, _ = hull.box
    x, y = hull.mid(edge)
    frame = _Frame(x, y, east * sign, north * sign)
    (a, a_out), (b, b_out) = sorted(map(frame.seen, other.ends(facing)))
    left, right = max(a, -beam), min(b, beam)
    if right - left <= _FINE_LINE:
        return None
    slope = (b_out - a_out) / (b - a)
    far_left, far_right = a_out + (left - a) * slope, a_out + (right - a) * slope
    if min(far_left, far_right) < -TOUCH:
        return None
    return _Lane(frame, left, right, max(0.0, far_left), max(0.0, far_right))


def _shadows(body: Body, lane: _Lane) -> Iterator[tuple[float, float]]:
    """Yield the parts (from, to) of the first edge from which a body hides the other edge."""
    if lane.misses(body):
        return
    water = lane.outline()
    if water.area <= _FINE_LINE:
        return
    inside = water.intersection(shape(body))
    for part in getattr(inside, "geoms", (inside,)):
        if not part.is_empty:
            points = part.exterior.coords if part.geom_type == "Polygon" else part.coords
            along = [lane.frame.seen(at)[0] for at in points]
            yield min(along), max(along)

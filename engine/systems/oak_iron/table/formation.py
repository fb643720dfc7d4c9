"""Links between ships in line, and the chains that they make. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from engine.space.plane.contact import TOUCH, Body, gap, shape, span, within
from engine.space.plane.hull import Edge, Hull
from engine.space.plane.pose import Point

if TYPE_CHECKING:
    from shapely import Polygon

_FINE: Final = 1e-6


class Link(msgspec.Struct, frozen=True):
    """Two ships in line: the bow of the second faces the stern of the first."""

    ahead: str
    astern: str
    gap: float


def links(
    ships: Mapping[str, Hull], blockers: Mapping[str, Body], reach: float
) -> tuple[Link, ...]:
    """Return the links of at most `reach` inches, smallest gap first.

    A ship has at most one link forward and one aft. Ships block each other's links too. Oak & Iron
    ch. 4, Formation.
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
    """Return the ships of the chain that contains `start_id`, leader first; (`start_id`,) if it has
    no link.
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
    """Tell by a cheap check whether `hull` might be linked behind `leader`, with a gap within
    reach.

    False is certain; True needs the exact check.
    """
    x, y, east, north, _, _, radius = hull.box
    lx, ly, le, ln, _, _, far = leader.box
    dx, dy = lx - x, ly - y
    return (
        east * le + north * ln > 0.0
        and dx * east + dy * north > 0.0
        and math.hypot(dx, dy) <= reach + radius + far + TOUCH + _FINE
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
    """Tell whether some perpendicular from one edge meets another edge before any other body."""
    lane = _lane(hull, edge, other, facing)
    if lane is None:
        return False
    clear = lane.left
    for low, high in sorted(shadow for body in others for shadow in _shadows(body, lane)):
        if low > clear + _FINE:
            break
        clear = max(clear, high)
    return clear < lane.right - _FINE


class _Frame(msgspec.Struct, frozen=True):
    """Coordinates along an edge, and perpendicular to it."""

    x: float
    y: float
    out_x: float
    out_y: float

    def seen(self, at: Point) -> Point:
        """Return the coordinates (along, out) of a point of the table."""
        dx, dy = at[0] - self.x, at[1] - self.y
        return dx * self.out_y - dy * self.out_x, dx * self.out_x + dy * self.out_y

    def placed(self, along: float, out: float) -> Point:
        """Return the point of the table at the coordinates (along, out)."""
        return (
            self.x + along * self.out_y + out * self.out_x,
            self.y - along * self.out_x + out * self.out_y,
        )


class _Lane(msgspec.Struct, frozen=True):
    """The strip of water between two edges, perpendicular to the first edge."""

    frame: _Frame
    left: float
    right: float
    far_left: float
    far_right: float

    def misses(self, body: Body) -> bool:
        """Tell by a cheap check that a body's bounding circle does not touch the lane."""
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
    """Return the lane of water between two edges; None when they do not face each other."""
    sign = 1.0 if edge == "bow" else -1.0
    _, _, east, north, _, beam, _ = hull.box
    x, y = hull.mid(edge)
    frame = _Frame(x, y, east * sign, north * sign)
    (a, a_out), (b, b_out) = sorted(map(frame.seen, other.ends(facing)))
    left, right = max(a, -beam), min(b, beam)
    if right - left <= _FINE:
        return None
    slope = (b_out - a_out) / (b - a)
    far_left, far_right = a_out + (left - a) * slope, a_out + (right - a) * slope
    if min(far_left, far_right) < -TOUCH:
        return None
    return _Lane(frame, left, right, max(0.0, far_left), max(0.0, far_right))


def _shadows(body: Body, lane: _Lane) -> Iterator[tuple[float, float]]:
    """Yield the intervals along the edge that a body hides from the other edge."""
    if lane.misses(body):
        return
    water = lane.outline()
    if water.area <= _FINE:
        return
    inside = water.intersection(shape(body))
    for part in getattr(inside, "geoms", (inside,)):
        if not part.is_empty:
            points = part.exterior.coords if part.geom_type == "Polygon" else part.coords
            along = [lane.frame.seen(at)[0] for at in points]
            yield min(along), max(along)

"""Many bases at once: distances and positions for arrays of poses, in numpy. Inches, degrees.

Computer players use it to compare hundreds of places at once.

Distances are exact, except for bases that cross without a corner of one inside the other; so the
rules never use them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.space.plane.pose import Pose

Numbers = NDArray[np.float64]
Truths = NDArray[np.bool_]

_FINE: Final = 1e-9
"""The tolerance of comparisons, in inches."""
_LAST: Final = [3, 0, 1, 2]
"""The index of the previous corner, for each corner."""


class Bases:
    """Many bases of one size, at poses in numpy arrays, which may have any shape and broadcast.

    >>> here, there = Bases.of(Pose(10, 10, 0), 2, 1), Bases.of(Pose(14, 10, 0), 2, 1)
    >>> float(gaps(here, there)[0])
    3.0
    """

    def __init__(
        self, x: Numbers, y: Numbers, heading: Numbers, length: float, width: float
    ) -> None:
        self.x, self.y, self.heading = x, y, heading
        self.length, self.width = length, width
        angle = np.radians(heading)
        self.east: Numbers = np.sin(angle)
        self.north: Numbers = np.cos(angle)

    @classmethod
    def of(cls, pose: Pose, length: float, width: float) -> Bases:
        """Return one base as an array of shape (1,)."""
        at, north, heading = np.array([[pose.x], [pose.y], [pose.heading]])
        return cls(at, north, heading, length, width)

    @property
    def ahead(self) -> float:
        """Half the length of a base, in inches."""
        return self.length / 2

    @property
    def beam(self) -> float:
        """Half the width of a base, in inches."""
        return self.width / 2

    def __getitem__(self, index: Any) -> Bases:
        """Return the bases selected by a numpy index, or, for an index with `None`, all in another
        shape.
        """
        x, y, heading = self.x[index], self.y[index], self.heading[index]
        return Bases(x, y, heading, self.length, self.width)

    def among(self, pairs: Truths) -> Bases:
        """Return those bases whose cell in a mask is true, as a flat array.

        The bases are first broadcast to the mask's shape.
        """
        x, y, heading = (
            np.broadcast_to(each, pairs.shape)[pairs] for each in (self.x, self.y, self.heading)
        )
        return Bases(x, y, heading, self.length, self.width)

    def pose(self, number: int) -> Pose:
        """Return the rounded pose at an index of a flat array."""
        x, y, heading = self.x[number], self.y[number], self.heading[number]
        return Pose(float(x), float(y), float(heading) % 360.0).rounded()

    def slid(self, inches: Numbers | float) -> Bases:
        """Return the bases moved ahead by some inches."""
        x, y = self.x + self.east * inches, self.y + self.north * inches
        return Bases(x, y, self.heading + np.zeros_like(x), self.length, self.width)

    def shifted(self, inches: Numbers | float) -> Bases:
        """Return the bases moved to starboard by some inches; negative ones move to port."""
        x, y = self.x + self.north * inches, self.y - self.east * inches
        return Bases(x, y, self.heading + np.zeros_like(x), self.length, self.width)

    def turned(self, angle: Numbers | float) -> Bases:
        """Return the bases pivoted by an angle (degrees, positive to starboard) about the middle of
        the side on the inside of the turn.
        """
        inside = self.beam * np.sign(angle)
        heading = self.heading + angle
        turn = np.radians(heading)
        x = self.x + inside * (self.north - np.cos(turn))
        y = self.y - inside * (self.east - np.sin(turn))
        return Bases(x, y, heading + np.zeros_like(x), self.length, self.width)


def concatenate(several: Sequence[Bases]) -> Bases:
    """Return several arrays of bases of one size, of any shape, as one flat array."""
    x, y, heading = (
        np.concatenate([getattr(each, name).ravel() for each in several])
        for name in ("x", "y", "heading")
    )
    return Bases(x, y, heading, several[0].length, several[0].width)


class Bearings:
    """The positions of the bases `there` as seen from the bases `here`, computed once for several
    queries.

    `here` and `there` broadcast to the shape of every result. `back` is the same with `here` and
    `there` exchanged. Intermediate arrays are cached: gaps and paths use the same corners.
    """

    def __init__(self, here: Bases, there: Bases) -> None:
        self.here, self.there = here, there

    @cached_property
    def _turned(self) -> Bearings:
        return Bearings(self.there, self.here)

    @property
    def back(self) -> Bearings:
        """The bearings seen from `there`; the gaps are the same."""
        # `_turned` has no reference to `self`: the garbage collector would keep a cycle of large
        # arrays for longer.
        self._turned.gaps = self.gaps
        return self._turned

    @cached_property
    def _centres(self) -> tuple[Numbers, Numbers]:
        """Inches by which the centres of `there` are ahead and to starboard of those of `here`."""
        here, there = self.here, self.there
        dx, dy = there.x - here.x, there.y - here.y
        return dx * here.east + dy * here.north, dx * here.north - dy * here.east

    @cached_property
    def _spans(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """The half axes of bases `there`, in inches ahead and to starboard as seen from `here`.

        The first two numbers lead from a centre to the bow, the last two to the starboard side.
        """
        here, there = self.here, self.there
        cos = here.east * there.east + here.north * there.north
        sin = there.east * here.north - there.north * here.east
        return cos * there.ahead, sin * there.ahead, sin * -there.beam, cos * there.beam

    @cached_property
    def _corners(self) -> tuple[Numbers, Numbers]:
        """Inches by which the four corners of `there` are ahead and to starboard of the centres of
        `here`.
        """
        ahead, right = self._centres
        bow_f, bow_r, side_f, side_r = self._spans
        return _around(ahead, bow_f, side_f), _around(right, bow_r, side_r)

    @cached_property
    def gaps(self) -> Numbers:
        """The least distances between bases in inches; 0 where a corner is in the other base."""
        found: Numbers = np.sqrt(np.minimum(self._squared(), self._turned._squared()))
        return found

    def _squared(self) -> Numbers:
        """Return the squared distance from bases `here` to the nearest corner of `there`."""
        fronts, rights = self._corners
        apart = _beyond(fronts, self.here.ahead)
        apart += _beyond(rights, self.here.beam)
        found: Numbers = apart.min(axis=0)
        return found

    def in_paths(self, among: Truths) -> tuple[Truths, Truths]:
        """Return two masks: whether `there` meets the strip that extends from the port side of
        `here`, and whether it meets the strip from the starboard side.

        The strips are endless. Pairs outside the mask `among` are not examined and are false.
        """
        ahead, right = self._centres
        bow_f, bow_r, side_f, side_r = self._spans
        long, wide = np.abs(bow_f) + np.abs(side_f), np.abs(bow_r) + np.abs(side_r)
        level = among & (np.abs(ahead) - long <= self.here.ahead + _FINE)
        line = self.here.beam - _FINE
        port, starboard = level & (wide - right >= line), level & (wide + right >= line)
        across = port & (-right - wide < line), starboard & (right - wide < line)
        if across[0].any() or across[1].any():
            port[across[0]], starboard[across[1]] = self._cut(*across)
        return port, starboard

    def _cut(self, port: Truths, starboard: Truths) -> tuple[Truths, Truths]:
        """Return the masks of `in_paths` for those pairs in which `there` lies across the line
        through the port side (mask `port`) or the starboard side (mask `starboard`).
        """
        fronts, rights = self._corners
        at = np.concatenate([fronts[:, port], fronts[:, starboard]], axis=1)
        out = np.concatenate([-rights[:, port], rights[:, starboard]], axis=1) - self.here.beam
        before, behind = out[_LAST], at[_LAST]
        seen = out >= -_FINE
        crossed = seen[_LAST] != seen
        run = np.where(crossed, before - out, 1.0)
        cut = behind + (at - behind) * before / run
        low = np.minimum(np.where(seen, at, np.inf), np.where(crossed, cut, np.inf)).min(axis=0)
        high = np.maximum(np.where(seen, at, -np.inf), np.where(crossed, cut, -np.inf))
        ahead = self.here.ahead + _FINE
        found = (low <= ahead) & (high.max(axis=0) >= -ahead)
        last = np.count_nonzero(port)
        return found[:last], found[last:]


def _beyond(inches: Numbers, half: float) -> Numbers:
    """Return the squared inches by which coordinates lie beyond a half length or width; 0 inside.

    It works in place: allocating large arrays takes longer than the arithmetic.
    """
    found: Numbers = np.abs(inches)
    found -= half
    np.maximum(found, 0.0, out=found)
    found *= found
    return found


def _around(centre: Numbers, bow: Numbers, side: Numbers) -> Numbers:
    """Return one coordinate of the four corners: port bow, starboard bow, starboard stern, port
    stern.
    """
    found = np.empty((4, *centre.shape))
    to_bow, to_stern = centre + bow, centre - bow
    np.subtract(to_bow, side, out=found[0])
    np.add(to_bow, side, out=found[1])
    np.add(to_stern, side, out=found[2])
    np.subtract(to_stern, side, out=found[3])
    return found


def gaps(one: Bases, other: Bases) -> Numbers:
    """Return the least distances between bases in inches; 0 where a corner is in the other base."""
    return Bearings(one, other).gaps


def touching(one: Bases, other: Bases) -> Truths:
    """Tell whether bases touch: a corner of one base is inside the other."""
    around = np.hypot(one.ahead, one.beam) + np.hypot(other.ahead, other.beam) + _FINE
    found: Truths = np.hypot(one.x - other.x, one.y - other.y) <= around
    if found.any():
        found[found] = gaps(one.among(found), other.among(found)) == 0.0
    return found


def hidden(here: Bases, there: Bases, between: Bases) -> Truths:
    """Tell for each pair of `here` and `there` whether the one base in `between` hides them from
    each other.

    It does if it lies across the line between their centres.
    """
    first, last = np.zeros(1), np.ones(1)
    (ahead, right), (ahead_of, right_of) = _seen_from(between, here), _seen_from(between, there)
    for at, end, half in ((ahead, ahead_of, between.ahead), (right, right_of, between.beam)):
        way = end - at
        way = np.where(np.abs(way) < _FINE, _FINE, way)
        enter, leave = (-half - at) / way, (half - at) / way
        first = np.maximum(first, np.minimum(enter, leave))
        last = np.minimum(last, np.maximum(enter, leave))
    found: Truths = first <= last
    return found


def _seen_from(base: Bases, others: Bases) -> tuple[Numbers, Numbers]:
    """Return (inches ahead, inches to starboard) of other bases' centres, as seen from a base's
    centre.
    """
    dx, dy = others.x - base.x, others.y - base.y
    return dx * base.east + dy * base.north, dx * base.north - dy * base.east


def reaching_out(bases: Bases, inches: float, table: tuple[float, float]) -> Numbers:
    """Return how far, in inches, the point `inches` ahead of each base lies beyond the table's
    edge.

    0 for a point on the table.
    """
    x, y = bases.x + bases.east * inches, bases.y + bases.north * inches
    out = np.maximum(np.maximum(-x, x - table[0]), np.maximum(-y, y - table[1]))
    beyond: Numbers = np.maximum(out, 0.0)
    return beyond


def off_the_bow(bases: Bases, east: Numbers, north: Numbers) -> Numbers:
    """Return the angle, 0 to 180 degrees, between the bow of bases and points that lie `east` and
    `north` inches from their centres.
    """
    far = np.maximum(np.hypot(east, north), 1e-9)  # a point on the centre is not divided by 0
    cosine = (east * bases.east + north * bases.north) / far
    found: Numbers = np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0)))
    return found


def near_edge(bases: Bases, inches: float, table: tuple[float, float]) -> Truths:
    """Tell whether any part of the bases is within `inches` of the table's edge."""
    wide = np.abs(bases.east) * bases.ahead + np.abs(bases.north) * bases.beam + inches
    high = np.abs(bases.north) * bases.ahead + np.abs(bases.east) * bases.beam + inches
    near: Truths = (
        (bases.x < wide)
        | (bases.x > table[0] - wide)
        | (bases.y < high)
        | (bases.y > table[1] - high)
    )
    return near

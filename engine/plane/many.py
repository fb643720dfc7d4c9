"""Many bases at once: the questions of the plane, put to arrays of poses. Inches, degrees.

For a computer player that weighs hundreds of places: quicker than one by one, and exact but
for bases that cross without a corner in each other. Nothing that the rules decide comes from here.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from engine.plane.pose import Pose

Numbers = NDArray[np.float64]
Truths = NDArray[np.bool_]

_FINE: Final = 1e-9


class Bases:
    """Bases of one size at poses of any shape; arrays broadcast as numpy's do.

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
        """Return one base, as an array of one."""
        at, north, heading = np.array([[pose.x], [pose.y], [pose.heading]])
        return cls(at, north, heading, length, width)

    @property
    def ahead(self) -> float:
        """Half the length."""
        return self.length / 2

    @property
    def beam(self) -> float:
        """Half the width."""
        return self.width / 2

    def __getitem__(self, index: Any) -> Bases:
        """Return some of the bases, or the same in another shape."""
        x, y, heading = self.x[index], self.y[index], self.heading[index]
        return Bases(x, y, heading, self.length, self.width)

    def pose(self, number: int) -> Pose:
        """Return one of the poses of a flat array."""
        x, y, heading = self.x[number], self.y[number], self.heading[number]
        return Pose(float(x), float(y), float(heading) % 360.0).rounded()

    def slid(self, inches: Numbers | float) -> Bases:
        """Return the bases slid ahead."""
        x, y = self.x + self.east * inches, self.y + self.north * inches
        return Bases(x, y, self.heading + np.zeros_like(x), self.length, self.width)

    def shifted(self, inches: Numbers | float) -> Bases:
        """Return the bases slid to starboard, to port below 0."""
        x, y = self.x + self.north * inches, self.y - self.east * inches
        return Bases(x, y, self.heading + np.zeros_like(x), self.length, self.width)

    def turned(self, angle: Numbers | float) -> Bases:
        """Return the bases pivoted about the middle of the side on the inside of the turn."""
        inside = self.beam * np.sign(angle)
        heading = self.heading + angle
        turn = np.radians(heading)
        x = self.x + inside * (self.north - np.cos(turn))
        y = self.y - inside * (self.east - np.sin(turn))
        return Bases(x, y, heading + np.zeros_like(x), self.length, self.width)


def _corners(bases: Bases, others: Bases) -> tuple[list[Numbers], list[Numbers]]:
    """Return how far ahead and to starboard of `bases` the corners of the others lie, in turn."""
    dx, dy = others.x - bases.x, others.y - bases.y
    ahead = dx * bases.east + dy * bases.north
    right = dx * bases.north - dy * bases.east
    cos = bases.east * others.east + bases.north * others.north
    sin = others.east * bases.north - others.north * bases.east
    bow_f, bow_r = cos * others.ahead, sin * others.ahead
    side_f, side_r = -sin * others.beam, cos * others.beam
    fronts = [ahead + bow_f - side_f, ahead + bow_f + side_f]
    fronts += [ahead - bow_f + side_f, ahead - bow_f - side_f]
    rights = [right + bow_r - side_r, right + bow_r + side_r]
    rights += [right - bow_r + side_r, right - bow_r - side_r]
    return fronts, rights


def gaps(one: Bases, other: Bases) -> Numbers:
    """Return the least distances between bases; 0 where a corner lies in the other base."""
    found: Numbers | None = None
    for here, there in ((one, other), (other, one)):
        for front, right in zip(*_corners(here, there), strict=True):
            beyond = np.maximum(np.abs(front) - here.ahead, 0.0)
            aside = np.maximum(np.abs(right) - here.beam, 0.0)
            squared = beyond * beyond + aside * aside
            found = squared if found is None else np.minimum(found, squared)
    assert found is not None
    return np.sqrt(found)


def in_paths(firers: Bases, side: Literal["port", "starboard"], targets: Bases) -> Truths:
    """Tell whether bases share a point with the strip square to a side, however far."""
    hand = 1.0 if side == "starboard" else -1.0
    fronts, rights = _corners(firers, targets)
    out = [right * hand - firers.beam for right in rights]
    low = np.full_like(out[0], np.inf)
    high = np.full_like(out[0], -np.inf)
    for i in range(4):
        seen = out[i] >= -_FINE
        low = np.where(seen, np.minimum(low, fronts[i]), low)
        high = np.where(seen, np.maximum(high, fronts[i]), high)
        before, across = out[i - 1], (out[i - 1] >= -_FINE) != seen
        run = np.where(across, before - out[i], 1.0)
        cut = fronts[i - 1] + (fronts[i] - fronts[i - 1]) * before / run
        low = np.where(across, np.minimum(low, cut), low)
        high = np.where(across, np.maximum(high, cut), high)
    inside: Truths = (low <= firers.ahead + _FINE) & (high >= -firers.ahead - _FINE)
    return inside


def rakes(firers: Bases, side: Literal["port", "starboard"], targets: Bases) -> NDArray[np.int64]:
    """Return what a side's raking line crosses first: 0 nothing that rakes, 1 bow, 2 stern."""
    hand = 1.0 if side == "starboard" else -1.0
    out_x, out_y = firers.north * hand, -firers.east * hand
    dx = firers.x + out_x * firers.beam - targets.x
    dy = firers.y + out_y * firers.beam - targets.y
    at = dx * targets.east + dy * targets.north
    across = dx * targets.north - dy * targets.east
    way = out_x * targets.east + out_y * targets.north
    drift = out_x * targets.north - out_y * targets.east
    way = np.where(np.abs(way) < 1e-12, np.nan, way)
    bow, stern = (targets.ahead - at) / way, (-targets.ahead - at) / way
    through = (bow >= -_FINE) & (stern >= -_FINE)
    for run in (bow, stern):
        through &= np.abs(across + drift * run) <= targets.beam + _FINE
    return np.where(through, np.where(bow < stern, 1, 2), 0)


def reaching_out(bases: Bases, inches: float, table: tuple[float, float]) -> Numbers:
    """Return how far the point so many inches ahead of bases lies beyond the table, else 0."""
    x, y = bases.x + bases.east * inches, bases.y + bases.north * inches
    out = np.maximum(np.maximum(-x, x - table[0]), np.maximum(-y, y - table[1]))
    beyond: Numbers = np.maximum(out, 0.0)
    return beyond


def near_edge(bases: Bases, inches: float, table: tuple[float, float]) -> Truths:
    """Tell whether a part of the bases lies within so many inches of the table's edge."""
    wide = np.abs(bases.east) * bases.ahead + np.abs(bases.north) * bases.beam + inches
    high = np.abs(bases.north) * bases.ahead + np.abs(bases.east) * bases.beam + inches
    near: Truths = (
        (bases.x < wide)
        | (bases.x > table[0] - wide)
        | (bases.y < high)
        | (bases.y > table[1] - high)
    )
    return near

"""Position and heading. Inches, x east and y north; degrees clockwise from north."""

from __future__ import annotations

import math

import msgspec

Point = tuple[float, float]


def unit(bearing: float) -> Point:
    """Return the unit vector of a bearing: 0 is north (0, 1), 90 is east (1, 0)."""
    angle = math.radians(bearing)
    return math.sin(angle), math.cos(angle)


def bearing(start: Point, end: Point) -> float:
    """Return the bearing from one point to another, in [0, 360) degrees."""
    return math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])) % 360.0


def turn_between(start: float, end: float) -> float:
    """Return the turn from one heading to another, in [-180, 180) degrees, negative to port."""
    return (end - start + 180.0) % 360.0 - 180.0


class Pose(msgspec.Struct, frozen=True):
    """A position: the centre of a base (inches) and its heading (degrees)."""

    x: float
    y: float
    heading: float

    @property
    def at(self) -> Point:
        """The centre as a point."""
        return self.x, self.y

    def moved(self, towards: float, distance: float) -> Pose:
        """Return the pose moved along a bearing (degrees) by a distance (inches)."""
        east, north = unit(towards)
        return Pose(self.x + east * distance, self.y + north * distance, self.heading)

    def rotated(self, about: Point, angle: float) -> Pose:
        """Return the pose rotated clockwise by `angle` degrees about a point."""
        turn = math.radians(angle)
        cos, sin = math.cos(turn), math.sin(turn)
        east, north = self.x - about[0], self.y - about[1]
        return Pose(
            about[0] + east * cos + north * sin,
            about[1] - east * sin + north * cos,
            (self.heading + angle) % 360.0,
        )

    def rounded(self) -> Pose:
        """Return the pose rounded to 0.0001, the precision of events; the heading is in
        [0, 360).
        """
        return Pose(round(self.x, 4), round(self.y, 4), round(self.heading, 4) % 360.0)

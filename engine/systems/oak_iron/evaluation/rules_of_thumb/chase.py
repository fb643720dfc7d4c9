"""Hunting an enemy down who is no match any more: whom, and how far from it a place is.

Rules of thumb for a computer player. Guns bear in a narrow strip, so it is not enough to be
near: a ship that trails astern of her quarry, or lets it pass, fires at nothing, and who lets
the last enemy go has but a draw.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.space.plane.contact import gap
from engine.space.plane.hull import Hull, hull_at
from engine.space.plane.pose import bearing
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies, fighting
from engine.systems.oak_iron.state.state import Ship, State

UPPER_HAND = 1.05
"""How many times as strong as the enemy a side must be to hunt him."""
WORN = 12.0
"""The inches that a hunter sails farther for a ship that is worn out."""
CLOSE = 1.5
"""The gap to her quarry that a hunter likes, in inches."""
FAR = 8.0
"""The gap from which on nothing counts but to come up with it, in inches."""
COMING_ABOUT = 6.0
"""The inches that it takes a ship to come about which sails straight away, from afar."""
OUT_OF_ARC = 8.0
"""The inches that it takes her, near, to bring a broadside to bear that is at right angles."""
HELM = 30.0
"""The degrees that a turn puts right."""


def quarry(state: State, ship: str) -> Ship | None:
    """Return the enemy to hunt, near or worn; None while the enemy is a match for her side."""
    foes = enemies(state, ship)
    if not foes or strength(fighting(state, state.side_of(ship))) < UPPER_HAND * strength(foes):
        return None
    return min(foes, key=lambda foe: distance(state, ship, foe.id) - WORN * foe.spent)


def strength(ships: Iterable[Ship]) -> float:
    """Return how many fresh ships some ships are worth."""
    return sum(1.0 - ship.spent for ship in ships)


def next_base(base: Hull, inches: float) -> Hull:
    """Return where a base will be that keeps its course for so many inches."""
    return hull_at(base.pose.moved(base.pose.heading, inches), base.length, base.width)


def to_go(base: Hull, way: int, hunted: Hull) -> float:
    """Return the inches that a hunter under way lacks to a good place by her quarry.

    Both are looked at where they will be next. From afar it counts to head for the quarry,
    near to have it abeam, or so that a turn brings it there.
    """
    there = next_base(base, way)
    inches = gap(there, hunted)
    far = min(1.0, inches / FAR)
    about = COMING_ABOUT * off_the_bow(base, hunted) / 180.0
    arc = OUT_OF_ARC * max(0.0, abs(off_the_bow(there, hunted) - 90.0) - HELM) / 90.0
    return abs(inches - CLOSE) + far * about + (1.0 - far) * arc


def off_the_bow(base: Hull, other: Hull) -> float:
    """Return how many degrees off the bow another base lies, 0 to 180."""
    return off_course(base.pose.heading, bearing(base.pose.at, other.pose.at))


def off_course(heading: float, towards: float) -> float:
    """Return the degrees between two headings, 0 to 180."""
    return abs((towards - heading + 180.0) % 360.0 - 180.0)

"""Chasing an enemy that is too weak to fight: which one, and how far a place is from a good one.

A heuristic. Guns bear in a narrow path, so it is not enough to be near: a ship that trails astern
of her quarry, or lets it pass, has no target, and a side that lets the last enemy escape only
draws.
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
"""Ratio of strength at which a side begins to hunt: a little above 1, so that equals keep off."""
WORN = 12.0
"""Extra inches that a hunter sails to reach a worn-out ship rather than a fresh one."""
CLOSE = 1.5
"""Best gap to the quarry, in inches."""
FAR = 8.0
"""Gap in inches from which only closing counts, and bearing no more."""
COMING_ABOUT = 6.0
"""Penalty in inches, from afar, for heading straight away from the quarry (180 degrees)."""
OUT_OF_ARC = 8.0
"""Penalty in inches, near, for having the quarry dead ahead or astern, 90 degrees off abeam."""
HELM = 30.0
"""Degrees off abeam that cost nothing, since a turn of the next move makes up for them."""


def quarry(state: State, ship: str) -> Ship | None:
    """Return the enemy to hunt, the nearest or most worn; None while the enemy is a match."""
    foes = enemies(state, ship)
    if not foes or strength(fighting(state, state.side_of(ship))) < UPPER_HAND * strength(foes):
        return None
    return min(foes, key=lambda foe: distance(state, ship, foe.id) - WORN * foe.spent)


def strength(ships: Iterable[Ship]) -> float:
    """Return the strength of some ships, counted in fresh ships."""
    return sum(1.0 - ship.spent for ship in ships)


def next_base(base: Hull, inches: float) -> Hull:
    """Return a base moved straight ahead by a number of inches."""
    return hull_at(base.pose.moved(base.pose.heading, inches), base.length, base.width)


def to_go(base: Hull, way: int, hunted: Hull) -> float:
    """Return how far a hunter is from a good place beside her quarry, in inches.

    `way` is the inches of her next move, and `hunted` the quarry's base after its next one. From
    afar the heading towards the quarry counts, near it having the quarry abeam.
    """
    there = next_base(base, way)
    inches = gap(there, hunted)
    far = min(1.0, inches / FAR)
    about = COMING_ABOUT * off_the_bow(base, hunted) / 180.0
    arc = OUT_OF_ARC * max(0.0, abs(off_the_bow(there, hunted) - 90.0) - HELM) / 90.0
    return abs(inches - CLOSE) + far * about + (1.0 - far) * arc


def off_the_bow(base: Hull, other: Hull) -> float:
    """Return the angle from a base's bow to another base, 0 to 180 degrees."""
    return off_course(base.pose.heading, bearing(base.pose.at, other.pose.at))


def off_course(heading: float, towards: float) -> float:
    """Return the angle between two headings, 0 to 180 degrees."""
    return abs((towards - heading + 180.0) % 360.0 - 180.0)

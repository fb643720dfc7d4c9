"""The quick worth of an attack, and of a place on the table, in points of damage.

Heuristics: damage given and taken, whether guns bear, range, wind and the table's edge. The weights
are in the code, not in `evaluation.toml`, so that a change of the weights of the computer player
`captain` does not change how `lieutenant` plays.
"""

from __future__ import annotations

import math
from functools import lru_cache

from engine.space.plane.contact import gap, within
from engine.space.plane.hull import Hull, on_table
from engine.space.plane.pose import Pose, bearing, turn_between, unit
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Aim, AnySide, AttackKind
from engine.systems.oak_iron.effects.dice import Firing
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.attack import SIDES
from engine.systems.oak_iron.gunnery.shot import bearing as bearing_of
from engine.systems.oak_iron.gunnery.shot import placement_key, shot, volley
from engine.systems.oak_iron.sailing.course import Course, rating
from engine.systems.oak_iron.sailing.grapple import as_if
from engine.systems.oak_iron.sailing.scrolling import shift
from engine.systems.oak_iron.state.ships import enemies, hull
from engine.systems.oak_iron.state.state import PointOfSail, Ship, State
from engine.systems.oak_iron.table.sight import in_broadside_path, points
from engine.systems.oak_iron.terrain import gets_away
from engine.systems.oak_iron.thinking.objective_task import (
    Errand,
    Escape,
    Hunt,
    next_base,
    objective_task,
    quarry,
)

Foes = list[tuple[float, Ship, Hull]]
"""A list of (range in inches, enemy ship, her base)."""
FLAGSHIP = 1.3
"""Harm to a flagship is multiplied by this, because she counts for more strike points."""
BEST_RANGE = 2.5
"""The best gap to an enemy, in inches."""
CAUTION = 0.9
"""Enemy fire is multiplied by this and set against the ship's own fire. It is a little below 1,
because otherwise ships would keep apart."""
UNMOVED = 0.4
"""The fire of an enemy that has not moved yet is multiplied by this. It is low, because her guns
may not bear in the end."""
LOST = 25.0
"""What sailing off the table costs, or gains where it wins the battle, in points: more than any
place is worth."""
ASHORE, FOE, FRIEND = 5.0, 1.2, 5.0
"""What running into land, into an enemy, and into a friend costs, in points."""


def harm(state: State, target: str, found: odds.Odds) -> float:
    """Return what an attack with these odds is worth to the attacker, in points of damage."""
    return _points(found) * (FLAGSHIP if state.is_flagship(target) else 1.0)


# Cached by the odds, because there are few different odds, each hashed once, while thousands of
# places are scored.
@lru_cache(maxsize=8192)
def _points(found: odds.Odds) -> float:
    worth = found.mean_damage + 0.6 * found.mean_fatigue
    worth += 2.5 * found.crippled + 1.5 * found.shaken + 4.0 * found.out_of_action
    worth += 0.4 * found.sail_lost + 0.8 * found.aground + 0.5 * found.helm
    return worth


def attack(  # noqa: PLR0913  (the facts of an attack)
    state: State,
    ship: str,
    target: str,
    kind: AttackKind,
    side: AnySide = "",
    aim: Aim = "hull",
    fatigue_only: bool = False,
    card: str = "",
) -> float:
    """Return what a legal attack is worth, in points of damage; `card` is the card that grants
    it.
    """
    at = shot(state, ship, target, kind, side, aim, card)
    found = odds.attack_odds(state, ship, target, at, kind, aim, fatigue_only)
    return harm(state, target, found)


class GunTable:
    """Computes what Broadsides and Partial Fire at the hull are worth, with a cache.

    One table serves all states that differ only in where ships are: the cache key holds everything
    about the ships' places that affects a shot.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], float] = {}

    def best(self, state: State, own: Ship, near: Foes) -> float:
        """Return the worth of a ship's fire from her place: each side fires at its best target.

        `near` are the enemies in range. Partial Fire counts only if no broadside bears.
        """
        if not near:
            return 0.0
        base = hull(own)
        found = (self.sides(state, own, base, foe, there) for _, foe, there in near)
        port, starboard = zip(*found, strict=True)
        best: float = max(port) + max(starboard)
        if best:
            return best
        musket = book().measures.musket
        return max(
            self._fired(state, own, foe, "partial_fire") if within(inches, musket) else 0.0
            for inches, foe, _ in near
        )

    def sides(
        self, state: State, firer: Ship, own: Hull, target: Ship, other: Hull
    ) -> tuple[float, float]:
        """Return (port, starboard): what a Broadside of either side at a target in range is worth.

        A target outside the broadside path is excluded by geometry, which is much cheaper than
        computing a shot.
        """
        port, starboard = (
            self._fired(state, firer, target, "broadside", side)
            if side not in firer.reload and in_broadside_path(own, side, other)
            else 0.0
            for side in SIDES
        )
        return port, starboard

    def _fired(
        self, state: State, firer: Ship, target: Ship, kind: AttackKind, side: AnySide = ""
    ) -> float:
        at = bearing_of(state, firer.id, target.id, kind, side)
        if at.why_not:
            return 0.0
        there = placement_key(state, Firing(firer, target, kind, "hull", at.reach))
        key = (firer.id, target.id, kind, at.reach, at.rake, there)
        worth = self._known.get(key)
        if worth is None:
            fired = volley(state, firer.id, target.id, kind, at.reach, at.rake)
            found = odds.attack_odds(state, firer.id, target.id, fired, kind)
            worth = self._known[key] = harm(state, target.id, found)
        return worth


def both_sides(state: State, ship: str) -> float:
    """Return the worth of a ship's fire from her present place: each side fires at its best
    target.
    """
    own = state.ships[ship]
    return GunTable().best(state, own, _in_reach(_ranged(state, own)))


def _ranged(state: State, own: Ship) -> Foes:
    """Return all enemies of a ship, with their ranges and bases."""
    base = hull(own)
    bases = ((foe, hull(foe)) for foe in enemies(state, own.id))
    return [(gap(base, there), foe, there) for foe, there in bases]


def _in_reach(foes: Foes) -> Foes:
    """Return those of the enemies that are within Cannon Shot."""
    cannon = book().measures.cannon
    return [each for each in foes if within(each[0], cannon)]


class PlaceScores:
    """Computes the scores of places for the ships of a view, with a cache.

    The cache pays, because different moves, or moves after different actions, often end at the same
    pose.
    """

    def __init__(self, view: State) -> None:
        self.view = view
        self._known: dict[tuple[str, Pose], float] = {}
        self._guns = GunTable()
        self._speeds: dict[tuple[str, PointOfSail], int] = {}
        self._errands: dict[str, Errand | None] = {}

    def at(self, ship: str, pose: Pose) -> float:
        """Return the score of a pose for a ship, if nothing else changed."""
        found = self._known.get((ship, pose))
        if found is None:
            found = self._known[ship, pose] = self._weighed(as_if(self.view, ship, pose), ship)
        return found

    def now(self, ship: str) -> float:
        """Return the score of the pose that a ship has now."""
        pose = self.view.ships[ship].pose
        assert pose is not None
        return self.at(ship, pose)

    def end_of(self, course: Course) -> float:
        """Return the score of the end of a course, less the cost of collisions on it."""
        if course.off_table and shift(self.view, course) == (0.0, 0.0):
            return LOST if gets_away(self.view, self.view.ships[course.ship], course.end) else -LOST
        worth = self.at(course.ship, course.end)
        for key in course.struck:
            if key not in self.view.ships:
                worth -= ASHORE
            else:
                worth -= FOE if self.view.opposed(course.ship, key) else FRIEND
        return worth

    def _weighed(self, state: State, ship: str) -> float:
        """Return the score of a ship's place: her fire, danger, range or task, wind, room on the
        table.
        """
        own = state.ships[ship]
        base, foes = hull(own), _ranged(state, own)
        near = _in_reach(foes)
        given = self._guns.best(state, own, near)
        taken = sum(
            max(self._guns.sides(state, foe, there, own, base)) * (1.0 if foe.moved else UNMOVED)
            for _, foe, there in near
        )
        way = self._way(state, own)
        wind = -1.0 if way is None else 0.12 * way  # like the wind term of the evaluation
        # A ship's task: by the objective, else the hunt for a weak enemy, else None.
        if ship not in self._errands:
            self._errands[ship] = objective_task(self.view, ship) or self._hunted(ship)
        bound = self._errands[ship]
        if bound is None:
            # How well the ranges and bearings to enemies suit her: the mean over the enemies.
            suits = 0.0
            lies = base.pose
            for inches, _, there in foes:
                off = abs(turn_between(lies.heading, bearing(lies.at, there.pose.at)))
                abeam = abs(math.sin(math.radians(off)))
                suits -= 0.12 * abs(inches - BEST_RANGE) - 0.3 * abeam / (1.0 + inches / 6.0)
            return given - CAUTION * taken + (suits / max(1, len(foes))) + wind + _room(state, own)
        # A ship that escapes wants to cross an edge, so for her an edge is no danger.
        room = 0.0 if isinstance(bound, Escape) else _room(state, own)
        return (
            given - bound.daring * taken - bound.haste * bound.to_go(base, way or 0) + wind + room
        )

    def _hunted(self, ship: str) -> Hunt | None:
        foe = quarry(self.view, ship)
        return None if foe is None else Hunt(next_base(hull(foe), self._way(self.view, foe) or 0))

    def _way(self, state: State, ship: Ship) -> int | None:
        """Return a ship's speed rating at her present heading; None in the wind's eye."""
        lies = points(state, ship.id)
        return None if "eye" in lies else max(self._speed(ship.id, point) for point in lies)

    def _speed(self, ship: str, point: PointOfSail) -> int:
        found = self._speeds.get((ship, point))
        if found is None:
            found = self._speeds[ship, point] = rating(self.view, ship, point).value
        return found


def place(state: State, ship: str) -> float:
    """Return the score of the place where a ship is now."""
    return PlaceScores(state).now(ship)


def _room(state: State, own: Ship) -> float:
    """Return how good the room on the table is for a ship: 0, or below 0 near an edge.

    It is below 0 if she has no room ahead for the longest move, or is within an inch of the edge.
    """
    base = hull(own)
    east, north = unit(base.pose.heading)
    reach = max(tool.length for tool in book().measures.tools.values()) + base.length / 2
    ahead = Pose(base.pose.x + east * reach, base.pose.y + north * reach, base.pose.heading)
    width, height = state.table.size
    out = max(-ahead.x, ahead.x - width, -ahead.y, ahead.y - height, 0.0)
    edge = 0.0 if on_table(base, state.table.size, 1.0) else 1.0
    return -0.8 * out - edge

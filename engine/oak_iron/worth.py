"""What an attack and a place on the table are worth to a ship, in points of damage or so.

Rules of thumb for a computer player, not rules: likely damage given and taken,
arcs, distance, wind and the table's edge.
"""

from __future__ import annotations

import math
from functools import lru_cache

from engine.oak_iron import odds
from engine.oak_iron.bases import hull
from engine.oak_iron.course import Course
from engine.oak_iron.fire import SIDES
from engine.oak_iron.ghosts import as_if
from engine.oak_iron.gunnery import Aim, Kind, Shot, shot
from engine.oak_iron.records import book
from engine.oak_iron.scrolling import shift
from engine.oak_iron.sides import enemies
from engine.oak_iron.speed import rating
from engine.oak_iron.state import Ship, State
from engine.oak_iron.wind import points
from engine.plane.contact import gap
from engine.plane.pose import Pose, bearing, unit
from engine.plane.sight import in_broadside_path
from engine.plane.wind import on_table

FLAGSHIP = 1.3
BEST_RANGE = 2.5
"""The gap to an enemy that a gunner likes, in inches."""
UNMOVED = 0.4
"""How far the guns of an enemy count that has still to move."""
LOST = 25.0
"""What sailing off the table costs."""


def harm(state: State, target: str, found: odds.Odds) -> float:
    """Return what an attack's likely outcome is worth to the one who makes it."""
    return _points(found) * (FLAGSHIP if state.is_flagship(target) else 1.0)


@lru_cache(maxsize=8192)
def _points(found: odds.Odds) -> float:
    worth = found.mean_damage + 0.6 * found.mean_fatigue
    worth += 2.5 * found.crippled + 1.5 * found.shaken + 4.0 * found.out_of_action
    worth += 0.4 * found.sail_lost + 0.8 * found.aground + 0.5 * found.helm
    return worth


def attack(
    state: State,
    ship: str,
    target: str,
    kind: Kind,
    side: str = "",
    aim: Aim = "hull",
    fatigue_only: bool = False,
    card: str = "",
) -> float:
    """Return what an attack is worth, by the card that grants it; 0 when it is not legal."""
    at: Shot = shot(state, ship, target, kind, side, aim, card)
    if not at.legal:
        return 0.0
    found = odds.attack_odds(state, ship, target, at, kind, aim, fatigue_only)
    return harm(state, target, found)


def guns(state: State, firer: Ship, target: Ship) -> tuple[float, float]:
    """Return what the Broadsides of both sides are worth at one in reach, in the order of `SIDES`.

    What cannot bear is told cheaply, without the rules.
    """
    own, other = hull(firer), hull(target)
    port, starboard = (
        attack(state, firer.id, target.id, "broadside", side)
        if side not in firer.reload and in_broadside_path(own, side, other)
        else 0.0
        for side in SIDES
    )
    return port, starboard


def both_sides(state: State, ship: str) -> float:
    """Return what a ship's guns are worth where it lies: the best target of each side."""
    own = state.ships[ship]
    return _given(state, own, _in_reach(own, enemies(state, ship)))


def _in_reach(own: Ship, foes: tuple[Ship, ...]) -> list[tuple[float, Ship]]:
    """Return the enemies within Cannon Shot with their range (inches)."""
    base, cannon = hull(own), book().measures.cannon
    return [(inches, foe) for foe in foes if (inches := gap(base, hull(foe))) <= cannon]


def _given(state: State, own: Ship, near: list[tuple[float, Ship]]) -> float:
    if not near:
        return 0.0
    port, starboard = zip(*(guns(state, own, foe) for _, foe in near), strict=True)
    best: float = max(port) + max(starboard)
    if best:
        return best
    musket = book().measures.musket
    return max(
        attack(state, own.id, foe.id, "partial_fire") if inches <= musket else 0.0
        for inches, foe in near
    )


class Places:
    """What the places of a view's ships are worth, each counted once, when it is first asked for.

    Moves that differ, or that follow on different actions, often end alike.
    """

    def __init__(self, view: State) -> None:
        self.view = view
        self._known: dict[tuple[str, Pose], float] = {}

    def at(self, ship: str, pose: Pose) -> float:
        """Return what a place is worth to a ship, everything else being as it is."""
        found = self._known.get((ship, pose))
        if found is None:
            found = self._known[ship, pose] = place(as_if(self.view, ship, pose), ship)
        return found

    def now(self, ship: str) -> float:
        """Return what a ship's place is worth as she lies."""
        pose = self.view.ships[ship].pose
        assert pose is not None
        return self.at(ship, pose)

    def end_of(self, course: Course) -> float:
        """Return what the end of a course is worth, with what it would strike."""
        if course.off_table and shift(self.view, course) == (0.0, 0.0):
            return -LOST
        worth = self.at(course.ship, course.end)
        for key in course.struck:
            if key not in self.view.ships:
                worth -= 5.0
            else:
                worth -= 1.2 if self.view.opposed(course.ship, key) else 2.5
        return worth


def place(state: State, ship: str) -> float:
    """Return what a ship's place is worth to its side: guns, danger, distance, wind, room."""
    own = state.ships[ship]
    foes = enemies(state, ship)
    near = _in_reach(own, foes)
    given = _given(state, own, near)
    taken = sum(max(guns(state, foe, own)) * (1.0 if foe.moved else UNMOVED) for _, foe in near)
    return given - 0.9 * taken + _reach(own, foes) + _wind(state, own) + _room(state, own)


def _reach(own: Ship, foes: tuple[Ship, ...]) -> float:
    """Return how well the distance to the nearest enemies suits, and whether they lie abeam."""
    worth = 0.0
    assert own.pose is not None
    for foe in foes:
        assert foe.pose is not None
        inches = gap(hull(own), hull(foe))
        off = abs((bearing(own.pose.at, foe.pose.at) - own.pose.heading + 180.0) % 360.0 - 180.0)
        abeam = abs(math.sin(math.radians(off)))
        worth -= 0.12 * abs(inches - BEST_RANGE) - 0.3 * abeam / (1.0 + inches / 6.0)
    return worth / max(1, len(foes))


def _wind(state: State, own: Ship) -> float:
    lies = points(state, own.id)
    if "eye" in lies:
        return -1.0
    return 0.12 * max(rating(state, own.id, point).value for point in lies)


def _room(state: State, own: Ship) -> float:
    """Return the danger of the table's edge ahead: none with room for a move and a turn."""
    base = hull(own)
    east, north = unit(base.pose.heading)
    reach = max(tool.length for tool in book().measures.tools.values()) + base.length / 2
    ahead = Pose(base.pose.x + east * reach, base.pose.y + north * reach, base.pose.heading)
    width, height = state.table.size
    out = max(-ahead.x, ahead.x - width, -ahead.y, ahead.y - height, 0.0)
    edge = 0.0 if on_table(base, state.table.size, 1.0) else 1.0
    return -0.8 * out - edge

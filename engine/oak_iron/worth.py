"""What an attack and a place on the table are worth to a ship, in points of damage or so.

Rules of thumb for a computer player, not rules: likely damage given and taken,
arcs, distance, wind and the table's edge.
"""

from __future__ import annotations

import math

from engine.oak_iron import odds
from engine.oak_iron.bases import distance, hull
from engine.oak_iron.course import Course
from engine.oak_iron.fire import SIDES
from engine.oak_iron.ghosts import as_if
from engine.oak_iron.gunnery import Aim, Kind, Shot, shot
from engine.oak_iron.records import book
from engine.oak_iron.scrolling import shift
from engine.oak_iron.sides import enemies
from engine.oak_iron.speed import rating
from engine.oak_iron.state import Ship, Side, State
from engine.oak_iron.wind import points
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
    worth = found.mean_damage + 0.6 * found.mean_fatigue
    worth += 2.5 * found.crippled + 1.5 * found.shaken + 4.0 * found.out_of_action
    worth += 0.4 * found.sail_lost + 0.8 * found.aground + 0.5 * found.helm
    return worth * (FLAGSHIP if state.is_flagship(target) else 1.0)


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


def broadside(state: State, ship: str, target: str, side: Side) -> float:
    """Return what a Broadside is worth; what cannot bear is told cheaply, without the rules."""
    firer = state.ships[ship]
    if side in firer.reload or distance(state, ship, target) > book().measures.cannon:
        return 0.0
    if not in_broadside_path(hull(firer), side, hull(state.ships[target])):
        return 0.0
    return attack(state, ship, target, "broadside", side)


def guns(state: State, ship: str, target: str) -> float:
    """Return what the best Broadside of a ship at another is worth, 0 when none bears."""
    return max(broadside(state, ship, target, side) for side in SIDES)


def both_sides(state: State, ship: str) -> float:
    """Return what a ship's guns are worth where it lies: the best target of each side."""
    foes = enemies(state, ship)
    if not foes:
        return 0.0
    best = sum(max(broadside(state, ship, foe.id, side) for foe in foes) for side in SIDES)
    if best:
        return best
    return max(
        attack(state, ship, foe.id, "partial_fire")
        if distance(state, ship, foe.id) <= book().measures.musket
        else 0.0
        for foe in foes
    )


def place(state: State, ship: str) -> float:
    """Return what a ship's place is worth to its side: guns, danger, distance, wind, room."""
    own = state.ships[ship]
    given = both_sides(state, ship)
    foes = enemies(state, ship)
    taken = sum(guns(state, foe.id, ship) * (1.0 if foe.moved else UNMOVED) for foe in foes)
    return given - 0.9 * taken + _reach(state, own, foes) + _wind(state, own) + _room(state, own)


def end_of(state: State, course: Course) -> float:
    """Return what the end of a course is worth, with what it would strike."""
    if course.off_table and shift(state, course) == (0.0, 0.0):
        return -LOST
    then = as_if(state, course.ship, course.end)
    worth = place(then, course.ship)
    for key in course.struck:
        if key not in state.ships:
            worth -= 5.0
        else:
            worth -= 1.2 if state.opposed(course.ship, key) else 2.5
    return worth


def _reach(state: State, own: Ship, foes: tuple[Ship, ...]) -> float:
    """Return how well the distance to the nearest enemies suits, and whether they lie abeam."""
    worth = 0.0
    assert own.pose is not None
    for foe in foes:
        assert foe.pose is not None
        gap = distance(state, own.id, foe.id)
        off = abs((bearing(own.pose.at, foe.pose.at) - own.pose.heading + 180.0) % 360.0 - 180.0)
        abeam = abs(math.sin(math.radians(off)))
        worth -= 0.12 * abs(gap - BEST_RANGE) - 0.3 * abeam / (1.0 + gap / 6.0)
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

"""Battles that begin in the middle: ships close together, tired and damaged, between pieces of
terrain.

Ships that start at random places may not meet within ten turns; these ships have met already.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace
from shapely import Polygon, box

from engine.arena import arrange
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.data.facts import Side
from engine.systems.oak_iron.state.ships import SOLID, area
from engine.systems.oak_iron.state.state import Sail, Ship, State
from tests.engine.systems.oak_iron.invariants import outline

ROOM = 4.0
"""The side of a square in the middle of the table, in inches for each ship. It is made larger if
the ships find no place."""
APART = 0.05
"""The minimum distance between two bases (rectangles of ships) in inches."""
LINED = 0.6
"""The chance that the ships of a squadron are placed in a line, one behind the other."""
TRIES = 40
"""How many places are tried for such a line."""
SIDES: tuple[Side, ...] = ("port", "starboard")
SAILS: tuple[Sail, ...] = ("minimal", "battle", "full")


def set_up(state: State, seed: int) -> State:
    """Return a battle for which lieutenants have drafted squadrons, laid terrain and deployed
    ships.
    """
    battle = Battle.from_state(system("oak_iron"), state, seed)
    arrange(battle)
    after: State = battle.state
    return after


def half_fought(state: State, random: Random) -> State:
    """Return the battle with all ships in the middle of the table, tired and damaged: some in
    lines, the others at random places.
    """
    taken = [area(piece) for piece in state.terrain if piece.kind in SOLID]
    ships = dict(state.ships)
    for key in state.squadrons:
        own = list(state.own_ships(key))
        poses = _line(own, state, taken, random) if random.random() < LINED else []
        for ship in own:
            pose = poses.pop(0) if poses else _anywhere(ship, state, taken, random)
            ships[ship.id] = _worn(replace(ship, pose=pose), random)
            taken.append(outline(ships[ship.id]))
    return replace(state, ships=ships)


def _line(own: list[Ship], state: State, taken: list[Polygon], random: Random) -> list[Pose]:
    """Return the poses of a squadron in a line, one ship behind the other; [] if no free place is
    soon found.
    """
    for _ in range(TRIES):
        lead = _at_random(state, ROOM, random)
        poses, back = [], 0.0
        for ship in own:
            length = shipped().ships[ship.type].length
            poses.append(lead.moved(lead.heading + 180.0, back + length / 2).rounded())
            back += length + random.uniform(0.2, 1.0)
        if all(_clear(ship, pose, state, taken) for ship, pose in zip(own, poses, strict=True)):
            return poses
    return []


def _anywhere(ship: Ship, state: State, taken: list[Polygon], random: Random) -> Pose:
    room = ROOM
    while True:
        pose = _at_random(state, room, random)
        if _clear(ship, pose, state, taken):
            return pose
        room += 0.1


def _at_random(state: State, room: float, random: Random) -> Pose:
    """Return a random pose in a square in the middle of the table, with `room` inches for each
    ship.
    """
    reach = room * len(state.ships) ** 0.5 / 2
    x, y = (side / 2 + random.uniform(-reach, reach) for side in state.table.size)
    return Pose(x, y, float(random.randrange(0, 360, 5))).rounded()


def _clear(ship: Ship, pose: Pose, state: State, taken: list[Polygon]) -> bool:
    base = outline(replace(ship, pose=pose))
    on_table = box(0, 0, *state.table.size).contains(base)
    return bool(on_table and all(base.distance(other) > APART for other in taken))


def _worn(ship: Ship, random: Random) -> Ship:
    return replace(
        ship,
        sail=random.choice(SAILS),
        fatigue=random.randrange(ship.fatigue_boxes - 1),
        damage=random.randrange(ship.damage_boxes - 1),
        reload=tuple(side for side in SIDES if random.random() < 0.3),
    )

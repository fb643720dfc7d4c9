"""Enemy replies: where each enemy probably moves after a ship's move; also sailing and best
range.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from engine.kit.by_type import cached_per_state
from engine.space.plane.many import (
    Bases,
    Bearings,
    Numbers,
    gaps,
    near_edge,
    reaching_out,
    touching,
)
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.ships import enemies
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.expected_harm import still, unscreened
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.melee import MutualFire
from engine.systems.oak_iron.thinking.measure.reach import (
    BEAM,
    EYE,
    Foe,
    base,
    next_moves,
    off_wind,
    speeds,
)
from engine.systems.oak_iron.thinking.measure.weights import crowded, weight

# Sailing terms of a place: speed by the wind, sea room, clear water, distance to consorts.
#
# Oak & Iron ch. 4, Point of Sail.


COMPANY: Final = 5.0
"""A friend within this gap in inches keeps the ship company."""
CONSORTS: Final = 2
"""`astray` measures the distance to this many of the nearest friends; in a line these are the ships
ahead and astern."""
EYE_COST: Final = -1.0
"""The worth of being in the wind's eye, in points of damage; there a ship spends a turn without a
move."""
SPEED: Final = 0.12
"""The worth of each step of speed, in points of damage."""
BEYOND: Final = -0.8
"""The worth, in points of damage, of each inch by which a move straight ahead would leave the
table."""
AT_EDGE: Final = -1.0
"""The worth of being within an inch of the table's edge, in points of damage; most turns there lead
off it."""


def wind(view: State, ship: str, places: Bases) -> Numbers:
    """Return how good the wind is at each place: the speed that the ship would have next turn.

    In points of damage; below 0 in the wind's eye.
    """
    able, off = speeds(view, ship), off_wind(view, places)
    speed = np.where(off < BEAM, able["windward"], able["large"])
    return np.where(off < EYE, EYE_COST, SPEED * speed)


def room(view: State, places: Bases) -> Numbers:
    """Return how good the room on the table is at each place: 0, or below 0 near an edge.

    It is below 0 at places without room ahead for the longest move, or within an inch of the edge.
    """
    reach = max(tool.length for tool in book().measures.tools.values()) + places.ahead
    out = reaching_out(places, reach, view.table.size)
    edge = near_edge(places, 1.0, view.table.size)
    found: Numbers = BEYOND * out + np.where(edge, AT_EDGE, 0.0)
    return found


def in_the_way(view: State, ship: str, places: Bases) -> Numbers:
    """Return how many other bases overlap each place now, as a negative number.

    An overlap is not forbidden, because most ships move away from a place before another gets
    there.
    """
    found = np.zeros_like(places.x)
    for other in view.ships.values():
        if other.pose is not None and other.id != ship:
            found -= touching(places, base(view, other.id))
    return found


def astray(view: State, friends: Sequence[Ship], places: Bases) -> Numbers:
    """Return how many inches, on average, the nearest friends are farther away than `COMPANY`.

    It is 0 in a battle of few ships.
    """
    if not crowded(view) or not friends:
        return np.zeros_like(places.x)
    away = [gaps(places, base(view, friend.id)) for friend in friends]
    nearest = np.sort(away, axis=0)[:CONSORTS]
    found: Numbers = np.maximum(0.0, nearest - COMPANY).mean(axis=0)
    return found


# The range and bearing at which a ship wants to fight: the heuristic that makes ships close.


AMONG_FEW: Final = 5.0
"""The best gap to an enemy in a battle of few ships, in inches. Nearer than this, boarders may
come."""
AMONG_MANY: Final = 2.5
"""The best gap to an enemy in a crowd (more than eight ships), in inches: at 5 inches from every
enemy a ship would be out of range of most. It is also used against a single enemy where a tie is a
draw, because then the guns must decide."""
TO_FINISH: Final = 1.0
"""The best gap to a Shaken enemy, in inches. She may only rally, so it is safe to come close and
finish her."""
APART: Final = 0.12
"""What each inch away from the best gap costs, in points of damage. It is small, so that it decides
only when no guns can fire."""
ABEAM: Final = 0.3
"""The worth, in points of damage, of having an enemy abeam (at right angles) at close range, where
a broadside can fire."""
ABEAM_RANGE: Final = 6.0
"""At this gap in inches the worth of having an enemy abeam has dropped to half."""


@cached_per_state
def alone(view: State, side: str) -> bool:
    """Tell whether a side has only one ship that can fight, and its enemies have more."""
    # Cached, because every scored range of the same state needs it.
    fit = [view.side_of(ship.id) for ship in view.ships.values() if ship.fights]
    return fit.count(side) == 1 and len(fit) > 2


def best_range(view: State, foe: Ship) -> float:
    """Return the gap in inches at which a fight with an enemy is best."""
    if foe.shaken:
        return TO_FINISH
    if crowded(view) or (not view.defender and alone(view, view.side_of(foe.id))):
        return AMONG_MANY
    return AMONG_FEW


def closing(
    places: Bases, foes: Bases, inches: Numbers, best: float, eager: float = 1.0
) -> Numbers:
    """Return how well range and bearing to enemies suit a ship, for each place, in points of
    damage.

    `inches` are the gaps between `places` and `foes`, `best` is the best gap. `eager` multiplies
    the cost of being too far away and the worth of an enemy abeam, not the cost of being too near.
    """
    dx, dy = foes.x - places.x, foes.y - places.y
    far = np.maximum(np.hypot(dx, dy), 1e-9)  # no division by zero where centres coincide
    abeam = np.abs(dx * places.north - dy * places.east) / far
    lies = ABEAM * abeam / (1.0 + inches / ABEAM_RANGE)
    off = inches - best
    found: Numbers = eager * lies - APART * np.where(off > 0.0, eager * off, -off)
    return found


# Enemy replies: a model of each enemy's move and fire after a ship has moved.
#
# It is one ply deep: each enemy replies independently, by the fire it can give and take.


TEMPERATURE: Final = 1.5
"""The temperature of the softmax that gives each enemy reply its probability, in points of damage.
An enemy that judges slightly otherwise may prefer a reply that is worse by this much, so such
replies keep some weight."""
ABOARD: Final = 3.0
"""What it costs an enemy to run into the ship, in points of damage: so much that a reply is rarely
a collision."""


class Replies(NamedTuple):
    """The replies that an enemy may make to each place of a ship; arrays of shape (place,
    reply).
    """

    chance: Numbers
    """The probability of each reply; each row adds up to 1."""
    likeliest: Bases
    """Where the enemy most probably goes, for each place of the ship."""
    fire: MutualFire

    @property
    def fired(self) -> Numbers:
        """The expected worth of the ship's fire at this enemy, for each place."""
        found: Numbers = (self.chance * self.fire.mine).sum(axis=1)
        return found

    @property
    def suffered(self) -> Numbers:
        """The expected worth of this enemy's fire at the ship, for each place."""
        found: Numbers = (self.chance * self.fire.theirs).sum(axis=1)
        return found


class EnemyReplies:
    """Computes where each enemy may move in reply to a ship's move, and how well both can then
    fire.

    `friends` are the other ships of her side, at which enemies may fire instead. `done` means that
    the ship has used her Crew Action, so that she loads no side this turn.
    """

    def __init__(
        self, view: State, ship: Ship, friends: Sequence[Ship], guns: Guns, done: bool
    ) -> None:
        self._view, self._ship, self._friends = view, ship, friends
        self._guns, self._done = guns, done
        foes: list[Foe] = []
        for foe in enemies(view, ship.id):
            here = base(self._view, foe.id)
            if self.has_moved(foe):
                foes.append(Foe(foe.id, here, True))
            else:
                there = next_moves(self._view, foe.id, here)[0]
                lies = reaching_out(there, 0.0, self._view.table.size) == 0.0
                foes.append(Foe(foe.id, there[lies] if lies.any() else here, False))
        self.foes = foes
        # Fire between an enemy and the friends does not depend on the ship's places, so it is
        # cached.
        self._at_friends: dict[str, tuple[Numbers, Numbers]] = {}

    def has_moved(self, ship: Ship) -> bool:
        """Tell whether a ship moves no more this turn."""
        return ship.moved or not ship.fights or self._view.phase == "attack"

    @cached_property
    def covers(self) -> dict[str, Bases]:
        """{ship id: base} of other ships that will not move before guns fire; {} in a battle of
        few ships.
        """
        return still(self._view, self._ship, self.has_moved) if crowded(self._view) else {}

    def all_to(self, places: Bases) -> list[Replies]:
        """Return each enemy's replies to an array of the ship's places, in the order of `foes`."""
        # A reply is the likelier, the more it is worth to the enemy: its fire less the fire at
        # it, sea room and range (softmax).
        found: list[Replies] = []
        for foe in self.foes:
            view, guns, me = self._view, self._guns, self._ship.id
            here, there = places[:, None], foe.places[None, :]
            enemy, bearings = view.ships[foe.id], Bearings(here, there)
            inches = bearings.gaps
            sides = guns.broadsides(me, foe.id, bearings)
            mine = np.maximum(
                guns.in_one_turn(self._ship, sides, self._done), guns.partial(me, foe.id, inches)
            )
            sides = guns.broadsides(foe.id, me, bearings.back)
            theirs = np.maximum(
                guns.in_one_turn(enemy, sides, foe.still), guns.partial(foe.id, me, inches)
            )
            others = (lies for key, lies in self.covers.items() if key != foe.id)
            clear = unscreened(here, there, others)
            mine, theirs = clear * mine, clear * theirs
            if foe.id not in self._at_friends:
                self._at_friends[foe.id] = self._fire_with_friends(foe, enemy)
            other, back = self._at_friends[foe.id]
            # An enemy with better targets fires at them instead; the epsilon prevents 0 / 0.
            aimed = theirs * theirs / np.maximum(theirs + other, 1e-9)
            fire = MutualFire(inches, mine, aimed)
            if foe.still:
                lies = foe.places[np.zeros(len(places.x), dtype=int)]
                found.append(Replies(np.ones_like(mine), lies, fire))
            else:
                worth = np.maximum(theirs, other) + weight("danger") * (mine + back)
                worth = worth + room(view, foe.places)
                worth = worth + closing(there, here, inches, best_range(view, self._ship))
                worth = np.where(inches == 0.0, worth - ABOARD, worth)
                # The row maximum is subtracted before exp, so that it never overflows.
                chance = np.exp((worth - worth.max(axis=1, keepdims=True)) / TEMPERATURE)
                chance /= chance.sum(axis=1, keepdims=True)
                found.append(Replies(chance, foe.places[np.argmax(worth, axis=1)], fire))
        return found

    def _fire_with_friends(self, foe: Foe, enemy: Ship) -> tuple[Numbers, Numbers]:
        """Return (harm, fire) for each place of an enemy.

        `harm` is the worth of its best shot at a friend, `fire` that of all friends' fire at it.
        """
        other, back = np.zeros(len(foe.places.x)), np.zeros(len(foe.places.x))
        for friend in self._friends:
            lies = base(self._view, friend.id)
            if not self._guns.may_reach(foe.places, lies).any():
                continue
            bearings = Bearings(foe.places, lies)
            sides = self._guns.broadsides(foe.id, friend.id, bearings)
            other = np.maximum(other, self._guns.in_one_turn(enemy, sides, foe.still))
            sides = self._guns.broadsides(friend.id, foe.id, bearings.back)
            back = back + self._guns.in_one_turn(friend, sides, friend.moved)
        return other, back

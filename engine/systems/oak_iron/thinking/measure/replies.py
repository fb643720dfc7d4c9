"""Enemy replies: a model of where each enemy goes and what it fires once a ship has moved.

It is one ply deep: each enemy replies on its own, by the fire it can give and take.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from engine.space.plane.many import Bases, Bearings, Numbers, reaching_out
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure import sailing_terms
from engine.systems.oak_iron.thinking.measure.boarding_threat import MutualFire
from engine.systems.oak_iron.thinking.measure.engagement_range import best_range, closing
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.line_of_fire import still, unscreened
from engine.systems.oak_iron.thinking.measure.reach import Foe, base, next_moves
from engine.systems.oak_iron.thinking.measure.situation import crowded
from engine.systems.oak_iron.thinking.measure.weights import weight

TEMPERATURE: Final = 1.5
"""Temperature of the softmax over an enemy's replies, in points. An enemy that judges a little
differently may prefer a reply that is worse by this much, so such replies keep some weight."""
ABOARD: Final = 3.0
"""Points that it costs an enemy to run into the ship: replies rarely ram."""


class Replies(NamedTuple):
    """What an enemy may do about each place of a ship; arrays of shape (place, reply)."""

    chance: Numbers
    """Probability of each reply; each row adds up to 1."""
    likeliest: Bases
    """The most likely place of the enemy, one for each place of the ship."""
    fire: MutualFire

    @property
    def fired(self) -> Numbers:
        """Expected worth of the ship's fire at this enemy, by place."""
        found: Numbers = (self.chance * self.fire.mine).sum(axis=1)
        return found

    @property
    def suffered(self) -> Numbers:
        """Expected worth of this enemy's fire at the ship, by place."""
        found: Numbers = (self.chance * self.fire.theirs).sum(axis=1)
        return found


class EnemyReplies:
    """The replies of every enemy of one ship of a view.

    `friends` are the ship's consorts, whom enemies may fire at instead. `done` says that the ship
    has used her Crew Action, so that she loads no side this turn.
    """

    def __init__(
        self, view: State, ship: Ship, friends: Sequence[Ship], guns: Guns, done: bool
    ) -> None:
        self._view, self._ship, self._friends = view, ship, friends
        self._guns, self._done = guns, done
        self.foes = [self._foe(foe) for foe in enemies(view, ship.id)]
        # MutualFire between an enemy and the friends does not depend on the ship's places: cached.
        self._at_friends: dict[str, tuple[Numbers, Numbers]] = {}

    def _foe(self, foe: Ship) -> Foe:
        here = base(self._view, foe.id)
        if self.has_moved(foe):
            return Foe(foe.id, here, True)
        there = next_moves(self._view, foe.id, here)[0]
        lies = reaching_out(there, 0.0, self._view.table.size) == 0.0
        return Foe(foe.id, there[lies] if lies.any() else here, False)

    def has_moved(self, ship: Ship) -> bool:
        """Return whether a ship will not move again this turn."""
        return ship.moved or not ship.fights or self._view.phase == "attack"

    @cached_property
    def covers(self) -> dict[str, Bases]:
        """Other ships that will still lie in place when guns fire; empty unless crowded."""
        return still(self._view, self._ship, self.has_moved) if crowded(self._view) else {}

    def all_to(self, places: Bases) -> list[Replies]:
        """Return each enemy's replies to an array of places, in the order of `foes`."""
        return [self._to(places, foe) for foe in self.foes]

    def _to(self, places: Bases, foe: Foe) -> Replies:
        """Return an enemy's replies: softmax of its fire given, less our fire at it."""
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
        # An enemy with better targets fires at those; the epsilon guards against 0 / 0.
        aimed = theirs * theirs / np.maximum(theirs + other, 1e-9)
        fire = MutualFire(inches, mine, aimed)
        if foe.still:
            lies = foe.places[np.zeros(len(places.x), dtype=int)]
            return Replies(np.ones_like(mine), lies, fire)
        worth = np.maximum(theirs, other) + weight("danger") * (mine + back)
        worth = worth + sailing_terms.room(view, foe.places)
        worth = worth + closing(there, here, inches, best_range(view, self._ship))
        worth = np.where(inches == 0.0, worth - ABOARD, worth)
        # The row maximum is taken off before exp, so that it never overflows.
        chance = np.exp((worth - worth.max(axis=1, keepdims=True)) / TEMPERATURE)
        chance /= chance.sum(axis=1, keepdims=True)
        return Replies(chance, foe.places[np.argmax(worth, axis=1)], fire)

    def _fire_with_friends(self, foe: Foe, enemy: Ship) -> tuple[Numbers, Numbers]:
        """Return an enemy's best shot at a friend at each of its places, and their fire at it."""
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

"""What places are worth to a ship: fire given and taken, the enemy's reply, and the turn after."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kit.cached_per_state import cached_per_state
from engine.space.plane.many import Bases, Bearings, Numbers, gaps, reaching_out
from engine.systems.oak_iron.crew.crew_attacks import rally_only
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.evaluation.measure import sailing
from engine.systems.oak_iron.evaluation.measure.flight import Flight, flight, to_get_away
from engine.systems.oak_iron.evaluation.measure.grappling import Boarders, Fire
from engine.systems.oak_iron.evaluation.measure.guns import SIDES, Guns
from engine.systems.oak_iron.evaluation.measure.harm import ruin
from engine.systems.oak_iron.evaluation.measure.line_of_fire import Shot, masked, still, unscreened
from engine.systems.oak_iron.evaluation.measure.melee import BESET
from engine.systems.oak_iron.evaluation.measure.objective import Objective
from engine.systems.oak_iron.evaluation.measure.reach import base, next_moves
from engine.systems.oak_iron.evaluation.measure.situation import caution, crowded, eagerness
from engine.systems.oak_iron.evaluation.measure.weights import Terms, weight
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Ship, State

AMONG_FEW: Final = 5.0
"""The gap to an enemy that a gunner likes, in inches: nearer, boarders come over the rail."""
AMONG_MANY: Final = 2.5
"""The same in a crowd, where who keeps off from all lies beyond the range of most; and to one
who is left alone where a tie is nobody's."""
TO_FINISH: Final = 1.0
"""The same to one who is Shaken and may only rally: she is to be put an end to."""
APART: Final = 0.12
"""What an inch more or less costs."""
ABEAM: Final = 0.3
"""What it is worth to have the enemy abeam, close by."""
LOADING: Final = 0.5
"""What the Crew Action costs that loads a side."""
DOUBT: Final = 1.5
"""How much worse, in points, a reply may be and still be as good as likely."""
ABOARD: Final = 3.0
"""What it costs an enemy to run into the ship."""
MOVING: Final = 0.5
"""How far the guns count of a side that lies still while the other moves on."""


class Foe(NamedTuple):
    """An enemy with the places that it may choose from once the ship has moved."""

    id: str
    places: Bases
    still: bool
    """Whether it has had its move."""


class Replies(NamedTuple):
    """What an enemy may do about each place of a ship; arrays by place and reply."""

    chance: Numbers
    likeliest: Bases
    fire: Fire

    @property
    def fired(self) -> Numbers:
        """What the ship's fire at that enemy is likely to be worth at each place."""
        found: Numbers = (self.chance * self.fire.mine).sum(axis=1)
        return found

    @property
    def suffered(self) -> Numbers:
        """What the enemy's fire at her is likely to be worth at each place."""
        found: Numbers = (self.chance * self.fire.theirs).sum(axis=1)
        return found


@cached_per_state
def alone(view: State, side: str) -> bool:
    """Tell whether a side has but one ship left to fight, and its enemies more."""
    fit = [view.side_of(ship.id) for ship in view.ships.values() if ship.fights]
    return fit.count(side) == 1 and len(fit) > 2


def best_range(view: State, foe: Ship) -> float:
    """Return the gap to an enemy that gunners like (inches)."""
    if foe.shaken:
        return TO_FINISH
    if crowded(view) or (not view.defender and alone(view, view.side_of(foe.id))):
        return AMONG_MANY
    return AMONG_FEW


class Outlook:
    """What may come of the places of one ship of a view.

    `done` says that she has had her Crew Action, so that she loads no side any more.
    """

    def __init__(
        self, view: State, ship: str, guns: Guns | None = None, done: bool = False
    ) -> None:
        self.view = view
        self.ship = view.ships[ship]
        self.guns = guns or Guns(view)
        self._done = done or view.phase == "attack"
        self._boarders = Boarders(view, ship, self._done)
        self._foes = [self._foe(foe) for foe in enemies(view, ship)]
        self._others: dict[str, tuple[Numbers, Numbers]] = {}
        side = view.side_of(ship)
        self._caution, self._eagerness = caution(view, side), eagerness(view, side)
        self._friends = [
            each
            for each in view.ships.values()
            if each.fights and each.id != ship and view.side_of(each.id) == side
        ]

    def _foe(self, foe: Ship) -> Foe:
        here = base(self.view, foe.id)
        if self._lies(foe):
            return Foe(foe.id, here, True)
        there = next_moves(self.view, foe.id, here)[0]
        lies = reaching_out(there, 0.0, self.view.table.size) == 0.0
        return Foe(foe.id, there[lies] if lies.any() else here, False)

    @cached_property
    def _flight(self) -> Flight:
        return flight(self.view, self.ship.id)

    @cached_property
    def _objective(self) -> Objective:
        return Objective(self.view, self.ship.id)

    @property
    def flees(self) -> bool:
        """Whether she thinks of leaving the table."""
        return self._flight.peril > 0.0 or self._flight.errand

    def terms(self, places: Bases, ahead: bool = True) -> Terms:
        """Return every term for an array of places; with the turn after, if it looks `ahead`."""
        closing, board = np.zeros(len(places.x)), np.zeros(len(places.x))
        replies = [self._replies(places, foe) for foe in self._foes]
        fire = self._fired(places, replies)
        apart = [gaps(places, reply.likeliest) for reply in replies]
        others = self._beset(places, apart)
        for foe, reply, inches, beset in zip(self._foes, replies, apart, others, strict=True):
            closing += self._closing(places, reply.likeliest, inches, foe.id, self._eagerness)
            board += self._boarders.term(places, foe.id, foe.places, foe.still, reply.fire, beset)
        found = {
            "fire": fire,
            "danger": self._caution * self._suffered([each.suffered for each in replies], fire),
            "next_fire": np.zeros_like(fire),
            "next_danger": np.zeros_like(fire),
            "board": board,
            "closing": (1.0 - self._flight.away) * closing / max(1, len(self._foes)),
            "wind": sailing.wind(self.view, self.ship.id, places),
            "room": (1.0 - self._flight.peril) * sailing.room(self.view, places),
            **self._fleeing(places),
            **self._objective.terms(places),
            "crowd": sailing.in_the_way(self.view, self.ship.id, places),
            "astray": sailing.astray(self.view, self._friends, places),
            "masking": self._masking(places),
        }
        if ahead and replies:
            later, threat = self._turn_after(places, [each.likeliest for each in replies])
            found["next_fire"], found["next_danger"] = later, self._caution * threat
        return found

    def _beset(self, places: Bases, apart: list[Numbers]) -> list[NDArray[np.int64]]:
        """Return how many other enemies lie about each place, for each enemy, where many fight."""
        near = [inches <= book().measures.pistol for inches in apart]
        about = np.sum(near, axis=0) if crowded(self.view) and near else 0
        most = BESET if crowded(self.view) else 0
        return [np.minimum(most, about - each.astype(int)).clip(0) for each in near]

    def under_sail(self, places: Bases) -> Terms:
        """Return the terms of places that change with her sails, as `terms` does."""
        replies = [self._replies(places, foe) for foe in self._foes]
        later, threat = self._turn_after(places, [reply.likeliest for reply in replies])
        return {
            "fire": self._fired(places, replies),
            "wind": sailing.wind(self.view, self.ship.id, places),
            "next_fire": later,
            "next_danger": self._caution * threat,
        }

    # Fire --------------------------------------------------------------------------------

    def exchange(self, places: Bases) -> tuple[Numbers, Numbers]:
        """Return the terms of fire alone: that of her guns, and the danger from theirs."""
        replies = [self._replies(places, foe) for foe in self._foes]
        fire = self._fired(places, replies)
        dangers = [reply.suffered for reply in replies]
        return fire, self._caution * self._suffered(dangers, fire)

    def _fired(self, places: Bases, replies: list[Replies]) -> Numbers:
        """Return what her best shot is worth at each place."""
        none = np.zeros(len(places.x))
        found: Numbers = np.max([none, *(reply.fired for reply in replies)], axis=0)
        return found

    def _replies(self, places: Bases, foe: Foe) -> Replies:
        """Return an enemy's replies: it fires where that tells most, and minds our guns.

        The likelier a reply the better it is for the enemy, who may see it otherwise.
        """
        here, there = places[:, None], foe.places[None, :]
        enemy, me, bearings = self.view.ships[foe.id], self.ship.id, Bearings(here, there)
        inches = bearings.gaps
        sides = self.guns.broadsides(me, foe.id, bearings)
        mine = np.maximum(
            self._volleys(self.ship, sides, self._done), self.guns.partial(me, foe.id, inches)
        )
        sides = self.guns.broadsides(foe.id, me, bearings.back)
        theirs = np.maximum(
            self._volleys(enemy, sides, foe.still), self.guns.partial(foe.id, me, inches)
        )
        others = (lies for key, lies in self._covers.items() if key != foe.id)
        clear = unscreened(here, there, others)
        mine, theirs = clear * mine, clear * theirs
        if foe.id not in self._others:
            self._others[foe.id] = self._beside(foe, enemy)
        other, back = self._others[foe.id]
        # Who has better targets fires at them.
        aimed = theirs * theirs / np.maximum(theirs + other, 1e-9)
        fire = Fire(inches, mine, aimed)
        if foe.still:
            lies = foe.places[np.zeros(len(places.x), dtype=int)]
            return Replies(np.ones_like(mine), lies, fire)
        worth = np.maximum(theirs, other) + weight("danger") * (mine + back)
        worth = worth + sailing.room(self.view, foe.places) + self._closing(there, here, inches, me)
        worth = np.where(inches == 0.0, worth - ABOARD, worth)
        chance = np.exp((worth - worth.max(axis=1, keepdims=True)) / DOUBT)
        chance /= chance.sum(axis=1, keepdims=True)
        return Replies(chance, foe.places[np.argmax(worth, axis=1)], fire)

    @cached_property
    def _covers(self) -> dict[str, Bases]:
        """The other ships that will lie as they do when guns speak, where many fight."""
        return still(self.view, self.ship, self._lies) if crowded(self.view) else {}

    def _masking(self, places: Bases) -> Numbers:
        """Return what of her consorts' fire would be lost behind places, by who lies still."""
        lost = np.zeros_like(places.x)
        for lies, shots in self._consorts_shots:
            lost += masked(places, lies, shots)
        return lost

    @cached_property
    def _consorts_shots(self) -> list[tuple[Bases, list[Shot]]]:
        """Where consorts lie still, and what they may fire at from there."""
        found = []
        for friend in self._friends:
            lies = self._covers.get(friend.id)
            shots = list(self._shots(friend, lies)) if lies else []
            if lies and shots:
                found.append((lies, shots))
        return found

    def _shots(self, friend: Ship, lies: Bases) -> Iterator[Shot]:
        """Yield where enemies lie still whom a consort may fire at, and what that is worth."""
        for foe in self._foes:
            if there := self._covers.get(foe.id):
                sides = self.guns.broadsides(friend.id, foe.id, Bearings(lies, there))
                if value := float(self._volleys(friend, sides, True)[0]):
                    yield Shot(there, value)

    def _lies(self, ship: Ship) -> bool:
        """Tell whether a ship has done with moving for the turn."""
        return ship.moved or not ship.fights or self.view.phase == "attack"

    def _suffered(self, dangers: list[Numbers], none: Numbers) -> Numbers:
        """Return what all enemies' fire costs; among many, a ship is still lost but once."""
        if not crowded(self.view):
            return np.sum(dangers, axis=0) if dangers else np.zeros_like(none)
        whole, spared = ruin(self.view, self.ship), np.ones_like(none)
        for danger in dangers:
            spared *= 1.0 - np.minimum(1.0, danger / whole)
        found: Numbers = whole * (1.0 - spared)
        return found

    def _beside(self, foe: Foe, enemy: Ship) -> tuple[Numbers, Numbers]:
        """Return what an enemy's best shot at a friend is worth at its places, and their fire."""
        other, back = np.zeros(len(foe.places.x)), np.zeros(len(foe.places.x))
        for friend in self._friends:
            lies = base(self.view, friend.id)
            if not self.guns.may_reach(foe.places, lies).any():
                continue
            bearings = Bearings(foe.places, lies)
            sides = self.guns.broadsides(foe.id, friend.id, bearings)
            other = np.maximum(other, self._volleys(enemy, sides, foe.still))
            sides = self.guns.broadsides(friend.id, foe.id, bearings.back)
            back = back + self._volleys(friend, sides, friend.moved)
        return other, back

    def _volleys(self, ship: Ship, sides: list[Numbers], done: bool) -> Numbers:
        """Return what a ship's sides are worth in a turn: those loaded, and one that she loads."""
        loaded, empty = np.zeros_like(sides[0]), np.zeros_like(sides[0])
        for side, value in zip(SIDES, sides, strict=True):
            if side not in ship.reload:
                loaded = loaded + value
            elif not done and self._may_load(ship):
                empty = np.maximum(empty, value - LOADING)
        return loaded + empty

    def _may_load(self, ship: Ship) -> bool:
        if ship.shaken or ship.sail == "full" or self.view.holds(ship.id):
            return False
        return not rally_only(self.view, ship)

    def _turn_after(self, places: Bases, replies: list[Bases]) -> tuple[Numbers, Numbers]:
        """Return what the next turn promises and threatens, each moving while the other lies."""
        later, threat = np.zeros(len(places.x)), np.zeros(len(places.x))
        me, mine = self.ship.id, next_moves(self.view, self.ship.id, places)
        for foe, reply in zip(self._foes, replies, strict=True):
            later = np.maximum(later, self._best_shot(me, foe.id, mine, reply[:, None]))
            theirs = next_moves(self.view, foe.id, reply)
            threat = np.maximum(threat, self._best_shot(foe.id, me, theirs, places[:, None]))
        return later, threat

    def _best_shot(self, mover: str, other: str, moves: Bases, lies: Bases) -> Numbers:
        """Return what a ship's best next move brings her against another, less what comes back."""
        pairs = self.guns.may_reach(moves, lies)
        if not pairs.any():
            return np.zeros(len(moves.x))
        bearings, worth = Bearings(moves.among(pairs), lies.among(pairs)), np.zeros(pairs.shape)
        found = np.maximum(*self.guns.broadsides(mover, other, bearings))
        back = np.maximum(*self.guns.broadsides(other, mover, bearings.back))
        worth[pairs] = found - MOVING * back
        best: Numbers = worth.max(axis=1)
        return best

    # Sailing -----------------------------------------------------------------------------

    def _closing(
        self, places: Bases, foes: Bases, inches: Numbers, foe: str, eager: float = 1.0
    ) -> Numbers:
        """Return how well the distance suits, and whether the enemy lies abeam."""
        dx, dy = foes.x - places.x, foes.y - places.y
        far = np.maximum(np.hypot(dx, dy), 1e-9)
        abeam = np.abs(dx * places.north - dy * places.east) / far
        lies = ABEAM * abeam / (1.0 + inches / 6.0)
        off = inches - best_range(self.view, self.view.ships[foe])
        found: Numbers = eager * lies - APART * np.where(off > 0.0, eager * off, -off)
        return found

    def _fleeing(self, places: Bases) -> Terms:
        """Return how far places are from the enemy, and on the way out, for who wants to be."""
        found: Terms = {}
        if self._flight.away and self._foes:
            here = (base(self.view, foe.id) for foe in self._foes)
            nearest = np.min([gaps(places, lies) for lies in here], axis=0)
            found["away"] = self._flight.away * nearest
        if self._flight.errand:
            found["errand"] = -to_get_away(self.view, places)
        return found

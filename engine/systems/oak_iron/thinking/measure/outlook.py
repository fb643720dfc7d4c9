"""What a ship can expect at a place: this turn, the next turn; and the worth of going first."""

from __future__ import annotations

from functools import cached_property
from math import tanh
from typing import Final

import numpy as np

from engine.space.plane.contact import REACHED
from engine.space.plane.many import Bases, Bearings, Numbers, gaps
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.turn import wins_ties
from engine.systems.oak_iron.state.ships import (
    enemies,
    fighting,
    is_fleet_battle,
    other_side,
    squadrons_of,
)
from engine.systems.oak_iron.state.state import HIDDEN, Squadron, State
from engine.systems.oak_iron.thinking.measure import replies as sailing_terms
from engine.systems.oak_iron.thinking.measure.card_effects import ComingFight
from engine.systems.oak_iron.thinking.measure.expected_harm import (
    ConsortShot,
    masked,
    value_of_loss,
)
from engine.systems.oak_iron.thinking.measure.flight import (
    Flight,
    Objective,
    distance_to_exit,
    flight,
)
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.melee import BESET, Boarders, crew, fight, fight_terms
from engine.systems.oak_iron.thinking.measure.reach import base, next_moves
from engine.systems.oak_iron.thinking.measure.replies import (
    EnemyReplies,
    Replies,
    best_range,
    closing,
)
from engine.systems.oak_iron.thinking.measure.weights import (
    Terms,
    caution,
    crowded,
    eagerness,
    worth,
)

# Promise of the next turn: the best shot at the end of any move, minus the return fire.


MOVING: Final = 0.5
"""The weight of the return fire. It is computed as if the other ship stayed; in fact she moves too,
and her guns can fire only about half the time."""
MUCH: Final = 10.0
"""About the most that a ship's best next shot can be worth, in points of damage (the scale of a
tanh). She can wreck a ship only once, so a better shot is hardly worth more."""


def prospects(view: State) -> dict[str, float]:
    """Return {ship id: worth of her best shot after her next move, less the return fire}.

    In points of damage, for ships that can fight. Both her broadsides are assumed loaded, and
    enemies are assumed to stay where they are now.
    """
    guns, found = Guns(view), {}
    for ship in view.ships.values():
        if not ship.fights:
            continue
        moves, best = next_moves(view, ship.id, base(view, ship.id)), 0.0
        for foe in enemies(view, ship.id):
            shot = best_next_shot(guns, ship.id, foe.id, moves, base(view, foe.id)[:, None])
            best = max(best, float(shot[0]))
        found[ship.id] = MUCH * tanh(best / MUCH)
    return found


def best_next_shot(guns: Guns, mover: str, other: str, moves: Bases, lies: Bases) -> Numbers:
    """Return the worth of the best shot of `mover` at `other` after any of the moves, less return
    fire.

    `moves` has the shape (place, move) and `lies`, where the other is, (place, 1) or (1, 1); the
    result has a figure for each place.
    """
    pairs = guns.may_reach(moves, lies)
    if not pairs.any():
        return np.zeros(len(moves.x))
    bearings, worth = Bearings(moves.among(pairs), lies.among(pairs)), np.zeros(pairs.shape)
    found = np.maximum(*guns.broadsides(mover, other, bearings))
    back = np.maximum(*guns.broadsides(other, mover, bearings.back))
    worth[pairs] = found - MOVING * back
    best: Numbers = worth.max(axis=1)
    return best


# Scores of places for a ship: fire given and taken after the enemy's reply, and the next turn.


class Outlook:
    """Computes the evaluation terms of any place for one ship of a view.

    A one-ply search: each place is scored by the expected value over the enemy's replies, and
    heuristics estimate the next turn. `done` means that the ship has used her Crew Action, so that
    she can load no side. Several outlooks of one view may share `guns`.
    """

    def __init__(
        self, view: State, ship: str, guns: Guns | None = None, done: bool = False
    ) -> None:
        self.view = view
        self.ship = view.ships[ship]
        self.guns = guns or Guns(view)
        done = done or view.phase == "attack"
        side = view.side_of(ship)
        self._friends = [
            each
            for each in view.ships.values()
            if each.fights and each.id != ship and view.side_of(each.id) == side
        ]
        self._boarders = Boarders(view, ship, done)
        self._enemy = EnemyReplies(view, self.ship, self._friends, self.guns, done)
        self._caution, self._eagerness = caution(view, side), eagerness(view, side)

    # Cached, because the questions that need these figures need them for many places.
    @cached_property
    def _flight(self) -> Flight:
        return flight(self.view, self.ship.id)

    @cached_property
    def _objective(self) -> Objective:
        return Objective(self.view, self.ship.id)

    @property
    def flees(self) -> bool:
        """Whether it may be best for the ship to leave the table."""
        return self._flight.peril > 0.0 or self._flight.objective_task

    def terms(self, places: Bases, ahead: bool = True) -> Terms:
        """Return all evaluation terms, {name: value at each place}; with `ahead`, also for the
        next turn.
        """
        closing_sum, board = np.zeros(len(places.x)), np.zeros(len(places.x))
        replies = self._enemy.all_to(places)
        fire = self._best_fire(places, replies)
        apart = [gaps(places, reply.likeliest) for reply in replies]
        # For each enemy, the number of other enemies near each place; 0 unless crowded.
        near = [inches <= book().measures.pistol + REACHED for inches in apart]
        about = np.sum(near, axis=0) if crowded(self.view) and near else 0
        most = BESET if crowded(self.view) else 0
        others = [np.minimum(most, about - each.astype(int)).clip(0) for each in near]
        for foe, reply, inches, near in zip(self._enemy.foes, replies, apart, others, strict=True):
            best = best_range(self.view, self.view.ships[foe.id])
            closing_sum += closing(places, reply.likeliest, inches, best, self._eagerness)
            board += self._boarders.term(places, foe, reply.fire, near)
        lost = np.zeros_like(places.x)
        for lies, shots in self._consorts_shots:
            lost += masked(places, lies, shots)
        # The terms that draw her away: from the enemy, and to the edge she must cross.
        fleeing: Terms = {}
        if self._flight.away and self._enemy.foes:
            here = (base(self.view, foe.id) for foe in self._enemy.foes)
            nearest: Numbers = np.min(np.stack([gaps(places, lies) for lies in here]), axis=0)
            fleeing["away"] = self._flight.away * nearest
        if self._flight.objective_task:
            fleeing["errand"] = -distance_to_exit(self.view, places)
        found = {
            "fire": fire,
            "danger": self._caution * self._all_fire(replies, fire),
            "next_fire": np.zeros_like(fire),
            "next_danger": np.zeros_like(fire),
            "board": board,
            # A mean, so that the incentive to close does not grow with the number of enemies.
            "closing": (1.0 - self._flight.away) * closing_sum / max(1, len(self._enemy.foes)),
            "wind": sailing_terms.wind(self.view, self.ship.id, places),
            "room": (1.0 - self._flight.peril) * sailing_terms.room(self.view, places),
            **fleeing,
            **self._objective.terms(places),
            "crowd": sailing_terms.in_the_way(self.view, self.ship.id, places),
            "astray": sailing_terms.astray(self.view, self._friends, places),
            "masking": lost,
        }
        if ahead and replies:
            later, threat = self._turn_after(places, replies)
            found["next_fire"], found["next_danger"] = later, self._caution * threat
        return found

    def under_sail(self, places: Bases) -> Terms:
        """Return only those evaluation terms of `terms` that depend on the ship's sail setting."""
        replies = self._enemy.all_to(places)
        later, threat = self._turn_after(places, replies)
        return {
            "fire": self._best_fire(places, replies),
            "wind": sailing_terms.wind(self.view, self.ship.id, places),
            "next_fire": later,
            "next_danger": self._caution * threat,
        }

    # Fire --------------------------------------------------------------------------------

    def exchange(self, places: Bases) -> tuple[Numbers, Numbers]:
        """Return (fire, danger) at each place: the worth of fire by the ship, and of fire at her.

        The danger is multiplied by the factor of `caution`.
        """
        replies = self._enemy.all_to(places)
        fire = self._best_fire(places, replies)
        return fire, self._caution * self._all_fire(replies, fire)

    def _best_fire(self, places: Bases, replies: list[Replies]) -> Numbers:
        """Return the expected worth of fire at the ship's best target, for each place."""
        none = np.zeros(len(places.x))
        found: Numbers = np.max([none, *(reply.fired for reply in replies)], axis=0)
        return found

    def _all_fire(self, replies: list[Replies], like: Numbers) -> Numbers:
        """Return the worth of all enemies' fire at the ship, for each place; `like` gives the
        shape.

        With few enemies it is a sum. In a crowd (more than eight ships) a sum could exceed the
        worth of the ship, who can be lost only once; there each enemy's fire takes a fraction of
        the worth that is left after the enemies before it.
        """
        dangers = [reply.suffered for reply in replies]
        if not crowded(self.view):
            return np.sum(dangers, axis=0) if dangers else np.zeros_like(like)
        whole, spared = value_of_loss(self.view, self.ship), np.ones_like(like)
        for danger in dangers:
            spared *= 1.0 - np.minimum(1.0, danger / whole)
        found: Numbers = whole * (1.0 - spared)
        return found

    def _turn_after(self, places: Bases, replies: list[Replies]) -> tuple[Numbers, Numbers]:
        """Return (fire, danger) of the next turn for each place, if both sides make their best
        move.

        Each ship moves while the other is assumed to stay, because a second ply of replies would
        cost too much. Only the best shot of either side counts.
        """
        later, threat = np.zeros(len(places.x)), np.zeros(len(places.x))
        me, mine = self.ship.id, next_moves(self.view, self.ship.id, places)
        for foe, reply in zip(self._enemy.foes, replies, strict=True):
            there = reply.likeliest
            shot = best_next_shot(self.guns, me, foe.id, mine, there[:, None])
            later = np.maximum(later, shot)
            theirs = next_moves(self.view, foe.id, there)
            shot = best_next_shot(self.guns, foe.id, me, theirs, places[:, None])
            threat = np.maximum(threat, shot)
        return later, threat

    # Consorts ----------------------------------------------------------------------------

    @cached_property
    def _consorts_shots(self) -> list[tuple[Bases, list[ConsortShot]]]:
        """The places of friends that will not move this turn, each with the shots that they can
        fire.
        """
        found = []
        for friend in self._friends:
            lies = self._enemy.covers.get(friend.id)
            if not lies:
                continue
            shots = []
            for foe in self._enemy.foes:
                if there := self._enemy.covers.get(foe.id):
                    sides = self.guns.broadsides(friend.id, foe.id, Bearings(lies, there))
                    if value := float(self.guns.in_one_turn(friend, sides, True)[0]):
                        shots.append(ConsortShot(there, value))
            if shots:
                found.append((lies, shots))
        return found


# The initiative: the chance that a card wins it, and the worth of going first.
#
# The side that goes first fires before it suffers harm, but moves before it knows the enemy's
# moves. The side with more ships moves last in any case. Oak & Iron ch. 4, Initiative Phase.


FIRST_SHOT: Final = 0.05
"""What firing first gains, as a fraction of all fire: enemy guns are silenced before they fire."""
LAST_MOVE: Final = 0.07
"""What it costs to move before the last enemy does, as a fraction of all fire."""
HOLDING: Final = 0.5
"""The chance that ships that are Entangled now are still Entangled a turn later."""
MEAN, SPREAD = 2.7, 8.0
"""The mean value of an initiative card, and the range of values over which the chance to win goes
from 0 to 1. They give a linear estimate, used where the cards of several squadrons are added."""


def value_of_first_move(coming: ComingFight) -> float:
    """Return what it is worth to a squadron's side to go first in the expected fight, in points."""
    view, squadron = coming.view, coming.squadron
    side = view.squadrons[squadron].side
    ours, theirs = fighting(view, side), fighting(view, other_side(view, side))
    free = sum(not view.holds(ship.id) and not ship.aground for ship in coming.ships)
    shown = LAST_MOVE * free / max(1, len(coming.ships)) if len(ours) <= len(theirs) else 0.0
    guns = (FIRST_SHOT - shown) * (coming.fire() + coming.danger())
    # What an Entangled ship gains by striking first in Close Combat, in points of damage.
    blows: list[float] = []
    for ship in coming.ships:
        gain = 0.0
        for key in view.holds(ship.id):
            if view.ships[key].fights and view.opposed(key, ship.id):
                own, foe = crew(view, ship.id, key), crew(view, key, ship.id)
                first, second = (
                    worth(fight_terms(view, ship.id, key, fight(own, foe, lead)))
                    for lead in (1.0, 0.0)
                )
                gain += first - second
        blows.append(gain)
    return guns + HOLDING ** (coming.moves - 1) * sum(blows)


def chance_to_win(view: State, squadron: str, value: int) -> float:
    """Return the chance that a card of this value wins the initiative, as far as the seat can
    know.
    """
    own = view.squadrons[squadron]
    if is_fleet_battle(view):
        return min(1.0, max(0.0, 0.5 + (value - MEAN) / SPREAD))
    foes = squadrons_of(view, other_side(view, own.side))
    if not foes or foes[0] == squadron:
        return 1.0
    other = view.squadrons[foes[0]]
    # A card wins a tie, else the higher admiral value, else dice.
    mine, theirs = wins_ties(view, own.key), wins_ties(view, other.key)
    if mine != theirs:
        tie = float(mine)
    elif own.admiral_value != other.admiral_value:
        tie = float(own.admiral_value > other.admiral_value)
    else:
        tie = 0.5
    chances = _values(other)
    return sum(
        chance * (1.0 if value > against else tie if value == against else 0.0)
        for against, chance in chances.items()
    )


def _values(squadron: Squadron) -> dict[int, float]:
    """Return {value: chance} of the card that an enemy squadron plays next.

    Cards that were seen and not discarded are in the hand. A hidden card may be any other card
    allowed to its nation, all equally likely.
    """
    cards = book().cards
    if squadron.laid_open and squadron.face_down in cards:
        return {cards[squadron.face_down].value: 1.0}
    gone = {squadron.face_up, squadron.laid_on, *squadron.discarded}
    open_to = [
        card
        for card, record in cards.items()
        if card not in gone and record.faction in ("any", squadron.faction)
    ]
    held = (*squadron.hand, squadron.face_down)
    hidden = held.count(HIDDEN)
    back = [card for card in squadron.seen if card not in gone and card in cards][:hidden]
    hidden -= len(back)
    back += [card for card in held if card in cards and card not in back]
    others = [card for card in open_to if card not in back]
    share = hidden / len(others) if others else 0.0
    found: dict[int, float] = {}
    for card, weight in (*((card, 1.0) for card in back), *((card, share) for card in others)):
        found[cards[card].value] = found.get(cards[card].value, 0.0) + weight
    total = sum(found.values())
    return {value: weight / total for value, weight in found.items()} if total else {0: 1.0}

"""Close Combat computed from the dice: the chance that either ship is captured.

A Markov chain over the Fatigue of both crews: each blow is a transition, and only a few turns are
looked at. Oak & Iron ch. 4, Close Combat; Cut Free; Capture or Destroy.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.space.plane.contact import REACHED, within
from engine.space.plane.many import Bases, Numbers
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.effects.crew_actions import sure_grip
from engine.systems.oak_iron.effects.hits import effective_fatigue
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing.course import Course
from engine.systems.oak_iron.sailing.grapple import as_if_boarded
from engine.systems.oak_iron.sailing.seamanship import TEST_DICE
from engine.systems.oak_iron.state.ships import distance, enemies, first_side
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.expected_harm import decisive, point_scale
from engine.systems.oak_iron.thinking.measure.reach import Foe
from engine.systems.oak_iron.thinking.measure.weights import Values, crowded, weight, worth

TURNS: Final = 2
"""How many turns of a fight are looked at. By then most fights have ended."""
EVEN: Final = 0.5
"""The chance to strike first in later turns, in which the initiative is not known yet."""
BESET: Final = 3
"""At most this many other enemies near an Entangled ship are counted, because each needs one more
table of gains."""
TIRED: Final = 0.7
"""The chance that an enemy near an Entangled ship (see `BESET`) adds 1 Fatigue to her in a turn."""


class Crew(NamedTuple):
    """A ship's crew in Close Combat, as far as the fight depends on it. It is hashable, as a
    cache key.
    """

    dice: int
    """The number of dice that the ship rolls if her crew has no Fatigue."""
    share: float
    """The fraction of a die's faces that cause Fatigue."""
    fatigue: int
    boxes: int
    """The number of boxes of the fatigue track; the ship is Shaken when all are filled."""
    beset: int = 0
    """The number of other enemies within Pistol Shot, which fire at the ship during the fight."""


class Fight(NamedTuple):
    """The expected outcome of a fight: chances, and mean points of Fatigue."""

    taken: float
    """The chance that the fight ends with only the enemy Shaken, so that she may be captured."""
    lost: float
    """The chance that the fight ends with only our own ship Shaken, so that she may be captured."""
    given: float
    """The Fatigue that the fight is expected to add to the enemy's crew."""
    borne: float
    """The Fatigue that the fight is expected to add to our own crew."""


def fight(own: Crew, foe: Crew, first: float, at_once: bool = False) -> Fight:
    """Return the expected outcome of a fight; `first` is the chance that `own` strikes first this
    turn.

    The side that is worse off tries to cut free before each further turn. With `at_once`, a card
    lets `own` strike before any other blow.
    """
    return _fight(book().version, own, foe, first, at_once)


# Cached, because a crew has few states, and every place beside an enemy needs the same fights. The
# version of the data set is part of the key, because the die of a Skill Test may be a user's own.
@lru_cache(maxsize=4096)
def _fight(version: str, own: Crew, foe: Crew, first: float, at_once: bool) -> Fight:
    now = np.zeros((own.boxes + 1, foe.boxes + 1))
    now[own.fatigue, foe.fatigue] = 1.0
    over = np.zeros_like(now)
    if at_once:
        now = _strike(now, own, foe)
    for _ in range(TURNS):
        ours = _strike(_strike(now, own, foe).T, foe, own).T
        theirs = _strike(_strike(now.T, foe, own).T, own, foe)
        now = first * ours + (1.0 - first) * theirs
        now = _after_outside_fire(_after_outside_fire(now, foe).T, own).T
        parted = now * _parting(version, own, foe)
        over, now, first = over + parted, now - parted, EVEN
    over = over + now
    given = float((over.sum(axis=0) * np.arange(foe.boxes + 1)).sum()) - foe.fatigue
    borne = float((over.sum(axis=1) * np.arange(own.boxes + 1)).sum()) - own.fatigue
    return Fight(float(over[:-1, -1].sum()), float(over[-1, :-1].sum()), given, borne)


def _strike(now: Numbers, striker: Crew, struck: Crew) -> Numbers:
    """Return the probabilities of each Fatigue of both crews after one blow.

    Rows are the Fatigue of the crew that strikes, columns that of the crew that is struck.
    """
    dice = [max(1, striker.dice - tired) for tired in range(len(now))]
    rows = zip(dice, now, strict=True)
    return np.array([row @ _tiring(most, striker.share, struck.boxes) for most, row in rows])


def _after_outside_fire(now: Numbers, crew: Crew) -> Numbers:
    """Return the probabilities of each Fatigue after other enemies have fired at a crew.

    Columns are the Fatigue of `crew`, rows that of the ship that it fights.
    """
    return now @ _tiring(crew.beset, TIRED, crew.boxes) if crew.beset else now


@lru_cache(maxsize=512)
def _tiring(dice: int, share: float, boxes: int) -> Numbers:
    """Return the chance to get from one Fatigue (row) to another (column) by a blow with some
    dice.
    """
    found = np.zeros((boxes + 1, boxes + 1))
    for hits in range(dice + 1):
        chance = comb(dice, hits) * share**hits * (1.0 - share) ** (dice - hits)
        for tired in range(boxes + 1):
            found[tired, min(boxes, tired + hits)] += chance
    return found


@lru_cache(maxsize=512)
def _parting(version: str, own: Crew, foe: Crew) -> Numbers:
    """Return the chance that a fight ends after a turn, for each Fatigue of both crews.

    It ends when one crew is Shaken, or when the side that expects to last less long cuts free. The
    version of the data set is part of the cache key.
    """
    found = np.ones((own.boxes + 1, foe.boxes + 1))
    for mine in range(own.boxes):
        for theirs in range(foe.boxes):
            ours = max(1, own.dice - mine) * own.share * (own.boxes - mine)
            others = max(1, foe.dice - theirs) * foe.share * (foe.boxes - theirs)
            counted = book().dice.counts["skill_test"]
            found[mine, theirs] = 1.0 - (1.0 - _share(counted)) ** max(
                1, TEST_DICE - (mine if ours < others else theirs)
            )
    return found


def _share(symbols: tuple[Symbol, ...]) -> float:
    faces = book().dice.faces
    return sum(face in symbols for face in faces) / len(faces)


# Of ships ------------------------------------------------------------------------------


def crew(view: State, ship: str, target: str) -> Crew:
    """Return a ship's crew as it fights Close Combat against a target.

    The edge in contact decides which symbols count; without contact the ships are assumed to lie
    side by side.
    """
    own, at = view.ships[ship], shot(view, ship, target, "close_combat")
    side = book().dice.counts["close_combat_side"]
    fresh = (
        at.dice + effective_fatigue(view, own) if at.dice > 1 else 3 + book().ships[own.type].crew
    )
    share = _share(at.hits if at.edge else side)
    return Crew(fresh, share, min(own.fatigue, own.fatigue_boxes), own.fatigue_boxes)


def expected_fight(view: State, ship: str, target: str, at_once: bool = False) -> Fight:
    """Return the expected outcome of Close Combat between two ships alongside, or as if they
    were.
    """
    first = float(first_side(view) == view.side_of(ship))
    return fight(crew_under_fire(view, ship, target), crew(view, target, ship), first, at_once)


def crew_under_fire(view: State, ship: str, target: str) -> Crew:
    """Return a ship's crew in a fight against a target, with the number of other enemies that
    fire at her.
    """
    return crew(view, ship, target)._replace(beset=beset(view, ship, target))


def beset(view: State, ship: str, target: str) -> int:
    """Return how many enemies besides `target` are within Pistol Shot of a ship, at most `BESET`.

    It is 0 in a battle of few ships. Such enemies matter: in battles between computer players, 9 of
    80 Entangled ships without another enemy near were captured, but 63 of 148 with others near.
    """
    if not crowded(view):
        return 0
    pistol = book().measures.pistol
    others = (foe.id for foe in enemies(view, ship) if foe.id != target and foe.pose is not None)
    return min(BESET, sum(within(distance(view, ship, key), pistol) for key in others))


def grapple_chance(view: State, ship: Ship, target: Ship) -> float:
    """Return the chance that a ship can board another: that of a Skill Test, or 1 with certain
    cards.
    """
    return 1.0 if sure_grip(view, ship, target) else odds.pass_chance(view, ship.id, "boarding")


def fight_terms(view: State, ship: str, target: str, found: Fight, theirs: float = 0.0) -> Values:
    """Return the evaluation terms, {name: value}, of a fight; `theirs` is the worth of the enemy's
    guns.

    The enemy cannot use these guns during the fight. `theirs` is in points of damage, so it is
    divided by the weight of the term that it is subtracted from.
    """
    own, foe = view.ships[ship], view.ships[target]
    borne = point_scale(view, own) * found.borne - theirs / weight("melee")
    melee = point_scale(view, foe) * found.given - max(0.0, borne)
    return {
        "melee": melee,
        "prize": found.taken * capture_scale(view, target, "prize"),
        "taken": found.lost * capture_scale(view, ship, "taken"),
    }


def capture_scale(view: State, ship: str, term: str) -> float:
    """Return by how much the capture of a ship is multiplied: more if it makes her side withdraw.

    It is 1 in a battle of few ships, where other terms count the points of the capture.
    """
    if not crowded(view) or not decisive(view, ship):
        return 1.0
    return 1.0 + weight("decisive") / abs(weight(term))


# Worth of places from which a ship may board or be boarded, and of running into an enemy.
#
# Oak & Iron ch. 4, Crew Actions (Boarding); ch. 5, Collisions.


CROSSED: Final = 0.7
"""The sine of the largest angle between two bases that can come side to side."""
LIKELY: Final = 0.5
"""The chance that an enemy boards where it would pay. It is below 1, because she may have something
better to do."""
CONSORTS: Final = 3
"""At most this many friends of a boarder count as a threat; more find no room to join in."""
PUSHED: Final = -0.3
"""The worth in points of damage of running into an enemy who is only pushed away, not Entangled."""


class MutualFire(NamedTuple):
    """The expected fire of two ships at each other, in points of damage, and the gap in inches.

    Each field is an array of shape (place, reply): a place of the ship, a reply of the enemy.
    """

    inches: Numbers
    mine: Numbers
    theirs: Numbers


class Boarders:
    """Computes what boarding is worth at each place of a ship: by her, or by enemies who board her.

    Only enemies that have not moved yet may board her. `done` means that she has used her Crew
    Action, so that she cannot board this turn.
    """

    def __init__(self, view: State, ship: str, done: bool) -> None:
        self._view, self._ship = view, view.ships[ship]
        self._may = not done and _able(view, self._ship)
        self._reach = book().measures.yard_arm + REACHED
        # The boarder's consorts then fire at the grappled ship, and may board her too.
        self._feared = LIKELY * min(CONSORTS, max(1, len(enemies(view, ship)) - 1))
        # The gain does not depend on the exact places, so it is cached for each pair of ships.
        self._known: dict[tuple[str, str], Numbers] = {}

    def term(
        self, places: Bases, enemy: Foe, fire: MutualFire, others: NDArray[np.int64]
    ) -> Numbers:
        """Return what boarding gains over firing, for each place; below 0 if it is the enemy who
        boards.

        An enemy that is `still` has moved, so the ship may board it. Any other enemy may come
        alongside itself, and could cut free at once if boarded. `others` is the number of other
        enemies within Pistol Shot of each place.
        """
        foe, there, still = enemy
        able = self._may if still else _able(self._view, self._view.ships[foe])
        if not able or not (fire.inches <= self._reach).any():
            return np.zeros(len(places.x))
        # Side by side and nearly parallel.
        one = places[:, None]
        other = there[None, :]
        dx, dy = other.x - one.x, other.y - one.y
        ahead = np.abs(dx * one.east + dy * one.north)
        crossed = np.abs(one.east * other.north - one.north * other.east)
        found: NDArray[np.bool_] = (ahead < one.ahead + other.ahead) & (crossed < CROSSED)
        near = (fire.inches <= self._reach) & found
        if still:
            gain = self._gains(self._ship.id, foe)[others][:, None] - fire.mine
        else:
            theirs = self._gains(foe, self._ship.id)[others][:, None]
            gain = self._feared * (theirs - fire.theirs)
        best: Numbers = np.where(near, np.maximum(gain, 0.0), 0.0).max(axis=1)
        return best if still else -best

    def _gains(self, boarder: str, target: str) -> Numbers:
        """Return the worth of boarding to the boarder; the fire that she gives up is not
        subtracted.

        It is an array; its index is the number of other enemies near the ship whose places are
        scored.
        """
        if (boarder, target) not in self._known:
            ships = self._view.ships
            chance = grapple_chance(self._view, ships[boarder], ships[target])
            most = BESET if crowded(self._view) else 0
            gains: list[float] = []
            for beset in range(most + 1):
                view = self._view
                own, foe = crew(view, boarder, target), crew(view, target, boarder)
                if boarder == self._ship.id:
                    own = own._replace(beset=beset)
                else:
                    foe = foe._replace(beset=beset)
                first = float(first_side(view) == view.side_of(boarder))
                gains.append(worth(fight_terms(view, boarder, target, fight(own, foe, first))))
            self._known[boarder, target] = chance * np.array(gains)
        return self._known[boarder, target]


def _able(view: State, ship: Ship) -> bool:
    """Tell whether a ship is in a condition to board: able to fight, free, and not Shaken."""
    stuck = ship.sail == "anchored" or ship.aground or ship.shaken
    return ship.fights and not stuck and not view.holds(ship.id)


def ram(view: State, way: Course, struck: str) -> float:
    """Return the worth of running into an enemy: the dice may damage the ship or Entangle both.

    A bow fights badly against a broadside. Blows to the enemy count only if she may be captured,
    because without the collision the guns would do as much.
    """
    if view.rules.quick_start or not way.speed:
        return PUSHED
    own = view.ships[way.ship]
    fouled = as_if_boarded(view, own.id, struck, way.end)
    values = fight_terms(view, own.id, struck, expected_fight(fouled, own.id, struck))
    fight = worth({**values, "melee": min(0.0, values["melee"])})
    hurt = weight("damage") * point_scale(view, own)
    held = fight if view.ships[struck].fights else 0.0
    return PUSHED - _any("damage", way.speed) * hurt + _any("fouling", way.speed) * held


def _any(what: str, dice: int) -> float:
    """Return the chance that at least one collision die shows `what`: `damage` or `fouling`."""
    counted = book().dice.counts[f"collision_{what}"]
    faces = book().dice.faces
    return 1.0 - (1.0 - sum(face in counted for face in faces) / len(faces)) ** dice

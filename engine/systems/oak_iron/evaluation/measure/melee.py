"""A fight from deck to deck, reckoned from the dice: who is likely to be taken.

Oak & Iron ch. 4, Close Combat; Cut Free; Capture or Destroy.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np

from engine.space.plane.contact import within
from engine.space.plane.many import Numbers
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.effects.boarding import sure_grip
from engine.systems.oak_iron.effects.fatigue import that_tells
from engine.systems.oak_iron.evaluation.measure.expected_harm import decisive, point_scale
from engine.systems.oak_iron.evaluation.measure.situation import crowded
from engine.systems.oak_iron.evaluation.measure.weights import Values, weight
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.gunnery import shot
from engine.systems.oak_iron.sailing.skill import TEST_DICE
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies, first_side
from engine.systems.oak_iron.state.state import Ship, State, Symbol

TURNS: Final = 2
"""How many turns a fight is looked ahead; then most are over, one way or the other."""
EVEN: Final = 0.5
"""The chance to strike first in a turn of which the initiative is not known yet."""
BESET: Final = 3
"""How many other enemies about a ship that is held count at most."""
TIRED: Final = 0.7
"""The chance that such an enemy tires her by a point in a turn."""


class Crew(NamedTuple):
    """What of a ship counts from deck to deck."""

    dice: int
    """What she rolls while she is fresh."""
    share: float
    """The share of a die's faces that tire her enemy."""
    fatigue: int
    boxes: int
    beset: int = 0
    """How many enemies within Pistol Shot fire into the fight, beside the one she fights."""


class Fight(NamedTuple):
    """What is likely to come of a fight: chances of 1, and points of Fatigue."""

    taken: float
    """The enemy is Shaken at the end of a turn, and may be captured."""
    lost: float
    """Our own ship is."""
    given: float
    borne: float


@lru_cache(maxsize=4096)
def fight(own: Crew, foe: Crew, first: float, at_once: bool = False) -> Fight:
    """Return what comes of a fight; `first` is the chance to strike first in this turn.

    Who has the worse of it tries to cut free before the next turn. `at_once`: a card lets
    our crew strike before any other.
    """
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
        parted = now * _parting(own, foe)
        over, now, first = over + parted, now - parted, EVEN
    over = over + now
    given = float((over.sum(axis=0) * np.arange(foe.boxes + 1)).sum()) - foe.fatigue
    borne = float((over.sum(axis=1) * np.arange(own.boxes + 1)).sum()) - own.fatigue
    return Fight(float(over[:-1, -1].sum()), float(over[-1, :-1].sum()), given, borne)


def _strike(now: Numbers, striker: Crew, struck: Crew) -> Numbers:
    """Return the chances of both crews' Fatigue (striker, struck) once one has struck."""
    dice = [max(1, striker.dice - tired) for tired in range(len(now))]
    rows = zip(dice, now, strict=True)
    return np.array([row @ _tiring(most, striker.share, struck.boxes) for most, row in rows])


def _after_outside_fire(now: Numbers, crew: Crew) -> Numbers:
    """Return the chances of both crews' Fatigue (the other, this one) after fire from outside."""
    return now @ _tiring(crew.beset, TIRED, crew.boxes) if crew.beset else now


@lru_cache(maxsize=512)
def _tiring(dice: int, share: float, boxes: int) -> Numbers:
    """Return the chances of Fatigue after so many dice (columns) by that before them (rows)."""
    found = np.zeros((boxes + 1, boxes + 1))
    for hits in range(dice + 1):
        chance = comb(dice, hits) * share**hits * (1.0 - share) ** (dice - hits)
        for tired in range(boxes + 1):
            found[tired, min(boxes, tired + hits)] += chance
    return found


@lru_cache(maxsize=512)
def _parting(own: Crew, foe: Crew) -> Numbers:
    """Return the chance that a fight ends after a turn: one is Shaken, or cuts free."""
    found = np.ones((own.boxes + 1, foe.boxes + 1))
    for mine in range(own.boxes):
        for theirs in range(foe.boxes):
            ours = max(1, own.dice - mine) * own.share * (own.boxes - mine)
            others = max(1, foe.dice - theirs) * foe.share * (foe.boxes - theirs)
            found[mine, theirs] = _passing(mine if ours < others else theirs)
    return found


def _passing(fatigue: int) -> float:
    counted = book().dice.counts["skill_test"]
    return 1.0 - (1.0 - _share(counted)) ** max(1, TEST_DICE - fatigue)


def _share(symbols: tuple[Symbol, ...]) -> float:
    faces = book().dice.faces
    return sum(face in symbols for face in faces) / len(faces)


# Of ships ------------------------------------------------------------------------------


def crew(view: State, ship: str, target: str) -> Crew:
    """Return a ship's crew against a target: by the edge that touches it, else side to side."""
    own, at = view.ships[ship], shot(view, ship, target, "close_combat")
    side = book().dice.counts["close_combat_side"]
    fresh = at.dice + that_tells(view, own) if at.dice > 1 else 3 + book().ships[own.type].crew
    share = _share(at.hits if at.edge else side)
    return Crew(fresh, share, min(own.fatigue, own.fatigue_boxes), own.fatigue_boxes)


def expected_fight(view: State, ship: str, target: str, at_once: bool = False) -> Fight:
    """Return what comes of a fight between two ships that lie alongside, or as if they did."""
    first = float(first_side(view) == view.side_of(ship))
    return fight(crew_under_fire(view, ship, target), crew(view, target, ship), first, at_once)


def crew_under_fire(view: State, ship: str, target: str) -> Crew:
    """Return a ship's crew against a target, with the enemies about her who fire into the fight."""
    return crew(view, ship, target)._replace(beset=beset(view, ship, target))


def beset(view: State, ship: str, target: str) -> int:
    """Return how many enemies beside one lie within Pistol Shot of a ship, where many fight.

    Of 80 ships of captains that were held with nobody else about 9 were taken, of 148 others 63.
    """
    if not crowded(view):
        return 0
    pistol = book().measures.pistol
    others = (foe.id for foe in enemies(view, ship) if foe.id != target and foe.pose is not None)
    return min(BESET, sum(within(distance(view, ship, key), pistol) for key in others))


def grapple_chance(view: State, ship: Ship, target: Ship) -> float:
    """Return the chance that a ship grapples another: the Skill Test, or a card that spares it."""
    return 1.0 if sure_grip(view, ship, target) else odds.passing(view, ship.id, "boarding")


def fight_terms(view: State, ship: str, target: str, found: Fight, theirs: float = 0.0) -> Values:
    """Return the terms of a fight; `theirs` is what the enemy's guns would do instead of it."""
    own, foe = view.ships[ship], view.ships[target]
    borne = point_scale(view, own) * found.borne - theirs / weight("melee")
    melee = point_scale(view, foe) * found.given - max(0.0, borne)
    return {
        "melee": melee,
        "prize": found.taken * capture_scale(view, target, "prize"),
        "taken": found.lost * capture_scale(view, ship, "taken"),
    }


def capture_scale(view: State, ship: str, term: str) -> float:
    """Return how much dearer the capture of a ship is for making her side withdraw, in a crowd.

    1 when it does not, and where few fight.
    """
    if not crowded(view) or not decisive(view, ship):
        return 1.0
    return 1.0 + weight("decisive") / abs(weight(term))

"""Worth of places from which a ship may board or be boarded, and of running into an enemy.

Oak & Iron ch. 4, Crew Actions (Boarding); ch. 5, Collisions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.space.plane.contact import REACHED
from engine.space.plane.many import Bases, Numbers
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.sailing.course import Course
from engine.systems.oak_iron.state.sides import enemies, first_side
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.expected_harm import point_scale
from engine.systems.oak_iron.thinking.measure.melee import (
    BESET,
    crew,
    expected_fight,
    fight,
    fight_terms,
    grapple_chance,
)
from engine.systems.oak_iron.thinking.measure.reach import Foe
from engine.systems.oak_iron.thinking.measure.situation import crowded
from engine.systems.oak_iron.thinking.measure.weights import weight, worth
from engine.systems.oak_iron.thinking.what_if import as_if_boarded

CROSSED: Final = 0.7
"""Sine of the angle between two bases above which they do not come to lie side to side."""
LIKELY: Final = 0.5
"""Chance that an enemy boards where that would pay: she may have something better to do."""
CONSORTS: Final = 3
"""Most consorts of a boarder that count as a threat; more find no room to join in."""
PUSHED: Final = -0.3
"""Points for running into an enemy when that does no more than push her away."""


class MutualFire(NamedTuple):
    """Expected fire of two ships at each other, in points, and the gap between them (inches).

    Arrays of shape (place, reply).
    """

    inches: Numbers
    mine: Numbers
    theirs: Numbers


class Boarders:
    """Worth of boarding at the places of a ship: by her, and by enemies that have yet to move.

    `done` says that she has used her Crew Action, so that she cannot board this turn.
    """

    def __init__(self, view: State, ship: str, done: bool) -> None:
        self._view, self._ship = view, view.ships[ship]
        self._may = not done and _able(view, self._ship)
        self._reach = book().measures.yard_arm + REACHED
        # The boarder's consorts then fire at the ship that is held, and may board her too.
        self._feared = LIKELY * min(CONSORTS, max(1, len(enemies(view, ship)) - 1))
        # The gain does not depend on the exact places: cached for each pair of ships.
        self._known: dict[tuple[str, str], Numbers] = {}

    def term(
        self, places: Bases, enemy: Foe, fire: MutualFire, others: NDArray[np.int64]
    ) -> Numbers:
        """Return the gain of boarding instead of firing, by place; negative if the enemy boards.

        An enemy that is `still` has moved, so the ship may board her. Any other enemy may come
        alongside herself, and could cut free at once if boarded. `others` is the number of other
        enemies within Pistol Shot of each place.
        """
        foe, there, still = enemy
        able = self._may if still else _able(self._view, self._view.ships[foe])
        if not able or not (fire.inches <= self._reach).any():
            return np.zeros(len(places.x))
        near = (fire.inches <= self._reach) & _beside(places[:, None], there[None, :])
        if still:
            gain = self._gains(self._ship.id, foe)[others][:, None] - fire.mine
        else:
            theirs = self._gains(foe, self._ship.id)[others][:, None]
            gain = self._feared * (theirs - fire.theirs)
        best: Numbers = np.where(near, np.maximum(gain, 0.0), 0.0).max(axis=1)
        return best if still else -best

    def _gains(self, boarder: str, target: str) -> Numbers:
        """Return the worth of boarding to the boarder, her fire not taken off.

        Indexed by the number of other enemies near the ship whose places are scored.
        """
        if (boarder, target) not in self._known:
            ships = self._view.ships
            chance = grapple_chance(self._view, ships[boarder], ships[target])
            most = BESET if crowded(self._view) else 0
            gains = [self._gain(boarder, target, beset) for beset in range(most + 1)]
            self._known[boarder, target] = chance * np.array(gains)
        return self._known[boarder, target]

    def _gain(self, boarder: str, target: str, beset: int) -> float:
        view = self._view
        own, foe = crew(view, boarder, target), crew(view, target, boarder)
        if boarder == self._ship.id:
            own = own._replace(beset=beset)
        else:
            foe = foe._replace(beset=beset)
        first = float(first_side(view) == view.side_of(boarder))
        return worth(fight_terms(view, boarder, target, fight(own, foe, first)))


def _able(view: State, ship: Ship) -> bool:
    """Return whether a ship could board at all."""
    stuck = ship.sail == "anchored" or ship.aground or ship.shaken
    return ship.fights and not stuck and not view.holds(ship.id)


def _beside(one: Bases, other: Bases) -> NDArray[np.bool_]:
    """Return whether two bases would come to lie side to side: abreast and nearly parallel."""
    dx, dy = other.x - one.x, other.y - one.y
    ahead = np.abs(dx * one.east + dy * one.north)
    crossed = np.abs(one.east * other.north - one.north * other.east)
    found: NDArray[np.bool_] = (ahead < one.ahead + other.ahead) & (crossed < CROSSED)
    return found


def ram(view: State, way: Course, struck: str) -> float:
    """Return the worth of running into an enemy: the dice may damage the hull or foul both ships.

    A bow against a broadside fights badly. Blows to the enemy count only if she may be captured:
    without the collision the guns would do as much.
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
    """Return the chance that at least one collision die shows damage, or fouling."""
    counted = book().dice.counts[f"collision_{what}"]
    faces = book().dice.faces
    return 1.0 - (1.0 - sum(face in counted for face in faces) / len(faces)) ** dice

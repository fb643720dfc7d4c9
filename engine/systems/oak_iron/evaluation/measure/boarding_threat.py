"""What it is worth to lie where a ship may board an enemy, or be boarded, and to run into one.

Oak & Iron ch. 4, Crew Actions (Boarding); ch. 5, Collisions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.space.plane.contact import REACHED
from engine.space.plane.many import Bases, Numbers
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.evaluation.measure.expected_harm import point_scale
from engine.systems.oak_iron.evaluation.measure.melee import (
    BESET,
    crew,
    expected_fight,
    fight,
    fight_terms,
    grapple_chance,
)
from engine.systems.oak_iron.evaluation.measure.situation import crowded
from engine.systems.oak_iron.evaluation.measure.weights import weight, worth
from engine.systems.oak_iron.sailing.course import Course
from engine.systems.oak_iron.screen.move_preview import as_if_boarded
from engine.systems.oak_iron.state.sides import enemies, first_side
from engine.systems.oak_iron.state.state import Ship, State

CROSSED: Final = 0.7
"""The sine of the angle between bases from which they no longer come to lie side to side."""
LIKELY: Final = 0.5
"""How likely an enemy is to board where it would pay her."""
CONSORTS: Final = 3
"""Of how many of a boarder's consorts a ship is afraid at most."""
PUSHED: Final = -0.3
"""What it costs to run into an enemy whom that only pushes away."""


class Fire(NamedTuple):
    """What the guns of both ships do at each place (and reply), and the inches between them."""

    inches: Numbers
    mine: Numbers
    theirs: Numbers


class Boarders:
    """What boarding is worth from the places of a ship: hers, and that of enemies still to move.

    `done` says that she has had her Crew Action.
    """

    def __init__(self, view: State, ship: str, done: bool) -> None:
        self._view, self._ship = view, view.ships[ship]
        self._may = not done and _able(view, self._ship)
        self._reach = book().measures.yard_arm + REACHED
        # Consorts of whoever boards fire at a ship that is held, and board her, too.
        self._feared = LIKELY * min(CONSORTS, max(1, len(enemies(view, ship)) - 1))
        self._known: dict[tuple[str, str], Numbers] = {}

    def term(
        self,
        places: Bases,
        foe: str,
        there: Bases,
        still: bool,
        fire: Fire,
        others: NDArray[np.int64],
    ) -> Numbers:
        """Return the gain from each place over the fire of both sides, below 0 if it is hers.

        An enemy that has still to move may come alongside, and could cut free at once herself.
        So many `others` lie within Pistol Shot of each place.
        """
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
        """Return what boarding is worth to the boarder, whatever her guns could do.

        By how many other enemies lie about the ship whose places are looked at.
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
    """Tell whether a ship could board at all."""
    stuck = ship.sail == "anchored" or ship.aground or ship.shaken
    return ship.fights and not stuck and not view.holds(ship.id)


def _beside(one: Bases, other: Bases) -> NDArray[np.bool_]:
    """Tell whether bases lie so that they would come to lie side to side."""
    dx, dy = other.x - one.x, other.y - one.y
    ahead = np.abs(dx * one.east + dy * one.north)
    crossed = np.abs(one.east * other.north - one.north * other.east)
    found: NDArray[np.bool_] = (ahead < one.ahead + other.ahead) & (crossed < CROSSED)
    return found


def ram(view: State, way: Course, struck: str) -> float:
    """Return what it is worth to run into an enemy: the dice may hurt the hull, and may foul both.

    A bow that is laid against a broadside fights badly. What blows do to the enemy is no gain over
    the fire that they take the place of, unless she may be taken.
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
    """Return the chance that any die of a collision shows what is looked for."""
    counted = book().dice.counts[f"collision_{what}"]
    faces = book().dice.faces
    return 1.0 - (1.0 - sum(face in counted for face in faces) / len(faces)) ** dice

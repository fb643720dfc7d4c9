"""What an attack is worth, from its exact odds; and how ships in the line of fire reduce it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np

from engine.kit.by_type import cached_per_state
from engine.space.plane.many import Bases, Numbers, hidden
from engine.systems.oak_iron.gunnery.odds import Odds
from engine.systems.oak_iron.state.ships import summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.weights import weight, worth
from engine.systems.oak_iron.victory import strike

# Ships in the line of fire: a ship that has moved screens enemies and masks consorts.
#
# Oak & Iron ch. 4, Attack Phase (Line of Sight). It is used only in crowded battles, because among
# few ships this is too rare to be worth the time.


SCREENED: Final = 0.25
"""The fraction of fire that remains when a ship is across the line between the centres of two
others. It is not 0, because the real line of sight may pass her bow or stern."""


class ConsortShot(NamedTuple):
    """A shot that a friend can fire: the place of the target (an array of length one), and its
    worth.
    """

    there: Bases
    value: float


def still(view: State, ship: Ship, lies: Callable[[Ship], bool]) -> dict[str, Bases]:
    """Return {ship id: base} of the other ships for which the function `lies` returns true."""
    return {
        other.id: base(view, other.id)
        for other in view.ships.values()
        if other.pose and other.id != ship.id and lies(other)
    }


def unscreened(places: Bases, there: Bases, others: Iterable[Bases]) -> Numbers:
    """Return what fraction of the fire between two sets of places other ships let through.

    It is the same in both directions.
    """
    left = np.ones(np.broadcast_shapes(places.x.shape, there.x.shape))
    for lies in others:
        left[hidden(places, there, lies)] = SCREENED
    return left


def masked(places: Bases, lies: Bases, shots: Sequence[ConsortShot]) -> Numbers:
    """Return how much the best shot of a friend loses if a ship at each of `places` is in its way.

    `lies` is where the friend is, `shots` are the shots that it can fire.
    """
    left = [
        np.where(hidden(lies, shot.there, places), SCREENED, 1.0) * shot.value for shot in shots
    ]
    lost: Numbers = max(shot.value for shot in shots) - np.max(left, axis=0)
    return lost


# Expected worth of an attack to the attacker, from the exact odds of its outcome.


WRECKED: Final = 2
"""The strike points for a ship Out of Action (Oak & Iron ch. 4, Strike Points)."""


def attack_terms(view: State, target: str, found: Odds) -> dict[str, float]:
    """Return the evaluation terms, {name: value}, of an attack with these odds.

    They are multiplied by `point_scale` of the target.
    """
    scale = point_scale(view, view.ships[target])
    return {
        "damage": scale * found.mean_damage,
        "fatigue": scale * found.mean_fatigue,
        "crippled": scale * found.crippled,
        "shaken": scale * found.shaken,
        "out_of_action": scale * found.out_of_action,
        "sail": scale * found.sail_lost,
        "aground": scale * found.aground,
        "helm": scale * found.helm,
        "decisive": found.out_of_action * decisive(view, target),
    }


def harm(view: State, target: str, found: Odds) -> float:
    """Return the expected worth of an attack with these odds, in points of damage on a fresh
    ship.
    """
    return worth(attack_terms(view, target, found))


def point_scale(view: State, ship: Ship) -> float:
    """Return by how much harm to a ship is multiplied: 1 if she is fresh, more as her tracks
    fill up.
    """
    flag = 1.0 + weight("flagship") * view.is_flagship(ship.id)
    return (1.0 + weight("worn") * ship.spent) * flag


@cached_per_state
def decisive(view: State, key: str) -> bool:
    """Tell whether a ship's side would withdraw if she were put Out of Action.

    Oak & Iron ch. 4, End Phase (Strike Points). Cached, because every scored shot needs it.
    """
    ship = view.ships[key]
    if not ship.fights or view.outcome is not None:
        return False
    side = view.squadrons[ship.squadron].side
    points = summed(strike.points, view, side) + WRECKED - strike.worth(view, ship)
    return points > summed(strike.borne, view, side) - 1


def value_of_loss(view: State, ship: Ship) -> float:
    """Return what enemies gain by putting a ship Out of Action at one blow, in points of damage."""
    points = weight("damage") * (ship.damage_boxes - ship.damage)
    points += weight("fatigue") * (ship.fatigue_boxes - ship.fatigue)
    points += weight("crippled") * (not ship.crippled) + weight("shaken") * (not ship.shaken)
    end = weight("decisive") * decisive(view, ship.id)
    return point_scale(view, ship) * (points + weight("out_of_action")) + end

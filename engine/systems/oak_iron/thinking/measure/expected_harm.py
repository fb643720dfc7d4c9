"""Expected worth of an attack to the attacker, from the exact odds of its outcome."""

from __future__ import annotations

from typing import Final

from engine.kit.cached_per_state import cached_per_state
from engine.systems.oak_iron.gunnery.odds import Odds
from engine.systems.oak_iron.state.sides import summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.weights import weight, worth
from engine.systems.oak_iron.victory import strike

WRECKED: Final = 2
"""Strike points for a ship Out of Action (Oak & Iron ch. 4, Strike Points)."""


def attack_terms(view: State, target: str, found: Odds) -> dict[str, float]:
    """Return the terms of an attack with given odds, scaled by the target's `point_scale`."""
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
    """Return the expected worth of an attack, in points of damage on a fresh ship."""
    return worth(attack_terms(view, target, found))


def point_scale(view: State, ship: Ship) -> float:
    """Return the factor on harm to a ship: 1 for a fresh one, more as her tracks fill up."""
    flag = 1.0 + weight("flagship") * view.is_flagship(ship.id)
    return (1.0 + weight("worn") * ship.spent) * flag


@cached_per_state
def decisive(view: State, key: str) -> bool:
    """Return whether a side would withdraw if one of its ships were put Out of Action.

    Oak & Iron ch. 4, End Phase (Strike Points). Cached: each weighed shot asks it again.
    """
    ship = view.ships[key]
    if not ship.fights or view.outcome is not None:
        return False
    side = view.squadrons[ship.squadron].side
    points = summed(strike.points, view, side) + WRECKED - strike.worth(view, ship)
    return points > summed(strike.borne, view, side) - 1


def value_of_loss(view: State, ship: Ship) -> float:
    """Return the worth to her enemies of putting a ship Out of Action at one blow, in points."""
    points = weight("damage") * (ship.damage_boxes - ship.damage)
    points += weight("fatigue") * (ship.fatigue_boxes - ship.fatigue)
    points += weight("crippled") * (not ship.crippled) + weight("shaken") * (not ship.shaken)
    end = weight("decisive") * decisive(view, ship.id)
    return point_scale(view, ship) * (points + weight("out_of_action")) + end

"""What the likely outcome of an attack is worth to the one who makes it."""

from __future__ import annotations

from typing import Final

from engine.kit.cached_per_state import cached_per_state
from engine.systems.oak_iron.evaluation.measure.weights import weight, worth
from engine.systems.oak_iron.gunnery.odds import Odds
from engine.systems.oak_iron.state.sides import summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.victory import strike

WRECKED: Final = 2
"""Strike points that a ship Out of Action gives."""


def outcomes(view: State, target: str, found: Odds) -> dict[str, float]:
    """Return the terms of an attack with such odds, scaled by how much a point counts on her."""
    scale = press(view, view.ships[target])
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
    """Return the worth of chances to harm a ship, in points of damage on a fresh one."""
    return worth(outcomes(view, target, found))


def press(view: State, ship: Ship) -> float:
    """Return how much a point counts on a ship: more the nearer she is to her end."""
    flag = 1.0 + weight("flagship") * view.is_flagship(ship.id)
    return (1.0 + weight("worn") * ship.spent) * flag


@cached_per_state
def decisive(view: State, key: str) -> bool:
    """Tell whether a side would withdraw if one of its ships were put out of action.

    Oak & Iron ch. 4, End Phase (Strike Points).
    """
    ship = view.ships[key]
    if not ship.fights or view.outcome is not None:
        return False
    side = view.squadrons[ship.squadron].side
    points = summed(strike.points, view, side) + WRECKED - strike.worth(view, ship)
    return points > summed(strike.borne, view, side) - 1


def ruin(view: State, ship: Ship) -> float:
    """Return what it would be worth to her enemies to put an end to a ship at one blow."""
    points = weight("damage") * (ship.damage_boxes - ship.damage)
    points += weight("fatigue") * (ship.fatigue_boxes - ship.fatigue)
    points += weight("crippled") * (not ship.crippled) + weight("shaken") * (not ship.shaken)
    end = weight("decisive") * decisive(view, ship.id)
    return press(view, ship) * (points + weight("out_of_action")) + end

"""What the likely outcome of an attack is worth to the one who makes it."""

from __future__ import annotations

from engine.oak_iron.odds import Odds
from engine.oak_iron.reckoning.weights import weight, worth
from engine.oak_iron.state import Ship, State


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
    }


def harm(view: State, target: str, found: Odds) -> float:
    """Return the worth of chances to harm a ship, in points of damage on a fresh one."""
    return worth(outcomes(view, target, found))


def press(view: State, ship: Ship) -> float:
    """Return how much a point counts on a ship: more the nearer she is to her end."""
    flag = 1.0 + weight("flagship") * view.is_flagship(ship.id)
    return (1.0 + weight("worn") * ship.spent) * flag


def ruin(view: State, ship: Ship) -> float:
    """Return what it would be worth to her enemies to put an end to a ship at one blow."""
    points = weight("damage") * (ship.damage_boxes - ship.damage)
    points += weight("fatigue") * (ship.fatigue_boxes - ship.fatigue)
    points += weight("crippled") * (not ship.crippled) + weight("shaken") * (not ship.shaken)
    return press(view, ship) * (points + weight("out_of_action"))

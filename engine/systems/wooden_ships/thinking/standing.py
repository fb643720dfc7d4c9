"""How a side stands: its ships' points as far as they are whole, and the points scored."""

from __future__ import annotations

from engine.game.advice import Reason
from engine.systems.wooden_ships.ships.status import crewless, surrendered
from engine.systems.wooden_ships.state.sides import side_of, sides
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.victory.points import side_points

LEFT_OF = 0.35
"""The share of her points that a ship keeps for her side while nothing but her hull's last box
is left: she still floats, fires and blocks."""


def evaluate(view: State, seat: str) -> tuple[Reason, ...]:
    """Return how a seat's side stands against its enemies, in points, term by term."""
    own = view.seats[seat].side
    ships = scored = 0.0
    for ship in view.ships.values():
        ships += soundness(ship) * ship.points * (1 if side_of(view, ship) == own else -1)
    for side in sides(view):
        scored += float(side_points(view, side)) * (1 if side == own else -1)
    return (
        Reason("ships", "ships afloat and what is left of them", ships),
        Reason("points", "points scored", scored),
    )


def soundness(ship: Ship) -> float:
    """Return the share of a ship's points that is left: 1 for a whole one, 0 for a lost one."""
    if surrendered(ship) or crewless(ship):
        return 0.0
    printed = ship.printed
    guns = sum(printed.guns) + sum(printed.carronades)
    parts = (
        0.5 * ship.hull / printed.hull,
        0.2 * sum(ship.crew) / max(1, sum(printed.crew)),
        0.2 * (sum(ship.guns) + sum(ship.carronades)) / max(1, guns),
        0.1 * sum(ship.rigging) / sum(printed.rigging),
    )
    return LEFT_OF + (1 - LEFT_OF) * sum(parts)

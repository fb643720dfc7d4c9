"""The evaluation of a side: its ships' points weighted by their remaining boxes, and the points
scored.
"""

from __future__ import annotations

from engine.game.decision import Reason
from engine.systems.wooden_ships.boarding.aboard import strength_of
from engine.systems.wooden_ships.fleet import crewless, surrendered
from engine.systems.wooden_ships.gunnery.shot import shot_at
from engine.systems.wooden_ships.state.state import (
    SIDES,
    Boxes,
    Ship,
    State,
    holder,
    side_of,
    sides,
)
from engine.systems.wooden_ships.victory import side_points

LEFT_OF = 0.35
"""The fraction of her points that a ship with one box of hull left keeps for her side: she still
floats, fires and blocks."""
HELPLESS = 3
"""A ship whose fire cannot hurt an enemy is helpless if the enemy is this many times stronger in a
melee."""
PARTS = (0.5, 0.2, 0.2, 0.1)
"""The relative value of all boxes of hull, guns, crew and rigging."""


def evaluate(view: State, seat: str) -> tuple[Reason, ...]:
    """Return the evaluation for a seat's side against its enemies, in points, term by term."""
    own = view.seats[seat].side
    ships = scored = 0.0
    for ship in view.ships.values():
        ships += hull_condition(ship) * ship.points * (1 if side_of(view, ship) == own else -1)
    for side in sides(view):
        scored += float(side_points(view, side)) * (1 if side == own else -1)
    return (
        Reason("ships", "ships afloat and their remaining boxes", ships),
        Reason("points", "points scored", scored),
    )


def beaten(view: State, seat: str) -> bool:
    """Tell whether a person would give up: no ship can hurt the enemy, who can fight on.

    Only with one seat against one, so that no ally is left alone. A side with as many points as the
    enemy does not give up, because it may not lose if the battle reaches its end.
    """
    mine, theirs = (
        [
            s
            for s in [
                each for each in view.ships.values() if not surrendered(each) and not crewless(each)
            ]
            if (holder(s) == seat) == own
        ]
        for own in (True, False)
    )
    if len(view.seats) != 2 or not mine:
        return False
    scored = {side: side_points(view, side) for side in sides(view)}
    own_side = view.seats[seat].side
    behind = any(scored[own_side] < points for side, points in scored.items() if side != own_side)
    if view.kind != "single" and not behind:
        return False
    crews, boarders = (sum(map(strength_of, each)) for each in (mine, theirs))
    return (
        not any(_armed(ship) for ship in mine)
        and boarders >= HELPLESS * crews
        and any(_armed(ship) and any(ship.rigging) for ship in theirs)
    )


def _armed(ship: Ship) -> bool:
    """Tell whether any side of a ship can do damage at two hexes."""
    return any(shot_at(ship, side, 2, "").fires for side in SIDES)


def hull_condition(ship: Ship) -> float:
    """Return the remaining fraction of a ship's points: 1 if undamaged, 0 if lost."""
    if surrendered(ship) or crewless(ship):
        return 0.0
    left = (
        ship.hull,
        sum(ship.guns) + sum(ship.carronades),
        sum(ship.crew),
        sum(ship.rigging),
    )
    return LEFT_OF + sum(
        boxes * share for boxes, share in zip(left, _shares(ship.printed), strict=True)
    )


def hit_worth(ship: Ship) -> tuple[float, ...]:
    """Return the points that a hull, gun, crew and rigging hit takes from a ship's side."""
    lost = surrendered(ship) or crewless(ship)
    return tuple(0.0 if lost else share * ship.points for share in _shares(ship.printed))


def _shares(printed: Boxes) -> tuple[float, float, float, float]:
    """Return the fraction of a ship's points in one box of each kind: hull, gun, crew, rigging."""
    guns = sum(printed.guns) + sum(printed.carronades)
    counts = (printed.hull, guns, sum(printed.crew), sum(printed.rigging))
    hull, gun, crew, rigging = (
        (1 - LEFT_OF) * part / max(1, count) for part, count in zip(PARTS, counts, strict=True)
    )
    return hull, gun, crew, rigging

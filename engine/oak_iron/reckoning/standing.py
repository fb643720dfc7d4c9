"""How a side stands: what is left of its ships, strike points, and how its ships lie."""

from __future__ import annotations

from engine.counsel import Reason
from engine.game import Outcome
from engine.oak_iron.reckoning.guns import Guns
from engine.oak_iron.reckoning.outlook import Outlook
from engine.oak_iron.reckoning.reach import base
from engine.oak_iron.reckoning.stake import lead
from engine.oak_iron.reckoning.weights import reasons, weight
from engine.oak_iron.state import Ship, State

EMPTY = 0.3
"""What a side that has to be loaded costs."""


def standing(view: State, seat: str) -> tuple[Reason, ...]:
    """Return how well a seat's side stands against its enemies, the heaviest term first."""
    side = view.squadrons[seat].side
    if view.outcome is not None:
        return reasons({"won": _won(view.outcome, side)})
    values = {"lead": lead(view, side), "lost": 0.0, "wear": 0.0, "lying": 0.0}
    guns = Guns(view)
    for ship in view.ships.values():
        sign = 1.0 if view.squadrons[ship.squadron].side == side else -1.0
        if ship.captured_by or ship.lost in ("sunk", "destroyed"):
            values["lost"] += sign
            continue
        values["wear"] += sign * _wear(ship)
        if ship.fights:
            values["lying"] += sign * _lying(view, ship, guns)
    return reasons(values)


def _won(outcome: Outcome, side: str) -> float:
    """Return 1 for a battle won, -1 for one lost, 0 for one that nobody won alone."""
    if not outcome.winners or (side in outcome.winners and len(outcome.winners) > 1):
        return 0.0
    return 1.0 if side in outcome.winners else -1.0


def _wear(ship: Ship) -> float:
    """Return the points that a ship has taken, the later ones counting more, and what they did."""
    points = weight("damage") * ship.damage + weight("fatigue") * ship.fatigue
    spent = (ship.damage + ship.fatigue) / (ship.damage_boxes + ship.fatigue_boxes)
    state = weight("crippled") * ship.crippled + weight("shaken") * ship.shaken
    return points * (1.0 + 0.5 * weight("worn") * spent) + state


def _lying(view: State, ship: Ship, guns: Guns) -> float:
    """Return what a ship's place is worth: her guns, the wind, room, and sides that are loaded."""
    terms = Outlook(view, ship.id, guns).terms(base(view, ship.id), ahead=False)
    place = sum(weight(name) * float(terms[name][0]) for name in ("fire", "wind", "room"))
    return place - EMPTY * len(ship.reload)

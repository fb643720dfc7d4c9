"""Worth of fire at an enemy in close combat with a consort: a prize, or a consort freed.

Oak & Iron ch. 4, Close Combat; Capture or Destroy.
"""

from __future__ import annotations

from engine.systems.oak_iron.gunnery.odds import Odds
from engine.systems.oak_iron.state.sides import first_side
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.expected_harm import point_scale
from engine.systems.oak_iron.thinking.measure.melee import (
    Crew,
    Fight,
    capture_scale,
    crew,
    crew_under_fire,
    fight,
)
from engine.systems.oak_iron.thinking.measure.situation import crowded
from engine.systems.oak_iron.thinking.measure.weights import Values, worth


def holders(view: State, ship: str) -> list[Ship]:
    """Return the enemies entangled with a ship that can still fight."""
    held = (view.ships[key] for key in view.holds(ship) if view.opposed(key, ship))
    return [foe for foe in held if foe.fights]


def melee_fire_terms(view: State, attacker: str, target: str, found: Odds) -> Values:
    """Return the terms that an attack gains because its target fights a ship of our side.

    Once Shaken she may be captured. In a crowd each point of Fatigue counts as well, as it brings
    that nearer and weakens her blows; among few ships that detail does not pay for its cost.
    """
    side = view.side_of(attacker)
    ours = [
        ship for ship in holders(view, target) if not ship.shaken and view.side_of(ship.id) == side
    ]
    if not ours:
        return {}
    if not crowded(view):
        return {"prize": found.shaken}
    first = float(first_side(view) == side)
    eased = [_eased(view, ship, target, first, found) for ship in ours]
    return {
        "prize": capture_scale(view, target, "prize") * max(each["prize"] for each in eased),
        "grip": sum(each["grip"] for each in eased),
    }


def _eased(view: State, ship: Ship, target: str, first: float, found: Odds) -> dict[str, float]:
    """Return what a consort gains by the Fatigue that an attack is expected to bring."""
    own, foe = crew_under_fire(view, ship.id, target), crew(view, target, ship.id)
    now, prize, grip = fight(own, foe, first), 0.0, 0.0
    for points, chance in enumerate(found.fatigue):
        if points and chance:
            then = _fought(own, foe, first, points)
            borne = point_scale(view, ship) * (now.borne - then.borne)
            prize += chance * (then.taken - now.taken)
            lost = capture_scale(view, ship.id, "taken") * (then.lost - now.lost)
            grip += chance * worth({"melee": borne, "taken": lost})
    return {"prize": prize, "grip": grip}


def _fought(own: Crew, foe: Crew, first: float, points: int) -> Fight:
    """Return the expected fight once the enemy has more Fatigue; if Shaken, she is captured."""
    tired = min(foe.boxes, foe.fatigue + points)
    if tired == foe.boxes:
        return Fight(1.0, 0.0, 0.0, 0.0)
    return fight(own, foe._replace(fatigue=tired), first)

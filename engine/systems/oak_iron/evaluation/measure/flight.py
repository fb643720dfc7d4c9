"""When to run: a ship that is nearly lost, a side that leads, a ship whose errand lies to leeward.

Oak & Iron ch. 4, Strike Points: a ship that has left the table gives none, one that is lost
gives two. Ch. 5, Moving off the Table.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.space.plane.many import Bases, Numbers
from engine.systems.oak_iron.evaluation.measure.melee import expected_fight
from engine.systems.oak_iron.evaluation.measure.situation import lead
from engine.systems.oak_iron.evaluation.measure.weights import Values
from engine.systems.oak_iron.evaluation.rules_of_thumb import errand
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.gunnery import band, volley
from engine.systems.oak_iron.sailing.course import Course
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies, summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.turn.end_phase import LAST_TURN, verdict
from engine.systems.oak_iron.victory import scoring, strike

WORN: Final = 0.55
"""How much of both her tracks is spent before a ship thinks of running."""
AHEAD: Final = 3.0
"""How many inches nearer an enemy is taken to come with its next move."""
BROADSIDES: Final = 2
"""How many turns of their fire a ship must live through to have got away, or to be of use."""
LATE: Final = 6
"""The turn from which a side that leads keeps its distance, the more the later."""
USELESS: Final = 0.2
"""What of a ship is missed when she goes, however worn she is."""
THE_END: Final = 3.0
"""How many times as much a ship is missed who loses the battle by going."""
LITTLE: Final = 0.3
"""What of a ship is missed, however late it is."""


class Flight(NamedTuple):
    """What drives a ship away from her enemies, each from 0 to 1."""

    peril: float
    """The chance that she is lost if she stays."""
    lead: float
    """How safe it is to let time decide."""
    errand: bool = False
    """Whether the battle is won when she leaves over the lee edge."""

    @property
    def away(self) -> float:
        """How much she would rather have distance than a fight."""
        return max(self.peril, self.lead, float(self.errand))


def flight(view: State, ship: str) -> Flight:
    """Return what drives a ship away."""
    own = view.ships[ship]
    return Flight(peril(view, own), _safe(view, view.side_of(ship)), bears_errand(view, own))


def bears_errand(view: State, ship: Ship) -> bool:
    """Tell whether a ship wins the battle by leaving over the lee edge."""
    return view.objective == "escort" and ship.token == scoring.DIGNITARY and bool(view.plan)


def peril(view: State, ship: Ship) -> float:
    """Return the chance that a worn ship is lost within two turns of the fire that may reach her.

    She is when she is put Out of Action, or boarded and taken.
    """
    if ship.spent < WORN or not ship.fights:
        return 0.0
    spared = 1.0
    for foe in enemies(view, ship.id):
        spared *= 1.0 - _blow(view, foe, ship)
    return 1.0 - spared**BROADSIDES


def _blow(view: State, foe: Ship, ship: Ship) -> float:
    """Return the chance that an enemy puts an end to a ship in one turn."""
    near = max(0.0, distance(view, foe.id, ship.id) - AHEAD)
    reach = band(near)
    if not reach or foe.shaken:
        return 0.0
    found = odds.attack_odds(
        view, foe.id, ship.id, volley(view, foe.id, ship.id, "broadside", reach), "broadside"
    )
    grappled = 0.5 * expected_fight(view, ship.id, foe.id).lost if near == 0.0 else 0.0
    return max(found.out_of_action, grappled)


def to_leeward(view: State, places: Bases) -> Numbers:
    """Return how many inches places lie from the lee edge."""
    return errand.to_leeward(view.table, places.x, places.y)


def to_get_away(view: State, places: Bases) -> Numbers:
    """Return how many inches places lie from the edge over which a dignitary gets away."""
    return errand.to_edge(view.table, scoring.lee_edge(view), places.x, places.y)


def _safe(view: State, side: str) -> float:
    late = max(0.0, (view.turn - LATE) / (LAST_TURN - LATE))
    return late * max(0.0, math.tanh(lead(view, side))) if late else 0.0


def left(view: State, way: Course) -> Values:
    """Return the terms of a course that takes a ship off the table for good."""
    ship, side = view.ships[way.ship], view.side_of(way.ship)
    gone = _gone(view, way)
    if bears_errand(view, ship) and (achieved := scoring.achieved(gone)) is not None:
        return {"errand_done": float(side in achieved.winners)}
    end = verdict(gone)
    if end is not None and side not in end.winners:
        return {"deserted": THE_END}
    lost = replace(view, ships={**view.ships, ship.id: replace(ship, lost="sunk", pose=None)})
    now, then, worst = (summed(strike.points, each, side) for each in (view, gone, lost))
    fear = peril(view, ship)
    saved = (1.0 - fear) * now + fear * worst - then
    return {"deserted": (1.0 - fear) * _missed(view, ship), "saved": saved}


def _gone(view: State, way: Course) -> State:
    """Return the view once a ship has left by a course."""
    ship = replace(view.ships[way.ship], pose=None, lost="left", lost_turn=view.turn)
    then = replace(view, ships={**view.ships, way.ship: ship})
    if not view.plan:
        return then
    return replace(then, plan=replace(view.plan, gone={**view.plan.gone, way.ship: way.end}))


def _missed(view: State, ship: Ship) -> float:
    """Return how much of a ship is missed: less of a worn one, and less when it is late."""
    sound = 1.0 - ship.spent
    early = 1.0 - (view.turn - 1) / LAST_TURN
    return (USELESS + (1.0 - USELESS) * sound) * (LITTLE + (1.0 - LITTLE) * early)

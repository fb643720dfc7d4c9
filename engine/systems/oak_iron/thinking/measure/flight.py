"""When a ship should keep away from the enemy, or leave the table, and what leaving is worth.

Three reasons: she is nearly lost, her side leads late in the battle, or she carries the
dignitary to the lee edge. Oak & Iron ch. 4, Strike Points (a ship that left the table gives none,
one that is lost gives two); ch. 5, Moving off the Table.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.space.plane.many import Bases, Numbers
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import band, volley
from engine.systems.oak_iron.sailing.course import Course
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies, summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.terrain import escape
from engine.systems.oak_iron.thinking.measure.melee import expected_fight
from engine.systems.oak_iron.thinking.measure.situation import lead
from engine.systems.oak_iron.thinking.measure.weights import Values
from engine.systems.oak_iron.thinking.rules_of_thumb import objective_task as errands
from engine.systems.oak_iron.turn.end_phase import LAST_TURN, verdict
from engine.systems.oak_iron.victory import scoring, strike

WORN: Final = 0.55
"""Share of both tracks filled at which a ship begins to consider running."""
AHEAD: Final = 3.0
"""Inches that an enemy is taken to come nearer with its next move."""
BROADSIDES: Final = 2
"""Turns of enemy fire that a ship must survive to get away, or to be of use where she is."""
LATE: Final = 6
"""Turn after which a leading side keeps its distance, more so each turn."""
USELESS: Final = 0.2
"""Least share of a ship's worth that is missed when she leaves, however worn she is."""
THE_END: Final = 3.0
"""Factor on what a ship is missed if her leaving loses the battle."""
LITTLE: Final = 0.3
"""Least share of a ship's worth that is missed when she leaves, however late it is."""


class Flight(NamedTuple):
    """The reasons for a ship to keep away from her enemies, each from 0 to 1."""

    peril: float
    """Chance that she is lost if she stays."""
    lead: float
    """How safely her side wins if nothing more happens."""
    objective_task: bool = False
    """Whether the battle is won if she leaves over the lee edge."""

    @property
    def away(self) -> float:
        """How much she prefers distance to a fight: the strongest reason."""
        return max(self.peril, self.lead, float(self.objective_task))


def flight(view: State, ship: str) -> Flight:
    """Return the reasons for a ship to keep away."""
    own = view.ships[ship]
    return Flight(peril(view, own), _safe(view, view.side_of(ship)), bears_errand(view, own))


def bears_errand(view: State, ship: Ship) -> bool:
    """Return whether a ship wins the battle by leaving over the lee edge (Oak & Iron ch. 7)."""
    return view.objective == "escort" and ship.token == escape.DIGNITARY and bool(view.plan)


def peril(view: State, ship: Ship) -> float:
    """Return the chance that a worn ship is lost within two turns of the fire in reach.

    Lost means put Out of Action, or boarded and captured. 0 for a ship that is not worn: the
    estimate costs an exact computation for each enemy.
    """
    if ship.spent < WORN or not ship.fights:
        return 0.0
    spared = 1.0
    for foe in enemies(view, ship.id):
        spared *= 1.0 - _blow(view, foe, ship)
    return 1.0 - spared**BROADSIDES


def _blow(view: State, foe: Ship, ship: Ship) -> float:
    """Return the chance that an enemy sinks or captures a ship in one turn."""
    near = max(0.0, distance(view, foe.id, ship.id) - AHEAD)
    reach = band(near)
    if not reach or foe.shaken:
        return 0.0
    found = odds.attack_odds(
        view, foe.id, ship.id, volley(view, foe.id, ship.id, "broadside", reach), "broadside"
    )
    # Half: an enemy in contact range still has to choose to board, and to pass the test.
    grappled = 0.5 * expected_fight(view, ship.id, foe.id).lost if near == 0.0 else 0.0
    return max(found.out_of_action, grappled)


def to_leeward(view: State, places: Bases) -> Numbers:
    """Return the distance of places from the lee edge, in inches."""
    return errands.to_leeward(view.table, places.x, places.y)


def to_get_away(view: State, places: Bases) -> Numbers:
    """Return the distance of places from the edge where a dignitary gets away, in inches."""
    return errands.to_edge(view.table, escape.lee_edge(view), places.x, places.y)


def _safe(view: State, side: str) -> float:
    late = max(0.0, (view.turn - LATE) / (LAST_TURN - LATE))
    return late * max(0.0, math.tanh(lead(view, side))) if late else 0.0


def left(view: State, way: Course) -> Values:
    """Return the terms of a course that takes a ship off the table for good.

    `saved` compares strike points: those now and if she is lost, weighted by her peril, against
    those once she is gone.
    """
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
    """Return the view after a ship has left the table by a course."""
    ship = replace(view.ships[way.ship], pose=None, lost="left", lost_turn=view.turn)
    then = replace(view, ships={**view.ships, way.ship: ship})
    if not view.plan:
        return then
    return replace(then, plan=replace(view.plan, gone={**view.plan.gone, way.ship: way.end}))


def _missed(view: State, ship: Ship) -> float:
    """Return the share of a ship's worth that is missed: less if worn, less if it is late."""
    sound = 1.0 - ship.spent
    early = 1.0 - (view.turn - 1) / LAST_TURN
    return (USELESS + (1.0 - USELESS) * sound) * (LITTLE + (1.0 - LITTLE) * early)

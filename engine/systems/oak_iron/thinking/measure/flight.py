"""When a ship should keep away or leave the table, and how near places are to the objective."""

from __future__ import annotations

import math
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from engine.space.plane.many import Bases, Numbers, gaps, off_the_bow
from engine.systems.oak_iron import terrain
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Deployment
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import band, volley
from engine.systems.oak_iron.sailing.course import Course
from engine.systems.oak_iron.state.ships import distance, enemies, summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.terrain import ACROSS
from engine.systems.oak_iron.thinking import objective_task as errands
from engine.systems.oak_iron.thinking.measure.melee import expected_fight
from engine.systems.oak_iron.thinking.measure.weights import Values, crowded, lead
from engine.systems.oak_iron.thinking.objective_task import (
    COMING_ABOUT,
    FAR,
    Berth,
    Hunt,
    objective_task,
)
from engine.systems.oak_iron.turn.end_phase import LAST_TURN, verdict
from engine.systems.oak_iron.victory import objectives, strike

# Worth of places for the scenario's objective: the distance to a berth, or to the enemy to hunt.
#
# Oak & Iron ch. 7, objective cards. `objective_task` decides which task a ship has; a run for the
# lee edge is scored by `flight`.


class Objective:
    """Computes how good places are for a ship's task in the scenario's objective (to reach a berth,
    to hunt an enemy). It takes many places at once, as arrays.
    """

    def __init__(self, view: State, ship: str) -> None:
        self._errand = None if view.phase == "set_up" else objective_task(view, ship)
        self._crowded = crowded(view)

    def terms(self, places: Bases) -> dict[str, Numbers]:
        """Return the term of the ship's task at each place; {} if she has none.

        It is the distance to her goal in inches, as a negative number. If the goal is a place, the
        cost of turning towards it is added to the distance.
        """
        match self._errand:
            case Berth(at=(x, y), near=near, anchors=anchors):
                east, north = x - places.x, y - places.y
                name = "rejoin" if self._crowded and not anchors else "berth"
                # The inches to a point, plus the extra way of turning towards it; 0 within `near`.
                far = np.hypot(east, north)
                inches = np.maximum(0.0, far - near)
                off = off_the_bow(places, east, north)
                found: Numbers = inches + np.minimum(1.0, inches / FAR) * COMING_ABOUT * off / 180.0
                return {name: -found}
            case Hunt(there=there):
                lies = Bases.of(there.pose, there.length, there.width)
                return {"prey": -gaps(places, lies)}
        return {}


# Distance of deployment zones from the lee edge, which decides an escort battle.
#
# Oak & Iron ch. 7, objective cards: the dignitary gets away over the edge that is to leeward when
# the zones are chosen. Both sides want a zone near it, to use it or to deny it.


def nearer(view: State, card: Deployment) -> float:
    """Return how much nearer to the lee edge a zone lies than the offered zones on average, in
    inches.

    It is 0 unless the objective is an escort.
    """
    offers = view.plan.offers.get("deployment", ()) if view.plan else ()
    if view.objective != "escort" or not offers:
        return 0.0
    return _lee_end(view, card) - fmean(_lee_end(view, book().deployments[key]) for key in offers)


def _lee_end(view: State, card: Deployment) -> float:
    """Return how far from the weather edge the far end of a zone is, in inches."""
    return max(view.table.size) * max(x1 for _, _, x1, _ in card.zone)


def with_wind_turned(view: State) -> State:
    """Return the view with the wind from the opposite edge."""
    edge = ACROSS[view.table.weather_edge]
    return replace(view, table=replace(view.table, weather_edge=edge))


# When a ship should keep away from the enemy, or leave the table, and the worth of leaving.
#
# Three reasons: she is nearly lost, her side leads late in the battle, or she carries the dignitary
# to the lee edge. Oak & Iron ch. 4, Strike Points (a ship that left the table gives no points, a
# lost ship two); ch. 5, Moving off the Table.


WORN: Final = 0.55
"""A ship may flee once at least this fraction of the boxes of both tracks is filled."""
AHEAD: Final = 3.0
"""An enemy is assumed to come this many inches nearer with its next move."""
BROADSIDES: Final = 2
"""The chance that a ship is lost is computed over this many turns of enemy fire."""
LATE: Final = 6
"""After this turn a side that leads keeps its distance, more so each turn."""
USELESS: Final = 0.2
"""However worn a ship is, her side loses at least this fraction of her worth when she leaves."""
THE_END: Final = 3.0
"""The cost of leaving the table is multiplied by this if it loses the battle."""
LITTLE: Final = 0.3
"""However late it is, a side loses at least this fraction of a ship's worth when she leaves."""


class Flight(NamedTuple):
    """Why a ship should keep away from her enemies: each reason is a number from 0 to 1."""

    peril: float
    """The chance that the ship is lost if she stays."""
    lead: float
    """How safely the ship's side leads, from 0 (not at all) to 1; it counts more towards the last
    turn."""
    objective_task: bool = False
    """Whether the ship wins the battle by leaving over the lee edge, because she carries the
    dignitary."""

    @property
    def away(self) -> float:
        """How much the ship wants to keep away, from 0 to 1: the strongest of the reasons."""
        return max(self.peril, self.lead, float(self.objective_task))


def flight(view: State, ship: str) -> Flight:
    """Return why a ship should keep away from her enemies, each reason as a number from 0 to 1."""
    own = view.ships[ship]
    late = max(0.0, (view.turn - LATE) / (LAST_TURN - LATE))
    return Flight(
        peril(view, own),
        late * max(0.0, math.tanh(lead(view, view.side_of(ship)))) if late else 0.0,
        bears_errand(view, own),
    )


def bears_errand(view: State, ship: Ship) -> bool:
    """Tell whether a ship wins the battle by leaving over the lee edge (Oak & Iron ch. 7).

    She does so if she carries the dignitary, the passenger of an escort.
    """
    return view.objective == "escort" and ship.token == terrain.DIGNITARY and bool(view.plan)


def peril(view: State, ship: Ship) -> float:
    """Return the chance that a worn ship is lost to the enemies in reach within two turns.

    Lost means put Out of Action, or boarded and captured. The result is 0 for a ship that is not
    worn, because the estimate needs an exact computation for each enemy.
    """
    if ship.spent < WORN or not ship.fights:
        return 0.0
    spared = 1.0
    for foe in enemies(view, ship.id):
        # The chance that she is put Out of Action or captured within one turn.
        near = max(0.0, distance(view, foe.id, ship.id) - AHEAD)
        reach = band(near)
        if not reach or foe.shaken:
            continue
        shot = volley(view, foe.id, ship.id, "broadside", reach)
        found = odds.attack_odds(view, foe.id, ship.id, shot, "broadside")
        # Half of it, because an enemy in contact range must still choose to board, and pass the
        # test.
        grappled = 0.5 * expected_fight(view, ship.id, foe.id).lost if near == 0.0 else 0.0
        spared *= 1.0 - max(found.out_of_action, grappled)
    return 1.0 - spared**BROADSIDES


def to_leeward(view: State, places: Bases) -> Numbers:
    """Return how far each place is from the lee edge, in inches."""
    return errands.to_leeward(view.table, places.x, places.y)


def distance_to_exit(view: State, places: Bases) -> Numbers:
    """Return how far each place is from the edge over which a dignitary leaves the table, in
    inches.
    """
    return errands.to_edge(view.table, terrain.lee_edge(view), places.x, places.y)


def leaving_terms(view: State, way: Course) -> Values:
    """Return the evaluation terms of a course by which a ship leaves the table for good.

    `saved` is the expected strike points if she stays (those she gives now, or those of her loss,
    weighted by her peril) minus the points after she has left.
    """
    ship, side = view.ships[way.ship], view.side_of(way.ship)
    # The view after she has left the table at the end of the course.
    away = replace(view.ships[way.ship], pose=None, lost="left", lost_turn=view.turn)
    left = replace(view, ships={**view.ships, way.ship: away})
    if not view.plan:
        gone = left
    else:
        gone = replace(left, plan=replace(view.plan, gone={**view.plan.gone, way.ship: way.end}))
    if bears_errand(view, ship) and (achieved := objectives.achieved(gone)) is not None:
        return {"errand_done": float(side in achieved.winners)}
    end = verdict(gone)
    if end is not None and side not in end.winners:
        return {"deserted": THE_END}
    lost = replace(view, ships={**view.ships, ship.id: replace(ship, lost="sunk", pose=None)})
    now, then, worst = (summed(strike.points, each, side) for each in (view, gone, lost))
    fear = peril(view, ship)
    saved = (1.0 - fear) * now + fear * worst - then
    # The fraction of a ship's worth that is lost: smaller if she is damaged, and late in the
    # battle.
    sound = 1.0 - ship.spent
    early = 1.0 - (view.turn - 1) / LAST_TURN
    return {
        "deserted": (1.0 - fear)
        * ((USELESS + (1.0 - USELESS) * sound) * (LITTLE + (1.0 - LITTLE) * early)),
        "saved": saved,
    }

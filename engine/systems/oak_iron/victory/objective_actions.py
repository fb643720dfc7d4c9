"""Crew Actions and landings for an objective (Oak & Iron ch. 7).

Raze a marker, plunder a settlement, deliver a cargo, bring the dignitary ashore.
"""

from __future__ import annotations

from math import dist

from engine.game.decision import Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.sailing.skill import passed
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import area, hull
from engine.systems.oak_iron.state.sides import spokesman
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import RazeTest
from engine.systems.oak_iron.terrain.escape import DIGNITARY
from engine.systems.oak_iron.victory.scoring import CARGO, RAZED

SPOILS = 2
"""Strike points for a marker that is razed or plundered. Our own."""


def objective_actions(state: State, ship: Ship) -> list[Option]:
    """Return the Crew Actions that the objective opens to a ship."""
    if not state.plan or ship.captured_by:
        return []
    found = []
    if ship.token == DIGNITARY and _off_island(state, ship):
        found.append(Option("ashore", "Bring the dignitary ashore", cmd.Undertake("ashore")))
    if ship.token == CARGO and _off_island(state, ship) and ship.landing_party is not None:
        found.append(Option("deliver", "Deliver the cargo", cmd.Undertake("deliver")))
    if state.objective == "raze" and state.plan.razed < RAZED and _at_marker(state, ship):
        left = RAZED - state.plan.razed
        label = f"Raze the marker: Skill Test, {left} to pass"
        found.append(Option("raze", label, cmd.Undertake("raze")))
    return found


def _off_island(state: State, ship: Ship) -> bool:
    """Tell whether a ship is Anchored within Pistol Shot of the objective's island."""
    if not state.plan or ship.sail != "anchored":
        return False
    own = hull(ship).polygon
    return any(
        within(own.distance(area(piece)), book().measures.pistol)
        for piece in state.terrain
        if piece.id in state.plan.islands
    )


def _at_marker(state: State, ship: Ship) -> bool:
    """Tell whether an attacker's Landing Party is within Musket Shot of the marker."""
    plan = state.plan
    if not plan or plan.marker is None or ship.landing_party is None:
        return False
    near = within(dist(ship.landing_party, plan.marker), book().measures.musket)
    return near and spokesman(state, ship.squadron) == plan.attacker


def undertake(ledger: Ledger, ship: Ship, command: cmd.Undertake) -> None:
    """Bring the dignitary ashore, or deliver a cargo: 1 strike point for the defender."""
    ledger.write(ev.TokenLanded(ship.id, ship.token))
    if command.what == "deliver":
        ledger.write(ev.ObjectiveScored(ledger.state.defender, 1, "the cargo is delivered"))


@RULES.does(RazeTest)
def raze(ledger: Ledger, step: RazeTest) -> None:
    """Count a test that was passed; the last one scores."""
    state = ledger.state
    assert state.roll is not None
    ledger.finish()
    if not passed(state):
        return
    ledger.write(ev.MarkerBurns(state.roll.ship))
    plan = ledger.state.plan
    if plan and plan.razed == RAZED:
        ledger.write(ev.ObjectiveScored(state.defender, SPOILS, "the marker is razed"))


def plunder(ledger: Ledger) -> None:
    """Plunder the settlement, once, if a Landing Party is ashore near it in the End Phase."""
    state = ledger.state
    if state.objective != "raid" or not state.plan or state.plan.scored:
        return
    if any(_at_marker(state, ship) for ship in state.ships.values()):
        what = "the settlement is plundered"
        ledger.write(ev.ObjectiveScored(state.defender, SPOILS, what))

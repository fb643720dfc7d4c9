"""Objectives: their progress, strike points, and the Crew Actions for them (Oak & Iron ch. 7)."""

from __future__ import annotations

from collections.abc import Callable
from math import dist

from engine.game.decision import Option
from engine.game.game import Outcome
from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.sailing.seamanship import passed
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import area, hull, spokesman
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import RazeTest
from engine.systems.oak_iron.terrain import DIGNITARY, away, earliest, lee_edge

# The state of the objective: one sentence, logged each turn and shown with the strike points.


def progress(state: State) -> str:
    """Return a sentence that says how far the objective is achieved; '' without an objective."""
    text = _TOLD.get(state.objective)
    return text(state) if text and state.plan else ""


def _escort(state: State) -> str:
    ship = next((each for each in state.ships.values() if each.token == DIGNITARY), None)
    if ship is None:
        return ""
    if state.plan and state.plan.achieved:
        return "the dignitary is ashore"
    if ship.captured_by:
        return f"the enemy has taken {ship.id} and the dignitary"
    if ship.pose is None or ship.lost or ship.out_of_action:
        return f"{ship.id} and the dignitary are lost" if ship.lost != "left" else ""
    x, y = ship.pose.at
    away = {"west": x, "east": state.table.width - x, "south": y, "north": state.table.height - y}
    edge, turn = lee_edge(state), earliest(state)
    return f'{ship.id} with the dignitary {away[edge]:.0f}" from the {edge} edge' + (
        f", may leave from turn {turn} on" if state.turn < turn else ", may leave now"
    )


def _cut_off(state: State) -> str:
    ship = next((each for each in state.ships.values() if each.token == ALONE), None)
    if ship is None:
        return ""
    if ship.captured_by or ship.crippled:
        fate = "taken" if ship.captured_by else "crippled"
        return f"{ship.id} was cut off and is {fate}: 1 point"
    waiting = any(each.awaited for each in state.ships.values())
    consorts = "are on their way" if waiting else "are here"
    return f"{ship.id} is cut off; her consorts {consorts}"


def _delivery(state: State) -> str:
    carriers = [ship for ship in state.ships.values() if ship.token == CARGO]
    lost = sum(bool(ship.lost or ship.captured_by or ship.out_of_action) for ship in carriers)
    done = sum(state.plan.scored.values()) if state.plan else 0
    afloat = len(carriers) - lost
    return f"cargoes: {done} delivered, {afloat} aboard, {lost} lost"


def _raze(state: State) -> str:
    done = min(RAZED, state.plan.razed) if state.plan else 0
    return "the marker is razed" if done == RAZED else f"{done} of {RAZED} tests to raze the marker"


def _raid(state: State) -> str:
    plundered = state.plan and any(state.plan.scored.values())
    return "the settlement is plundered" if plundered else "the settlement is not plundered"


_TOLD: dict[str, Callable[[State], str]] = {
    "escort": _escort,
    "cut_off": _cut_off,
    "delivery": _delivery,
    "raze": _raze,
    "raid": _raid,
}


# Strike points of the objectives during a battle (Oak & Iron ch. 7, objective cards).
#
# One small function for each objective. The texts of the cards could not be found, so the scoring
# is our own.


RAZED = 2
"""How many Skill Tests must be passed to raze the marker. Our own ruling, as the card's text was
not found."""
CARGO, ALONE = "cargo", "alone"
"""Two tokens: a cargo that a ship must deliver, and the mark of a flagship that begins alone, cut
off from her consorts."""

Stake = Callable[[State, str], int]
"""A function of (state, squadron) that returns those strike points against the squadron that depend
on what has happened to its ships."""


def points(state: State, squadron: str) -> int:
    """Return the strike points that the objective gives against a squadron.

    Some are kept once they are given; others depend on what has happened to ships with a token.
    """
    if not state.plan:
        return 0
    stake = _STAKES.get(state.objective)
    return state.plan.scored.get(squadron, 0) + (stake(state, squadron) if stake else 0)


def achieved(state: State) -> Outcome | None:
    """Return the outcome if the objective has been achieved and so ends the battle; else None."""
    if not state.plan or state.objective != "escort":
        return None
    winner = (state.squadrons[state.defender].side,)
    if state.plan.achieved:
        return Outcome(winner, "the dignitary is ashore")
    if any(_escaped(state, ship) for ship in state.ships.values()):
        return Outcome(winner, "the dignitary has got away to leeward")
    return None


def _escort_points(state: State, squadron: str) -> int:
    """Return the strike points of Escort against a squadron: 2 if its ship with the dignitary is
    lost, captured or out of action, and has not carried him off the table.
    """
    aboard = [ship for ship in state.own_ships(squadron) if ship.token == DIGNITARY]
    return 2 * any(_lost(ship) and not _escaped(state, ship) for ship in aboard)


def _cut_off_points(state: State, squadron: str) -> int:
    """Return the strike points of Cut Off against a squadron: 1 if its ship that began alone is
    Crippled or captured.
    """
    alone = [ship for ship in state.own_ships(squadron) if ship.token == ALONE]
    return int(any(ship.crippled or ship.captured_by for ship in alone))


def _delivery_points(state: State, squadron: str) -> int:
    """Return the strike points of Delivery against a squadron: 1 for each of its ships that is
    lost, captured or out of action with her cargo still aboard.
    """
    return sum(ship.token == CARGO and _lost(ship) for ship in state.own_ships(squadron))


_STAKES: dict[str, Stake] = {
    "escort": _escort_points,
    "cut_off": _cut_off_points,
    "delivery": _delivery_points,
}


def _lost(ship: Ship) -> bool:
    return bool(ship.lost or ship.captured_by or ship.out_of_action)


def _escaped(state: State, ship: Ship) -> bool:
    """Tell whether a ship has carried the dignitary off the table, over the right edge and in
    time.
    """
    pose = state.plan.gone.get(ship.id) if state.plan else None
    return pose is not None and away(state, ship, pose, ship.lost_turn)


# Crew Actions and landings for an objective (Oak & Iron ch. 7).
#
# Raze a marker, plunder a settlement, deliver a cargo, bring the dignitary ashore.


SPOILS = 2
"""The strike points against the defender when a marker is razed or plundered. Our own ruling."""


def objective_actions(state: State, ship: Ship) -> list[Option]:
    """Return an option for each Crew Action that the objective allows a ship now."""
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
    """Tell whether a ship is Anchored within Pistol Shot of an island of the objective."""
    if not state.plan or ship.sail != "anchored":
        return False
    own = hull(ship).polygon
    return any(
        within(own.distance(area(piece)), book().measures.pistol)
        for piece in state.terrain
        if piece.id in state.plan.islands
    )


def _at_marker(state: State, ship: Ship) -> bool:
    """Tell whether a ship of the attacker has her Landing Party within Musket Shot of the
    marker.
    """
    plan = state.plan
    if not plan or plan.marker is None or ship.landing_party is None:
        return False
    near = within(dist(ship.landing_party, plan.marker), book().measures.musket)
    return near and spokesman(state, ship.squadron) == plan.attacker


def undertake(ledger: Ledger, ship: Ship, command: cmd.Undertake) -> None:
    """Put the dignitary or the cargo of a ship ashore.

    A cargo that is delivered gives 1 strike point against the defender.
    """
    ledger.write(ev.TokenLanded(ship.id, ship.token))
    if command.what == "deliver":
        ledger.write(ev.ObjectiveScored(ledger.state.defender, 1, "the cargo is delivered"))


@RULES.does(RazeTest)
def raze(ledger: Ledger, step: RazeTest) -> None:
    """Count a Skill Test to raze the marker, if it was passed.

    The last test that is needed gives strike points against the defender.
    """
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
    """In the End Phase, plunder the settlement if an attacker's Landing Party is near it.

    This gives strike points against the defender, only once in a battle.
    """
    state = ledger.state
    if state.objective != "raid" or not state.plan or state.plan.scored:
        return
    if any(_at_marker(state, ship) for ship in state.ships.values()):
        what = "the settlement is plundered"
        ledger.write(ev.ObjectiveScored(state.defender, SPOILS, what))

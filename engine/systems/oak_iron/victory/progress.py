"""How the objective stands: one sentence, told each turn and shown with the strike points."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.terrain.escape import DIGNITARY, earliest, lee_edge
from engine.systems.oak_iron.victory.scoring import ALONE, CARGO, RAZED


def progress(state: State) -> str:
    """Return how the objective stands; '' where it does nothing, or there is none."""
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
    edge, turn = lee_edge(state), earliest(state)
    return f'{ship.id} with the dignitary {_from(state, ship):.0f}" from the {edge} edge' + (
        f", away from turn {turn}" if state.turn < turn else ", away now"
    )


def _from(state: State, ship: Ship) -> float:
    """Return the inches from the middle of a ship to the edge over which she gets away."""
    assert ship.pose is not None
    x, y = ship.pose.at
    ways = {"west": x, "east": state.table.width - x, "south": y, "north": state.table.height - y}
    return ways[lee_edge(state)]


def _cut_off(state: State) -> str:
    ship = next((each for each in state.ships.values() if each.token == ALONE), None)
    if ship is None:
        return ""
    if ship.captured_by or ship.crippled:
        fate = "taken" if ship.captured_by else "crippled"
        return f"{ship.id} was cut off and is {fate}: 1 point"
    waiting = any(each.awaited for each in state.ships.values())
    return f"{ship.id} is cut off, {'her consorts come' if waiting else 'her consorts are here'}"


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

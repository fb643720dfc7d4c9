"""Strike points of the objectives while a battle goes on (Oak & Iron ch. 7, objective cards).

One small function an objective. The texts of the cards could not be found: the scoring is
our own.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game.game import Outcome
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.terrain.escape import DIGNITARY, away

RAZED = 2
"""Skill Tests to be passed until the marker is razed. Our own, as the card's text was not found."""
CARGO, ALONE = "cargo", "alone"
"""Tokens: what is delivered, the flagship that waits for her escort."""

Stake = Callable[[State, str], int]
"""(state, squadron) to the strike points that the objective gives it now."""


def points(state: State, squadron: str) -> int:
    """Return the strike points that the objective gives a squadron: scored, and by tokens lost."""
    if not state.plan:
        return 0
    stake = _STAKES.get(state.objective)
    return state.plan.scored.get(squadron, 0) + (stake(state, squadron) if stake else 0)


def achieved(state: State) -> Outcome | None:
    """Return the outcome when the objective ends the battle at once, else None."""
    if not state.plan or state.objective != "escort":
        return None
    winner = (state.squadrons[state.defender].side,)
    if state.plan.achieved:
        return Outcome(winner, "the dignitary is ashore")
    if any(_escaped(state, ship) for ship in state.ships.values()):
        return Outcome(winner, "the dignitary has got away to leeward")
    return None


def _escort(state: State, squadron: str) -> int:
    """Return 2 for the defender when the dignitary is lost or captured."""
    aboard = [ship for ship in state.own_ships(squadron) if ship.token == DIGNITARY]
    return 2 * any(_lost(ship) and not _escaped(state, ship) for ship in aboard)


def _cut_off(state: State, squadron: str) -> int:
    """Return 1 for the defender when the ship that was cut off is Crippled or captured."""
    alone = [ship for ship in state.own_ships(squadron) if ship.token == ALONE]
    return int(any(ship.crippled or ship.captured_by for ship in alone))


def _delivery(state: State, squadron: str) -> int:
    """Return 1 for the attacker for each cargo that is lost."""
    return sum(ship.token == CARGO and _lost(ship) for ship in state.own_ships(squadron))


_STAKES: dict[str, Stake] = {"escort": _escort, "cut_off": _cut_off, "delivery": _delivery}


def _lost(ship: Ship) -> bool:
    return bool(ship.lost or ship.captured_by or ship.out_of_action)


def _escaped(state: State, ship: Ship) -> bool:
    """Tell whether a ship took the dignitary off the table across the lee edge, late enough."""
    pose = state.plan.gone.get(ship.id) if state.plan else None
    return pose is not None and away(state, ship, pose, ship.lost_turn)

"""Effects on Boarding (Oak & Iron ch. 4, Crew Actions)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State

SURE_GRIP: Moment[Callable[[Ship], bool]] = Moment("sure_grip")
"""(target) to whether the Skill Test for Boarding is passed without a roll."""

FIRES_FIRST: Moment[Callable[[], bool]] = Moment("fires_first")
"""() to whether a boarder may make a free Partial Fire at her target before the test."""

FIGHTS_ON: Moment[Callable[[], bool]] = Moment("fights_on")
"""() to whether a boarder may make a free Close Combat as soon as she has grappled."""


@SURE_GRIP("boarders_away")
@worth(boarders_away=lambda turn: 0.1 * turn.fight)
def boarders_away(target: Ship) -> bool:
    """Boarders Away: against ships at Minimal Sail or Anchored."""
    return target.sail in ("minimal", "anchored")


@FIRES_FIRST("boarding_through_the_smoke")
@worth(boarding_through_the_smoke=lambda turn: 0.2 * turn.fight)
def boarding_through_the_smoke() -> bool:
    """Boarding Through the Smoke: she may."""
    return True


@FIGHTS_ON("expert_boarding")
@worth(expert_boarding=lambda turn: 0.2 * turn.fight)
def expert_boarding() -> bool:
    """Expert Boarding: she may."""
    return True


def sure_grip(state: State, boarder: Ship, target: Ship) -> str:
    """Return the card by which a boarder needs no roll in the Movement Phase, '' for none."""
    if state.phase != "movement":
        return ""
    return next((card for card, sure in SURE_GRIP.on(state, boarder) if sure(target)), "")


def fires_first(state: State, boarder: Ship) -> str:
    """Return the card that lets a boarder fire first in the Movement Phase, '' for none."""
    return _card(state, boarder, FIRES_FIRST)


def fights_on(state: State, boarder: Ship) -> str:
    """Return the card that lets a boarder fight at once in the Movement Phase, '' for none."""
    return _card(state, boarder, FIGHTS_ON)


def _card(state: State, boarder: Ship, moment: Moment[Callable[[], bool]]) -> str:
    if state.phase != "movement":
        return ""
    return next((card for card, may in moment.on(state, boarder) if may()), "")

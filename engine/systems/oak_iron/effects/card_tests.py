"""Cards that make ships roll a Skill Test of their own (Oak & Iron ch. 4, new terms)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.space.plane.contact import within
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.sailing.harm import take_fatigue
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import CardTest


class Trial(msgspec.Struct, frozen=True):
    """A test by a card: who has to roll, with how many dice less, and what comes of it."""

    concerns: Callable[[Ship], bool]
    outcome: Callable[[Ledger, str, bool], None]
    """(ledger, ship, passed)"""
    fewer: int = 0


TRIAL: Moment[Callable[[], Trial]] = Moment("trial")
"""() to the test that the card makes ships roll."""

FLAG_RALLIES: Moment[Callable[[State, Ship], CardTest]] = Moment("flag_rallies")
"""(state, flagship) to the test that follows when she takes Rally in the Movement Phase."""


@TRIAL("zeal")
def zeal() -> Trial:
    """Zeal: who passes loses 1 Fatigue."""
    return Trial(lambda ship: ship.fatigue > 0, _cheer)


@TRIAL("raise_the_black")
def raise_the_black() -> Trial:
    """Raise the Black: who fails takes 1 Fatigue."""
    return Trial(lambda ship: not ship.shaken, _daunt, fewer=3)


@FLAG_RALLIES("zeal")
def zeal_spreads(state: State, flagship: Ship) -> CardTest:
    """Zeal: friends within Musket Shot of the Flagship are tested."""
    musket = book().measures.musket
    friends = tuple(
        ship.id
        for ship in state.ships.values()
        if ship.fights
        and ship.id != flagship.id
        and not state.opposed(ship.id, flagship.id)
        and within(distance(state, ship.id, flagship.id), musket)
    )
    return CardTest(flagship.squadron, "zeal", friends)


def flag_rallies(state: State, ship: Ship) -> tuple[CardTest, ...]:
    """Return the tests that follow a ship's Rally, when she is the flagship."""
    if state.phase != "movement" or not state.is_flagship(ship.id):
        return ()
    return tuple(test(state, ship) for _, test in FLAG_RALLIES.on(state, ship))


def _cheer(ledger: Ledger, ship_id: str, passed: bool) -> None:
    fatigue = ledger.state.ships[ship_id].fatigue
    if passed and fatigue:
        ledger.write(ev.FatigueRemoved(ship_id, 1, fatigue - 1))


def _daunt(ledger: Ledger, ship_id: str, passed: bool) -> None:
    if not passed:
        take_fatigue(ledger, ship_id, 1)

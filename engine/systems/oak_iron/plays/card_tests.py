"""Skill Tests that a card makes ships roll, one ship after the other (Oak & Iron ch. 4, new terms).

Zeal and Raise the Black. What starts them: a flagship's Rally (`effects.crew_actions`), or
the card itself (`immediate`).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.systems.oak_iron.damage.harm import remove_fatigue, take_fatigue
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.sailing.skill import passed, roll_test
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Ship
from engine.systems.oak_iron.state.steps import CardTest, CardTestStands


class Trial(msgspec.Struct, frozen=True):
    """A test by a card: who rolls, by how many dice the pool is reduced, and what follows."""

    concerns: Callable[[Ship], bool]
    outcome: Callable[[Ledger, str, bool], None]
    """(ledger, ship, passed)"""
    fewer: int = 0


TRIAL: Moment[Callable[[], Trial]] = Moment("trial")
"""() to the test that the card makes ships roll."""


@TRIAL("zeal")
def zeal() -> Trial:
    """Zeal: a ship that passes loses 1 Fatigue."""
    return Trial(lambda ship: ship.fatigue > 0, _cheer)


@TRIAL("raise_the_black")
def raise_the_black() -> Trial:
    """Raise the Black: a ship that fails takes 1 Fatigue."""
    return Trial(lambda ship: not ship.shaken, _daunt, fewer=3)


def _cheer(ledger: Ledger, ship_id: str, success: bool) -> None:
    if success:
        remove_fatigue(ledger, ship_id)


def _daunt(ledger: Ledger, ship_id: str, success: bool) -> None:
    if not success:
        take_fatigue(ledger, ship_id, 1)


@RULES.does(CardTest)
def card_test(ledger: Ledger, step: CardTest) -> None:
    """Roll for the next ship that the test concerns."""
    trial = TRIAL[step.card]()
    ships = ledger.state.ships
    waiting = [key for key in step.ships if ships[key].fights and trial.concerns(ships[key])]
    if not waiting:
        ledger.finish()
        return
    ledger.write(ev.EffectApplied(step.squadron, step.card, waiting[0]))
    then = CardTestStands(step.squadron, step.card, tuple(waiting))
    roll_test(ledger, waiting[0], then, "card", trial.fewer)


@RULES.does(CardTestStands)
def card_test_stands(ledger: Ledger, step: CardTestStands) -> None:
    """Apply the result to the first ship, and go on with the others."""
    rest = step.ships[1:]
    ledger.finish(*([CardTest(step.squadron, step.card, rest)] if rest else []))
    TRIAL[step.card]().outcome(ledger, step.ships[0], passed(ledger.state))

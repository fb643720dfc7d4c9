"""Skill Tests that a card makes ships roll, one by one: Zeal, Raise the Black."""

from __future__ import annotations

from engine.systems.oak_iron.effects.card_tests import TRIAL
from engine.systems.oak_iron.machine.agenda import does
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.sailing.skill import passed, roll_test
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.steps import CardTest, CardTestStands


@does(CardTest)
def card_test(ledger: Ledger, step: CardTest) -> None:
    """Roll for the next ship that is concerned."""
    trial = TRIAL[step.card]()
    ships = ledger.state.ships
    waiting = [key for key in step.ships if ships[key].fights and trial.concerns(ships[key])]
    if not waiting:
        ledger.finish()
        return
    ledger.write(ev.EffectApplied(step.squadron, step.card, waiting[0]))
    then = CardTestStands(step.squadron, step.card, tuple(waiting))
    roll_test(ledger, waiting[0], then, "card", trial.fewer)


@does(CardTestStands)
def card_test_stands(ledger: Ledger, step: CardTestStands) -> None:
    """Let the card work on the first ship as her test lies, and go on with the others."""
    rest = step.ships[1:]
    ledger.finish(*([CardTest(step.squadron, step.card, rest)] if rest else []))
    TRIAL[step.card]().outcome(ledger, step.ships[0], passed(ledger.state))

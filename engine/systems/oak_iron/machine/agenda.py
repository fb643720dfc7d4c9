"""The agenda of Oak & Iron: chapters register here what their steps ask, take and do."""

from __future__ import annotations

from engine.base.dice import Dice
from engine.game.decided import Decided
from engine.game.question import Question
from engine.kit.agenda import Agenda
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.state.commands import AnyCommand
from engine.systems.oak_iron.state.events import AnyEvent
from engine.systems.oak_iron.state.state import State

RULES = Agenda[State]()
asks, takes, does, places = RULES.asks, RULES.takes, RULES.does, RULES.places
pending, site, advance = RULES.pending, RULES.site, RULES.advance


def decide(
    state: State, questions: tuple[Question, ...], seat: str, command: AnyCommand, dice: Dice
) -> Decided[State, AnyEvent]:
    """Return the events that follow from a seat's command; `Refused` when it is not open."""
    ledger = Ledger(state, dice)
    RULES.decide(ledger, questions, seat, command)
    return ledger.decided()

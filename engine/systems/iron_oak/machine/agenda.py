"""The agenda of Iron & Oak: chapters register here what their steps ask, take and do."""

from __future__ import annotations

from engine.base.dice import Dice
from engine.game.decided import Decided
from engine.game.question import Question
from engine.kit.agenda import Agenda
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state.commands import AnyCommand
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.state import State

RULES = Agenda[State]()
asks, takes, does = RULES.asks, RULES.takes, RULES.does
pending, advance = RULES.pending, RULES.advance


def decide(
    state: State, questions: tuple[Question, ...], seat: str, command: AnyCommand, dice: Dice
) -> Decided[State, AnyEvent]:
    """Return the events that follow from a seat's command; `Refused` when it is not open."""
    ledger = Ledger(state, dice)
    RULES.decide(ledger, questions, seat, command)
    return ledger.decided()

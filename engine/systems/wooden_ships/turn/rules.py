"""The whole of the rules: importing it opens every chapter's room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.base.dice import Dice
from engine.game.decided import Decided
from engine.game.question import Question
from engine.kit.ledger import Ledger
from engine.systems.wooden_ships.boarding import melee, parties
from engine.systems.wooden_ships.grappling import grappling, unfouling
from engine.systems.wooden_ships.gunnery import fire, loading
from engine.systems.wooden_ships.machine import sheets, standing
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.movement import phase
from engine.systems.wooden_ships.sailing import orders
from engine.systems.wooden_ships.set_up import making
from engine.systems.wooden_ships.signals import hoisting
from engine.systems.wooden_ships.state.events import AnyEvent, Planned
from engine.systems.wooden_ships.state.evolve import evolve
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.turn import beginning

CHAPTERS = (
    making,
    beginning,
    unfouling,
    hoisting,
    orders,
    phase,
    grappling,
    parties,
    fire,
    melee,
    loading,
    sheets,
    standing,
)
"""The modules whose steps make up a turn, in its order."""


def pending(state: State) -> tuple[Question, ...]:
    """Return the open sheets, one for each seat that is still to seal its own."""
    return RULES.pending(state)


def decide(state: State, seat: str, command: Any, dice: Dice) -> Decided[State, AnyEvent]:
    """Return the facts that follow from a command; `Refused` says which rule forbids it."""
    ledger = _ledger(state, dice)
    RULES.decide(ledger, RULES.pending(state), seat, command)
    return ledger.decided()


def settle(state: State, dice: Dice) -> State:
    """Return a position after the steps that ask nobody."""
    ledger = _ledger(state, dice)
    RULES.advance(ledger)
    return ledger.state


def folded(state: State, events: Iterable[AnyEvent]) -> State:
    """Return the state after some events."""
    for event in events:
        state = evolve(state, event)
    return state


def _ledger(state: State, dice: Dice) -> Ledger[State, AnyEvent]:
    return Ledger(state, dice, evolve, Planned)

"""The whole of the rules: importing it opens every chapter's room."""

from __future__ import annotations

from engine.dice import Dice
from engine.oak_iron import (
    attack,
    attack_phase,
    boarding,
    crew,
    critical,
    end_phase,
    immediate,
    initiative,
    manoeuvre,
    movement,
    prizes,
    reactions,
    seamanship,
    skill,
)
from engine.oak_iron.agenda import advance, decide, pending
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.state import State

CHAPTERS = (
    initiative,
    immediate,
    movement,
    seamanship,
    skill,
    manoeuvre,
    reactions,
    crew,
    boarding,
    attack_phase,
    attack,
    critical,
    prizes,
    end_phase,
)
"""The modules whose steps make up a turn, in its order."""

__all__ = ["CHAPTERS", "decide", "pending", "settled"]


def settled(state: State, dice: Dice) -> State:
    """Return a written position after the steps that ask nobody."""
    ledger = Ledger(state, dice)
    advance(ledger)
    return ledger.state

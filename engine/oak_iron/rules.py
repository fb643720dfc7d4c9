"""The whole of the rules: importing it opens every chapter's room."""

from __future__ import annotations

from engine.dice import Dice
from engine.oak_iron import (
    attack,
    attack_phase,
    boarding,
    boats,
    card_tests,
    crew,
    crew_extras,
    critical,
    end_phase,
    event_deck,
    fire_ship,
    fleet,
    free_attack,
    immediate,
    initiative,
    manoeuvre,
    movement,
    officers,
    prizes,
    reactions,
    scrolling,
    seamanship,
    skill,
)
from engine.oak_iron.agenda import advance, decide, pending, site
from engine.oak_iron.effects import event_crews, event_fog, event_weather
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.set_up import (
    conditions,
    deploy,
    draft,
    draw,
    fleets,
    objectives,
    terrain,
    undertakings,
)
from engine.oak_iron.state import State

CHAPTERS = (
    undertakings,
    draw,
    draft,
    objectives,
    conditions,
    fleets,
    terrain,
    deploy,
    initiative,
    event_deck,
    event_crews,
    event_fog,
    event_weather,
    immediate,
    movement,
    fleet,
    seamanship,
    skill,
    manoeuvre,
    scrolling,
    reactions,
    crew,
    crew_extras,
    boarding,
    boats,
    card_tests,
    free_attack,
    attack_phase,
    attack,
    critical,
    fire_ship,
    prizes,
    end_phase,
    officers,
)
"""The modules whose steps make up a turn, in its order."""

__all__ = ["CHAPTERS", "decide", "pending", "settled", "site"]


def settled(state: State, dice: Dice) -> State:
    """Return a written position after the steps that ask nobody."""
    ledger = Ledger(state, dice)
    advance(ledger)
    return ledger.state

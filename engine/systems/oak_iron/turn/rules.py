"""The whole of the rules: importing it opens every chapter's room."""

from __future__ import annotations

from engine.base.dice import Dice
from engine.systems.oak_iron.crew import (
    attack_phase,
    boarding,
    boats,
    crew,
    crew_extras,
    free_attack,
    reactions,
)
from engine.systems.oak_iron.gunnery import attack, critical, fire_ship
from engine.systems.oak_iron.machine.agenda import advance, decide, pending, site
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.plays import (
    card_tests,
    event_crews,
    event_deck,
    event_fog,
    event_weather,
    immediate,
)
from engine.systems.oak_iron.sailing import manoeuvre, scrolling, seamanship, skill
from engine.systems.oak_iron.set_up import (
    conditions,
    deploy,
    draft,
    draw,
    fleets,
    objectives,
    terrain,
)
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn import end_phase, fleet, initiative, movement, officers
from engine.systems.oak_iron.victory import prizes, undertakings

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

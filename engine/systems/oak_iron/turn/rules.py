"""All rules together: importing this module registers the steps of every chapter."""

from __future__ import annotations

from engine.systems.oak_iron.crew import (
    actions,
    boarding,
    boats,
    bonus_actions,
    card_attacks,
    reactions,
)
from engine.systems.oak_iron.gunnery import critical, fire_ship, resolve
from engine.systems.oak_iron.machine.agenda import RULES
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
    draw,
    fleets,
    objectives,
    scenario_draft,
    terrain,
)
from engine.systems.oak_iron.turn import (
    attack_phase,
    end_phase,
    fleet,
    initiative,
    movement,
    officers,
)
from engine.systems.oak_iron.victory import objective_actions, prizes

CHAPTERS = (
    objective_actions,
    draw,
    scenario_draft,
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
    actions,
    bonus_actions,
    boarding,
    boats,
    card_tests,
    card_attacks,
    attack_phase,
    resolve,
    critical,
    fire_ship,
    prizes,
    end_phase,
    officers,
)
"""The modules whose steps make up a turn, in its order."""

__all__ = ["CHAPTERS", "RULES"]

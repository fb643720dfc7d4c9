"""All rules together: importing this module registers the steps of every chapter."""

from __future__ import annotations

from engine.systems.oak_iron.crew import actions, boarding, bonus_actions, card_attacks
from engine.systems.oak_iron.crew import boarding as boats
from engine.systems.oak_iron.crew import card_attacks as reactions
from engine.systems.oak_iron.gunnery import attack, critical
from engine.systems.oak_iron.gunnery import critical as fire_ship
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.plays import event_deck, events, immediate
from engine.systems.oak_iron.plays import immediate as card_tests
from engine.systems.oak_iron.sailing import manoeuvre, scrolling, seamanship, skill
from engine.systems.oak_iron.set_up import begin, deploy, objectives, scenario_draft, terrain
from engine.systems.oak_iron.set_up import objectives as conditions
from engine.systems.oak_iron.set_up import scenario_draft as draw
from engine.systems.oak_iron.turn import end_phase, initiative, movement
from engine.systems.oak_iron.turn import initiative as officers
from engine.systems.oak_iron.turn import movement as attack_phase
from engine.systems.oak_iron.turn import movement as fleet
from engine.systems.oak_iron.victory import objectives as objective_actions
from engine.systems.oak_iron.victory import prizes

CHAPTERS = (
    objective_actions,
    draw,
    scenario_draft,
    objectives,
    conditions,
    begin,
    terrain,
    deploy,
    initiative,
    event_deck,
    events,
    events,
    events,
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
    attack,
    critical,
    fire_ship,
    prizes,
    end_phase,
    officers,
)
"""The modules whose steps make up a turn, in its order."""

__all__ = ["CHAPTERS", "RULES"]

"""All rules together: importing this module imports every chapter, so that its steps are
registered.
"""

from __future__ import annotations

from engine.systems.oak_iron.crew import actions, boarding, bonus_actions, card_attacks
from engine.systems.oak_iron.gunnery import attack, critical
from engine.systems.oak_iron.machine import RULES
from engine.systems.oak_iron.plays import events, immediate
from engine.systems.oak_iron.sailing import manoeuvre, scrolling, seamanship
from engine.systems.oak_iron.set_up import deploy, objectives, scenario_draft, scenarios, terrain
from engine.systems.oak_iron.turn import end_phase, initiative, movement
from engine.systems.oak_iron.victory import objectives as objective_actions
from engine.systems.oak_iron.victory import strike

CHAPTERS = (
    objective_actions,
    scenario_draft,
    objectives,
    scenarios,
    terrain,
    deploy,
    initiative,
    events,
    immediate,
    movement,
    seamanship,
    manoeuvre,
    scrolling,
    actions,
    bonus_actions,
    boarding,
    card_attacks,
    attack,
    critical,
    strike,
    end_phase,
)
"""The modules that register the steps of a battle."""

__all__ = ["CHAPTERS", "RULES"]

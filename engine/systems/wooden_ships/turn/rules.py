"""The whole of the rules: importing it opens every chapter's room."""

from __future__ import annotations

from engine.systems.wooden_ships import grappling, movement, signals
from engine.systems.wooden_ships import grappling as unfouling
from engine.systems.wooden_ships.boarding import melee, parties
from engine.systems.wooden_ships.gunnery import fire
from engine.systems.wooden_ships.gunnery import fire as loading
from engine.systems.wooden_ships.machine import agenda
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.sailing import orders
from engine.systems.wooden_ships.set_up import any_ships
from engine.systems.wooden_ships.turn import beginning

CHAPTERS = (
    any_ships,
    beginning,
    unfouling,
    signals,
    orders,
    movement,
    grappling,
    parties,
    fire,
    melee,
    loading,
    agenda,
    agenda,
)
"""The modules whose steps make up a turn, in its order."""

__all__ = ["CHAPTERS", "RULES"]

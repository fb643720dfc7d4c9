"""The whole of the rules: importing it opens every chapter's room."""

from __future__ import annotations

from engine.systems.wooden_ships.boarding import melee, parties
from engine.systems.wooden_ships.grappling import grappling, unfouling
from engine.systems.wooden_ships.gunnery import fire, loading
from engine.systems.wooden_ships.machine import sheets, standing
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.movement import carry_out
from engine.systems.wooden_ships.sailing import orders
from engine.systems.wooden_ships.set_up import making
from engine.systems.wooden_ships.signals import hoisting
from engine.systems.wooden_ships.turn import beginning

CHAPTERS = (
    making,
    beginning,
    unfouling,
    hoisting,
    orders,
    carry_out,
    grappling,
    parties,
    fire,
    melee,
    loading,
    sheets,
    standing,
)
"""The modules whose steps make up a turn, in its order."""

__all__ = ["CHAPTERS", "RULES"]

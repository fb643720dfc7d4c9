"""The state after an event: no rules, no refusals. Importing it opens every room of folds."""

from __future__ import annotations

from engine.systems.iron_oak.state.evolve import cards, harm, moves, turn
from engine.systems.iron_oak.state.evolve.folds import folds

ROOMS = (turn, cards, moves, harm)
__all__ = ["ROOMS", "evolve", "folds"]
evolve = folds.evolve

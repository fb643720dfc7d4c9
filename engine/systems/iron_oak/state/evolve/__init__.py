"""The state after an event: no rules, no refusals. Importing it opens every room of folds."""

from __future__ import annotations

from engine.systems.iron_oak.machine.fold import folds
from engine.systems.iron_oak.state.evolve import cards, harm, moves, turn

ROOMS = (turn, cards, moves, harm)
evolve = folds.evolve

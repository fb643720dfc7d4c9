"""The state after a fact. No rules here; a module a theme of events."""

from __future__ import annotations

from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.evolve import boarding, gunnery, moves, turn
from engine.systems.wooden_ships.state.evolve.folds import folds
from engine.systems.wooden_ships.state.state import State

THEMES = (turn, moves, gunnery, boarding)
"""The modules whose folds make up the whole."""

__all__ = ["THEMES", "evolve", "folds"]


def evolve(state: State, event: AnyEvent) -> State:
    """Return the state after an event."""
    return folds.evolve(state, event)

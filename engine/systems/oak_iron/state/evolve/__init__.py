"""The state after an event. No rules here: every event carries its result.

One small function for each event, found by the event's type; a module a theme. None refuses.
"""

from __future__ import annotations

from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve import (
    attacks,
    cards,
    dice,
    harm,
    moves,
    prizes,
    set_up,
    turn,
    weather,
)
from engine.systems.oak_iron.state.evolve.folds import folds
from engine.systems.oak_iron.state.state import State

THEMES = (turn, set_up, dice, cards, weather, moves, harm, attacks, prizes)
"""The modules that register the folds: importing them is what matters."""

__all__ = ["THEMES", "evolve", "folds"]


def evolve(state: State, event: ev.AnyEvent) -> State:
    """Return the state after an event."""
    return folds.evolve(state, event)

"""The battle's own rules that are in force, by kind (Iron & Oak 2.2)."""

from __future__ import annotations

from engine.systems.iron_oak.data.battles import Effect
from engine.systems.iron_oak.state.state import State


def effects(state: State, kind: str) -> tuple[Effect, ...]:
    """Return the effects of one kind that are in force."""
    return tuple(effect for effect in state.effects if effect.kind == kind)

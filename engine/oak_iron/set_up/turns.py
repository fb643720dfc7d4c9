"""Whose turn it is in the steps where defender and attacker take turns."""

from __future__ import annotations

from engine.oak_iron.state import State


def defender_first(state: State) -> tuple[str, ...]:
    """Return the squadrons, the defender first."""
    return tuple(sorted(state.squadrons, key=lambda key: key != state.defender))


def attacker_first(state: State) -> tuple[str, ...]:
    """Return the squadrons, the attacker first."""
    return defender_first(state)[::-1]

"""Whose turn it is in the steps where defender and attacker take turns."""

from __future__ import annotations

from engine.systems.oak_iron.state.sides import spokesmen
from engine.systems.oak_iron.state.state import State


def defender_first(state: State) -> tuple[str, ...]:
    """Return the squadron that speaks for each side, the defender's first."""
    return tuple(sorted(spokesmen(state), key=lambda key: key != state.defender))


def attacker_first(state: State) -> tuple[str, ...]:
    """Return the squadron that speaks for each side, the attacker's first."""
    return defender_first(state)[::-1]

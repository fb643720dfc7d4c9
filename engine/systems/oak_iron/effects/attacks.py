"""Attacks that cards alone allow (Oak & Iron ch. 4, Attack Phase)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.moment import Moment

BURNS: Moment[Callable[[], int]] = Moment("burns")
"""() to the critical dice that a ship rolls when she burns against an enemy."""


@BURNS("fire_ship")
def fire_ship() -> int:
    """Fire Ship: 5 dice."""
    return 5

"""Attacks that cards alone allow (Oak & Iron ch. 4, Attack Phase)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.moment import Moment

BURNS: Moment[Callable[[], int]] = Moment("burns")
"""() to the dice that a ship which burns rolls against an enemy within a Yard Arm."""


@BURNS("fire_ship")
def fire_ship() -> int:
    """Fire Ship: 5 dice."""
    return 5

"""Switches played with every card, scenario and way to win, whole battles of lieutenants."""

from __future__ import annotations

from random import Random

from tests.engine.systems.oak_iron import combinations as oak_iron


def attack(seed: int) -> None:
    """Play any combination of one system to its end, and every way to win under its switches."""
    random = Random(seed)
    mixed = oak_iron.at_random(random)
    oak_iron.fought(mixed, seed)
    for name in oak_iron.BRINKS:
        oak_iron.decided(name, mixed.rules, mixed.conditions[:1], (mixed.event,))

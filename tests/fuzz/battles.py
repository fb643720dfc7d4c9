"""Attack: whole random battles, with every invariant checked after every command."""

from __future__ import annotations

from random import Random

from tests.engine.systems.oak_iron.invariants import (
    fought,
    fought_from_set_up,
    fought_with_any_cards,
)


def attack(seed: int) -> None:
    """Play one random battle to its end: a quick start, a melee, any cards, or a whole set-up."""
    battle = Random(seed).choice(
        (
            lambda: fought(seed, "ensign", "ensign"),
            lambda: fought(seed, "ensign", "ensign", melee=True),
            lambda: fought_with_any_cards(seed),
            lambda: fought_from_set_up(seed, "patrol"),
            lambda: fought_from_set_up(seed, "skirmish"),
        )
    )()
    assert battle.outcome()

"""What `inspect` of Wooden Ships & Iron Men says is offered, and happens."""

from __future__ import annotations

from collections import Counter

from tests.engine.systems.wooden_ships.said_and_done import BATTLES, compared

LEAST = {"plots": 20_000, "moves": 1000, "fire": 100, "shots": 100, "grapple": 10}
"""{kind of comparison: how many must be made, so that the test proves something}."""


def test_what_is_said_of_random_positions_is_what_happens() -> None:
    told = Counter[str]()
    for seed, (scenario, options) in enumerate((*BATTLES, *BATTLES)):
        told.update(compared(scenario, options, seed))
    assert all(told[name] >= least for name, least in LEAST.items()), told

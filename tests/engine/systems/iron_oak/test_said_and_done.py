"""What `inspect` of Iron & Oak says is offered, and happens as often as it says."""

from __future__ import annotations

from collections import Counter

from engine.systems.iron_oak.data.book import shipped
from tests.engine.systems.iron_oak.combinations import PAIRED
from tests.engine.systems.iron_oak.said_and_done import compared

LEAST = {"orders": 600, "fire": 1500, "goals": 1500, "odds": 20, "maneuvers": 10}
"""{kind of comparison: how many must be made, so that the test proves something}."""


def test_what_is_said_of_random_positions_is_what_happens() -> None:
    told = Counter[str]()
    for seed, scenario in enumerate(sorted(shipped().scenarios)):
        told.update(compared(scenario, PAIRED[seed % len(PAIRED)], seed))
    assert all(told[name] >= least for name, least in LEAST.items()), told

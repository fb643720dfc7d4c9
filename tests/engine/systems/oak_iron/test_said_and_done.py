"""What `inspect`, previews and odds of Oak & Iron say is offered, and happens."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.engine.systems.oak_iron.positions.test_random_positions import situation
from tests.engine.systems.oak_iron.said_and_done import compared

LEAST = {"fire": 300, "board": 20, "moves": 300, "odds": 5}
"""{kind of comparison: how many must be made, so that the test proves something}."""


def test_what_is_said_of_random_positions_is_what_happens() -> None:
    told = Counter[str]()
    for seed in range(24):
        told.update(compared(situation(Random(seed)), seed))
    assert all(told[name] >= least for name, least in LEAST.items()), told

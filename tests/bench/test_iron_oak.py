"""Iron & Oak: a thousand random battles with every invariant checked, and the time that a battle
takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any, get_args

import pytest

from engine.base.dice import Dice
from engine.kit.dataset import using
from engine.systems.iron_oak.data.book import CARD_KINDS, shipped
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import ORDERS
from tests.bench.conftest import Figure
from tests.engine.systems.iron_oak.test_random_battles import brawl, fought, played, random_command

pytestmark = pytest.mark.bench
GAME = IronOak()
BATTLES = 1000
SCENARIOS = tuple(shipped().scenarios)
SIX_A_SIDE = "memphis"
BRAWLS = 200
"""The number of fights at close quarters, in which ships cross each other's bows or lose their
whole crew."""


@pytest.fixture(autouse=True)
def _figures() -> Iterator[None]:
    """Make the game's data current, because invariants call rules from outside of the game."""
    with using(GAME.data):
        yield


def criticals() -> set[str]:
    table = shipped().tables.critical_hits
    return {
        name for column in ("ship", "wl", "wl_bow_on", "fort") for name in getattr(table, column)
    }


def options(seed: int) -> dict[str, Any]:
    return {
        "alternating": seed % 5 == 0,
        "low_freeboard": seed % 2 == 0,
        "tenders": seed % 3 == 0,
        "union_seats": 1 + (seed % 7 == 0),
    }


def test_random_battles_keep_every_invariant(figure: Figure) -> None:
    events: Counter[str] = Counter()
    told: Counter[str] = Counter()
    began = perf_counter()
    for seed in range(BATTLES):
        events += fought(SCENARIOS[seed % len(SCENARIOS)], seed, options(seed), told)
    for seed in range(BRAWLS):
        events += played(GAME.settled(brawl(seed), Dice(seed)), seed, told)
    figure(f"{BATTLES} random battles, checked", perf_counter() - began, "s", 600)
    print("\n" + "\n".join(f"{count:8} {name}" for name, count in sorted(events.items())))
    print("\n" + "\n".join(f"{count:8} {name}" for name, count in sorted(told.items())))
    kinds = {kind.__name__ for kind in get_args(ev.AnyEvent)}
    # Standing answers are told beside what is asked, which nobody fills in here.
    assert kinds - {"CardsDealt", "CountersNumbered", "StandingChanged"} <= set(events)
    assert {f"card {kind}" for kind in CARD_KINDS} <= set(told)
    assert {f"critical {name}" for name in criticals()} <= set(told)
    assert {f"order {order}" for order in ORDERS} <= set(told)


def test_a_battle_of_six_a_side_is_quick(figure: Figure) -> None:
    took = []
    for seed in range(10):
        random, dice = Random(seed), Dice(seed)
        began = perf_counter()
        state = GAME.settled(GAME.set_up(SIX_A_SIDE), dice)
        while questions := GAME.pending(state):
            question = questions[0]
            command = random_command(question, random)
            decided = GAME.decide(state, question.seat, command, dice)
            state = decided.states[-1] if decided.states else state
        took.append(perf_counter() - began)
    figure("a random battle of six a side", 1000 * sorted(took)[5], "ms", 150)

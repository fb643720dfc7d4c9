"""Campaigns of Iron & Oak, with every invariant checked: fifty at random, ten between lieutenants;
and how long a long one takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import get_args

import pytest

from engine.arena import crews, play_out
from engine.base.dice import Dice
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.data.book import shipped
from tests.bench.conftest import Figure
from tests.bench.test_engine import busy, milliseconds, share
from tests.engine.systems.iron_oak.campaign import invariants
from tests.engine.systems.iron_oak.campaign.random_wars import GAME, followed, played

pytestmark = pytest.mark.bench
RANDOM, LIEUTENANTS = 50, 10
LONG = 10
"""The number of battles in a long campaign."""


@pytest.fixture(autouse=True)
def _figures() -> Iterator[None]:
    """Make the game's data current, because states are checked from outside of the game."""
    with using(shipped()):
        yield


def war_of(seed: int, player: str, path: Path | None = None) -> Battle:
    """Return a campaign between two computer players, played to its end."""
    battle = Battle.new(GAME, "campaign", seed, path=path)
    play_out(battle, crews(GAME, battle.state, seed, player, player))
    return battle


def test_fifty_random_wars_break_nothing_and_see_everything(figure: Figure) -> None:
    total: Counter[str] = Counter()
    fought, began = 0, perf_counter()
    for seed in range(RANDOM):
        state, events = played(seed)
        total += events
        fought += len(state.rows)
    figure(f"{RANDOM} random wars, {fought} battles, checked", perf_counter() - began, "s", 300)
    print("\n" + "\n".join(f"{count:8} {name}" for name, count in sorted(total.items())))
    never = {kind.__name__ for kind in get_args(ev.AnyEvent)} - set(total)
    assert not never


def test_ten_wars_of_lieutenants_break_nothing(figure: Figure) -> None:
    total: Counter[str] = Counter()
    began = perf_counter()
    for seed in range(LIEUTENANTS):
        battle = war_of(seed, "lieutenant")
        state, dice = battle.at(0), Dice(seed)
        for entry in battle.entries:
            state = followed(state, GAME.decide(state, entry.seat, entry.command, dice))
            invariants.check(state)
            total.update(type(event).__name__ for event in entry.events)
        assert state.outcome is not None
    figure(f"{LIEUTENANTS} wars of lieutenants, checked", perf_counter() - began, "s", 120)
    print("\n" + "\n".join(f"{count:8} {name}" for name, count in sorted(total.items())))


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a campaign with at least ten battles."""
    folder = tmp_path_factory.mktemp("wars")
    for seed in range(40):
        path = folder / f"{seed}.battle"
        battle = war_of(seed, "ensign", path)
        number = len(battle.state.rows)
        battle.close()
        if number >= LONG:
            return path
    raise AssertionError(f"no war of {LONG} battles in forty")


def chapters(battle: Battle) -> dict[int, list[int]]:
    """Return {number of a battle that was fought: its entries}."""
    found: dict[int, list[int]] = {}
    for n in range(battle.position):
        state = battle.at(n)
        if state.battle is not None:
            found.setdefault(state.number, []).append(n)
    return found


def test_the_last_chapter_of_a_long_war_is_as_quick_as_the_first(
    long: Path, figure: Figure
) -> None:
    times = [milliseconds(lambda: Battle.open(long, write=False).close()) for _ in range(5)]
    battle = Battle.open(long, write=False)
    size = f"{battle.position:,} entries, {long.stat().st_size / 1e6:.1f} MB"
    figure(f"open a war of {len(battle.state.rows)} battles, {size}", share(times, 0.5), "ms", 300)
    found = chapters(battle)
    dice = Random(1)
    for name, number in (("first", min(found)), ("last", max(found))):
        places = found[number]
        jumps = [busy(partial(battle.at, n)) for n in dice.choices(places, k=300)]
        figure(f"jump in the {name} battle of a war, p99", share(jumps, 0.99), "ms", 1)
        cold = []
        for n in dice.choices(places, k=20):
            fresh = Battle.open(long, write=False)
            cold.append(busy(partial(fresh.at, n)))
            fresh.close()
        figure(f"jump there just after opening, {name} battle, slowest", max(cold), "ms", 1)
        fork = battle.fork(places[-1])
        undo = [busy(partial(fork.take_back, fork.entries[-1].seat)) for _ in places[:100]]
        figure(f"undo in the {name} battle of a war, p99", share(undo, 0.99), "ms", 1)
        asked = [busy(partial(_asked_and_seen, battle, n)) for n in dice.choices(places, k=200)]
        figure(f"asked and seen in the {name} battle of a war, p99", share(asked, 0.99), "ms", 5)
    battle.close()


def _asked_and_seen(battle: Battle, n: int) -> None:
    """Do what one key costs the rules: find the open questions, and compute the view of a seat
    (player).
    """
    state = battle.at(n)
    for question in GAME.pending(state):
        GAME.view(state, question.seat)

"""The engine's figures, on a battle of the Oak & Iron quick start of 1,500 events."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from engine.battle import Battle
from engine.game import system
from engine.journal import Journal
from tests.bench.conftest import Figure
from tests.pond.play import answer

pytestmark = pytest.mark.bench
EVENTS = 1500


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle file of 1,500 events; where a battle ends, its last third is taken back."""
    path = tmp_path_factory.mktemp("bench") / "long.battle"
    battle = Battle.new("oak_iron", "quickstart", 7, path=path)
    dice, events = Random(7), 0
    while events < EVENTS:
        if not battle.pending():
            for _ in range(battle.position // 3):
                battle.take_back(battle.entries[-1].seat)
        events += len(answer(battle, dice))
    battle.close()
    return path


@pytest.fixture(scope="module")
def battle(path: Path) -> Battle:
    """The long battle, open to be looked at."""
    return Battle.open(path, write=False)


def milliseconds(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    start = perf_counter()
    action()
    return (perf_counter() - start) * 1000


def share(times: list[float], part: float) -> float:
    """Return the time that a part of all times does not exceed."""
    return sorted(times)[min(int(len(times) * part), len(times) - 1)]


def test_opening_a_long_battle(path: Path, figure: Figure) -> None:
    times = [milliseconds(lambda: Battle.open(path, write=False).close()) for _ in range(20)]
    figure("open a battle of 1,500 events, median", share(times, 0.5), "ms", 50)


def test_a_jump_to_any_entry(path: Path, figure: Figure) -> None:
    battle = Battle.open(path, write=False)
    cold, warm = [], []
    for n in range(battle.position + 1):
        fresh = Battle.open(path, write=False)
        cold.append(milliseconds(partial(fresh.at, n)))
        fresh.close()
    for n in Random(1).choices(range(battle.position + 1), k=1000):
        warm.append(milliseconds(partial(battle.at, n)))
    battle.close()
    figure("jump to an entry just after opening, slowest", max(cold), "ms", 1)
    figure("jump to an entry, p99", share(warm, 0.99), "ms", 1)


def test_undo_and_redo(path: Path, figure: Figure) -> None:
    source = Battle.open(path, write=False)
    battle = source.fork(source.position)
    undo, redo = [], []
    for _ in range(battle.position):
        undo.append(milliseconds(partial(battle.take_back, battle.entries[-1].seat)))
    while not battle.can_redo():
        redo.append(milliseconds(partial(battle.redo, "A")))
    source.close()
    figure("undo, p99, without the disk", share(undo, 0.99), "ms", 1)
    figure("redo, p99, without the disk", share(redo, 0.99), "ms", 1)


def test_an_append_to_the_disk(path: Path, tmp_path: Path, figure: Figure) -> None:
    source = Journal.open(path, write=False)
    journal = Journal.create(tmp_path / "appended.battle", source.header)
    times = [milliseconds(partial(journal.append, entry)) for entry in source.entries]
    journal.close()
    source.close()
    figure("append with fdatasync, median", share(times, 0.5), "ms", 2)
    figure("append with fdatasync, p99", share(times, 0.99), "ms", 2)


def test_verifying_a_long_battle(battle: Battle, figure: Figure) -> None:
    assert battle.verify().ok
    time = milliseconds(battle.verify)
    figure("verify a battle of 1,500 events", time / 1000, "s", 3)


def test_random_battles_without_a_journal(figure: Figure) -> None:
    game, battles, start = system("oak_iron"), 0, perf_counter()
    while perf_counter() - start < 3:
        battle, dice = Battle.new(game, "quickstart", battles), Random(battles)
        while battle.pending():
            answer(battle, dice)
        battles += 1
    each = (perf_counter() - start) / battles
    figure("a random whole quick-start battle", each * 1000, "ms", 50)

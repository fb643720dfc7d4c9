"""How long the engine takes for a quick start of 1,500 events, an engagement, and eight
squadrons.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import pytest

from engine.arena import crews, play_out
from engine.kernel.battle import Battle
from engine.kernel.journal import Journal
from engine.kernel.registry import system
from tests.bench.conftest import Figure
from tests.engine.systems.oak_iron.lines_of_battle import lines_of_battle
from tests.pond.play import answer

pytestmark = pytest.mark.bench
EVENTS = 1500


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a battle file of 1,500 events.

    When a battle in it ends, its last third is undone and played differently.
    """
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
    """Return the long battle, open for reading."""
    return Battle.open(path, write=False)


def milliseconds(action: Callable[[], object]) -> float:
    """Return how many milliseconds a function takes."""
    start = perf_counter()
    action()
    return (perf_counter() - start) * 1000


def busy(action: Callable[[], object]) -> float:
    """Return how many milliseconds of processor time a function takes, whatever else runs."""
    start = process_time()
    action()
    return (process_time() - start) * 1000


def share(times: list[float], part: float) -> float:
    """Return the time that the fraction `part` of all times does not exceed."""
    return sorted(times)[min(int(len(times) * part), len(times) - 1)]


def test_opening_a_long_battle(path: Path, figure: Figure) -> None:
    times = [milliseconds(lambda: Battle.open(path, write=False).close()) for _ in range(20)]
    figure("open a battle of 1,500 events, median", share(times, 0.5), "ms", 50)


@pytest.fixture(scope="module", params=["quick start", "engagement", "fleets", "ironclads"])
def whole(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path]:
    """Return (name in the table, file) of a battle that was played from its set-up to its end."""
    name = request.param
    if name == "quick start":
        return name, request.getfixturevalue("path")
    path = tmp_path_factory.mktemp("bench") / "whole.battle"
    game = system("iron_oak" if name == "ironclads" else "oak_iron")
    if name == "ironclads":
        battle = Battle.new(game, "memphis", 5, path=path)
    elif name == "engagement":
        battle = Battle.new(game, "engagement", 5, path=path)
    else:
        battle = Battle.from_state(game, lines_of_battle(32, squadrons=8), 5, path=path)
    play_out(battle, crews(game, battle.state, 5, "ensign", "ensign"))
    assert battle.outcome()
    battle.close()
    return name, path


def test_opening_a_whole_battle(whole: tuple[str, Path], figure: Figure) -> None:
    name, path = whole
    times = [milliseconds(lambda: Battle.open(path, write=False).close()) for _ in range(10)]
    battle = Battle.open(path, write=False)
    entries = f"{battle.position:,} entries, {path.stat().st_size / 1e6:.1f} MB"
    battle.close()
    figure(f"open {name}, {entries}, median", share(times, 0.5), "ms", 250)


def test_a_jump_to_any_entry(whole: tuple[str, Path], figure: Figure) -> None:
    name, path = whole
    battle = Battle.open(path, write=False)
    cold, warm = [], []
    dice = Random(1)
    for n in dice.sample(range(battle.position + 1), k=min(60, battle.position + 1)):
        fresh = Battle.open(path, write=False)
        cold.append(busy(partial(fresh.at, n)))
        fresh.close()
    for n in dice.choices(range(battle.position + 1), k=1000):
        warm.append(busy(partial(battle.at, n)))
    battle.close()
    figure(f"jump to an entry just after opening, {name}, slowest", max(cold), "ms", 1)
    figure(f"jump to an entry, {name}, p99", share(warm, 0.99), "ms", 1)


def test_undo_and_redo(whole: tuple[str, Path], figure: Figure) -> None:
    name, path = whole
    source = Battle.open(path, write=False)
    battle = source.fork(source.position)
    undo, redo = [], []
    for _ in range(battle.position):
        undo.append(busy(partial(battle.take_back, battle.entries[-1].seat)))
    while not battle.why_not_redo():
        redo.append(busy(partial(battle.redo, "A")))
    source.close()
    figure(f"undo, {name}, p99, without the disk", share(undo, 0.99), "ms", 1)
    figure(f"redo, {name}, p99, without the disk", share(redo, 0.99), "ms", 1)


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

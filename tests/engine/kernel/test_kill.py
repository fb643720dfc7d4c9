"""A process that is killed while it writes a battle loses nothing that it has acknowledged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import IO

import pytest

from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.logbook import apply
from engine.kernel.timeline import Timeline
from tests.pond.game import PondGame

KILLS = 100
KILLS_A_FILE = 8


@pytest.fixture
def writers() -> Iterator[subprocess.Popen[str]]:
    """Return a process that starts a writing process for each path that it is sent."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.engine.writers"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        cwd=Path(__file__).parents[3],
    ) as process:
        yield process


def killed(writers: subprocess.Popen[str], path: Path, seconds: float) -> list[str]:
    """Let a writer work on a file for some seconds, kill it, and return the lines that it
    acknowledged.
    """
    inlet, outlet = _pipes(writers)
    inlet.write(f"{path}\n")
    inlet.flush()
    writer = int(outlet.readline().split()[1])
    time.sleep(seconds)  # the moment of death is random, nothing is waited for
    os.kill(writer, signal.SIGKILL)
    return list(iter(outlet.readline, "dead\n"))


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdin
    assert process.stdout
    return process.stdin, process.stdout


def check(path: Path, acknowledged: str) -> None:
    """Check that a file holds the battle as it was when an entry was acknowledged."""
    number, position, hashed = acknowledged.split()
    battle = Battle.open(path)
    timeline = Timeline(battle.game, battle.at(0), str(path))
    for record in battle.log[: int(number)]:
        apply(timeline, record)
    battle.close()
    assert isinstance(battle.game, PondGame)
    assert len(battle.log) >= int(number)
    assert timeline.position == int(position)
    assert codec(battle.game).hash(timeline.at(timeline.position)) == hashed


def test_every_acknowledged_entry_survives_a_killed_writer(
    tmp_path: Path, writers: subprocess.Popen[str]
) -> None:
    random = Random(1805)
    last = ""
    total = 0
    longest = 0.02
    for kill in range(KILLS):
        path = tmp_path / f"{kill // KILLS_A_FILE}.battle"
        if kill % KILLS_A_FILE == 0:
            last = ""
        if not last:  # killed before the new battle itself was acknowledged
            path.unlink(missing_ok=True)
        if total < kill:  # a busy machine gives the writer little of the time
            longest = min(1.0, 1.1 * longest)
        acknowledged = killed(writers, path, random.uniform(0.0, longest))
        total += len(acknowledged)
        last = acknowledged[-1] if acknowledged else last
        if last:
            check(path, last)
    _pipes(writers)[0].close()
    assert total > KILLS

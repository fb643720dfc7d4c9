"""Which process holds a battle file, and when one that has lost its terminal must give it up."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from engine.base.errors import FileFault
from engine.kernel import locks

pytestmark = pytest.mark.skipif(
    not Path("/proc/locks").exists(), reason="only Linux tells which process holds a lock"
)
HOLDS = """
import os, signal, sys
from engine.kernel.locks import lock
from pathlib import Path
if "deaf" in sys.argv:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
lock(Path(sys.argv[1]), os.open(sys.argv[1], os.O_RDWR))
print("held", flush=True)
signal.pause()
"""


@contextmanager
def holding(path: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], Callable[[], None]]]:
    """Open a file in another process of the game; yield (the process, a function that takes its
    terminal away).
    """
    path.write_text("a battle", encoding="utf-8")
    master, slave = pty.openpty()
    command = [sys.executable, "-c", HOLDS, str(path), *words]
    with subprocess.Popen(command, stdin=slave, stdout=subprocess.PIPE, text=True) as game:
        try:
            assert game.stdout is not None
            assert game.stdout.readline() == "held\n"
            yield game, lambda: os.close(master)
        finally:
            os.close(slave)
            game.kill()


def abandoned(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR)
    try:
        return locks._abandoned(descriptor)
    finally:
        os.close(descriptor)


def test_a_game_with_its_terminal_is_let_be_and_named(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with holding(path) as (game, _):
        assert abandoned(path) == 0
        descriptor = os.open(path, os.O_RDWR)
        with pytest.raises(FileFault, match=f"another window .process {game.pid}"):
            locks.lock(path, descriptor)
        os.close(descriptor)
        assert game.poll() is None


def test_a_file_that_nobody_holds_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    path.touch()
    assert abandoned(path) == 0


def test_a_host_needs_no_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with holding(path, "host") as (_, hang_up):
        hang_up()
        assert abandoned(path) == 0


def test_somebody_elses_game_is_let_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.battle"
    with holding(path) as (_, hang_up):
        hang_up()
        monkeypatch.setattr(os, "getuid", lambda: 4711)
        assert abandoned(path) == 0


@pytest.mark.parametrize("words", [(), ("deaf",)])
def test_a_game_that_has_lost_its_terminal_gives_its_battle_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """A process that does not react is killed; everything that it has acknowledged is in the
    file.
    """
    monkeypatch.setattr(locks, "PATIENCE", 0.2)
    path = tmp_path / "a.battle"
    with holding(path, *words) as (game, hang_up):
        hang_up()
        assert abandoned(path) == game.pid
        descriptor = os.open(path, os.O_RDWR)
        locks.lock(path, descriptor)
        assert game.wait() < 0
        os.close(descriptor)


def test_where_the_system_cannot_wait_for_a_game_it_is_told_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.2)
    monkeypatch.delattr(os, "pidfd_open")
    path = tmp_path / "a.battle"
    with holding(path) as (game, hang_up):
        hang_up()
        assert abandoned(path) == game.pid
        descriptor = os.open(path, os.O_RDWR)
        with suppress(FileFault):  # it may still hold the lock while it ends
            locks.lock(path, descriptor)
        assert game.wait() < 0
        locks.lock(path, descriptor)
        os.close(descriptor)


class Lockless:
    """A fake file system without locks."""

    LOCK_EX = LOCK_NB = 0

    @staticmethod
    def flock(*_: object) -> None:
        raise OSError("no locks")

    lockf = flock


@pytest.mark.parametrize("system", [None, Lockless])
def test_where_there_are_no_locks_nobody_is_kept_out(
    system: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.battle"
    path.touch()
    monkeypatch.setattr(locks, "fcntl", system)
    opened = len(os.listdir("/proc/self/fd"))
    for _ in range(2):
        descriptor = os.open(path, os.O_RDWR)
        locks.lock(path, descriptor)
        locks.lock_alone(path, descriptor)
        os.close(descriptor)
        locks.lock_folder(tmp_path)
    assert len(os.listdir("/proc/self/fd")) == opened

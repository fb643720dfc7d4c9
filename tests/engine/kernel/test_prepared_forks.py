"""A fork that is written while a player still decides: it becomes the same file as any fork, or no
file.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import FileFault, Refused
from engine.kernel import appended
from engine.kernel.battle import Battle, PreparedFork
from tests.pond.play import play, wander

pytestmark = pytest.mark.skipif(
    not hasattr(os, "O_TMPFILE"), reason="this system has no files without a name"
)
FULL = OSError(28, "No space left on device")
PLAYERS = {"A": "human", "B": "ensign"}
NOW = "2026-11-26T12:00:00"


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[Battle]:
    """Return an open battle of twelve commands without an undo."""
    battle = play(Battle.new("pond", "duel", 7, path=tmp_path / "pond.battle"), Random(2), 12)
    yield battle
    battle.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path for a fork, in a folder that exists."""
    (tmp_path / "saves").mkdir()
    return tmp_path / "saves" / "fork.battle"


def ready(battle: Battle, path: Path, n: int = 9) -> PreparedFork:
    """Return a prepared fork that is already written in full."""
    prepared = PreparedFork(battle, n, path, NOW, PLAYERS)
    write(prepared)
    return prepared


def write(prepared: PreparedFork) -> None:
    """Write all of a prepared fork."""
    while prepared.write_piece():
        pass
    prepared.sync()


def held() -> set[str]:
    """Return the files that this process has open."""
    links = Path("/proc/self/fd").iterdir()
    return {os.readlink(link) for link in links if link.is_symlink()}


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**40), undoes=st.booleans(), written=st.integers(0, 4))
def test_a_fork_made_ready_is_that_which_is_made_at_once(
    tmp_path: Path, seed: int, undoes: bool, written: int
) -> None:
    """The files are equal byte for byte, after any command, however much was written before the
    file got its name.
    """
    for old in tmp_path.iterdir():
        old.unlink()
    begin = Battle.new("pond", "duel", seed, path=tmp_path / "pond.battle")
    battle = (wander if undoes else play)(begin, Random(seed), 20)
    for n in range(battle.position + 1):
        one, other = tmp_path / f"{n}-ready.battle", tmp_path / f"{n}.battle"
        prepared = PreparedFork(battle, n, one, NOW, PLAYERS)
        for _ in range(written):
            prepared.write_piece()
        assert not one.exists()
        fork, now = prepared.finish(), battle.fork(n, other, NOW, PLAYERS)
        assert one.read_bytes() == other.read_bytes()
        assert fork.log == now.log == Battle.open(one, write=False).log
        fork.note("here it goes on")
        now.note("here it goes on")
        assert one.read_bytes() == other.read_bytes()
        assert fork.path == one
        fork.close()
        now.close()
    battle.close()


def test_what_is_not_wanted_leaves_no_file(parent: Battle, path: Path) -> None:
    before = held()
    prepared = ready(parent, path)
    assert not os.listdir(path.parent)
    prepared.drop()
    assert not os.listdir(path.parent)
    assert held() == before
    assert not prepared.write_piece()
    prepared.sync()
    with pytest.raises(FileFault, match="cannot be created"):
        prepared.finish()
    assert not os.listdir(path.parent)


def test_a_program_that_is_killed_leaves_no_file(parent: Battle, path: Path) -> None:
    code = f"""
import os, signal
import tests.pond.game
from pathlib import Path
from engine.kernel.battle import Battle, PreparedFork
battle = Battle.open({str(parent.path)!r}, write=False)
prepared = PreparedFork(battle, 9, Path({str(path)!r}), "", {{}})
while prepared.write_piece():
    pass
prepared.sync()
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[3], check=False)
    assert done.returncode == -9
    assert not os.listdir(path.parent)


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("n", [0, 9])
def test_one_that_the_disk_has_no_room_for_is_gone(
    parent: Battle, path: Path, monkeypatch: pytest.MonkeyPatch, at: int, n: int
) -> None:
    before, whole, calls = held(), os.write, []

    def half(descriptor: int, data: bytes) -> int:
        calls.append(descriptor)
        if len(calls) > at:
            raise FULL
        return whole(descriptor, data[: len(data) // 2])

    prepared = PreparedFork(parent, n, path, NOW, PLAYERS)
    monkeypatch.setattr("engine.kernel.appended.os.write", half)
    with pytest.raises(FileFault, match=r"fork\.battle cannot be created: no space left"):
        write(prepared)
    monkeypatch.undo()
    assert not prepared.write_piece()
    with pytest.raises(FileFault):
        prepared.finish()
    assert not os.listdir(path.parent)
    assert held() == before
    parent.fork(n, path, NOW, PLAYERS).close()


@pytest.mark.parametrize("fails", ["_sync", "os.link"])
@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["full", "interrupt"])
def test_one_that_fails_in_the_end_is_gone(
    parent: Battle, path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, error: BaseException
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise error

    before = held()
    prepared = ready(parent, path)
    monkeypatch.setattr(f"engine.kernel.appended.{fails}", refused)
    with pytest.raises(FileFault if error is FULL else KeyboardInterrupt):
        prepared.finish()
    monkeypatch.undo()
    assert not os.listdir(path.parent)
    assert held() == before


def test_a_disk_that_fails_meanwhile_tells_it_in_the_end(
    parent: Battle, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is synced ahead of time, and again before it gets its name; an error then is
    reported.
    """
    synced = []

    def noted(descriptor: int) -> None:
        synced.append(path.exists())
        raise FULL

    monkeypatch.setattr(appended, "_sync", noted)
    prepared = ready(parent, path)
    with pytest.raises(FileFault, match="no space left"):
        prepared.finish()
    assert synced == [False, False]


def test_it_is_on_disk_before_it_has_a_name_and_the_name_before_it_is_told_of(
    parent: Battle, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = PreparedFork(parent, 9, path, NOW, PLAYERS)
    sync, folder, done = appended._sync, appended.sync_folder, []

    def synced(descriptor: int) -> None:
        sync(descriptor)
        done.append(("file", path.exists(), os.fstat(descriptor).st_size))

    def named(where: Path) -> None:
        folder(where)
        done.append((where.name, path.exists(), path.stat().st_size))

    monkeypatch.setattr(appended, "_sync", synced)
    monkeypatch.setattr(appended, "sync_folder", named)
    prepared.finish().close()
    size = path.stat().st_size
    assert done == [("file", False, size), ("saves", True, size)]


def test_a_name_that_another_has_taken_is_left_to_it(parent: Battle, path: Path) -> None:
    prepared = ready(parent, path)
    path.write_bytes(b"another")
    with pytest.raises(FileFault, match="exists"):
        prepared.finish()
    assert path.read_bytes() == b"another"
    assert os.listdir(path.parent) == [path.name]


def test_a_folder_that_is_not_there_is_made_with_the_name(parent: Battle, path: Path) -> None:
    deep = path.parent / "of" / "mine" / path.name
    ready(parent, deep).drop()
    assert not os.listdir(path.parent)
    ready(parent, deep).finish().close()
    assert Battle.open(deep, write=False).position == 9


def test_a_folder_that_has_vanished_is_made_again(parent: Battle, path: Path) -> None:
    prepared = ready(parent, path)
    path.parent.rmdir()
    prepared.finish().close()
    assert Battle.open(path, write=False).position == 9


@pytest.mark.parametrize("error", [None, OSError(95, "Operation not supported")])
def test_where_no_file_is_without_a_name_it_is_said(
    parent: Battle, path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError | None
) -> None:
    """Some systems have no flag for files without a name, and some network disks refuse such
    files.
    """

    def refused(*_: object) -> int:
        assert error
        raise error

    before = held()
    monkeypatch.setattr(appended, "UNNAMED", os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
    if error:
        monkeypatch.setattr("engine.kernel.appended.os.open", refused)
    with pytest.raises(FileFault, match="cannot be written in advance"):
        PreparedFork(parent, 9, path, NOW, PLAYERS)
    monkeypatch.undo()
    assert held() == before
    parent.fork(9, path, NOW, PLAYERS).close()


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_others_may_do_with_it_what_they_may_with_any(
    parent: Battle, path: Path, mask: int
) -> None:
    was = os.umask(mask)
    try:
        ready(parent, path).finish().close()
        parent.fork(9, path.with_name("now")).close()
    finally:
        os.umask(was)
    assert path.stat().st_mode == path.with_name("now").stat().st_mode


def test_it_is_locked_from_its_beginning(parent: Battle, path: Path) -> None:
    fork = ready(parent, path).finish()
    with pytest.raises(FileFault, match="is being played"):
        Battle.open(path)
    fork.close()
    Battle.open(path).close()


def test_a_parent_altered_meanwhile_is_not_copied(
    tmp_path: Path, parent: Battle, path: Path
) -> None:
    prepared = PreparedFork(parent, 9, path, NOW, PLAYERS)
    os.utime(tmp_path / "pond.battle", (1, 1))
    with pytest.raises(FileFault, match="changed by another program"):
        prepared.finish()
    assert not os.listdir(path.parent)


def test_a_parent_altered_once_it_is_copied_does_not_matter(
    tmp_path: Path, parent: Battle, path: Path
) -> None:
    prepared = ready(parent, path)
    (tmp_path / "pond.battle").write_bytes(b"")
    prepared.finish().close()
    assert Battle.open(path, write=False).verify().ok


def test_one_that_may_not_be_forked_is_refused_as_ever(tmp_path: Path, path: Path) -> None:
    battle = Battle.new("pond", "duel", 7)
    with pytest.raises(Refused, match="no entry 3"):
        PreparedFork(battle, 3, path, NOW, PLAYERS)

"""The file of a fork: it begins with its parent's lines unchanged, and is as safe as any other
file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import FileFault
from engine.base.hashes import seal, stated_checksum
from engine.kernel import appended
from engine.kernel.battle import Battle
from engine.kernel.journal import FORKED, FORMAT
from engine.kernel.logbook import in_place
from engine.kernel.opening import recover_battle
from tests.engine.kernel.test_journal import HARMS, resigned
from tests.pond.play import play, wander

FULL = OSError(28, "No space left on device")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pond.battle"


@pytest.fixture
def parent(path: Path) -> Battle:
    """Return an open battle of twelve commands without an undo."""
    return play(Battle.new("pond", "duel", 7, path=path), Random(2), 12)


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def must_be_fork(path: Path, parent: Battle, n: int) -> Battle:
    """Return the battle in a fork's file, after checking that it equals its parent up to the nth
    command.
    """
    again = Battle.open(path, write=False)
    assert not again.notice
    assert [(r.seat, r.command, r.events, r.hash, r.frame) for r in again.entries[:n]] == [
        (r.seat, r.command, r.events, r.hash, r.frame) for r in parent.entries[:n]
    ]
    assert [record.n for record in again.log] == [*range(1, len(again.log) + 1)]
    assert [again.at(at) for at in range(n, -1, -1)] == [parent.at(at) for at in range(n, -1, -1)]
    assert again.verify().ok
    return again


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**40), undoes=st.booleans())
def test_a_fork_after_any_command_is_its_parent_up_to_there(
    tmp_path: Path, seed: int, undoes: bool
) -> None:
    """Also with undos and notes in between; the lines before the first of them are copied
    unchanged.
    """
    for old in tmp_path.iterdir():
        old.unlink()
    path = tmp_path / "pond.battle"
    begin = Battle.new("pond", "duel", seed, path=path)
    battle = (wander if undoes else play)(begin, Random(seed), 20)
    for n in range(battle.position + 1):
        branch = tmp_path / f"{n}.battle"
        fork = battle.fork(n, branch, players={"A": "human"})
        kept = in_place(battle.entries[:n])
        assert fork.header.format == (FORKED if kept else FORMAT)
        assert lines(branch)[1 : kept + 1] == lines(path)[1 : kept + 1]
        assert fork.state == battle.at(n)
        assert fork.log == Battle.open(branch, write=False).log
        fork.note("here it goes on")
        fork.close()
        must_be_fork(branch, battle, n).close()
    battle.close()


def test_a_fork_of_a_fork_follows_the_same_line(tmp_path: Path, parent: Battle) -> None:
    fork = parent.fork(9, tmp_path / "fork")
    play(fork, Random(5), 4)
    again = fork.fork(11, tmp_path / "again")
    assert (
        again.header.chain
        == fork.header.chain
        == stated_checksum(lines(tmp_path / "pond.battle")[0][:-1]).decode()
    )
    assert lines(tmp_path / "again")[1:] == lines(tmp_path / "fork")[1:12]
    assert again.header.parent is not None
    assert again.header.parent.id == fork.header.id
    play(again, Random(6), 3)
    again.close()
    must_be_fork(tmp_path / "again", fork, 11).close()
    opened = Battle.open(tmp_path / "again")
    third = opened.fork(opened.position, tmp_path / "third")
    assert lines(tmp_path / "third")[1:] == lines(tmp_path / "again")[1:]
    for each in (fork, opened, third, parent):
        each.close()


def test_no_other_battle_names_a_checksum(tmp_path: Path, parent: Battle, path: Path) -> None:
    assert b'"chain"' not in lines(path)[0]
    parent.fork(0, tmp_path / "anew").close()
    parent.fork(5).close()
    assert lines(tmp_path / "anew")[0].startswith(b'{"format":%d,' % FORMAT)
    assert b'"chain"' not in lines(tmp_path / "anew")[0]
    assert b'{"format":4,' in lines(parent.fork(5, tmp_path / "fork").path or "")[0]


def test_a_battle_in_memory_is_forked_to_a_file_and_back(tmp_path: Path) -> None:
    battle = wander(Battle.new("pond", "duel", 7), Random(3), 40)
    n = battle.position
    battle.fork(n, tmp_path / "fork").close()
    must_be_fork(tmp_path / "fork", battle, n).close()
    assert battle.fork(n).log == Battle.open(tmp_path / "fork", write=False).log


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
@pytest.mark.parametrize("write", [True, False], ids=["played", "watched"])
def test_a_parent_that_others_harm_is_forked_as_it_was(
    tmp_path: Path, path: Path, parent: Battle, write: bool, harm: Callable[[Path], None]
) -> None:
    parent.close()
    opened = Battle.open(path, write)
    harm(path)
    fork = opened.fork(12, tmp_path / "fork")
    play(fork, Random(9), 2)
    fork.close()
    must_be_fork(tmp_path / "fork", opened, 12).close()
    opened.close()


def test_a_parent_that_is_closed_is_forked(tmp_path: Path, parent: Battle) -> None:
    parent.close()
    parent.fork(12, tmp_path / "fork").close()
    must_be_fork(tmp_path / "fork", parent, 12).close()


def must_be_sealed_anew(path: Path, parent: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork a battle whose file fails meanwhile; check that the fork is whole and has no line of
    that file.
    """
    fork = parent.fork(12, path)
    monkeypatch.undo()
    assert fork.header.format == FORMAT
    fork.close()
    must_be_fork(path, parent, 12).close()


def test_a_parent_altered_while_it_is_copied_is_forked_as_it_was(
    tmp_path: Path, path: Path, parent: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, done = os.write, []

    def beside(descriptor: int, data: bytes) -> int:
        if len(done) == 1:
            path.write_bytes(path.read_bytes().replace(b'"seat":"A"', b'"seat":"B"'))
            os.utime(path, (1, 1))
        done.append(descriptor)
        return write(descriptor, data)

    monkeypatch.setattr("engine.kernel.appended.os.write", beside)
    must_be_sealed_anew(tmp_path / "fork", parent, monkeypatch)


@pytest.mark.parametrize("fails", [OSError(5, "Input/output error"), b"", b"cut"])
def test_a_parent_that_can_no_longer_be_read_is_forked_as_it_was(
    tmp_path: Path, parent: Battle, monkeypatch: pytest.MonkeyPatch, fails: OSError | bytes
) -> None:
    def read(descriptor: int, size: int) -> bytes:
        if isinstance(fails, OSError):
            raise fails
        return fails

    monkeypatch.setattr("engine.kernel.appended.os.read", read)
    must_be_sealed_anew(tmp_path / "fork", parent, monkeypatch)


def test_a_parent_whose_last_line_has_no_end_is_forked(
    tmp_path: Path, path: Path, parent: Battle
) -> None:
    parent.close()
    os.truncate(path, path.stat().st_size - 1)
    watched = Battle.open(path, write=False)
    for n in (11, 12):
        fork = watched.fork(n, tmp_path / f"{n}")
        assert fork.header.format == (FORKED if n == 11 else FORMAT)
        fork.note("on a line of its own")
        fork.close()
        must_be_fork(tmp_path / f"{n}", parent, n).close()
    watched.close()


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["full", "interrupt"])
@pytest.mark.parametrize("undoes", [False, True], ids=["copied", "sealed"])
def test_a_fork_that_cannot_be_written_leaves_no_file(
    tmp_path: Path,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    at: int,
    error: BaseException,
    undoes: bool,
) -> None:
    new = Battle.new("pond", "duel", 7, path=path)
    parent = (wander if undoes else play)(new, Random(2), 12)
    before, write, calls = path.read_bytes(), os.write, []

    def half(descriptor: int, data: bytes) -> int:
        calls.append(descriptor)
        if len(calls) > at:
            raise error
        return write(descriptor, data[: len(data) // 2])

    monkeypatch.setattr("engine.kernel.appended.os.write", half)
    with pytest.raises(FileFault if error is FULL else KeyboardInterrupt):
        parent.fork(parent.position, tmp_path / "fork")
    monkeypatch.undo()
    assert not (tmp_path / "fork").exists()
    assert path.read_bytes() == before
    parent.fork(parent.position, tmp_path / "fork").close()
    parent.note("and on")
    assert parent.path == path


def test_a_fork_that_the_disk_refuses_in_the_end_leaves_no_file(
    tmp_path: Path, parent: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(descriptor: int) -> None:
        raise FULL

    monkeypatch.setattr("engine.kernel.appended._sync", refused)
    with pytest.raises(FileFault, match="fork cannot be created: no space left"):
        parent.fork(9, tmp_path / "fork")
    assert not (tmp_path / "fork").exists()


def test_a_fork_never_writes_over_a_file(tmp_path: Path, parent: Battle, path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(FileFault, match="exists"):
        parent.fork(9, path)
    assert path.read_bytes() == before


def test_a_fork_is_on_disk_whole_when_it_is_told_of(
    tmp_path: Path, parent: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bytes] = []
    sync = appended._sync

    def noted(descriptor: int) -> None:
        sync(descriptor)
        synced.append((tmp_path / "fork").read_bytes())

    monkeypatch.setattr(appended, "_sync", noted)
    parent.fork(9, tmp_path / "fork")
    assert synced == [(tmp_path / "fork").read_bytes()]
    assert len(lines(tmp_path / "fork")) == 10


def test_a_fork_as_long_as_a_battle_may_be_is_refused(
    tmp_path: Path, parent: Battle, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent.close()
    watched = Battle.open(path, write=False)
    monkeypatch.setattr("engine.kernel.journal.LARGEST", path.stat().st_size)
    with pytest.raises(FileFault, match="is full: a battle file cannot be longer"):
        watched.fork(12, tmp_path / "fork")
    assert not (tmp_path / "fork").exists()
    watched.fork(6, tmp_path / "fork").close()


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_a_fork_that_others_harm_goes_on_in_a_new_file(
    tmp_path: Path, parent: Battle, harm: Callable[[Path], None]
) -> None:
    path = tmp_path / "fork.battle"
    fork = play(parent.fork(9, path), Random(5), 2)
    harm(path)
    fork.note("still here")
    assert fork.path == path.with_name("fork-2.battle")
    fork.note("and on")
    again = must_be_fork(fork.path, parent, 9)
    assert again.log == fork.log
    fork.close()


def test_a_fork_whose_time_alone_changed_is_written_on(tmp_path: Path, parent: Battle) -> None:
    path = tmp_path / "fork.battle"
    fork = parent.fork(9, path)
    os.utime(path, (1, 1))
    fork.note("still here")
    assert fork.path == path
    again = fork.fork(9, tmp_path / "again")
    assert again.header.format == FORKED
    fork.close()


def test_a_watcher_follows_a_fork(tmp_path: Path, parent: Battle) -> None:
    fork = parent.fork(9, tmp_path / "fork")
    watcher = Battle.open(tmp_path / "fork", write=False)
    play(fork, Random(5), 3)
    assert watcher.refresh()
    assert watcher.log == fork.log
    assert not watcher.refresh()
    fork.close()


def test_a_battle_in_other_words_goes_on_beside_as_it_was(path: Path, parent: Battle) -> None:
    """A battle file with different spacing is copied with checksums of its own; later lines must
    follow from these.
    """
    parent.close()
    chain, written = b"", []
    for line in lines(path):
        body = line[: line.rindex(b',"sum":')].replace(b'"seat":', b'"seat" : ') + b"}"
        sealed, chain = seal(body, chain)
        written.append(sealed + b"\n")
    path.write_bytes(b"".join(written))
    battle = Battle.open(path)
    path.unlink()
    battle.note("still here")
    battle.note("and on")
    again = Battle.open(path.with_name("pond-2.battle"), write=False)
    assert again.log == battle.log
    battle.close()


# Forged and damaged ------------------------------------------------------------------------


def rewritten(header: bytes, old: bytes, new: bytes) -> bytes:
    """Return a header line with changed text, its id and checksum corrected as a forger would."""
    assert re.search(old, header)
    changed = resigned(re.sub(old, new, header, count=1))
    return seal(changed[: changed.rindex(b',"sum":')] + b"}", b"")[0] + b"\n"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (rb'"chain":"\w+"', b'"chain":"0123456789abcdef"', "line 2 is damaged"),
        (rb'"chain":"\w+"', b'"chain":"0123456789abcde"', "line 1 is damaged (chain: "),
        (rb'"chain":"\w+"', b'"chain":"0123456789ABCDEF"', "line 1 is damaged (chain: "),
        (rb'"chain":"\w+"', b'"chain":"0123456789abcdef\\\\n"', "line 1 is damaged (chain: "),
        (rb'"chain":"\w+"', b'"chain":"\\\\u001b]0;owned\\\\u0007"', "line 1 is damaged (chain: "),
        (rb'"chain":"\w+"', b'"chain":""', "line 1 is damaged (chain: "),
        (rb'"chain":"\w+"', b'"chain":7', "line 1 is damaged (chain: expected str, got int"),
        (rb'"chain":"\w+"', b'"chain":null', "line 1 is damaged (chain: "),
        (
            rb',"chain":"\w+"',
            b"",
            "line 1 is damaged (only a fork of format 4 names",
        ),
        (
            rb'"format":4',
            b'"format":3',
            "line 1 is damaged (only a fork of format 4 names",
        ),
        (rb'"format":4', b'"format":5', "has format 5, newer than format 4"),
    ],
)
def test_a_header_that_names_a_wrong_checksum_is_refused_in_a_sentence(
    tmp_path: Path, parent: Battle, old: bytes, new: bytes, words: str
) -> None:
    path = tmp_path / "fork"
    parent.fork(9, path).close()
    first, *rest = lines(path)
    path.write_bytes(b"".join([rewritten(first, old, new), *rest]))
    for write in (True, False):
        with pytest.raises(FileFault) as caught:
            Battle.open(path, write)
        assert words in str(caught.value)
        assert str(caught.value).isprintable()


def test_lines_of_another_battle_are_refused(tmp_path: Path, parent: Battle) -> None:
    other = play(Battle.new("pond", "duel", 8, path=tmp_path / "other"), Random(2), 12)
    parent.fork(9, tmp_path / "fork").close()
    (tmp_path / "mixed").write_bytes(
        b"".join([lines(tmp_path / "fork")[0], *lines(tmp_path / "other")[1:10]])
    )
    with pytest.raises(FileFault, match="line 2 is damaged"):
        Battle.open(tmp_path / "mixed")
    other.close()


def test_a_changed_line_of_a_fork_is_refused_and_what_is_before_it_recovered(
    tmp_path: Path, parent: Battle
) -> None:
    path = tmp_path / "fork"
    play(parent.fork(9, path), Random(5), 2).close()
    whole = lines(path)
    for number, line in enumerate(whole, 1):
        spoilt = [*whole[: number - 1], line.replace(b":", b";", 1), *whole[number:]]
        path.write_bytes(b"".join(spoilt))
        with pytest.raises(
            FileFault, match="not a battle file" if number == 1 else f"line {number} is"
        ):
            Battle.open(path)
        if number > 1:
            saved = recover_battle(path, tmp_path / f"saved{number}")
            assert saved.position == number - 2
            assert saved.verify().ok
            saved.close()


def test_a_fork_cut_anywhere_opens_with_its_whole_lines_or_says_why_not(
    tmp_path: Path, parent: Battle
) -> None:
    path, cut = tmp_path / "fork", tmp_path / "cut"
    parent.fork(3, path).close()
    data = path.read_bytes()
    header = data.index(b"\n")
    for length in range(1, len(data), 7):
        cut.write_bytes(data[:length])
        if length < header:
            with pytest.raises(FileFault):
                Battle.open(cut)
            continue
        battle = Battle.open(cut)
        assert battle.log == parent.log[: battle.position]
        assert battle.verify().ok
        battle.note("and on")
        battle.close()
        Battle.open(cut).close()

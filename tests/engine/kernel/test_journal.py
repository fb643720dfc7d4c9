"""The battle file: what was written can be read, and damage is reported with the line."""

from __future__ import annotations

import getpass
import os
import platform
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import FileFault, Refused
from engine.base.hashes import digest, seal, verify_line
from engine.game.decision import Answer
from engine.kernel import appended
from engine.kernel.battle import Battle
from engine.kernel.journal import FORKED, LONGEST, Entry, Journal
from engine.kernel.opening import recover_battle
from engine.review.hindsight import open_seats
from tests.pond.play import play, wander

ENOUGH = 8
"""The number of lines of the file that is cut at every byte: its header, commands, and an undo."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pond.battle"


@pytest.fixture
def played(path: Path) -> Battle:
    """Return a closed battle after twenty steps."""
    battle = wander(Battle.new("pond", "duel", 7, path=path), Random(3), 20)
    battle.close()
    return battle


def resealed(lines: list[bytes]) -> bytes:
    """Return the lines with correct checksums again, as a forger would.

    The checksums of a fork continue the one that its header names.
    """
    chain, whole = b"", []
    for line in lines:
        sealed, chain = seal(line[: line.rindex(b',"sum":')] + b"}", chain)
        whole.append(sealed + b"\n")
        if len(whole) == 1 and (named := re.search(rb'"chain":"(\w{16})"', line)):
            chain = named[1]
    return b"".join(whole)


def resigned(header: bytes) -> bytes:
    """Return a header line whose id fits its content again, as a careful forger would."""
    body, mark, rest = header.rpartition(b',"sum":')
    blank = re.sub(rb'"id":"\w*"', b'"id":""', body, count=1)
    name = digest(blank + b"}")
    return blank.replace(b'"id":""', b'"id":"' + name + b'"', 1) + mark + rest


def fault(path: Path, write: bool = True) -> str:
    with pytest.raises(FileFault) as caught:
        Battle.open(path, write)
    return str(caught.value)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**40), steps=st.integers(0, 60))
def test_a_battle_read_again_is_the_battle_that_was_played(
    tmp_path: Path, seed: int, steps: int
) -> None:
    path = tmp_path / f"{seed}-{steps}.battle"
    path.unlink(missing_ok=True)
    battle = wander(Battle.new("pond", "duel", seed, path=path), Random(seed), steps)
    redo = battle.why_not_redo()
    battle.close()
    again = Battle.open(path)
    assert again.state == battle.state
    assert again.position == battle.position
    assert [again.at(n) for n in range(again.position + 1)] == [
        battle.at(n) for n in range(battle.position + 1)
    ]
    assert [r.text for r in again.notes] == [r.text for r in battle.notes]
    assert again.why_not_redo() == redo
    assert again.verify().ok
    again.close()


def test_every_prefix_of_a_file_opens_with_its_whole_lines_or_says_why_not(
    path: Path, played: Battle, tmp_path: Path
) -> None:
    data = b"".join(path.read_bytes().splitlines(keepends=True)[:ENOUGH])
    header = data.index(b"\n")
    cut = tmp_path / "cut.battle"
    for length in range(len(data)):
        cut.write_bytes(data[:length])
        if length < header:
            assert str(cut) in fault(cut)
            continue
        battle = Battle.open(cut)
        whole = data[:length].count(b"\n") - 1 if length > header else 0
        torn = data[length - 1 : length] != b"\n" and data[length : length + 1] != b"\n"
        assert bool(battle.notice) == torn
        assert len(battle.log) == whole + (data[length : length + 1] == b"\n" and length > header)
        battle.close()


def test_a_torn_last_line_is_dropped_and_the_file_goes_on(path: Path, played: Battle) -> None:
    with path.open("ab") as file:
        file.write(b'{"n":21,"kind":"comm')
    battle = Battle.open(path)
    assert "last line" in battle.notice
    assert f"20 bytes of entry {len(played.log) + 1} are left out" in battle.notice
    assert battle.torn
    assert battle.state == played.state
    battle.note("after the power cut")
    battle.close()
    again = Battle.open(path)
    assert again.notice == ""
    assert again.log[-1].text == "after the power cut"
    again.close()


def test_a_watcher_leaves_a_torn_line_where_it_is(path: Path, played: Battle) -> None:
    with path.open("ab") as file:
        file.write(b'{"n":21')
    before = path.read_bytes()
    Battle.open(path, write=False).close()
    assert path.read_bytes() == before


def test_damage_to_any_line_is_refused_with_its_number(path: Path, played: Battle) -> None:
    lines = path.read_bytes().split(b"\n")[:-1]
    for number, line in enumerate(lines, start=1):
        middle = len(line) // 2
        hurt = line[:middle] + bytes([line[middle] ^ 1]) + line[middle + 1 :]
        path.write_bytes(b"\n".join([*lines[: number - 1], hurt, *lines[number:]]) + b"\n")
        assert f"line {number} " in fault(path)


@pytest.mark.parametrize("swap", [(2, 3), (3, 5)])
def test_lines_that_changed_places_are_refused(
    path: Path, played: Battle, swap: tuple[int, int]
) -> None:
    lines = path.read_bytes().split(b"\n")
    one, two = swap
    lines[one], lines[two] = lines[two], lines[one]
    path.write_bytes(b"\n".join(lines))
    assert f"line {one + 1} " in fault(path)


def test_recovery_opens_what_is_before_the_damage_as_a_new_battle(
    path: Path, played: Battle, tmp_path: Path
) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[9] = lines[9].replace(b"e", b"f", 1)
    path.write_bytes(b"\n".join(lines))
    battle = recover_battle(path, tmp_path / "new.battle")
    assert "line 10" in battle.notice
    left = sum(len(line) + 1 for line in lines[9:]) - 1
    assert f"{left} bytes from there on were ignored" in battle.notice
    assert battle.header.parent is not None
    assert battle.header.parent.path == str(path)
    assert battle.verify().ok
    play(battle, Random(1))
    battle.close()
    assert Battle.open(tmp_path / "new.battle", write=False).state == battle.state


def test_recovery_stops_before_a_line_that_cannot_have_happened(path: Path, tmp_path: Path) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 6)
    battle.close()
    lines = path.read_bytes().split(b"\n")[:-1]
    lines[4] = lines[4].replace(b'"seat":"B"', b'"seat":"Q"').replace(b'"seat":"A"', b'"seat":"Q"')
    path.write_bytes(resealed(lines))
    assert "line 5 " in fault(path)
    saved = recover_battle(path, tmp_path / "new.battle")
    assert saved.state == battle.at(3)
    saved.close()


@pytest.mark.parametrize(
    ("key", "old", "new", "words"),
    [
        ("format", b'"format":3', b'"format":99', "newer than format 4"),
        ("game", b'"game":"pond"', b'"game":"lake"', "'lake'"),
        ("data", b'"data":"1"', b'"data":"1+mine"', "data set 1+mine"),
        ("format", b'"format":3', b'"format":0', "line 1 is damaged"),
        ("start", b'"turn":1', b'"turn":"x"', "no state of Gunboats"),
    ],
)
def test_a_header_that_does_not_suit_says_so(
    path: Path, played: Battle, key: str, old: bytes, new: bytes, words: str
) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(resealed(data.replace(old, new, 1).split(b"\n")[:-1]))
    message = fault(path)
    assert words in message
    assert str(path) in message


def test_a_newer_format_is_told_even_when_the_rest_cannot_be_read(path: Path) -> None:
    path.write_bytes(b'{"format":%d,"stars":[]}\n\x00\x01\n' % (FORKED + 1))
    assert "newer" in fault(path)


@pytest.mark.parametrize(
    ("key", "other"), [(b"rules", "rules 0"), (b"data", "data set 0")], ids=["rules", "data"]
)
def test_other_rules_or_figures_are_watched_but_not_played_on(
    path: Path, played: Battle, key: bytes, other: str
) -> None:
    data = path.read_bytes().replace(b'"%s":"1"' % key, b'"%s":"0"' % key, 1)
    path.write_bytes(resealed(data.split(b"\n")[:-1]))
    battle = Battle.open(path)
    assert battle.state == played.state
    assert other in battle.notice
    with pytest.raises(Refused, match=other):
        battle.answer("A", Answer("steer"))
    assert other in battle.why_not_undo("A")
    assert other in battle.verify().text
    with pytest.raises(Refused, match=other):
        open_seats(battle)
    fork = battle.fork(2)
    assert fork.state == battle.at(2)
    assert fork.position == 0, "commands that were decided by others do not come along"
    assert (fork.header.rules, fork.header.data) == ("1", "1")
    play(fork, Random(2))
    battle.close()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"title":""', b'"title":"Mine"'),
        (b'"created":""', b'"created":"2026-01-01T00:00:00"'),
        (b'"options":{}', b'"options":{"players":{"A":"ensign"}}'),
        (b'"seed":7', b'"seed":8'),
        (b'"scenario":"duel"', b'"scenario":"brawl"'),
        (b'"hits":0', b'"hits":1'),
        (b'"fairness":null', b'"fairness":{"pledge":"mine"}'),
    ],
    ids=lambda value: value.decode(),
)
def test_a_header_changed_with_its_checksum_is_found_out(
    path: Path, played: Battle, old: bytes, new: bytes
) -> None:
    data = path.read_bytes()
    assert old in data.split(b"\n")[0]
    path.write_bytes(resealed(data.replace(old, new, 1).split(b"\n")[:-1]))
    assert not Battle.open(path, write=False).verify().ok


@pytest.mark.parametrize("change", [b'"seed":8', b'"hits":1'])
def test_a_header_changed_with_its_id_too_is_found_out_by_what_follows(
    path: Path, change: bytes
) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 200)
    battle.close()
    data = path.read_bytes()
    old = re.search(change[:-1] + rb"\d", data)
    assert old
    lines = data.replace(old.group(), change, 1).split(b"\n")[:-1]
    lines[0] = resigned(lines[0])
    path.write_bytes(resealed(lines))
    verdict = Battle.open(path, write=False).verify()
    assert not verdict.ok
    assert "line 1" not in verdict.text


def test_a_reveal_that_was_never_pledged_is_wrong(path: Path, played: Battle) -> None:
    journal = Journal.open(path)
    journal.append(Entry(n=len(played.log) + 1, kind="reveal", at=played.position, text="secret"))
    journal.close()
    assert "does not pledge" in Battle.open(path, write=False).verify().text


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("seed", '"seven"', "seed: expected int, got str"),
        ("title", "5", "title: expected str, got int"),
        ("options", '{"players":5}', "players: expected object, got int"),
        ("options", '{"persons":{"A":[]}}', "persons"),
        ("start", "5", "no state of Gunboats"),
    ],
)
def test_a_header_of_the_wrong_types_names_the_field(
    path: Path, played: Battle, name: str, value: str, words: str
) -> None:
    lines = path.read_bytes().split(b"\n")[:-1]
    header = msgspec.json.decode(lines[0], type=dict[str, msgspec.Raw])
    header[name] = msgspec.Raw(value.encode())
    path.write_bytes(resealed([msgspec.json.encode(header), *lines[1:]]))
    message = fault(path)
    assert words in message
    assert "line 1" in message


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"\n", "not a battle file"),
        (b"\x00" * 100, "not a battle file"),
        (b"\x7fELF\x02\x01\n" + bytes(range(256)), "not a battle file"),
        (b"{}\n", "not a battle file"),
        (b'{"format":', "line 1 is damaged"),
        (b'{"format":"one"}\n', "line 1 is damaged"),
        (b'{"format":' + b"[" * 100_000, "line 1 is damaged"),
        (b"game = 'pond'\n", "not a battle file"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_what_is_no_battle_file_is_refused_in_a_sentence(
    path: Path, content: bytes, words: str
) -> None:
    path.write_bytes(content)
    message = fault(path)
    assert words in message
    assert "\n" not in message


NEWLINES = b"\n" * (1 << 20)


def large(path: Path, begin: bytes, piece: bytes, size: int) -> Path:
    with path.open("wb") as file:
        file.write(begin)
        for _ in range(size // len(piece)):
            file.write(piece)
    return path


@pytest.mark.parametrize("size", [60_000_000, 250_000_000])
@pytest.mark.parametrize("piece", [NEWLINES, b"x" * (1 << 20)], ids=["newlines", "no newline"])
def test_a_huge_file_is_refused_by_its_first_wrong_line(
    path: Path, played: Battle, size: int, piece: bytes
) -> None:
    for begin in (b"", path.read_bytes()):
        huge = large(path.with_name("huge.battle"), begin, piece, size)
        tracemalloc.start()
        try:
            message = fault(huge, write=False)
            assert tracemalloc.get_traced_memory()[1] < 30_000_000
        finally:
            tracemalloc.stop()
        assert str(huge) in message


def test_a_battle_has_so_many_entries_and_no_more(
    path: Path, played: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.kernel.journal.MOST", len(played.log) + 1)
    battle = Battle.open(path)
    battle.note("the last one")
    with pytest.raises(FileFault, match="cannot be longer"):
        battle.note("one too many")
    battle.close()
    Battle.open(path, write=False)
    monkeypatch.setattr("engine.kernel.journal.MOST", len(played.log))
    assert "more than the" in fault(path)


def test_an_entry_that_could_not_be_read_again_is_not_written(path: Path, played: Battle) -> None:
    battle = Battle.open(path)
    with pytest.raises(FileFault, match="longer than a line"):
        battle.note("x" * LONGEST)
    battle.note("short")
    battle.close()
    assert Battle.open(path, write=False).log[-1].text == "short"


def test_places_without_a_file_are_told_apart(tmp_path: Path) -> None:
    assert "directory" in fault(tmp_path)
    assert "no such file" in fault(tmp_path / "none")
    assert "not a regular file" in fault(Path("/dev/null"))
    assert "not a directory" in fault(Path(__file__) / "x")
    assert "cannot be opened" in fault(tmp_path / "a\0b")


@pytest.mark.parametrize(("mode", "words"), [(0o444, "permission denied"), (0, "permission")])
def test_a_file_without_permission_is_refused(path: Path, mode: int, words: str) -> None:
    script = (
        "import os, sys\n"
        "from engine.kernel.journal import Journal\n"
        "from engine.base.errors import FileFault\n"
        "os.getuid() or os.setuid(65534)\n"
        "try: Journal.open(sys.argv[1])\n"
        "except FileFault as fault: print(fault)"
    )
    Battle.new("pond", "duel", 7, path=path).close()
    path.chmod(mode)
    for folder in (path.parent, *path.parent.parents[:2]):
        folder.chmod(0o755)
    told = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    assert words in told.stdout, told.stderr


def test_a_new_battle_never_writes_over_a_file(path: Path, played: Battle) -> None:
    before = path.read_bytes()
    with pytest.raises(FileFault, match="exists"):
        Battle.new("pond", "duel", 8, path=path)
    assert path.read_bytes() == before


def test_a_full_disk_refuses_the_command_and_leaves_file_and_state_as_they_were(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)
    before, state = path.read_bytes(), battle.state
    write = os.write
    calls: list[int] = []

    def half(descriptor: int, data: bytes) -> int:
        calls.append(descriptor)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        return write(descriptor, data[: len(data) // 2])

    monkeypatch.setattr("engine.kernel.appended.os.write", half)
    with pytest.raises(FileFault, match="no space left"):
        battle.note("too much")
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert battle.state is state
    play(battle, Random(4), 3)
    battle.close()
    assert Battle.open(path, write=False).state == battle.state


def test_an_interrupt_in_mid_write_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = Battle.new("pond", "duel", 7, path=path)
    before = path.read_bytes()

    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.kernel.appended._sync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        battle.answer("A", Answer("steer"))
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert battle.position == 0
    battle.answer("A", Answer("steer", 15.0))
    battle.close()
    assert Battle.open(path, write=False).state == battle.state


def deleted(path: Path) -> None:
    path.unlink()


def renamed(path: Path) -> None:
    path.rename(path.with_name("away.battle"))


def replaced(path: Path) -> None:
    path.with_name("other").write_bytes(path.read_bytes())
    path.with_name("other").replace(path)


def cut_short(path: Path) -> None:
    os.truncate(path, 100)


def changed(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"x")


def overwritten(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-3] + b"!" + data[-2:])
    os.utime(path, (1, 1))


HARMS = (deleted, renamed, replaced, cut_short, changed, overwritten)


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_a_battle_whose_file_others_harm_goes_on_in_a_new_one(
    path: Path, harm: Callable[[Path], None]
) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)
    told: list[str] = []
    battle.subscribe(lambda known, change: told.append(change.notice))
    harm(path)
    harmed = path.read_bytes() if path.exists() else None
    battle.note("still here")
    fresh = path.with_name("pond-2.battle")
    assert battle.path == fresh
    assert battle.notice == told[0]
    assert f"{path.name} was {harm.__name__.replace('_', ' ')}" in told[0]
    assert fresh.name in told[0]
    assert (path.read_bytes() if path.exists() else None) == harmed
    again = Battle.open(fresh, write=False)
    assert again.log == battle.log
    assert again.verify().ok
    battle.note("and on")
    assert told[1] == ""
    assert again.refresh()
    battle.close()


def test_a_file_that_comes_back_after_a_refusal_is_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)
    away = path.with_name("away.battle")

    def moved(descriptor: int) -> None:
        path.rename(away)

    monkeypatch.setattr("engine.kernel.appended._sync", moved)
    monkeypatch.setattr("engine.kernel.appended.MOST", 2)
    with pytest.raises(FileFault, match="by another program, and no free name was found beside it"):
        battle.note("refused")
    monkeypatch.undo()
    away.rename(path)
    battle.note("kept")
    assert [record.text for record in Battle.open(path, write=False).notes] == ["kept"]
    battle.close()


def test_a_battle_goes_on_beside_where_its_whole_folder_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "saves" / "pond.battle"
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)
    path.unlink()
    path.parent.rmdir()
    battle.note("still here")
    assert Battle.open(battle.path or "", write=False).log == battle.log
    battle.close()


def test_a_battle_that_can_be_written_nowhere_takes_no_command(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)
    path.unlink()
    open_file = os.open

    def read_only(name: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise OSError(30, "Read-only file system")
        return open_file(name, flags, mode)

    monkeypatch.setattr("engine.kernel.appended.os.open", read_only)
    with pytest.raises(FileFault, match=r"was deleted .*pond-2.battle cannot be written: read"):
        battle.note("lost")
    monkeypatch.undo()
    assert len(battle.log) == 4
    battle.note("kept")
    assert len(Battle.open(path.with_name("pond-2.battle"), write=False).log) == 5
    battle.close()


def test_a_file_whose_time_alone_changed_is_written_on(path: Path) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)
    os.utime(path, (1, 1))
    battle.note("still here")
    assert battle.path == path
    battle.close()


def test_a_file_deleted_while_it_is_being_written_is_found_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)

    def deleted_now(descriptor: int) -> None:
        path.unlink(missing_ok=True)

    monkeypatch.setattr("engine.kernel.appended._sync", deleted_now)
    battle.note("still here")
    monkeypatch.undo()
    assert Battle.open(path.with_name("pond-2.battle"), write=False).log == battle.log
    battle.close()


def test_a_watcher_is_told_that_the_file_is_gone(path: Path) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)
    watcher = Battle.open(path, write=False)
    assert not watcher.refresh()
    path.unlink()
    assert watcher.refresh()
    assert "was deleted, so no more of it can be watched" in watcher.notice
    assert not watcher.refresh()
    battle.close()


def test_a_new_battle_that_cannot_be_written_leaves_no_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.kernel.appended.os.write", full)
    with pytest.raises(FileFault, match="no space left"):
        Battle.new("pond", "duel", 7, path=path)
    assert not path.exists()


def test_a_second_writer_in_another_process_is_told_and_may_watch(path: Path) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)
    script = (
        "import sys, tests.pond.game\n"
        "from engine.kernel.battle import Battle\n"
        "from engine.base.errors import FileFault\n"
        "try: Battle.open(sys.argv[1])\n"
        "except FileFault as fault: print(fault)\n"
        "print(Battle.open(sys.argv[1], write=False).position)"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    fault_line, position = told.stdout.splitlines()
    assert "you may watch it" in fault_line
    if Path("/proc/locks").exists():
        assert f"process {os.getpid()} of {getpass.getuser()} on {platform.node()}" in fault_line
    assert position == "4"
    battle.close()
    Battle.open(path).close()


def test_a_watcher_follows_what_the_player_does(path: Path) -> None:
    battle = Battle.new("pond", "duel", 7, path=path)
    watcher = Battle.open(path, write=False)
    seen: list[str] = []
    watcher.subscribe(lambda _, change: seen.append(change.kind))
    wander(battle, Random(5), 30)
    assert watcher.refresh()
    assert watcher.state == battle.state
    assert watcher.entries == battle.entries
    assert seen == [record.kind for record in battle.log]
    assert not watcher.refresh()
    with pytest.raises(Refused, match="watched"):
        watcher.note("me too")
    battle.close()


def test_a_chained_checksum_depends_on_the_line_before() -> None:
    line, chain = seal(b'{"n":1}', b"")
    assert verify_line(line, b"") == chain
    assert verify_line(line, chain) is None
    assert msgspec.json.decode(line)["sum"] == chain.decode()


def test_an_append_is_synced_before_it_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Battle.new("pond", "duel", 7, path=path)
    synced: list[bytes] = []
    monkeypatch.setattr("engine.kernel.appended._sync", lambda _: synced.append(path.read_bytes()))
    battle.answer("A", Answer("steer"))
    assert synced == [path.read_bytes()]


def test_a_closed_journal_takes_nothing(path: Path, played: Battle) -> None:
    journal = Journal.open(path, write=False)
    entry = journal.entries[0]
    with pytest.raises(FileFault, match="watching"):
        journal.append(entry)
    journal.close()


def test_a_name_beside_that_is_taken_is_passed_over(path: Path) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=path), Random(3), 4)
    taken = path.with_name("pond-2.battle")
    taken.write_text("mine", encoding="utf-8")
    path.unlink()
    battle.note("still here")
    assert battle.path == path.with_name("pond-3.battle")
    assert taken.read_text(encoding="utf-8") == "mine"
    battle.close()


def test_a_file_that_cannot_be_read_says_so(
    path: Path, played: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Iterator[bytes]:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(appended.files, "read_lines", broken)
    assert fault(path) == f"{path} cannot be read: input/output error"


def test_a_start_that_no_rules_know_and_a_seed_that_none_has_are_found_out(
    path: Path, played: Battle
) -> None:
    lines = path.read_bytes().split(b"\n")[:-1]

    def forged(old: bytes, new: bytes) -> None:
        assert old in lines[0]
        first = lines[0].replace(old, new, 1)
        path.write_bytes(resealed([resigned(first)]))

    forged(b'"A":{', b'"Q":{')
    told = Battle.open(path, write=False).verify().text
    assert told.startswith("its start is not a legal state: "), told
    forged(b'"seed":7', b'"seed":' + str(2**128).encode())
    assert "has an impossible seed: " in fault(path)


@pytest.mark.parametrize(
    ("write", "readable", "told"),
    [
        (True, True, "may not be written (permission denied); watch it"),
        (True, False, "cannot be read: permission denied"),
        (False, True, "cannot be read: permission denied"),
    ],
)
def test_a_file_that_the_system_denies_says_what_is_left_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: bool, readable: bool, told: str
) -> None:
    """This is the case of a file that belongs to another user (the user root is never denied a
    file).
    """
    path = tmp_path / "x.battle"
    path.touch()

    def denied(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    monkeypatch.setattr(os, "access", lambda *_: readable)
    with pytest.raises(FileFault, match=f"{re.escape(str(path))} {re.escape(told)}"):
        Battle.open(path, write=write)

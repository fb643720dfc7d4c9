"""The file of a match's results: complete, cut short, damaged, or of another match."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import tests.pond.game  # noqa: F401 - registers the pond
from engine import __version__
from engine.arena import Match, Scorebook, fight, scorebook
from engine.arena.fighting import _turns, use_records
from engine.arena.scorebook import difference, stamp
from engine.base.errors import FileFault
from engine.kernel.battle import Battle
from engine.kernel.registry import register, system

DUEL = Match(game="pond", scenario="duel", a="ensign", b="lieutenant", seed=5)
FOUGHT = [fight(DUEL, number) for number in range(4)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with three results; the last one stands first."""
    path = tmp_path / "duel.results"
    with Scorebook(path, DUEL) as book:
        for number in (2, 0, 1):
            book.add(FOUGHT[number])
    return path


def test_results_are_there_again(path: Path) -> None:
    with Scorebook(path, DUEL) as book:
        assert book.results == {number: FOUGHT[number] for number in range(3)}
        book.add(FOUGHT[3])
        assert len(path.read_bytes().splitlines()) == 5
    assert Scorebook(path, DUEL).results[3] == FOUGHT[3]


def test_a_torn_end_is_dropped_wherever_it_was_torn(path: Path) -> None:
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with Scorebook(path, DUEL) as book:
            kept = whole[:length].count(b"\n") - 1
            assert len(book.results) == max(kept, 0)
            for number in (2, 0, 1)[max(kept, 0) :]:
                book.add(FOUGHT[number])
        assert path.read_bytes() == b"".join(lines), length


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"a": "lieutenant"}, "its a is ensign, not lieutenant"),
        ({"seed": 6}, "its seed is 5, not 6"),
        ({"mirror": True}, "its mirror is off, not on"),
        ({"options": {"squadrons": ["x", "y"]}}, "its options is none, not squadrons x y"),
    ],
)
def test_results_of_another_match_are_refused(path: Path, change: object, words: str) -> None:
    before = path.read_bytes()
    with pytest.raises(FileFault, match=f"has the results of another match: {words}"):
        Scorebook(path, replace(DUEL, **change))
    assert path.read_bytes() == before


def test_the_day_and_the_folder_of_records_make_no_other_match(path: Path) -> None:
    with Scorebook(path, replace(DUEL, created="2026-11-22", data="/somewhere")) as book:
        assert len(book.results) == 3


def test_results_under_other_rules_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(system("pond")), "rules_version", "2")
    with pytest.raises(
        FileFault, match="they come from version 1 of the rules instead of 2; name another file"
    ):
        Scorebook(path, DUEL)


def test_a_squadron_that_was_changed_makes_other_results(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    ready = system("oak_iron").building.ready()
    own.write_bytes(ready["leeward_station"].read_bytes())
    options = {"squadrons": [str(own), "curacao_convoy"]}
    match = Match(game="oak_iron", scenario="patrol", a="ensign", b="ensign", options=options)
    Scorebook(tmp_path / "results", match).close()
    Scorebook(tmp_path / "results", match).close()
    own.write_bytes(ready["brethren_of_tortuga"].read_bytes())
    with pytest.raises(FileFault, match="other squadrons or another set-up"):
        Scorebook(tmp_path / "results", match)


@pytest.mark.parametrize("content", [b"poems\n", b'{"format":1}\n', b"\x00\xff"])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "poems.txt"
    path.write_bytes(content)
    with pytest.raises(FileFault, match=r"poems\.txt is not a file of results"):
        Scorebook(path, DUEL)
    assert path.read_bytes() == content


def test_a_damaged_line_is_named(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b'{"number":"many"}\n', *lines[3:]]))
    with pytest.raises(FileFault, match="line 3 is damaged"):
        Scorebook(path, DUEL)
    path.write_bytes(b'{"results":1}\n' + b"".join(lines[1:]))
    with pytest.raises(FileFault, match="line 1 is damaged"):
        Scorebook(path, DUEL)


def test_a_file_of_a_later_format_is_refused(path: Path) -> None:
    head, *rest = path.read_bytes().splitlines(keepends=True)
    later = {**json.loads(head), "results": 9}
    path.write_bytes(json.dumps(later, separators=(",", ":")).encode() + b"\n" + b"".join(rest))
    with pytest.raises(FileFault, match="has format 9, this program has 1"):
        Scorebook(path, DUEL)


def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileFault, match="cannot be kept: is a directory"):
        Scorebook(tmp_path, DUEL)
    with pytest.raises(FileFault, match="/dev/null is not a regular file"):
        Scorebook("/dev/null", DUEL)
    with pytest.raises(FileFault, match="cannot be kept: no such file or directory"):
        Scorebook(tmp_path / "nowhere" / "file", DUEL)


OTHER = """\
import sys
import tests.pond.game
from engine.arena import Match, Scorebook
Scorebook(sys.argv[1], Match(game="pond", scenario="duel", a="ensign", b="lieutenant", seed=5))
print("open", flush=True)
sys.stdin.read()
"""


def test_two_simulations_do_not_write_into_one_file(path: Path) -> None:
    root = Path(__file__).resolve().parents[3]
    command = [sys.executable, "-c", OTHER, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=root, **pipes) as other:  # type: ignore[call-overload]
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(FileFault, match="is being written by another simulation"):
            Scorebook(path, DUEL)
        other.stdin.close()
        other.wait(20)
    Scorebook(path, DUEL).close()


def test_what_was_torn_is_told(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b'{"number":3')
    with Scorebook(path, DUEL) as book:
        assert "the last line of" in book.notice
        assert "11 bytes are left out" in book.notice


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_results_whose_file_others_harm_go_on_in_a_new_one(
    path: Path, harm: Callable[[Path], object]
) -> None:
    with Scorebook(path, DUEL) as book:
        harm(path)
        book.add(FOUGHT[3])
        assert book.path == path.with_name("duel-2.results")
        assert "by another program" in book.notice
    with Scorebook(book.path, DUEL) as again:
        assert set(again.results) == {0, 1, 2, 3}


def test_who_comes_second_is_told_who_writes(path: Path) -> None:
    script = (
        "import sys, tests.engine.arena.test_scorebook as t\n"
        "try: t.Scorebook(sys.argv[1], t.DUEL)\n"
        "except t.FileFault as fault: print(fault)"
    )
    with Scorebook(path, DUEL):
        words = [sys.executable, "-c", script, str(path)]
        told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert "is being written by another simulation" in told
    if Path("/proc/locks").exists():
        assert f"process {os.getpid()} of" in told


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"number":"x"}', "line 5 is damaged (number: expected int, got str)"),
        (b"x" * 2_000_000, "line 5 is too long, or beyond the most lines allowed"),
        (b"\n" * 1_000_000, "line 5 is damaged"),
    ],
    ids=["type", "long", "newlines"],
)
def test_a_wrong_line_is_told_with_its_field(path: Path, line: bytes, words: str) -> None:
    with path.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(FileFault, match=re.escape(words)):
        Scorebook(path, DUEL)


def test_a_file_has_so_many_results_and_so_many_bytes_at_most(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scorebook, "MOST", 3)
    with (
        Scorebook(path, DUEL) as book,
        pytest.raises(FileFault, match="has 3 results, the most that"),
    ):
        book.add(FOUGHT[3])
    assert len(path.read_bytes().splitlines()) == 4
    monkeypatch.setattr(scorebook, "LARGEST", 100)
    with pytest.raises(FileFault, match="is too large for a file of results"):
        Scorebook(path, DUEL)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, ""),
        ({"program": "0.1"}, f"Weather Gage 0.1 instead of {__version__}"),
        ({"rules": "0"}, "version 0 of the rules instead of 1"),
        ({"data": "1+mine"}, "records 1+mine instead of 1"),
        ({"start": "x"}, "other squadrons or another set-up"),
        ({"start": "x", "rules": "0", "data": "9"}, "version 0 of the rules instead of 1"),
    ],
)
def test_the_first_difference_of_two_machines_is_told(change: dict[str, str], words: str) -> None:
    here = stamp(DUEL)
    assert difference(replace(here, **change), here) == words


def test_a_battle_alone_is_as_long_as_its_turns_and_a_series_as_all_of_them() -> None:
    assert FOUGHT[0].turns == fight(DUEL, 0).turns == 13, "the day is over after twelve"
    chain = replace(DUEL, game="series:pond", options={"best_of": 3})
    assert fight(chain, 0).turns > FOUGHT[0].turns


def test_records_of_ones_own_are_those_that_a_match_is_fought_with(tmp_path: Path) -> None:
    before = system("pond")
    (tmp_path / "boats.toml").write_text("[A]\nreach = 7.0\n", encoding="utf-8")
    try:
        use_records.__wrapped__("pond", "")
        assert system("pond") is before
        use_records.__wrapped__("pond", str(tmp_path))
        assert system("pond") is not before
    finally:
        register(before)


def test_a_battle_of_a_game_without_chapters_is_as_long_as_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To count the turns, no earlier position of the battle is computed."""
    battle = Battle.new("oak_iron", "quickstart", 1)
    monkeypatch.delattr(Battle, "at")
    assert _turns(battle) == battle.game.turn(battle.state) == 1

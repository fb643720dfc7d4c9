"""Tables that are cached in binary form: the cache is used while it is correct, and is never
required.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import msgspec
import pytest
from msgspec.structs import replace

from engine.kit.by_type import RECENT, cached_each, cached_per_state, cached_while
from engine.kit.dataset import CompiledTable, cache_path, read_table

TABLE = {"one": {"guns": 3, "draught": 1.5, "names": ["Mars", "Hercule"]}}
TEXT = '[one]\nguns = 3\ndraught = 1.5\nnames = ["Mars", "Hercule"]\n'


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a TOML file whose table may be cached beside it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = tmp_path / "ships.toml"
    path.write_text(TEXT, "utf-8")
    return path


def unparsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the parsing of TOML fail, so that only a cached table can be read."""

    def fails(_: str) -> None:
        raise AssertionError("parsed again")

    monkeypatch.setattr(tomllib, "loads", fails)


def test_a_table_is_parsed_once(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_table(source) == TABLE
    unparsed(monkeypatch)
    assert read_table(source) == TABLE
    assert [path.name for path in cache_path(source).parent.iterdir()] == [cache_path(source).name]


def test_a_changed_file_is_parsed_again(source: Path) -> None:
    read_table(source)
    source.write_text(TEXT.replace("3", "4"), "utf-8")  # of the same size
    os.utime(source, ns=(1, 1))
    assert read_table(source)["one"]["guns"] == 4


@pytest.mark.parametrize("junk", [b"", b"\x93\x01", b"\xff" * 40, b"\x93\x01\x02\x80 more"])
def test_a_spoilt_copy_is_parsed_again_and_replaced(source: Path, junk: bytes) -> None:
    read_table(source)
    whole = cache_path(source).read_bytes()
    cache_path(source).write_bytes(junk)
    assert read_table(source) == TABLE
    assert cache_path(source).read_bytes() == whole


def test_one_spoilt_figure_is_not_played_with(source: Path) -> None:
    read_table(source)
    whole = cache_path(source).read_bytes()
    spoilt = whole.replace(b"Mars", b"Mara")
    assert spoilt != whole
    cache_path(source).write_bytes(spoilt)
    assert read_table(source) == TABLE
    assert cache_path(source).read_bytes() == whole


def test_a_copy_nested_too_deep_is_parsed_again(source: Path) -> None:
    read_table(source)
    table = b"\x81\xa1a" + b"\x91" * 100_000 + b"\xc0"
    status = source.stat()
    kept = CompiledTable(status.st_mtime_ns, status.st_size, crc32(table), table)
    cache_path(source).write_bytes(msgspec.msgpack.encode(kept))
    assert read_table(source) == TABLE


@pytest.mark.parametrize(
    "other", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")]
)
def test_what_is_no_file_is_not_read(source: Path, other: Callable[[Path], None]) -> None:
    """The cache path may be a pipe, which must not block, or an endless device, which must not fill
    the memory.
    """
    cache_path(source).parent.mkdir()
    other(cache_path(source))
    assert read_table(source) == TABLE
    assert [path.name for path in cache_path(source).parent.iterdir()] == [cache_path(source).name]


def test_where_nothing_can_be_written_the_table_is_read_all_the_same(source: Path) -> None:
    (source.parent / "__pycache__").write_text("no folder", "utf-8")
    assert read_table(source) == TABLE


def test_where_bytecode_is_not_written_tables_are_not(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert read_table(source) == TABLE
    assert not cache_path(source).exists()


# Answers that are cached for the state that was asked about last.


class State(msgspec.Struct, frozen=True):
    """A state with a turn, as in every game system."""

    turn: int = 1


def test_a_question_is_asked_once_of_a_state_and_again_of_another() -> None:
    asked: list[tuple[int, str, bool]] = []

    @cached_per_state
    def ask(state: State, squadron: str, whole: bool = True) -> int:
        """Return the turn of the state."""
        asked.append((state.turn, squadron, whole))
        return state.turn

    first = State()
    second = replace(first, turn=first.turn + 1)
    for _ in range(3):
        assert ask(first, "A") == ask(first, "A", whole=False) == ask(first, "B") == first.turn
    assert len(asked) == 3
    assert ask(second, "A") == second.turn
    assert ask(first, "A") == first.turn, "what was forgotten is asked again"
    assert asked[3:] == [(second.turn, "A", True), (first.turn, "A", True)]


def test_an_answer_is_kept_for_as_long_as_the_parts_it_is_made_of_are_the_same_objects() -> None:
    asked: list[object] = []

    @cached_while(lambda state: (state[0], state[1]))
    def told(state: tuple[list[int], str, int]) -> int:
        asked.append(state)
        return len(asked)

    ships, others = [1], [1]
    assert [told((ships, "x", 1)), told((ships, "x", 2))] == [1, 1]
    assert told((others, "x", 2)) == 2, "as large, and another"
    assert told((ships, "x", 3)) == 1, "some of late are kept"
    for number in range(RECENT):
        told(([number], "x", 3))
    assert told((ships, "x", 3)) == RECENT + 3


class Boat(msgspec.Struct, frozen=True):
    """A record with an id, one field that is shown, and one that is not."""

    id: str
    crew: int
    drift: int = 0


def test_each_item_is_asked_about_again_only_when_what_is_shown_has_changed() -> None:
    asked: list[str] = []

    @cached_each(lambda state: (state[0],), lambda state, boat: (state[0][0], boat.crew))
    def told(state: tuple[list[str], int], boat: Boat) -> str:
        asked.append(boat.id)
        return f"{state[0][0]} {boat.crew}"

    flag, fleet = ["red"], [Boat("A1", 3), Boat("A2", 4)]
    assert told((flag, 1), fleet) == ["red 3", "red 4"]
    assert told((flag, 2), fleet) == ["red 3", "red 4"]
    assert asked == ["A1", "A2"]
    assert told((flag, 2), [Boat("A1", 3, drift=7), Boat("A2", 5)]) == ["red 3", "red 5"]
    assert asked == ["A1", "A2", "A2"], "only the crew is shown"
    assert told((["red"], 2), fleet) == ["red 3", "red 4"]
    assert asked[3:] == ["A2"], "another object of the same content"
    assert told((["blue"], 2), fleet) == ["blue 3", "blue 4"]
    assert asked[4:] == ["A1", "A2"]
    assert told((["blue"], 2), [fleet[1]]) == ["blue 4"]

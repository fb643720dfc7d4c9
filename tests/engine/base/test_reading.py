"""Reading files that may be hostile: only regular files, only up to a size limit, with errors that
name the wrong field.
"""

from __future__ import annotations

import codecs
import os
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engine.arena import Match, Scorebook
from engine.base.errors import FileFault, WeatherGageError
from engine.base.files import (
    LARGEST,
    LONGEST,
    Missing,
    decode_data,
    must_be_regular,
    read_bytes,
    read_text,
    read_toml_table,
)
from engine.files import desks as stored
from engine.files.saved_battles import find
from engine.files.saves import write_new_file
from engine.hosting import terms
from engine.hosting import terms as agreement
from engine.kernel.battle import Battle
from engine.kernel.opening import read_position
from tests.tui.letters import introduced
from tui.cli import main
from tui.host.connection.admission import Users
from tui.host.connection.ssh import host_key
from tui.input.keys import Keymap
from tui.screens.settings import load

HUGE = 100_000_000


class Thing(msgspec.Struct):
    name: str
    sizes: dict[str, int] = {}


def results(path: Path) -> object:
    """Open a file of results, as the command `simulate --resume` does."""
    match = Match(game="oak_iron", scenario="quickstart", a="ensign", b="ensign")
    with Scorebook(path, match) as book:
        return book.results


def kept(path: Path) -> object:
    """Read the terms of a hosted battle from a folder that holds only this file."""
    (only,) = agreement.stored_agreements(path.parent)
    if isinstance(only, FileFault):
        raise only
    return only


def set_up(path: Path) -> object:
    """Load the settings; a fault in their file never stops the game."""
    _, notice = load(path)
    raise FileFault(notice)


def open_letter(path: Path) -> object:
    """Open a letter as the command line does, and raise its error."""
    raise FileFault("wrong" if main(["mail", "open", str(path)]) == 2 else "")


def listed(path: Path) -> object:
    """List the saved battles of a folder."""
    (saved,) = find([path.parent])
    raise FileFault(saved.fault)


READERS: dict[str, Callable[[Path], object]] = {
    "x.battle": listed,
    "x.mail": open_letter,
    "x.desk": lambda path: stored.load(path.parent, path.stem),
    "x.papers": kept,
    "x.users": Users,
    "limits.toml": terms.read_limits,
    "host_key": host_key,
    "settings.toml": set_up,
    "keymap.toml": Keymap.load,
    "position.toml": read_position,
    "x.results": results,
}


@pytest.fixture(scope="module")
def huge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of 100 MB of newlines."""
    path = tmp_path_factory.mktemp("huge") / "newlines"
    with path.open("wb") as file:
        for _ in range(HUGE // 1_000_000):
            file.write(b"\n" * 1_000_000)
    return path


@pytest.mark.parametrize("name", READERS)
def test_a_huge_file_is_refused_quickly_and_in_little_memory(
    name: str, tmp_path: Path, huge: Path
) -> None:
    path = tmp_path / name
    if name == "x.battle":
        path.write_bytes(b'{"format":1')
        with path.open("ab") as file:
            file.truncate(HUGE)
    else:
        os.link(huge, path)
    tracemalloc.start()
    began = time.process_time()
    try:
        with pytest.raises(WeatherGageError) as caught:
            READERS[name](path)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
        assert time.process_time() - began < 3
    finally:
        tracemalloc.stop()
    assert str(caught.value)


@pytest.mark.parametrize("name", [name for name in READERS if name != "x.battle"])
def test_a_pipe_is_not_waited_for(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    os.mkfifo(path)
    with pytest.raises(WeatherGageError):
        READERS[name](path)


def test_an_endless_device_is_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mail", "open", "/dev/zero"]) == 2
    assert "/dev/zero is not a regular file" in capsys.readouterr().err
    assert main(["show", "/dev/zero"]) == 2
    assert "/dev/zero is not a regular file" in capsys.readouterr().err


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "some"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5, "a thing") == b"12345"
    with pytest.raises(FileFault, match="some is too large for a thing"):
        read_bytes(path, 4, "a thing")
    with pytest.raises(Missing, match="no such file"):
        read_bytes(tmp_path / "none", 4, "a thing")
    with pytest.raises(FileFault, match="not a usable path"):
        read_bytes("a\0b", 4, "a thing")
    path.write_bytes(b"\xff")
    with pytest.raises(FileFault, match="not a text file in UTF-8"):
        read_text(path, 5, "a thing")


def test_a_key_of_ten_thousand_parts_takes_no_minutes(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text("a." * 20_000 + "b = 1")
    with pytest.raises(FileFault, match=f"a line of more than {LONGEST} characters"):
        read_toml_table(path, "a thing")
    line = "a." * (LONGEST // 2 - 6)
    path.write_text("".join(f"a{at}.{line}b = 1\n" for at in range(LARGEST // LONGEST - 2)))
    began = time.process_time()
    read_toml_table(path, "a thing")
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"name":5}', "there is damaged (name: expected str, got int)"),
        (b"{}", "object missing required field name"),
        (b'{"name":"","sizes":{"a":"b"}}', "(sizes[...]: expected int, got str)"),
        (b"[]", "expected object, got array"),
        (b"{", "input data was truncated"),
        (b'{"name":"\xff"}', "UTF-8"),
        (b'{"x":' + b"[" * 10_000, "nested too deep"),
    ],
)
def test_what_does_not_fit_names_the_field_and_what_is_wanted(data: bytes, words: str) -> None:
    with pytest.raises(FileFault) as caught:
        decode_data(msgspec.json.Decoder(Thing).decode, data, "there")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("me", 5, "me: expected str, got int"),
        ("me", "carl", "me: it does not fit"),
        ("sent", -1, "sent: it does not fit"),
        ("held", {}, "held"),
        ("kept", {"900": {"choice": {"seat": "A"}, "owing": []}}, "kept: it does not fit"),
    ],
)
def test_a_desk_that_was_changed_names_the_field(
    field: str, value: object, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, _ = introduced(tmp_path, "quickstart")
    path = stored.desk_path(anna.folder, anna.battle)
    desk = msgspec.json.decode(path.read_bytes())
    path.write_bytes(msgspec.json.encode({**desk, field: value}))
    capsys.readouterr()
    assert anna.says("send", anna.battle) == 2
    said = capsys.readouterr().err
    assert words in said
    assert str(path) in said


def test_a_folder_that_was_opened_is_no_file(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path, os.O_RDONLY)
    with pytest.raises(FileFault, match="is a directory, not a file"):
        must_be_regular(tmp_path, descriptor)
    os.close(descriptor)


# Files that an editor or another program has written: read where they can be, else named.


POSITION = Path("tests/positions/bow_rake.toml")


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    """It is skipped in positions and in every other text file, such as squadrons, keymaps, records
    and users.
    """
    marked = tmp_path / POSITION.name
    marked.write_bytes(codecs.BOM_UTF8 + POSITION.read_bytes())
    assert read_toml_table(marked, "a position") == read_toml_table(POSITION, "a position")
    assert read_text(marked, 10**6, "a text") == POSITION.read_text()
    assert read_position(marked).state == read_position(POSITION).state


@pytest.mark.parametrize("content", [b"PK\x03\x04 zip", b"\x89PNG\x00\xff", b"hello world"])
def test_a_file_of_another_program_is_named_with_what_would_be_read(
    content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "game.vsav"
    path.write_bytes(content)
    with pytest.raises(
        FileFault, match=r"is not a file of Weather Gage; it must be a battle .* position"
    ):
        read_position(path)
    with pytest.raises(FileFault, match="is not a battle file; it must be a battle"):
        Battle.open(path, write=False)


def test_a_mistake_in_a_position_is_told_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[ships\n")
    with pytest.raises(FileFault, match=r"is not TOML: .* line 1"):
        read_position(path)


def test_an_export_takes_no_other_file_s_place(tmp_path: Path) -> None:
    names = [write_new_file(tmp_path / "battle.md", text).name for text in ("one", "two", "three")]
    assert names == ["battle.md", "battle-2.md", "battle-3.md"]
    assert (tmp_path / "battle.md").read_text() == "one"

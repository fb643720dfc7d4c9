"""Tables that are kept in binary: used while they are true, and never missed."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

import pytest

from engine.kit.compiled import kept_place, read_table

TABLE = {"one": {"guns": 3, "draught": 1.5, "names": ["Mars", "Hercule"]}}
TEXT = '[one]\nguns = 3\ndraught = 1.5\nnames = ["Mars", "Hercule"]\n'


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a TOML file whose table may be kept beside it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = tmp_path / "ships.toml"
    path.write_text(TEXT, "utf-8")
    return path


def unparsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let parsing fail, so that only a kept table can be read."""

    def fails(_: str) -> None:
        raise AssertionError("parsed again")

    monkeypatch.setattr(tomllib, "loads", fails)


def test_a_table_is_parsed_once(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_table(source) == TABLE
    unparsed(monkeypatch)
    assert read_table(source) == TABLE
    assert [path.name for path in kept_place(source).parent.iterdir()] == [kept_place(source).name]


def test_a_changed_file_is_parsed_again(source: Path) -> None:
    read_table(source)
    source.write_text(TEXT.replace("3", "4"), "utf-8")  # of the same size
    os.utime(source, ns=(1, 1))
    assert read_table(source)["one"]["guns"] == 4


@pytest.mark.parametrize("junk", [b"", b"\x93\x01", b"\xff" * 40, b"\x93\x01\x02\x80 more"])
def test_a_spoilt_copy_is_parsed_again_and_replaced(source: Path, junk: bytes) -> None:
    read_table(source)
    whole = kept_place(source).read_bytes()
    kept_place(source).write_bytes(junk)
    assert read_table(source) == TABLE
    assert kept_place(source).read_bytes() == whole


def test_where_nothing_can_be_written_the_table_is_read_all_the_same(source: Path) -> None:
    (source.parent / "__pycache__").write_text("no folder", "utf-8")
    assert read_table(source) == TABLE


def test_where_bytecode_is_not_written_tables_are_not(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert read_table(source) == TABLE
    assert not kept_place(source).exists()

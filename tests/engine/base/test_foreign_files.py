"""Files that an editor or another program has written: read where they can be, else named."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from engine.base.errors import FileFault
from engine.base.files import text, toml
from engine.files.saves import written_to
from engine.kernel.battle import Battle
from engine.kernel.opening import read_position

POSITION = Path("tests/positions/bow_rake.toml")


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    """Positions, and whatever else is read as text: squadrons, keymaps, records, users."""
    marked = tmp_path / POSITION.name
    marked.write_bytes(codecs.BOM_UTF8 + POSITION.read_bytes())
    assert toml(marked, "a position") == toml(POSITION, "a position")
    assert text(marked, 10**6, "a text") == POSITION.read_text()
    assert read_position(marked).state == read_position(POSITION).state


@pytest.mark.parametrize("content", [b"PK\x03\x04 zip", b"\x89PNG\x00\xff", b"hello world"])
def test_a_file_of_another_program_is_named_with_what_would_be_read(
    content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "game.vsav"
    path.write_bytes(content)
    with pytest.raises(FileFault, match=r"of another program; read here are battles .* positions"):
        read_position(path)
    with pytest.raises(FileFault, match="is not a battle file; read here are battles"):
        Battle.open(path, write=False)


def test_a_mistake_in_a_position_is_told_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[ships\n")
    with pytest.raises(FileFault, match=r"is not TOML: .* line 1"):
        read_position(path)


def test_an_export_takes_no_other_file_s_place(tmp_path: Path) -> None:
    names = [written_to(tmp_path / "battle.md", text).name for text in ("one", "two", "three")]
    assert names == ["battle.md", "battle-2.md", "battle-3.md"]
    assert (tmp_path / "battle.md").read_text() == "one"

"""What commands print: only characters, line ends and colours, whatever a file contains."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.kernel import logbook
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.journal import Journal
from tui.cli import main
from tui.terminal.guard import FilteredStream, one_cell

DIRTY = "Re\u202ed\x9b2J\x1b]0;owned\x07\rBlue\u200b"


def test_every_sign_keeps_its_place() -> None:
    assert one_cell("a\u0301b\u4e2dc\u200bd") == "a?b?c?d"
    assert one_cell("Fr\u00e9gate \u00d8 \u2588", ascii_only=True) == "Fregate ? ?"
    assert one_cell("Fr\u00e9gate \u00d8 \u2588") == "Fr\u00e9gate \u00d8 \u2588"


@pytest.mark.parametrize("overwrites", [False, True])
def test_a_guarded_stream_passes_on_colours_and_lines(overwrites: bool) -> None:
    out = StringIO()
    FilteredStream(out, overwrites).write("\x1b[1mbold\x1b[0m\n\x1b[2J\rdone")
    assert out.getvalue() == f"\x1b[1mbold\x1b[0m\n?[2J{chr(13) if overwrites else ' '}done"


def a_dirty_battle(path: Path) -> str:
    """Write a battle file with control characters in its title, as another program could."""
    battle = Battle.new("oak_iron", "quickstart", 1)
    header = replace(battle.header, title=DIRTY)
    Journal.create(path, logbook.with_id(header, codec(battle.game).raw(battle.state))).close()
    return str(path)


@pytest.mark.parametrize(
    "words", [("report",), ("report", "--format", "md"), ("report", "--format", "json"),
              ("verify",), ("show", "--glyphs", "ascii"), ("inspect", "--ship", "A1")],
)  # fmt: skip
def test_no_command_prints_more_than_signs(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *options = words
    assert main([command, a_dirty_battle(tmp_path / "dirty.battle"), *options]) == 0
    printed = "".join(capsys.readouterr())
    assert printed.replace("\n", "").isprintable(), ascii(printed)

"""Diagrams that ship with a system: each entry of the index has its position beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import SetUpFault
from engine.game.parts.words import Diagram
from engine.kit import records

SEA = 'game = "pond"\n'
NAMES = ("raking", "boarding")


def read(folder: Path, index: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Diagram, ...]:
    place = folder / "diagrams"
    place.mkdir()
    (place / "diagrams.toml").write_text(index, encoding="utf-8")
    for name in NAMES:
        (place / f"{name}.toml").write_text(SEA, encoding="utf-8")
    monkeypatch.setattr(records, "shipped_folder", lambda system: folder)
    return records.shipped_diagrams.__wrapped__("pond")


def test_they_come_in_the_order_of_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = "".join(f"[{name}]\ntitle = '{name}'\nwords = 'Look.'\n" for name in NAMES)
    found = read(tmp_path, index, monkeypatch)
    assert [(each.name, each.title, each.position) for each in found] == [
        ("raking", "raking", SEA),
        ("boarding", "boarding", SEA),
    ]


def test_a_wrong_entry_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetUpFault, match=r"diagrams\.toml: raking: "):
        read(tmp_path, "[raking]\ntitle = 3\n", monkeypatch)

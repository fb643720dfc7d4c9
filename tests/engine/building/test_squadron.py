"""Squadron files are checked by the game system that they name."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.pond.game  # noqa: F401  (registers the pond)
from engine.building import check, sheet, squadron_path
from engine.kernel.registry import system


def test_ready_squadron_is_found_by_name_but_a_file_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert squadron_path("flying_gang") == system("oak_iron").building.ready()["flying_gang"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flying_gang").touch()
    assert squadron_path("flying_gang") == Path("flying_gang")


def test_game_without_squadrons_says_so(tmp_path: Path) -> None:
    path = tmp_path / "boats.toml"
    path.write_text('game = "pond"\n')
    assert not check(path).legal
    assert check(path).faults[0][0] == "game"
    paper, legal = sheet(path)
    assert not legal
    assert any("has no squadron files" in line for line in paper.lines)

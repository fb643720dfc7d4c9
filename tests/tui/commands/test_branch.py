"""The commands that make a new battle from a part of another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.kernel.battle import Battle
from tests.engine.review.test_cutting import war_file
from tui.cli import main


@pytest.fixture
def war(tmp_path: Path) -> str:
    path = tmp_path / "war.battle"
    war_file(path).close()
    return str(path)


def test_export_writes_a_battle_of_its_own_and_names_it(
    war: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", war, "--chapter", "battle 1", "--saves", str(tmp_path / "saves")]) == 0
    path = capsys.readouterr().out.strip()
    assert path.startswith(str(tmp_path / "saves"))
    assert "battle_1" in path
    assert main(["verify", path]) == 0


def test_fork_goes_back_to_the_beginning_of_a_chapter(war: str, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.battle"
    assert main(["fork", war, "--chapter", "battle 2", "--to", str(fresh)]) == 0
    battle = Battle.open(fresh, write=False)
    assert battle.game.chapter(battle.state) == "battle 2"
    assert battle.verify().ok
    battle.close()


def test_a_war_whose_file_has_a_name_that_is_no_text_is_forked_and_cut_out(
    war: str, tmp_path: Path
) -> None:
    strange = Path(war).rename(tmp_path / os.fsdecode(b"war\xff.battle"))
    for number, command in enumerate(("fork", "export")):
        fresh = tmp_path / f"fresh{number}.battle"
        assert main([command, str(strange), "--chapter", "battle 1", "--to", str(fresh)]) == 0
        battle = Battle.open(fresh, write=False)
        assert battle.header.parent
        assert battle.header.parent.path.endswith("war?.battle")
        battle.close()


def test_report_of_a_chapter_leaves_the_others_out(
    war: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", war, "--chapter", "battle 1", "--format", "md"]) == 0
    out = capsys.readouterr().out
    assert "Battle 1" in out
    assert "Battle 3" not in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("export", "{}", "--chapter", "battle 7"), "there is no chapter 'battle 7'"),
        (("export", "{}"), "--chapter"),
        (("fork", "{}"), "either --at N or --chapter NAME"),
        (("fork", "{}", "--at", "9999"), "there is no entry 9999"),
        (("fork", "{}", "--at", "1", "--to", "{}"), "is there already"),
        (("report", "{}", "--chapter", "finale"), "there is no chapter 'finale'"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    war: str, words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.format(war) for word in words]) == 2
    err = capsys.readouterr().err
    assert why in err
    assert "Traceback" not in err

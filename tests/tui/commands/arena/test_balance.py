"""The command `balance` with squadrons that ship with the game; the results of the battles are
invented, not fought.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine.arena import BattleResult, Bout
from engine.kernel.registry import system
from tui.cli import main
from tui.commands.arena import results

READY = system("oak_iron").building.ready()
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three patrol squadrons, one skirmish squadron, and two files that are no
    squadrons.
    """
    for name in ("leeward_station", "curacao_convoy", "brethren_of_tortuga", "flying_gang"):
        shutil.copy(READY[name], tmp_path)
    text = READY["leeward_station"].read_text(encoding="utf-8")
    (tmp_path / "illegal.toml").write_text(text.replace("[[ships]]", "[[ships]]\nbell = 1", 1))
    (tmp_path / "torn.toml").write_text("game = ")
    return tmp_path


def tell(monkeypatch: pytest.MonkeyPatch, strong: str, stop: int = 10**6) -> None:
    """Let the squadron `strong` win every battle in which it fights; the others are won by each
    side in turn.
    """

    def told(bouts: Iterable[Bout], jobs: int) -> Iterator[tuple[Bout, BattleResult]]:
        for number, bout in enumerate(islice(bouts, stop)):
            names = [Path(path).stem for path in bout.match.options["squadrons"]]
            better = names.index(strong) if strong in names and number % 8 else number % 2
            yield (
                bout,
                BattleResult(
                    number=bout.number, winner="ab"[better], turns=1, commands=1, reason="over"
                ),
            )  # type: ignore[arg-type]
        if stop < 10**6:
            raise KeyboardInterrupt

    monkeypatch.setattr(results, "fight_bouts", told)


def test_what_stands_out_is_marked(
    folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(monkeypatch, "curacao_convoy")
    assert main(["balance", str(folder), "--games", "60"]) == 0
    text, complaints = capsys.readouterr()
    lines = text.splitlines()
    assert lines[0] == "180 battles of lieutenant against lieutenant, from seed 1"
    assert any(line.split()[:4] == ["Curacao", "Convoy", "wins", "more"] for line in lines)
    assert "The Flying Gang: no other squadron has the same size" in text
    assert len(complaints.splitlines()) == 2
    assert "skipped: illegal.toml is not legal: ships" in complaints
    assert "torn.toml" in complaints


def test_the_same_for_programs(
    folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(monkeypatch, "curacao_convoy")
    assert main(["balance", str(folder), "--games", "60", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (found["battles"], found["wanted"], found["player"]) == (180, 180, "lieutenant")
    assert len(found["left_out"]) == 2
    assert len(found["entrants"]) == 4
    (patrols,) = [group for group in found["groups"] if group["verdicts"]]
    assert patrols["scenario"] == "patrol"
    assert patrols["verdicts"][0]["name"] == "Curacao Convoy"
    assert patrols["verdicts"][0]["stands_out"] == "more"


def test_an_interrupt_prints_what_there_is(
    folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(monkeypatch, "curacao_convoy", stop=10)
    assert main(["balance", str(folder), "--games", "60"]) == 130
    assert "10 of 180 battles, stopped" in capsys.readouterr().out
    tell(monkeypatch, "curacao_convoy", stop=1)
    assert main(["balance", str(folder), "--games", "60"]) == 130
    assert "not all pairs have played" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("no such folder",), "is not a folder of squadron files"),
        (("tests",), "no two legal squadrons of one size"),
        (("--player", "bosun"), "no computer player is called 'bosun'"),
        (("--games", "none"), "not a whole number"),
    ],
)
def test_what_is_wrong_is_said_before_any_battle(
    words: tuple[str, ...], why: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "fight_bouts", None)
    assert main(["balance", *words]) == 2
    assert why in capsys.readouterr().err


def test_squadrons_are_really_fought(tmp_path: Path, capsys: Captured) -> None:
    for name in ("leeward_station", "curacao_convoy"):
        shutil.copy(READY[name], tmp_path)
    words = ["balance", str(tmp_path), "--player", "ensign", "--games", "2", "--json"]
    assert main(words) == 0
    alone = capsys.readouterr().out
    assert main([*words, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone
    (group,) = json.loads(alone)["groups"]
    assert [each["games"] for each in group["verdicts"]] == [2, 2]

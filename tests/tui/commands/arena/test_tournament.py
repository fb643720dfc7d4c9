"""The command `tournament`, with battles on the pond."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import tests.pond.game  # noqa: F401 - registers the pond
from engine.arena import BattleResult, Bout
from engine.arena import fight_bouts as fight_all
from tests.engine.players.test_program import LOOP
from tui.cli import main
from tui.commands.arena import results
from tui.commands.arena.tournament import BEGIN, END
from tui.commands.parser import build

ROOT = Path(__file__).resolve().parents[4]
DUEL = ("tournament", "--players", "ensign,lieutenant", "--scenario", "gunboats", "--games", "6")
Captured = pytest.CaptureFixture[str]


def told(capsys: Captured, *words: str) -> dict[str, Any]:
    assert main([*DUEL, *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def stop_after(monkeypatch: pytest.MonkeyPatch, battles: int) -> None:
    """Act as if Ctrl+C were pressed after so many battles."""

    def some(bouts: Iterator[Bout], jobs: int) -> Iterator[tuple[Bout, BattleResult]]:
        yield from islice(fight_all(bouts), battles)
        raise KeyboardInterrupt

    monkeypatch.setattr(results, "fight_bouts", some)


def test_the_players_are_rated_best_first(capsys: Captured) -> None:
    assert main(DUEL) == 0
    text = capsys.readouterr().out
    assert text.startswith("gunboats: 6 battles, from seed 1\n")
    assert "Elo ratings; lieutenant is fixed at 1500" in text
    found = told(capsys)
    best, last = found["ratings"]
    assert {best["name"], last["name"]} == {"ensign", "lieutenant"}
    assert best["rating"] >= last["rating"]
    (pair,) = found["encounters"]
    assert (pair["a"], pair["b"]) == (best["name"], last["name"])
    assert pair["won"] + pair["drawn"] + pair["lost"] == found["battles"] == found["wanted"] == 6
    assert f"{pair['won']:>3}" in text


def test_the_same_seed_gives_the_same_table_whatever_the_processes(capsys: Captured) -> None:
    assert told(capsys, "--seed", "5") == told(capsys, "--seed", "5", "--jobs", "2")


def test_anybody_may_be_the_anchor(capsys: Captured) -> None:
    found = told(capsys, "--anchor", "ensign")
    (anchored,) = [each for each in found["ratings"] if each["name"] == "ensign"]
    assert anchored["rating"] == anchored["low"] == anchored["high"] == found["at"] == 1500


def test_without_a_lieutenant_the_mean_is_anchored(capsys: Captured, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    body = 'say({"option": asked["question"]["options"][0]["id"]})'
    bot.write_text(LOOP.replace("{body}", body))
    players = f"ensign,exec:{shlex.join([sys.executable, str(bot)])}"
    assert main([*DUEL[:1], "--players", players, *DUEL[3:], "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["anchor"] == ""
    assert sum(each["rating"] for each in found["ratings"]) == pytest.approx(3000)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--players", "ensign"), "at least two players, each named once"),
        (("--players", "ensign,ensign"), "at least two players, each named once"),
        (("--players", "ensign,bosun"), "no computer player is called 'bosun'"),
        (("--players", "ensign,exec:./no_such_bot"), "is not a program that can be started"),
        (("--players", "ensign,human"), "no computer player is called 'human'"),
        (
            ("--anchor", "captain"),
            "--anchor names 'captain', who does not play; name one of the players: ensign",
        ),
        (("--scenario", "gunboats", "gunboat"), "did you mean 'gunboats'?"),
        (("--write", "no such.md"), "cannot be read"),
        (("--write", "README.md"), "add them where the tables belong"),
        (("--games", "0"), "not a whole number"),
    ],
)
def test_what_is_wrong_is_said_before_any_battle(
    words: tuple[str, ...], why: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(results, "fight_bouts", None)
    assert main([*DUEL, *words]) == 2
    line = capsys.readouterr().err
    assert why in line
    assert line.count("\n") == 1


def test_an_interrupt_prints_what_there_is(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "players.md"
    page.write_text(f"{BEGIN}\n{END}\n")
    stop_after(monkeypatch, 3)
    assert main([*DUEL, "--write", str(page)]) == 130
    text = capsys.readouterr().out
    assert "3 of 6 battles, stopped" in text
    assert "lieutenant is fixed at 1500" in text
    assert page.read_text() == f"{BEGIN}\n{END}\n"
    stop_after(monkeypatch, 0)
    assert main(DUEL) == 130
    assert "not all pairs have played, so there are no ratings yet" in capsys.readouterr().out


def test_a_program_that_fails_ends_it_after_what_there_is(capsys: Captured, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    body = 'say({"option": "steer"}) if asked["view"]["turn"] < 3 else sys.exit(4)'
    bot.write_text(LOOP.replace("{body}", body))
    players = f"ensign,lieutenant,exec:{shlex.join([sys.executable, str(bot)])}"
    assert main([*DUEL[:1], "--players", players, *DUEL[3:]]) == 2
    out, err = capsys.readouterr()
    assert "gunboats: 1 of 18 battles, stopped" in out
    assert err.startswith("weathergage: in the battle with seed 1, the program ")
    assert "ended with code 4" in err
    first = f"exec:{shlex.join([sys.executable, str(bot)])},ensign"
    assert main([*DUEL[:1], "--players", first, *DUEL[3:]]) == 2
    assert capsys.readouterr().out == ""


def test_the_tables_are_written_between_their_marks(capsys: Captured, tmp_path: Path) -> None:
    page = tmp_path / "players.md"
    page.write_text(f"# Players\n\n{BEGIN}\nold\n{END}\n\nThe rest.\n")
    for _ in range(2):
        assert main([*DUEL, "--write", str(page)]) == 0
        assert f"weathergage: the tables were written to {page}" in capsys.readouterr().err
    text = page.read_text()
    assert text.startswith(f"# Players\n\n{BEGIN}\n6 battles, 6 of each pair in each of gunboats")
    assert text.endswith(f"{END}\n\nThe rest.\n")
    assert "old" not in text
    assert text.count("| player | rating | 95% interval | points | battles |") == 1
    assert "pond rules 1" in text


def test_the_page_of_players_has_its_marks_and_its_commands() -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert text.index(BEGIN) < text.index(END)
    shown = [line for line in text.splitlines() if line.startswith("weathergage ")]
    assert {shlex.split(line)[1] for line in shown} >= {"tournament", "balance"}
    for line in shown:
        build().parse_args(shlex.split(line, comments=True)[1:])

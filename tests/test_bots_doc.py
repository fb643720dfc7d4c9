"""The examples of docs/bots.md show what a program really receives, and its example program, the
gunner, wins.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.arena import Match, crews, fight, play_out
from engine.base.errors import ProgramFault
from engine.game.game import Outcome
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import dismiss
from engine.players.program import LONGEST, OPS, PATIENCE, Program
from engine.post.talk import question_data
from engine.sitting.talk import Talk
from tests.as_written import screens
from tui.cli import main

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
TEXT = PAGE.partition("## Your own program")[2]
"""The section of the page for people who write a program."""
GUNNER = ROOT / "docs" / "gunner.py"
PLAYER = f"exec:{shlex.join([sys.executable, str(GUNNER)])}"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def keys(found: Any) -> Any:
    """Return the keys of a JSON object, including those of the objects inside it."""
    if isinstance(found, list):
        return [keys(each) for each in found[:1]]
    if isinstance(found, dict):
        return {key: keys(value) for key, value in found.items() if key not in ("view", "areas")}
    return None


def test_the_gunner_is_as_short_as_is_said() -> None:
    (told,) = re.findall(r"\(gunner\.py\) beats the ensign in (\d+) lines", TEXT)
    assert len(GUNNER.read_text(encoding="utf-8").splitlines()) <= int(told)


def commands(*names: str) -> list[list[str]]:
    """Return those command lines in the document that run one of these commands."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    return [words for words in (shlex.split(line)[1:] for line in lines) if words[0] in names]


def test_every_command_is_run() -> None:
    assert len(commands("simulate", "play", "talk")) == 4
    assert len("".join(blocks("sh")).splitlines()) == 4


def test_the_command_that_simulates_prints_who_won(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only two battles are fought instead of a hundred."""
    monkeypatch.chdir(ROOT)
    ((*words,),) = commands("simulate")
    assert main([*words, "--games", "2", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "2 battles" in told
    assert "won by" in told


def test_the_commands_that_play_open_a_battle_against_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They run in a folder with the gunner, a second program ./mybot, and a saved battle."""
    monkeypatch.chdir(tmp_path)
    for name in ("docs/gunner.py", "mybot"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!{sys.executable}\n{GUNNER.read_text(encoding='utf-8')}")
        path.chmod(0o755)
    (tmp_path / "saves").mkdir()
    Battle.new(
        "oak_iron", "patrol", 7, path=tmp_path / "saves" / "2026-05-01_patrol_1.battle"
    ).close()
    screens(commands("play"), tmp_path / "saves")


def test_talk_answers_the_lines_that_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = blocks("json")[-1]
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(typed.encode())))
    ((*words,),) = commands("talk")
    assert main([*words, "--saves", str(tmp_path)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["ok"] for answer in answers] == [True] * len(typed.splitlines())


def test_the_question_shown_has_the_keys_of_a_real_one(tmp_path: Path) -> None:
    kept = tmp_path / "line.json"
    body = f"import sys; line = sys.stdin.readline(); open({str(kept)!r}, 'w').write(line)"
    battle = Battle.new("oak_iron", "quickstart", 7)
    crew = crews(battle.game, battle.state, 7, "ensign", "ensign")
    while not (decision := battle.pending()[0]).dial:
        battle.answer(decision.seat, crew[decision.seat].choose(battle.view(""), decision))
    program = Program(shlex.join([sys.executable, "-c", body]), battle.game, 7, decision.seat)
    with pytest.raises(ProgramFault, match="ended with code 0"):
        program.choose(battle.view(decision.seat), decision)
    shown, real = json.loads(blocks("json")[0]), json.loads(kept.read_bytes())
    assert keys(shown) == keys(real)
    assert set(shown["question"]["options"][0]) == set(real["question"]["options"][0])


def test_the_sheet_shown_has_the_keys_of_a_real_one_and_each_is_told() -> None:
    """The real sheet (form of orders) has budgets: it is the choice of forces in a campaign.

    The draft that it proposes can be submitted.
    """
    shown = json.loads(TEXT.partition("<!-- sheet -->")[2].split("```")[1].removeprefix("json"))
    war = Battle.new("iron_oak_campaign", "campaign", 3)
    asked = war.pending()[0]
    real = question_data(asked)
    assert set(shown) == set(real)
    assert set(shown["slots"][0]) == set(real["slots"][0])
    assert set(shown["slots"][0]["options"][0]) == set(real["slots"][0]["options"][0])
    assert set(shown["purses"][0]) == set(real["purses"][0])
    table = TEXT.partition("## A sheet")[2].partition("The answer has")[0]
    told = set(re.findall(r"`(\w+)`", table))
    assert {"slots", "purses", "needs", "costs", "proposed", "at_most", "spelt", "ends"} <= told
    fill = {slot["id"]: slot["proposed"] for slot in real["slots"] if slot["proposed"]}
    talk = Talk()
    talk.answer(json.dumps({"op": "new", "scenario": "campaign", "seed": 3}))
    sealed = talk.answer(json.dumps({"op": "do", "seat": asked.seat, "fill": fill}))
    assert sealed["ok"], sealed


def test_who_leaves_out_what_ends_does_not_give_up_at_random() -> None:
    """A program that fills each slot with a random option that does not end the battle plays on."""
    talk, random = Talk(), Random(5)
    said = talk.answer(json.dumps({"op": "new", "scenario": "nymphe_cleopatre", "seed": 3}))
    marked = 0
    for _ in range(12):
        for asked in said["pending"]:
            marked += sum(each["ends"] for slot in asked["slots"] for each in slot["options"])
            fill = {
                slot["id"]: random.choice([o["id"] for o in slot["options"] if not o["ends"]])
                for slot in asked["slots"]
                if slot["at_most"] == 1 and slot["options"]
            }
            do = {"op": "do", "seat": asked["seat"], "sheet": asked["sheet"], "fill": fill}
            said = talk.answer(json.dumps(do))
            assert said["ok"], said
    assert marked
    assert said["outcome"] is None


def test_what_may_be_asked_back_is_all_told() -> None:
    table = TEXT.partition("## Asking back")[2].partition("## ")[0]
    shown = [json.loads(line) for line in re.findall(r"^\| `(\{.*?\})`", table, re.MULTILINE)]
    assert {line["op"] for line in shown} == set(OPS) - {"do"}
    assert f"{PATIENCE:.0f} seconds" in table
    assert f"{LONGEST >> 10} KiB" in TEXT


def test_every_line_that_talk_takes_is_listed() -> None:
    table = TEXT.partition("| `op` | with it |")[2].partition("\n\n")[0]
    cells = "".join(re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE))
    assert sorted(re.findall(r"`(\w+)`", cells)) == sorted(Talk.OPS)


def test_the_sentence_shown_is_the_one_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = tmp_path / "mybot"
    bot.write_text('#!/bin/sh\nwhile read line; do echo \'{"option": "ram"}\'; done\n')
    bot.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    match = Match(game="oak_iron", scenario="quickstart", a="ensign", b="exec:./mybot", seed=3)
    with pytest.raises(ProgramFault) as raised:
        fight(match, 0)
    assert f"weathergage: {raised.value}\n" == blocks("text")[0]


def battle(scenario: str, seed: int, first: bool) -> tuple[Outcome, str]:
    """Let the gunner fight an ensign; return (how it ended, the gunner's side)."""
    found = Battle.new("oak_iron", scenario, seed)
    names = (PLAYER, "ensign") if first else ("ensign", PLAYER)
    players = crews(found.game, found.state, seed, *names)
    try:
        outcome = play_out(found, players)
    finally:
        dismiss(players.values())
    seats = [seat for seat in found.game.seats(found.state) if players[seat.key].name == PLAYER]
    return outcome, seats[0].fights_for


def test_the_gunner_beats_the_ensign_in_quick_starts() -> None:
    won = [side in outcome.winners for outcome, side in (
        battle("quickstart", seed, seed % 2 == 0) for seed in range(6)
    )]  # fmt: skip
    assert sum(won) >= 4


@pytest.mark.parametrize("scenario", ["patrol", "skirmish"])
def test_the_gunner_plays_other_battles_from_their_set_up_to_their_end(scenario: str) -> None:
    outcome, side = battle(scenario, 5, first=True)
    assert outcome.reason
    assert side in {seat.side for seat in system("oak_iron").seats(
        system("oak_iron").set_up(scenario)
    )}  # fmt: skip

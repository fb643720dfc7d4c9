"""`--option NAME=VALUE`: options of the rules on the command line, for every game that has any."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engine.post import letters
from engine.systems.wooden_ships.set_up.switches import nearest_enemies
from tui.cli import main
from tui.commands.parser import build
from tui.commands.play import _battle

SIMULATE = "simulate mars_hercule --games 1 --option turn_limit=1 --option closer_start=6"
TOURNAMENT = "tournament --players ensign,lieutenant --games 2 --scenario mars_hercule"


def test_play_sets_a_switch_and_the_file_keeps_it(tmp_path: Path) -> None:
    words = "play algeciras --option closer_start=6 --option rescue=no --saves"
    battle = _battle(build().parse_args([*words.split(), str(tmp_path)]))
    assert nearest_enemies(battle.state) == 6
    assert not battle.state.rules.rescue
    kept = battle.header.options
    battle.close()
    assert (kept["closer_start"], kept["rescue"]) == (6, False)


def test_simulate_says_what_was_switched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SIMULATE.split()) == 0
    heading = capsys.readouterr().out.splitlines()[0]
    assert heading == "mars_hercule (turn_limit=1, closer_start=6), 1 battle from seed 1"


def test_a_tournament_is_fought_with_the_switch(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TOURNAMENT.split(), "--option", "turn_limit=1", "--json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["encounters"]
    assert pair["drawn"] == 2, "a battle of one turn has no winner"


def test_another_game_has_switches_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate hampton_roads --games 1 --json --option tenders=yes"
    assert main(words.split()) == 0
    assert json.loads(capsys.readouterr().out)["tenders"] is True


@pytest.mark.parametrize(
    ("switch", "sentence"),
    [
        ("closer_strat=6", "closer_strat: is not a key here; .* did you mean 'closer_start'"),
        ("closer_start=600", "closer_start: found 600, allowed: a whole number from 0 to 100"),
        ("closer_start=near", "closer_start: found 'near', allowed: a whole number"),
        ("rescue=7", "rescue: found 7, allowed: true or false"),
        ("closer_start", "'closer_start' is not NAME=VALUE"),
        ("=6", "'=6' is not NAME=VALUE"),
        ("squadrons=a", "name squadrons with --squadrons, not with --option"),
    ],
)
@pytest.mark.parametrize("command", ["simulate mars_hercule --games 1", TOURNAMENT])
def test_a_wrong_switch_is_refused_in_a_sentence(
    command: str, switch: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "--option", switch]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert re.search(sentence, said), said


def test_a_switch_that_is_set_twice(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate mars_hercule --games 1 --option closer_start=6 --option closer_start=7"
    assert main(words.split()) == 2
    assert "--option sets closer_start twice" in capsys.readouterr().err


def test_a_letter_carries_the_switch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "first.mail"
    words = "mail new mars_hercule --me anna --with ben --option quiet_turns=9 --saves"
    assert main([*words.split(), str(tmp_path), "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith("Send ")
    letter = letters.parse_letter(out.read_text(encoding="utf-8"), str(out))
    assert letter.options == {"quiet_turns": 9}

"""Scenarios by size of game from the command line: squadrons by name, and the quick set-up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.battle import Battle
from engine.simulation import arrange
from tui.begin import begin
from tui.cli import main
from tui.commands.parser import Misuse, build
from tui.commands.play import _battle


def test_a_patrol_is_simulated_from_a_quick_set_up_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "simulate patrol --random-setup --games 2 --json --saves"
    assert main([*words.split(), str(tmp_path)]) == 0
    tally = json.loads(capsys.readouterr().out)
    assert tally["a_wins"] + tally["b_wins"] + tally["draws"] == 2
    files = sorted(tmp_path.glob("*.battle"))
    assert main(["verify", *map(str, files)]) == 0


def test_play_takes_two_squadrons_and_a_quick_set_up(tmp_path: Path) -> None:
    words = "play skirmish --squadrons flying_gang corsairs_of_dunkirk --random-setup --saves"
    battle = _battle(build().parse_args([*words.split(), str(tmp_path)]))
    names = [squadron.name for squadron in battle.state.squadrons.values()]
    assert names == ["The Flying Gang", "Corsairs of Dunkirk"]
    assert battle.state.phase == "initiative"
    assert battle.position > 0, "the set-up is written down"
    battle.close()
    again = Battle.open(battle.path or "", write=False)
    assert again.state == battle.state
    assert again.verify().ok


def test_a_set_up_of_a_saved_battle_is_refused(tmp_path: Path) -> None:
    words = "play somewhere.battle --random-setup --saves"
    with pytest.raises(Misuse, match="new battles"):
        _battle(build().parse_args([*words.split(), str(tmp_path)]))


def test_a_set_up_is_taken_back_step_by_step(tmp_path: Path) -> None:
    from engine.game import system

    battle = begin(system("oak_iron"), "patrol", {"A": "human", "B": "human"}, tmp_path, 3)
    arrange(battle)
    while battle.position:
        battle.take_back(battle.entries[-1].seat)
    assert battle.state == battle.at(0)
    battle.close()

"""Scenarios by size of game on the command line: with named squadrons, and with the quick
set-up.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.arena import arrange
from engine.base.errors import FileFault, Refused
from engine.files.saves import begin, initial_state
from engine.files.squadron_files import resolve_squadron
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tui.cli import main
from tui.commands.grammar import Misuse
from tui.commands.parser import build
from tui.commands.play import _battle, computers_of

FLEETS = "leeward_station curacao_convoy leeward_station brethren_of_tortuga"
EXAMPLE = Path(__file__).parents[2] / "squadrons" / "example.toml"


def test_a_patrol_is_simulated_from_a_quick_set_up_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "simulate patrol --a ensign --b ensign --random-setup --games 2 --json --saves"
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


def test_a_fleet_battle_is_simulated_from_a_quick_set_up_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = f"simulate fleet --random-setup --games 1 --seed 4 --json --squadrons {FLEETS}"
    ensigns = "--a ensign --b ensign --saves"
    assert main([*words.split(), *ensigns.split(), str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["squadrons"] == FLEETS.split()
    (file,) = tmp_path.glob("*.battle")
    assert main(["verify", str(file), "--jobs", "2"]) == 0


def test_simulate_takes_squadrons_for_any_size(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate patrol --games 1 --random-setup --json --squadrons"
    assert main([*words.split(), "leeward_station", "curacao_convoy"]) == 0
    named = json.loads(capsys.readouterr().out)["squadrons"]
    assert named == ["leeward_station", "curacao_convoy"]
    assert main([*words.split(), "leeward_station", "flying_gang"]) == 2
    assert "for a skirmish, needed: one for a patrol" in capsys.readouterr().err


def test_each_seat_of_a_fleet_may_be_a_person_or_a_computer_player(tmp_path: Path) -> None:
    words = f"play fleet --squadrons {FLEETS} --a human --d ensign --others lieutenant --saves"
    battle = _battle(build().parse_args([*words.split(), str(tmp_path)]))
    seated = battle.header.options["players"]
    battle.close()
    assert seated == {"A": "human", "B": "lieutenant", "C": "lieutenant", "D": "ensign"}
    again = build().parse_args(["play", str(battle.path), "--c", "human"])
    assert sorted(computers_of(again, Battle.open(battle.path or "", write=False))) == ["B", "D"]


@pytest.mark.parametrize("seed", [2, 3])
def test_the_seed_gives_a_fleet_battle_its_seats(seed: int, tmp_path: Path) -> None:
    words = f"play fleet --seed {seed} --h ensign --others lieutenant --saves"
    chosen = build().parse_args([*words.split(), str(tmp_path)])
    seats = len(system("oak_iron").seats(initial_state(system("oak_iron"), "fleet", seed)))
    if seats < 8:
        with pytest.raises(Refused, match="too many players are named"):
            _battle(chosen)
        return
    battle = _battle(chosen)
    battle.close()
    assert list(battle.header.options["players"].values()) == ["lieutenant"] * 7 + ["ensign"]


@pytest.mark.parametrize("called", ["jamaica_station", "Jamaica Station"])
def test_play_finds_ones_own_squadrons_by_file_or_name(called: str, tmp_path: Path) -> None:
    own = tmp_path / "squadrons" / "jamaica_station.toml"
    own.parent.mkdir()
    own.write_bytes(EXAMPLE.read_bytes())
    words = ["play", "skirmish", "--squadrons", called, "Corsairs of Dunkirk"]
    battle = _battle(build().parse_args([*words, "--saves", str(tmp_path)]))
    names = [squadron.name for squadron in battle.state.squadrons.values()]
    battle.close()
    assert names == ["Jamaica Station", "Corsairs of Dunkirk"]
    assert battle.header.options["squadrons"] == [str(own), "corsairs_of_dunkirk"]


def test_ones_own_squadron_goes_before_a_ready_one_and_a_file_before_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "squadrons"
    folder.mkdir()
    assert resolve_squadron("flying_gang", folder) == "flying_gang"
    (folder / "flying_gang.toml").write_bytes(EXAMPLE.read_bytes())
    assert resolve_squadron("flying_gang", folder) == str(folder / "flying_gang.toml")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flying_gang").write_bytes(EXAMPLE.read_bytes())
    assert resolve_squadron("flying_gang", folder) == "flying_gang"


def test_a_squadron_that_nobody_has_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    words = "play skirmish --squadrons flying_gagn corsairs_of_dunkirk --saves"
    with pytest.raises(FileFault, match=r"flying_gagn is neither .* did you mean 'flying_gang'"):
        _battle(build().parse_args([*words.split(), str(tmp_path)]))


def test_a_set_up_of_a_saved_battle_is_refused(tmp_path: Path) -> None:
    words = "play somewhere.battle --random-setup --saves"
    with pytest.raises(Misuse, match="a new battle of a scenario"):
        _battle(build().parse_args([*words.split(), str(tmp_path)]))


def test_a_set_up_is_taken_back_step_by_step(tmp_path: Path) -> None:
    battle = begin(system("oak_iron"), "patrol", {"A": "human", "B": "human"}, tmp_path, 3)
    arrange(battle)
    while battle.position:
        battle.take_back(battle.entries[-1].seat)
    assert battle.state == battle.at(0)
    battle.close()

"""The seal of a battle that goes on is its file's: no command prints what a watcher may not see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.game.command import Given
from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.post.talk import Talk, plain
from engine.review.report import FORMATS
from tui.cli import main
from tui.commands.parser import build

FILES = {
    "iron_oak": ("david_attack", 4),
    "oak_iron": ("quickstart", 9),
    "iron_oak_campaign": ("campaign", 3),
    "wooden_ships": ("mars_hercule", 1),
}
"""A scenario of each game that hides something, and after how many choices it is hidden."""
Captured = pytest.CaptureFixture[str]


@pytest.fixture(params=FILES)
def battle(request: pytest.FixtureRequest, tmp_path: Path) -> Battle:
    """A battle that goes on, in a file that nobody plays."""
    scenario, choices = FILES[request.param]
    battle = Battle.new(request.param, scenario, 5, path=tmp_path / "sealed.battle")
    players = {each.key: make_player("ensign", battle.game, 2, each.key) for each in seats(battle)}
    for _ in range(choices):
        asked = battle.pending()[0]
        battle.answer(asked.seat, players[asked.seat].choose(battle.view(asked.seat), asked))
    battle.close()
    return Battle.open(tmp_path / "sealed.battle", write=False)


def seats(battle: Battle) -> Any:
    return battle.game.seats(battle.state)


def secrets(battle: Battle) -> set[str]:
    """Return ids that the state has and no watcher's view: cards, ships; single words are none."""
    view, positions = battle.view(""), battle.game.positions
    public = leaves(plain(view)) | leaves(plain(positions.inspect(view, positions.subject("", ""))))
    return {each for each in leaves(plain(battle.state)) - public if "_" in each}


def leaves(value: Any) -> set[str]:
    """Return all texts in nested plain data, keys among them."""
    if isinstance(value, dict):
        return {str(key) for key in value} | set().union(*map(leaves, value.values()), set())
    if isinstance(value, list):
        return set().union(*map(leaves, value), set())
    return {value} if isinstance(value, str) else set()


def commands(path: Path) -> dict[str, list[list[str]]]:
    """Return command lines on a file by the name of the command; those that read none have none."""
    file, to = str(path), str(path.with_name("cut.battle"))
    return {
        "show": [[file], [file, "--at", "1"]],
        "inspect": [[file], [file, "--json"]],
        "report": [[file, "--format", each] for each in FORMATS],
        "verify": [[file]],
        "annotate": [[file]],
        "dice": [[file, "--rolls"], [file, "--json"]],
        "library": [["--saves", str(path.parent)], ["--saves", str(path.parent), "--json"]],
        "fork": [[file, "--at", "1", "--to", to]],
        "export": [[file, "--chapter", "battle 1", "--to", to]],
        "replay": [[file], [file, "--plain"], [file, "--plain", "--at", "1"]],
        "play": [[file]],
        "mail": [["open", file], ["list"]],
    }


def test_no_command_prints_what_a_watcher_may_not_see(battle: Battle, capsys: Captured) -> None:
    """Each command of the parser that takes a file; what needs a terminal says so."""
    path, hidden = battle.path, secrets(battle)
    assert path
    names = set(build()._subparsers._group_actions[0].choices)  # type: ignore[union-attr]
    lines = commands(path)
    others = {"series", "squadron", "cards", "talk", "host", "join", "games", "balance"}
    others |= {"simulate", "tournament", "doctor", "completion", "man", "learn", "puzzles"}
    assert names <= set(lines) | others
    printed = 0
    for name, ways in lines.items():
        for way in ways:
            main([name, *way])
            said = "".join(capsys.readouterr())
            printed += len(said)
            told = {each for each in hidden if each in said}
            assert not told, f"{name} {way} tells {told}"
    assert printed > 2_000


@pytest.mark.parametrize("game", FILES)
def test_of_two_secret_choices_the_same_is_printed(
    game: str, tmp_path: Path, capsys: Captured
) -> None:
    """Two files that differ in one sealed choice cannot be told apart by what is printed."""
    told = []
    for choice in (0, -1):
        path = tmp_path / str(choice) / "sealed.battle"
        path.parent.mkdir()
        # Where the counters of the other scenario lie is seen by all.
        scenario = "hampton_roads" if game == "iron_oak" else FILES[game][0]
        with Battle.new(game, scenario, 5, path=path) as battle:
            asked = next(each for each in battle.pending() if each.secret)
            battle.answer(asked.seat, other_answers(battle, asked)[choice])
        with Battle.open(path, write=False) as battle:
            talk = Talk()
            talk.answer(json.dumps({"op": "open", "path": str(path), "watch": True}))
            views = [
                talk.answer(json.dumps({"op": "view", "seat": each.key})) for each in seats(battle)
            ]
        for name in ("show", "inspect", "report", "verify"):
            main([name, str(path)])
        told.append((capsys.readouterr().out.replace(str(path), "FILE"), views))
    assert told[0] == told[1]


def other_answers(battle: Battle, asked: Question) -> list[Given]:
    """Return answers of a secret question that are not the same."""
    players = (make_player("ensign", battle.game, seed, asked.seat) for seed in range(9))
    first, *others = [player.choose(battle.view(asked.seat), asked) for player in players]
    return [first, next(each for each in others if each != first)]


def test_what_the_rules_see_is_what_a_watcher_sees(battle: Battle, capsys: Captured) -> None:
    assert main(["inspect", str(battle.path), "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)["ships"]
    positions, view = battle.game.positions, battle.view("")
    expected = positions.inspect(view, positions.subject("", ""))
    assert seen == json.loads(msgspec.json.encode(expected))


def test_a_program_that_watches_is_told_no_more(battle: Battle) -> None:
    """Opened with `watch`, every seat's view is a watcher's, and nothing can be asked or done."""
    talk, hidden = Talk(), secrets(battle)
    opened = talk.answer(json.dumps({"op": "open", "path": str(battle.path), "watch": True}))
    assert opened["ok"]
    assert opened["pending"] == []
    said = json.dumps(opened)
    for seat in ("", *(each.key for each in seats(battle))):
        for op in ({"op": "view"}, {"op": "inspect"}, {"op": "check", "fill": {}}):
            said += json.dumps(talk.answer(json.dumps({**op, "seat": seat})))
        for op in ("do", "where"):
            asked = talk.answer(json.dumps({"op": op, "seat": seat, "option": "x"}))
            assert asked == {"ok": False, "error": "this battle is being watched"}
            said += json.dumps(asked)
        assert talk.answer(json.dumps({"op": "view", "seat": seat}))["view"] == plain(
            battle.view("")
        )
    assert not {each for each in hidden if each in said}

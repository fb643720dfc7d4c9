"""While a battle goes on, no command prints from its file what a watcher may not see."""

from __future__ import annotations

import json
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.game.game import Given
from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.kernel.fair import Fairness
from engine.players import make_player
from engine.post.talk import plain_data
from engine.review.report import FORMATS
from engine.sitting.talk import Talk
from tui.cli import main
from tui.commands.parser import build

FILES = {
    "iron_oak": ("david_attack", 4),
    "oak_iron": ("quickstart", 9),
    "iron_oak_campaign": ("campaign", 3),
    "wooden_ships": ("mars_hercule", 1),
}
"""{game that hides something: (scenario, number of choices after which something is hidden)}."""
Captured = pytest.CaptureFixture[str]


@pytest.fixture(params=FILES)
def battle(request: pytest.FixtureRequest, tmp_path: Path) -> Battle:
    """Return a battle that is not over, in a file that no program has open."""
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
    """Return ids that are in the state but in no watcher's view, such as cards and ships.

    Single common words are left out.
    """
    view, positions = battle.view(""), battle.game.positions
    public = leaves(plain_data(view)) | leaves(
        plain_data(positions.inspect(view, positions.subject("", "")))
    )
    return {each for each in leaves(plain_data(battle.state)) - public if "_" in each}


def leaves(value: Any) -> set[str]:
    """Return all texts in nested plain data, keys included."""
    if isinstance(value, dict):
        return {str(key) for key in value} | set().union(*map(leaves, value.values()), set())
    if isinstance(value, list):
        return set().union(*map(leaves, value), set())
    return {value} if isinstance(value, str) else set()


def commands(path: Path) -> dict[str, list[list[str]]]:
    """Return {command: its command lines for a file}; a command that reads no battle has none."""
    file, to = str(path), str(path.with_name("cut.battle"))
    return {
        "show": [[file], [file, "--at", "1"]],
        "inspect": [[file], [file, "--json"]],
        "report": [[file, "--format", each] for each in FORMATS],
        "verify": [[file]],
        "annotate": [[file]],
        "dice": [[file, "--rolls"], [file, "--json"]],
        "library": [["--saves", str(path.parent)], ["--saves", str(path.parent), "--json"]],
        "log": [["--saves", str(path.parent), "--story"], ["--saves", str(path.parent), "--json"]],
        "fork": [[file, "--at", "1", "--to", to]],
        "export": [[file, "--chapter", "battle 1", "--to", to]],
        "replay": [[file], [file, "--plain"], [file, "--plain", "--at", "1"]],
        "play": [[file]],
        "mail": [["open", file], ["list"]],
    }


def test_no_command_prints_what_a_watcher_may_not_see(battle: Battle, capsys: Captured) -> None:
    """Every command that takes a file is run; one that needs a terminal says so."""
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
    """Two files that differ in one secret choice give exactly the same output."""
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
    """Return two different answers to a secret question."""
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
    """If a battle is opened with `watch`, every seat has the view of a watcher, and can ask and do
    nothing.
    """
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
        assert talk.answer(json.dumps({"op": "view", "seat": seat}))["view"] == plain_data(
            battle.view("")
        )
    assert not {each for each in hidden if each in said}


# Every option of every command ------------------------------------------------------------------

OTHER_FILES = ("simulate", "series", "puzzles", "check", "print")
"""Commands whose file is not a battle."""

NOTHING_TO_TELL = {
    "help", "data", "saves", "color", "no_color", "glyphs", "sync", "keymap", "jobs", "cluster",
    *"abcdefgh", "others", "seed", "squadrons", "option", "random_setup", "new_file",
}  # fmt: skip
"""Options on how a command looks or works, or who plays; they can reveal nothing in a file."""
SAID: dict[str, tuple[str, ...]] = {
    "at": ("1", "9"), "moment": ("9", "t1"), "seat": ("A", "B"), "chapter": ("battle 1",),
    "width": ("120",), "height": ("40",), "first": ("1",), "until": ("5",), "moments": ("1,t1",),
    "choices": ("2",), "ship": ("A1", "B1"), "plot": ("1",), "word": ("x",),
}  # fmt: skip
"""{option without a list of choices: the values that are tried}."""
ENDINGS = (".html", ".svg", ".gif", ".md", ".cast")


def options_of(parser: ArgumentParser) -> Iterator[list[str]]:
    """Yield each option of a command with each value that is tried; a new option without values
    here fails.
    """
    for action in parser._actions:
        if not action.option_strings or action.dest in NOTHING_TO_TELL | {"to", "out"}:
            continue
        option = action.option_strings[-1]
        if action.nargs == 0:
            yield [option]
            continue
        values = tuple(action.choices or SAID.get(action.dest, ()))
        assert values, f"say in SAID what {option} takes"
        yield from ([option, str(value)] for value in values)


def with_file(parser: ArgumentParser, name: str = "") -> Iterator[tuple[list[str], ArgumentParser]]:
    """Yield (words of the command, its parser) for commands that take a battle file."""
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for word, part in action.choices.items():
                for words, found in with_file(part, word):
                    yield [word, *words], found
        elif action.dest in ("file", "files", "what") and name not in OTHER_FILES:
            yield [], parser


def test_no_option_of_a_command_opens_a_battle_whose_dice_are_sealed(
    tmp_path: Path, capsys: Captured
) -> None:
    """It is a battle by mail or on a host, read without the secret of its dice.

    Files that a command writes are searched, too.
    """
    path, fairness = tmp_path / "mail" / "sealed.battle", Fairness("0" * 64, {"A": "x", "B": "y"})
    path.parent.mkdir()
    with Battle.new("oak_iron", "quickstart", 5, path=path, fairness=fairness) as begun:
        players = {
            each.key: make_player("ensign", begun.game, 2, each.key) for each in seats(begun)
        }
        for _ in range(9):
            asked = begun.pending()[0]
            begun.answer(asked.seat, players[asked.seat].choose(begun.view(asked.seat), asked))
    with Battle.open(path, write=False) as opened:
        hidden = secrets(opened)
        assert opened.view("A") == opened.view("B") == opened.view("")
        titles = {term.id: term.name for term in opened.game.words.terms()}
    assert main(["export", str(path), "--to", str(tmp_path / "watcher.md")]) == 0
    public = (tmp_path / "watcher.md").read_text()
    hidden |= {titles[each] for each in hidden if each in titles}
    hidden = {each for each in hidden if each not in public}
    assert len(hidden) > 3
    before, tried, refused = set(tmp_path.rglob("*")), 0, 0
    for words, parser in with_file(build()):
        kinds = ENDINGS if words == ["export"] else ("",)
        for kind in kinds:
            for option in [[], *options_of(parser)]:
                to = ["--to", str(tmp_path / f"new{tried}{kind or '.battle'}")]
                known = {action.dest for action in parser._actions}
                line = [*words, str(path), *option, *(to if "to" in known else [])]
                if words in (["play"], ["replay"]) and "--plain" not in option:
                    line.append("--plain")
                main([*line, "--saves", str(tmp_path)])
                said = "".join(capsys.readouterr())
                refused += (
                    "the dice are secret until the battle ends: before that you see what "
                    "a watcher sees" in said
                )
                for file in set(tmp_path.rglob("*")) - before:
                    if file.is_file():
                        said += file.read_text("utf-8", "replace")
                        file.unlink()
                told = {each for each in hidden if each in said}
                assert not told, f"{line} tells {told}"
                tried += 1
    assert tried > 80
    assert refused == 2 * len(ENDINGS)

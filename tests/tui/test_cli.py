"""The command line, with battles on the pond: it names no game."""

from __future__ import annotations

import io
import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import engine.kernel.registry
import tests.pond.game  # noqa: F401  (registers the pond)
from engine.arena import crews, play_out
from engine.game.decision import Answer
from engine.game.parts.part import import_object
from engine.game.parts.words import Term
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.review.report import FORMATS
from tui.cli import main
from tui.commands import show
from tui.commands.grammar import Misuse
from tui.commands.parser import COMMANDS, build
from tui.terminal.terminal import MOST

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command with the pond as the only game; it returns (exit code,
    output, errors).
    """
    monkeypatch.setattr(engine.kernel.registry, "_HOMES", {})
    monkeypatch.setattr(engine.kernel.registry, "_SYSTEMS", {"pond": system("pond")})
    return run


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """Return the file of a whole battle between computer players."""
    path = tmp_path / "duel.battle"
    pond = system("pond")
    duel = Battle.new(pond, "duel", 1, path=path, title="Duel")
    play_out(duel, crews(pond, duel.state, 1, "ensign", "ensign"))
    duel.note("well fought", "A")
    duel.close()
    return path


def damaged(path: Path) -> Path:
    """Return a copy of a battle file in which the fifth line is changed."""
    lines = path.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(b"command", b"kommand")
    copy = path.with_name("damaged.battle")
    copy.write_bytes(b"\n".join(lines))
    return copy


POSITION = """\
game = "pond"
title = "Alongside"
[boats.A]
x = 3
y = 3
[boats.B]
x = 4
y = 3
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, name: str) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert f"example:\n  weathergage {name}" in out


def test_every_command_is_run_by_a_function_that_is_there() -> None:
    """A row names its function in a string, which no type checker examines."""
    rows = [part for command in COMMANDS.values() for part in (command, *command.parts)]
    assert [
        row.name for row in rows if not callable(import_object(f"tui.commands.{row.run}"))
    ] == []


def test_the_version_is_told(run: Run) -> None:
    assert run("--version") == (0, f"weathergage {engine.__version__}\n", "")


def test_help_says_that_the_game_is_unofficial(run: Run) -> None:
    assert "not affiliated with the publishers" in run("--help")[1]


@pytest.mark.parametrize(
    "words",
    [
        ("sail",),
        ("report",),
        ("report", "no such.battle"),
        ("report", "."),
        ("report", "x", "--format", "pdf"),
        ("replay", "x", "--at", "-3"),
        ("show", "x", "--width", "9"),
        ("simulate", "duel"),
        ("simulate", "duel", "--games", "many"),
        ("simulate", "duel", "--games", "1", "--a", "human"),
        ("simulate", "dual", "--games", "1"),
        ("simulate", "duel", "--games", "1", "--seed", "9" * 40),
        ("verify", "no such.battle"),
        ("inspect", "no such.toml"),
        ("cards", "--data", "no such folder"),
        ("play",),
        ("play", "duel", "--a", "nobody"),
        ("replay", "x"),
        (),
        ("--wind", "north"),
        ("report", "a\nb\x1b[31m\x00"),
    ],
)
def test_wrong_use_is_told_in_one_line(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)
    assert code == 2
    assert out == ""
    assert err.startswith("weathergage: ")
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()


def test_an_unknown_scenario_names_those_known_and_the_nearest(run: Run) -> None:
    assert "did you mean 'duel'?" in run("simulate", "dual", "--games", "1")[2]


def test_an_error_of_the_program_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(only: str) -> None:
        raise KeyError("mast\nhead")

    monkeypatch.setattr("tui.cli.build", broken)
    code, _, err = run("report", "x")
    assert code == 2
    assert err.count("\n") == 1
    assert "KeyError" in err


def test_a_report_tells_a_battle_to_its_end(run: Run, battle: Path) -> None:
    code, out, _ = run("report", battle)
    assert code == 0
    assert out.startswith("Duel, Gunboats on a Pond\nRed against Blue, seed 1\n")
    assert "\nTurn 1, Orders\n" in out
    assert "(note by A: well fought)" in out
    assert out.rstrip().split("\n")[-1].startswith(("Red wins: ", "Blue wins: ", "Nobody wins: "))


def test_a_report_in_json_has_every_line_with_its_turn(run: Run, battle: Path) -> None:
    told = json.loads(run("report", battle, "--format", "json")[1])
    assert told["game"] == "pond"
    assert told["lines"][0] == {
        "n": 1,
        "turn": "turn 1",
        "phase": "ORDERS",
        "seat": "A",
        "text": "Red: gives an order",
    }
    assert told["outcome"]["reason"]


def test_a_report_in_markdown_has_a_heading_for_each_turn(run: Run, battle: Path) -> None:
    out = run("report", battle, "--format", "md")[1]
    assert out.startswith("# Duel\n")
    assert "\n## Turn 2, Orders\n\n- 3: Red: gives an order\n" in out


def test_a_report_marks_the_choices_that_cost_most_where_that_is_asked_for(
    run: Run, battle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steering is judged as one point for each degree, and 90 degrees win every battle: two choices
    are listed.
    """

    def by_angle(_: object, view: Any, question: Any, answer: Any) -> float:
        return float(answer.dial or 0.0)

    monkeypatch.setattr(type(system("pond").thinking), "quick_score", by_angle)
    monkeypatch.setattr("engine.review.proving.Rivals.won", lambda *_: (1.0, 0.0))
    assert "costly" not in run("report", battle)[1]
    code, out, err = run("report", battle, "--choices", "2")
    assert (code, err) == (0, "")
    told = json.loads(run("report", battle, "--choices", "2", "--format", "json")[1])
    assert len(told["choices"]) == len(told["trials"]) == 2
    first, trial = told["choices"][0], told["trials"][0]
    assert first["better"] == "Steer [90 degrees]"
    assert (trial["better"], trial["chosen"]) == (trial["of"], 0)
    played = f"won 0 of {trial['of']} battles played out from here"
    assert f"(a costly choice: {first['name']} {played}" in out
    assert f"\n{first['n']:5}  T{first['turn']:<3} {first['name']}  " in out
    assert out.count("       better: Steer [90 degrees]") == 2


def test_the_choices_of_a_battle_that_goes_on_stay_secret(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "begun.battle"
    duel = Battle.new(system("pond"), "duel", 1, path=path)
    duel.answer("A", Answer("steer", 45.0))
    duel.close()
    code, out, err = run("report", path, "--choices", "5")
    assert code == 0
    assert err == "The battle is not over: choices are judged at its end.\n"
    assert "45" not in out


def test_verify_finds_a_sound_battle_right(run: Run, battle: Path) -> None:
    code, out, _ = run("verify", battle, battle)
    assert code == 0
    assert out.count("duel.battle: right") == 2


def test_verify_says_no_when_one_battle_is_damaged(run: Run, battle: Path) -> None:
    code, out, _ = run("verify", damaged(battle), battle)
    assert code == 1
    first, second = out.splitlines()
    assert "damaged.battle: wrong: line 5" in first
    assert second.endswith("entries")


@pytest.mark.parametrize("command", ["verify", "report", "show", "inspect"])
def test_a_torn_last_line_is_told_with_what_is_missing(
    run: Run, battle: Path, command: str
) -> None:
    lines = battle.read_bytes().splitlines(keepends=True)
    battle.write_bytes(b"".join(lines)[:-10])
    code, out, err = run(command, battle)
    assert code == 0
    missing = f"{len(lines[-1]) - 10} bytes of entry {len(lines) - 1} are left out"
    assert missing in (out if command == "verify" else err)
    if command == "verify":
        assert f"right, {len(lines) - 2} entries; the last line is not whole" in out


def test_a_damaged_battle_is_refused_with_its_line(run: Run, battle: Path) -> None:
    code, _, err = run("report", damaged(battle))
    assert code == 2
    assert "line 5" in err
    assert "--recover" in err


def test_recover_keeps_what_comes_before_the_damage_as_a_new_battle(run: Run, battle: Path) -> None:
    file = damaged(battle)
    before = file.read_bytes()
    code, out, err = run("report", file, "--recover")
    assert code == 0
    assert "    3  Red" in out
    assert "    4  " not in out
    assert "damaged_recovered.battle" in err
    assert file.read_bytes() == before
    assert run("verify", file.with_name("damaged_recovered.battle"))[0] == 0


def test_recover_leaves_a_sound_battle_alone(run: Run, battle: Path) -> None:
    assert run("report", battle, "--recover")[0] == 0
    assert list(battle.parent.iterdir()) == [battle]


def test_inspect_takes_a_battle_and_a_position(run: Run, battle: Path) -> None:
    position = battle.with_name("alongside.toml")
    position.write_text(POSITION)
    assert run("inspect", position)[1] == "Alongside\n"
    for file in (battle, position):
        code, out, _ = run("inspect", file, "--json")
        assert code == 0
        assert json.loads(out) == {"game": "pond", "ships": {}}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--ship", "A1", "--plot", "2R1"),
            "Gunboats on a Pond cannot show where an order would lead",
        ),
        (("--plot", "A1:2R1"), "Gunboats on a Pond cannot show where an order would lead"),
        (("--plot", ":"), "--plot names a ship and her order, such as A1:2R1, not :"),
        (("--plot", "A1:"), "--plot names a ship and her order, such as A1:2R1, not A1:"),
        (("--plot", "2R1"), "--plot is for one ship: name it with --ship, or write A1:2R1"),
    ],
)
def test_an_order_asked_about_is_of_one_ship_and_of_a_game_that_foresees(
    run: Run, battle: Path, words: tuple[str, ...], told: str
) -> None:
    assert run("inspect", battle, *words)[0::2] == (2, f"weathergage: {told}\n")


@pytest.mark.parametrize("words", [("play", "n" * 10_000 + ".toml"), ("show", "n" * 10_000)])
def test_a_name_of_many_signs_does_not_hide_the_sentence(run: Run, words: tuple[str, str]) -> None:
    code, _, said = run(*words)
    assert code == 2
    assert len(said) < 400
    assert said.startswith("weathergage: ")


def test_inspect_tells_what_may_not_be_done_and_why(
    run: Run, battle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots = {
        "port": {"legal": True, "why_not": None, "dice": 2},
        "stern": {"legal": False, "why_not": "no gun", "dice": 1},
    }
    seen = {"A": {"speed": 2.5, "status": ["lost", "on_fire"], "shots": shots}}
    monkeypatch.setattr(system("pond").positions, "inspect", lambda state, ship: seen)
    assert run("inspect", battle)[1] == (
        "Duel\nA\n  speed: 2.5\n  status: lost on fire\n  shots\n"
        "    port: yes; dice 2\n    stern: no, no gun; dice 1\n"
    )


def test_an_entry_beyond_the_end_is_refused(run: Run, battle: Path) -> None:
    assert run("inspect", battle, "--at", "0")[0] == 0
    code, _, err = run("inspect", battle, "--at", "9999")
    assert code == 2
    assert "9999" in err


def test_a_terminal_of_any_size_is_shown_no_more_than_a_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda usual: os.terminal_size((60000, 60000)))
    assert show._size(Namespace(width=None, height=None)) == (MOST[0], MOST[1] - 1)
    assert show._size(Namespace(width=500, height=None)) == (500, MOST[1] - 1)


def test_simulate_prints_its_tally_as_json(run: Run) -> None:
    words = ("simulate", "duel", "--games", "20", "--a", "lieutenant", "--seed", "3", "--json")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    tally = json.loads(out)
    assert tally["games"] == 20 == tally["a_wins"] + tally["b_wins"] + tally["draws"]
    assert tally["seconds"] >= 0


def test_simulate_gives_the_same_results_whatever_the_jobs(run: Run) -> None:
    words = ("simulate", "duel", "--games", "12", "--seed", "3", "--mirror", "--json")
    one, two = (json.loads(run(*words, "--jobs", jobs)[1]) for jobs in (1, 2))
    del one["seconds"], two["seconds"]
    assert one == two


def test_simulate_keeps_battles_that_verify(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    for _ in range(2):
        assert run("simulate", "duel", "--games", "3", "--saves", folder)[0] == 0
    files = sorted(folder.iterdir())
    assert len(files) == 6
    assert run("verify", *files)[0] == 0


def test_options_may_stand_before_the_command_too(run: Run, tmp_path: Path) -> None:
    assert run("--saves", tmp_path, "simulate", "duel", "--games", "1")[0] == 0
    assert len(list(tmp_path.iterdir())) == 1


@pytest.fixture
def glossary(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the pond a reference of three terms."""
    terms = (
        Term("gun", "Gun", "weapon", ("Hits on five or more.",), "inferred", signs="!h"),
        Term("reach", "Reach", "rule", ("As far as a gun carries.",)),
        Term("duck", "Duck", "bird", ("Swims.",)),
    )
    monkeypatch.setattr(type(system("pond").words), "terms", lambda game: terms)


def test_cards_tells_of_the_named_term_and_names_those_that_mention_it(
    run: Run, glossary: None
) -> None:
    code, out, _ = run("cards", "GUN")
    assert code == 0
    assert out == (
        "Gun (weapon, inferred)\n  Hits on five or more.\n\nAlso mentioned in\n  rule: Reach\n"
    )
    assert run("cards", "carries")[1] == "Reach (rule)\n  As far as a gun carries.\n\n"


def test_cards_lists_every_term_in_a_line(run: Run, glossary: None) -> None:
    code, out, _ = run("cards")
    assert code == 0
    assert [line.split()[1] for line in out.splitlines()] == ["Duck", "Reach", "Gun"]


def test_cards_explains_a_sign_and_nothing_else(run: Run, glossary: None) -> None:
    """The letter `h` is in every line of the reference; as a sign it belongs to the gun."""
    for sign in ("!", "h", "H"):
        assert run("cards", sign)[1].startswith("Gun (weapon, inferred)")
        assert "Reach" not in run("cards", sign)[1]
    assert "Duck" in run("cards", "m")[1]


def test_cards_says_no_when_nothing_matches(run: Run, glossary: None) -> None:
    code, out, err = run("cards", "kraken")
    assert (code, out) == (1, "")
    assert err == "nothing is called 'kraken'; `weathergage cards` lists all entries\n"
    assert run("cards", "guns")[2] == "nothing is called 'guns'; did you mean Gun?\n"


def test_talk_answers_until_the_input_ends(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe(io.StringIO):
        buffer = io.BytesIO(b'{"op":"new","scenario":"duel"}\nnonsense\n')

    class Out(io.StringIO):
        buffer = io.BytesIO()

    monkeypatch.setattr(sys, "stdin", Pipe())
    monkeypatch.setattr(sys, "stdout", Out())
    assert main(["talk"]) == 0
    answers = [json.loads(line) for line in Out.buffer.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (("pley",), "COMMAND: there is no 'pley'; did you mean play?"),
        (("show", "--glyphs", "unicod"), "did you mean unicode?"),
        (
            ("zzzzzz",),
            "there is no command 'zzzzzz'; `weathergage play SCENARIO` begins a battle; "
            "the commands are play",
        ),
        (("play", "duel", "--a", "captian"), "did you mean captain?"),
        (("quickstart", "--a", "captian"), "did you mean captain? (see weathergage play --help)"),
        (("tutorial", "--b", "lieutennant"), "did you mean lieutenant?"),
    ],
)
def test_a_word_that_is_nearly_right_is_told_the_right_one(
    typed: tuple[str, ...], wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(typed)) == 2
    assert wanted in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (("help",), "usage: weathergage [-h]"),
        (("help", "play"), "usage: weathergage play"),
        (("help", "pley"), ""),
        (("quickstart", "--help"), "usage: weathergage play"),
        (("tutorial", "--help"), "usage: weathergage play"),
    ],
)
def test_words_that_newcomers_try_are_understood(
    run: Run, typed: tuple[str, ...], wanted: str
) -> None:
    code, out, err = run(*typed)
    assert out.startswith(wanted)
    assert (code == 0) is bool(wanted)
    assert wanted or "did you mean play?" in err


def test_the_formats_of_a_report_are_those_that_are_written() -> None:
    parser = build("report")
    assert [parser.parse_args(["report", "x", "--format", each]).format for each in FORMATS]
    with pytest.raises(Misuse):
        parser.parse_args(["report", "x", "--format", "csv"])


def test_a_parser_of_one_command_knows_that_one_alone() -> None:
    assert build("verify").parse_args(["verify", "x"]).command == "verify"
    with pytest.raises(Misuse):
        build("verify").parse_args(["games"])


def test_where_nobody_can_be_told_the_code_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads stderr any more, or stdout has no descriptor."""

    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError(text)

    monkeypatch.setattr(sys, "stderr", Gone())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert main(["no-such-command"]) == 2

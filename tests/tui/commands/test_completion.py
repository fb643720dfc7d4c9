"""Completion of command lines, typed into each shell: commands, options, names, files and
folders.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.puzzles.puzzle import shelf
from tests.programs import program
from tests.tui.pseudo_terminal import Terminal
from tui.cli import main
from tui.commands.completing import FILES, FOLDERS, completions, split
from tui.commands.parser import COMMANDS, build

ROOT = Path(__file__).resolve().parents[3]
ONLY = next(
    name
    for name in sorted({puzzle.name for _, puzzle in shelf()})
    if sum(each.name.startswith(name) for _, each in shelf()) == 1
)
"""The name of a puzzle that is not the beginning of another puzzle's name."""
TYPED = (
    ("weathergage lea", "weathergage learn "),
    ("weathergage play --rand", "weathergage play --random-setup "),
    ("weathergage play quickst", "weathergage play quickstart "),
    ("weathergage play quickstart --b lieu", "weathergage play quickstart --b lieutenant "),
    ("weathergage replay sample:boa", "weathergage replay sample:boarding "),
    ("weathergage learn rakes", "weathergage learn rakes "),
    (f"weathergage puzzles {ONLY[:-1]}{ONLY[-1]}", f"weathergage puzzles {ONLY} "),
    ("weathergage squadron check flying", "weathergage squadron check flying_gang "),
    ("weathergage squadron print --saves s my_o", "weathergage squadron print --saves s my_own "),
    ("weathergage verify dep", "weathergage verify depot/"),
    ("weathergage verify depot/bo", "weathergage verify depot/boarding.battle "),
    ("weathergage library --saves dep", "weathergage library --saves depot/"),
)
BLANK = "weathergage verify two", r"weathergage verify two\ words.battle "

START = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
    "fish": ["--no-config", "-i"],
    "tcsh": ["-f", "-i"],
}
ZSH = "autoload -U compinit; compinit -u -D"
WAYS: dict[str, tuple[str, tuple[str, ...]]] = {
    "bash": ("bash", ('eval "$(weathergage completion bash)"',)),
    "bash, sourced": ("bash", ("source <(weathergage completion bash)",)),
    "zsh": ("zsh", (ZSH, "source <(weathergage completion zsh)")),
    "zsh, in its path": (
        "zsh",
        ("mkdir f", "weathergage completion zsh > f/_weathergage", "fpath=($PWD/f $fpath)", ZSH),
    ),
    "fish": ("fish", ("weathergage completion fish | source",)),
    "fish, in its folder": (
        "fish",
        ("mkdir -p $HOME/.config/fish/completions",
         "weathergage completion fish > $HOME/.config/fish/completions/weathergage.fish",
         "set fish_complete_path $HOME/.config/fish/completions"),
    ),
    "tcsh": ("tcsh", ("weathergage completion tcsh > w.tcsh", "source w.tcsh")),
}  # fmt: skip
"""{shell: (program, commands that install the completion as docs/command-line.md says)}."""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Terminal]:
    """Return a function that starts a shell in a folder with files, in which `weathergage` is a
    command.
    """
    bin_ = tmp_path / "bin"
    home = tmp_path / "h"
    for folder in (bin_, home, home / "depot", home / "s" / "squadrons"):
        folder.mkdir(parents=True)
    (bin_ / "weathergage").write_text(
        f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "
        f"'import sys; from tui.cli import main; sys.exit(main())' \"$@\"\n"
    )
    (bin_ / "weathergage").chmod(0o755)
    for name in ("depot/boarding.battle", "two words.battle"):
        (home / name).write_text("x")
    own = next((ROOT / "data" / "oak_iron" / "squadrons").glob("*.toml"))
    (home / "s" / "squadrons" / "my_own.toml").write_bytes(own.read_bytes())
    monkeypatch.setenv("PATH", f"{bin_}:{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PS1", "$ ")

    def started(name: str) -> Terminal:
        path = program(name)
        words = [path, *START[name]]
        start = f"import os; os.chdir({str(home)!r}); os.execv({path!r}, {words!r})"
        return Terminal(start, 160, 24, term="xterm")

    return started


def line_of(terminal: Terminal) -> str:
    """Return the line that is being typed, from the name of the program on."""
    row = terminal.screen.display[terminal.screen.cursor.y][: terminal.screen.cursor.x]
    return row[row.find("weathergage") :] if "weathergage" in row else row


@pytest.mark.parametrize("way", WAYS)
def test_a_shell_completes_what_is_typed(way: str, shell: Callable[[str], Terminal]) -> None:
    name, install = WAYS[way]
    with shell(name) as terminal:
        ready = "prompt='$ '" if name in ("zsh", "tcsh") else ""
        for number, step in enumerate(filter(None, (ready, *install))):
            said = f"done{number}x"
            # The answer is put together by the shell, so that the typed line is not taken for it.
            terminal.press(f"{step}\recho done{number}''x\r", terminal.shows(f"\n{said}"))
        cases = TYPED if way == name else TYPED[2:3]
        for typed, becomes in (*cases, *([BLANK] if way == name != "tcsh" else [])):
            wanted = becomes.rstrip() if name == "tcsh" else becomes
            terminal.press(
                f"{typed}\t",
                lambda wanted=wanted: line_of(terminal).startswith(wanted),  # type: ignore[misc]
            )
            terminal.press("\x15", lambda: "weathergage" not in line_of(terminal))


def test_the_ways_are_those_of_the_documents() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    told = re.findall(r"`([^`\n]*weathergage completion [^`\n]*)`", page)
    tried = {
        step.replace("$HOME", "~") for _, install in WAYS.values() for step in install
        if "completion " in step
    }  # fmt: skip
    assert {way.replace("\\|", "|") for way in told} == tried
    assert len(tried) == len(WAYS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_value_that_is_a_file_or_folder_is_completed_as_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "zz_folder").mkdir()
    (tmp_path / "zz_file").write_text("x")
    parser = build()
    (inner,) = (
        action.choices[name]
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    for action in inner._actions:
        kind = str(action.metavar)
        if kind not in (*FILES, *FOLDERS) or action.choices:
            continue
        before = [name, *action.option_strings[:1]]
        found = [each for each in completions(parser, [*before, "zz"]) if each.startswith("zz")]
        both = ["zz_file", "zz_folder/"]
        assert found == (both[1:] if kind in FOLDERS else both), action


def test_names_of_every_kind_are_completed(tmp_path: Path) -> None:
    parser = build()

    def of(*words: str) -> list[str]:
        return completions(parser, words)

    assert of("play", "mars_h") == ["mars_hercule"]
    assert of("mail", "new", "quickst") == ["quickstart"]
    assert of("tournament", "--scenario", "quickstart", "mars_h") == ["mars_hercule"]
    assert of("tournament", "--players", "ensign,cap") == ["ensign,captain"]
    assert of("simulate", "fleet", "flying") == ["flying_gang"]
    assert of("play", "x", "--squadrons", "flying_gang", "corsairs_of_d") == ["corsairs_of_dunkirk"]
    assert of("puzzles", "tod") == ["today"]
    assert of("show", "sample:exa") == ["sample:example"]
    assert of("--glyphs", "a") == ["ascii", "auto"]
    assert of("export", "x", "--palette", "colour") == ["colour-blind"]
    assert of("nothing", "wr") == of("play", "--plain", "no_such") == []
    assert of("mail", "move", "--pl") == ["--plain"]
    assert set(COMMANDS) <= set(of(""))


@pytest.mark.parametrize(
    ("line", "words"),
    [("", [""]), ("a b", ["a", "b"]), ("a ", ["a", ""]), ("a 'b c", ["a", "b c"]),
     ('a "b ', ["a", "b "]), ("a b\\ c", ["a", "b c"]), ("a b\\", ["a", "b"])],
)  # fmt: skip
def test_a_line_is_split_as_shells_do(line: str, words: list[str]) -> None:
    assert split(line) == words


def test_the_script_asks_the_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["completion", "bash", "--", "weathergage replay sample:boar"]) == 0
    assert capsys.readouterr().out == "boarding\n"
    assert main(["completion", "fish", "--", "play", "--plain", "quickst"]) == 0
    assert capsys.readouterr().out == "quickstart\n"
    monkeypatch.setenv("COMMAND_LINE", "weathergage ver")
    assert main(["completion", "tcsh"]) == 0
    assert capsys.readouterr().out == "verify\n"

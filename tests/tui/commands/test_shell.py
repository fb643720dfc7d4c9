"""Completion, the man page, and `doctor`, which says what is wrong and how to solve it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.tui.pseudo_terminal import Terminal
from tui.cli import main
from tui.commands.parser import COMMANDS
from tui.commands.plain import read_line
from tui.commands.shell import _terminal

IN_TERMINAL = "import sys; from tui.cli import main; sys.exit(main({words!r}))"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_each_shell_can_read_its_script(
    shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    if program := shutil.which(shell):
        path = tmp_path / "script"
        path.write_text(script, encoding="utf-8")
        assert subprocess.run([program, "-n", path], check=False).returncode == 0


def test_the_man_page_has_every_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["man"]) == 0
    page = capsys.readouterr().out
    assert page.startswith(".TH WEATHERGAGE")
    assert [name for name in COMMANDS if f"weathergage {name}" not in page.replace("\\", "")] == []
    if man := shutil.which("man"):
        file = tmp_path / "weathergage.6"
        file.write_text(page, encoding="utf-8")
        shown = subprocess.run(
            [man, "--warnings", "-l", str(file)], capture_output=True, text=True, check=False,
            env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C", "MAN_KEEP_FORMATTING": ""},
        )  # fmt: skip
        assert shown.stderr == ""
        lines = shown.stdout.replace("\b", "").splitlines()
        usage = "       weathergage simulate --games N [--a PLAYER] [--b PLAYER]"
        assert usage in lines
        assert all(len(line) <= 80 for line in lines)
        assert not any(line.rstrip().endswith(("\u2010", "[--no-")) for line in lines)


def test_usage_in_the_man_page_is_that_of_help(capsys: pytest.CaptureFixture[str]) -> None:
    """It is the same line by line, without filling or hyphens; options of all commands appear
    once.
    """
    assert main(["man"]) == 0
    page = capsys.readouterr().out
    for words in re.findall(r"\.nf\n(.*?)\.fi\n", page, re.S)[1:-1]:
        shown = words.replace("\\-", "-")
        assert all(len(line) <= 72 for line in shown.splitlines())
        command = re.match(r"weathergage ((?:[a-z]+ ?)+)", shown)
        assert command
        assert main([*command[1].split(), "--help"]) == 0
        said = " ".join(capsys.readouterr().out.split())
        for option in re.findall(r"--[a-z-]+", shown):
            assert option in said


def test_the_doctor_names_what_is_wrong_and_how_to_mend_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "config"
    config.mkdir()
    (config / "keymap.toml").write_text("[battle]\nundoo = ['u']\n", encoding="utf-8")
    file = tmp_path / "file"
    file.write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("WEATHERGAGE_CONFIG", str(config))
    monkeypatch.setenv("TERM", "vt100\x1b[2J")
    assert main(["doctor", "--saves", str(file / "below")]) == 1
    told = capsys.readouterr().out
    assert "not a terminal: the screens need one; `play --plain` does not" in told
    assert "! not writable: --saves DIR names another folder" in told
    assert "undoo" in told
    assert "\x1b" not in told
    assert told.endswith("2 problems.\n")


@pytest.mark.parametrize(
    ("size", "told"), [((80, 24), "All is well."), ((60, 20), "enlarge it to 80 by 24 at least")]
)
def test_on_a_terminal_the_doctor_tells_its_size(size: tuple[int, int], told: str) -> None:
    with Terminal(IN_TERMINAL.format(words=["doctor"]), *size) as terminal:
        terminal.leave("")
        assert f"{size[0]} by {size[1]}" in terminal.text
        assert told in terminal.text


def test_the_doctor_knows_a_terminal_without_a_cursor_few_colours_and_who_lies_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = SimpleNamespace(isatty=lambda: True, encoding="latin-1", fileno=lambda: 1)
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setattr("tui.terminal.terminal.size_of", lambda _: (80, 24))
    monkeypatch.setattr("tui.terminal.terminal.depth", lambda: "16")
    monkeypatch.setattr("tui.terminal.terminal.glyphs", lambda: "unicode")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("TMUX", "/tmp/tmux")
    found = {each.what: each for each in _terminal()}
    assert "set TERM to your terminal's type" in found["TERM"].mend
    assert "set COLORTERM=truecolor" in found["colours"].found
    assert found["signs"].mend.endswith("set PYTHONUTF8=1")
    assert found["inside"].found
    monkeypatch.setattr("tui.terminal.terminal.glyphs", lambda: "ascii")
    assert "a locale in UTF-8" in {each.what: each for each in _terminal()}["signs"].found


@pytest.mark.parametrize(
    "ends", [KeyboardInterrupt, lambda: UnicodeDecodeError("utf-8", b"x", 0, 1, "")]
)
def test_a_line_that_is_interrupted_or_cannot_be_read_ends_the_input(
    ends: Callable[[], BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def readline(_: int) -> str:
        raise ends()

    monkeypatch.setattr("sys.stdin", SimpleNamespace(readline=readline))
    assert read_line("> ") is None

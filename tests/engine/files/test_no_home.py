"""A user without a home folder and without a name, as in a container: reading needs neither of
them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.base.errors import FileFault
from engine.files import own_folders, saves
from tests.tui.pseudo_terminal import ROOT, Terminal
from tui.screens.settings import Settings, load, save

HOMELESS = """
import os, pwd, sys
def unknown(*_): raise KeyError("getpwuid(): uid not found")
pwd.getpwuid = pwd.getpwnam = unknown
for name in ("HOME", "USER", "LOGNAME", "LNAME", "USERNAME", "WEATHERGAGE_CONFIG"):
    os.environ.pop(name, None)
for name in [name for name in os.environ if name.startswith("XDG_")]:
    del os.environ[name]
from pathlib import Path
from engine.files import saves
saves.samples_folder = lambda: Path("saves").resolve()
saves.ROOT = Path("/nowhere")
from tui.cli import main
sys.exit(main({words!r}))
"""
SAMPLE = "saves/sample_sinking.battle"
WANTED = "this user has no home folder to keep battles in; --saves DIR names another folder"


def run(*words: str) -> tuple[int, str]:
    """Run a command of the program; return (exit code, its last line of output)."""
    done = subprocess.run(
        [sys.executable, "-c", HOMELESS.format(words=list(words))],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return done.returncode, (done.stdout + done.stderr).strip().rpartition("\n")[2]


@pytest.mark.parametrize(
    "words",
    [
        ("show", SAMPLE, "--width", "80", "--height", "24"),
        ("verify", SAMPLE),
        ("report", SAMPLE),
        ("cards", "Down!"),
        ("simulate", "quickstart", "--games", "1"),
        ("squadron", "check", "brethren_of_tortuga"),
    ],
    ids=lambda words: words[0],
)
def test_reading_needs_no_home(words: tuple[str, ...]) -> None:
    code, told = run(*words)
    assert "home" not in told
    assert "should not have happened" not in told
    assert code in (0, 1), told


@pytest.mark.parametrize(
    "words",
    [
        ("fork", SAMPLE, "--at", "3"),
        ("mail", "new", "quickstart", "--me", "anna", "--with", "ben"),
        ("host", "--port", "0", "--open"),
    ],
    ids=lambda words: words[0],
)
def test_what_must_be_written_says_where_it_may_be_put(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    assert run(*words) == (2, f"weathergage: {WANTED}")
    if words[0] == "fork":
        assert run(*words, "--saves", str(tmp_path))[0] == 0
        assert list(tmp_path.iterdir())


def test_the_game_is_opened_and_played_without_a_home(tmp_path: Path) -> None:
    with Terminal(HOMELESS.format(words=[]), 100, 30) as terminal:
        terminal.read(terminal.shows("New battle"))
        terminal.press("\x10settings\r", terminal.shows("Not kept: you have no home folder"))
        terminal.press("\x1b[C", terminal.shows("WEATHERGAGE_CONFIG names another"))
        assert terminal.leave("\x11") == 0
    with Terminal(HOMELESS.format(words=["play", "quickstart"]), 100, 30) as terminal:
        assert terminal.leave("") == 2
        assert WANTED in terminal.text
    words = ["play", "quickstart", "--saves", str(tmp_path)]
    with Terminal(HOMELESS.format(words=words), 100, 30) as terminal:
        terminal.read(terminal.shows("Pass the keyboard"))
        assert terminal.leave("\x11") == 0
    words = ["join", "--socket", "none"]
    with Terminal(HOMELESS.format(words=words), 100, 30) as terminal:
        assert terminal.leave("") == 2
        assert "this account has no name here; use `weathergage join --name NAME`" in terminal.text


def test_a_host_needs_no_home_where_it_is_told_a_folder(tmp_path: Path) -> None:
    words = ["host", "--address", "127.0.0.1", "--port", "0", "--open", "--saves", str(tmp_path)]
    host = subprocess.Popen(
        [sys.executable, "-c", HOMELESS.format(words=words)], cwd=ROOT, stderr=subprocess.PIPE
    )
    assert host.stderr
    assert b"people connect with" in host.stderr.readline()
    os.kill(host.pid, signal.SIGTERM)
    host.communicate()
    assert host.returncode == 0


def test_settings_without_a_home_are_the_usual_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEATHERGAGE_CONFIG", raising=False)
    for way in (RuntimeError("no home"), KeyError("uid")):
        monkeypatch.setattr("platformdirs.user_config_path", _raising(way))
        assert own_folders.config_folder() == own_folders.NOWHERE
        assert load() == (Settings(), "")
        with pytest.raises(FileFault, match="WEATHERGAGE_CONFIG names another"):
            save(Settings())
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: Path("~/.local/share"))
    monkeypatch.setattr(saves, "ROOT", Path("/nowhere"))
    assert own_folders.is_nowhere(saves.squadrons_folder())


def _raising(error: Exception):  # type: ignore[no-untyped-def]
    def find(_: str) -> Path:
        raise error

    return find

"""Windows, as far as it can be simulated: without the POSIX modules, and with folders that cannot
be opened as files.
"""

from __future__ import annotations

import shlex
import socket
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.players import program
from tests.tui.pseudo_terminal import ROOT, Terminal
from tui.commands import host
from tui.commands.grammar import Misuse

OTHER = """
import builtins, os, signal, sys
hidden = {{"fcntl", "termios", "tty", "pwd", "grp", "resource"}}
really_import, really_open = builtins.__import__, os.open
def imported(name, globals=None, *rest, **more):
    ours = (globals or {{}}).get("__name__", "").partition(".")[0] in ("engine", "tui")
    if ours and name in hidden:
        raise ImportError(f"No module named {{name!r}}", name=name)
    return really_import(name, globals, *rest, **more)
def opened(path, flags, *rest, **more):
    if not isinstance(path, int) and os.path.isdir(path):
        raise PermissionError(13, "Permission denied", str(path))
    return really_open(path, flags, *rest, **more)
builtins.__import__, os.open = imported, opened
for name in ("killpg", "tcgetpgrp", "getpgrp", "getuid", "pidfd_open", "fdatasync"):
    delattr(os, name)
from tui.cli import main
sys.exit(main({words!r}))
"""
SAMPLE = "saves/sample_sinking.battle"


def run(*words: str, timeout: float = 60) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", OTHER.format(words=list(words))],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "words",
    [
        f"show {SAMPLE} --width 80 --height 24",
        f"verify {SAMPLE}",
        f"fork {SAMPLE} --at 3 --to {{folder}}/fork.battle",
        "simulate quickstart --games 2 --jobs 2",
        "mail new quickstart --me anna --with ben --saves {folder} --out {folder}/letter.mail",
    ],
    ids=lambda words: words.partition(" ")[0],
)
def test_what_needs_no_posix_works(words: str, tmp_path: Path) -> None:
    code, told = run(*shlex.split(words.format(folder=tmp_path)))
    assert code == 0, told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("join --socket none", "`join` needs a POSIX system"),
        ("simulate quickstart --games 1 --a exec:true", "exec: needs a POSIX system"),
    ],
    ids=["join", "exec"],
)
def test_what_needs_posix_says_so_in_a_sentence(words: str, told: str) -> None:
    code, said = run(*words.split())
    assert code == 2
    assert told in said
    assert said.count("\n") == 1


def test_battles_are_played_and_settings_kept(tmp_path: Path) -> None:
    told = {"WEATHERGAGE_CONFIG": str(tmp_path / "config")}
    words = ["play", "quickstart", "--saves", str(tmp_path)]
    with Terminal(OTHER.format(words=words), 100, 30, told=told) as terminal:
        terminal.read(terminal.shows("Pass the keyboard"))
        terminal.press("\r", terminal.shows("choose the initiative card"))
        terminal.press("\x10settings\r", terminal.shows("Kept in"))
        terminal.press("\x1b[C")
        assert terminal.leave("\x11") == 0
    assert (tmp_path / "config" / "settings.toml").is_file()
    assert len(list(tmp_path.glob("*.battle"))) == 1


def test_a_host_lets_people_play(tmp_path: Path) -> None:
    words = ["host", "--address", "127.0.0.1", "--port", "0", "--open", "--saves", str(tmp_path)]
    started = subprocess.Popen(
        [sys.executable, "-c", OTHER.format(words=words)], cwd=ROOT, stderr=subprocess.PIPE
    )
    assert started.stderr
    assert b"people connect with" in started.stderr.readline()
    started.terminate()
    started.communicate()
    assert started.returncode == 0
    assert (tmp_path / "hosted" / "host_key").is_file()


def test_what_a_system_has_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SUPPORTED", False)
    with pytest.raises(Refused, match="no program plays here"):
        program.split_command("true")
    monkeypatch.delattr(socket, "AF_UNIX")
    with pytest.raises(Misuse, match="--socket needs a POSIX system"):
        host.host(Namespace(socket="here", data=None))
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    with pytest.raises(Misuse, match="needs the library asyncssh"):
        host.host(Namespace(socket=None, data=None))

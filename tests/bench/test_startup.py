"""The time from the start of the program to its first frame, compared with a minimal Textual
application.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

import pyte
import pytest

from tests.bench.conftest import Figure

pytestmark = pytest.mark.bench

COLUMNS, LINES = 120, 40
ROUNDS = 7
PATIENCE = 15.0
MINIMAL = """
from textual.app import App
from textual.widgets import Static

class Minimal(App):
    def compose(self):
        yield Static("all there is")

Minimal().run()
"""
PROGRAM = "import sys; from tui.cli import main; sys.exit(main())"


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return environment variables with a folder for compiled modules, as after an installation."""
    kept = tmp_path_factory.mktemp("bytecode")
    changes = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONPYCACHEPREFIX": str(kept)}
    environ = {**os.environ, **changes}
    for name in ("PYTHONDONTWRITEBYTECODE", "NO_COLOR", "COLUMNS", "LINES"):
        environ.pop(name, None)
    return environ


def first_frame(words: Sequence[str], environ: dict[str, str], shown: Sequence[str]) -> float:
    """Return the milliseconds from a program's start until its screen shows all of these words."""
    began = perf_counter()
    child, tty = pty.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, *words], environ)
    fcntl.ioctl(tty, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    chunks: list[tuple[float, bytes]] = []
    screen = pyte.Screen(COLUMNS, LINES)
    stream = pyte.ByteStream(screen)
    try:
        while perf_counter() - began < PATIENCE:
            while select.select([tty], [], [], 0.05)[0]:
                chunks.append((perf_counter(), os.read(tty, 65536)))
            for at, chunk in chunks:  # drawn when nothing comes, so that drawing takes no time
                stream.feed(chunk)
                if all(text in "\n".join(screen.display) for text in shown):
                    return (at - began) * 1000
            chunks.clear()
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(tty)
    raise AssertionError("\n".join(screen.display))


def test_the_battle_is_on_the_screen_soon_after_a_minimal_application_would_be(
    environ: dict[str, str], tmp_path: Path, figure: Figure
) -> None:
    options = ("--saves", str(tmp_path), "--glyphs", "unicode", "--b", "lieutenant")
    battle = ("-c", PROGRAM, "play", "quickstart", *options)
    fleets = ("-c", PROGRAM, "play", "trafalgar", *options)
    minimal, ours, sixty = [], [], []
    for number in range(ROUNDS + 1):
        least = first_frame(("-c", MINIMAL), environ, ["all there is"])
        most = first_frame(battle, environ, ["TURN 1", "A1", "B2"])
        large = first_frame(fleets, environ, ["TURN 1", "A1"])
        if number:  # the first round compiles
            minimal.append(least)
            ours.append(most)
            sixty.append(large)
    figure("first frame of a minimal Textual application", median(minimal), "ms", 2000)
    figure("first frame of the battle", median(ours), "ms", 2000)
    figure("the battle's against the minimal one", median(ours) / median(minimal), "times", 1.6)
    figure("that of sixty ships against the battle's", median(sixty) / median(ours), "times", 1.2)


@pytest.mark.parametrize("words", [("--version",), ("--help",)])
def test_help_and_version_answer_at_once(
    words: tuple[str, ...], environ: dict[str, str], figure: Figure
) -> None:
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        command = [sys.executable, "-c", PROGRAM, *words]
        subprocess.run(command, env=environ, stdout=subprocess.DEVNULL, check=True)
        times.append((perf_counter() - began) * 1000)
    figure(f"weathergage {words[0]}", median(times), "ms", 150)

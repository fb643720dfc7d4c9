"""Runs commands exactly as the documents print them: those that open a screen, and those that start
a host.

All commands of a test run in one process, one after another, because each start takes time. Only
paths of another machine, ports and numbers of battles are replaced.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.tui.pseudo_terminal import ROOT, Terminal

ONE_BY_ONE = """
import sys
from tui.cli import main
for number, words in enumerate({commands!r}):
    code = main(words)
    print(f"ended {{number}} with {{code}}", file=sys.stderr, flush=True)
"""
QUIT = "\x11"
DRAWN = b"\x1b[?1049h"
"""The escape sequence that a screen sends before its first frame."""
FIRST = (
    *("WEATHER GAGE ", "Weather Gage ", "REPLAY  ", "Pass the keyboard to ", "LOBBY   you are "),
    "Find it. ",
)
"""The words with which screens begin: menu, battle, replay, hand-over, a host's lobby, a puzzle."""
ALONE = ("--port", "0", "--address", "127.0.0.1")
"""Options for a host in a test: a free port that can be reached only from this machine."""


def elsewhere(words: Sequence[str], places: Mapping[str, Path | str]) -> list[str]:
    """Return a command in which the paths that are keys of `places` are replaced by their
    values.
    """
    return [
        next((str(there) + word[len(name) :] for name, there in places.items()
              if word == name or word.startswith(f"{name}/")), word)
        for word in words
    ]  # fmt: skip


def screens(commands: Sequence[Sequence[str]], home: Path, keys: str = "", then: str = "") -> None:
    """Run commands that open a screen; quit each screen when its first words are visible.

    If `keys` are given, they are pressed before quitting, until the text `then` is visible. Raises
    an AssertionError if a command shows no known screen, or does not exit with 0.
    """
    script = ONE_BY_ONE.format(commands=[[*words, "--saves", str(home)] for words in commands])
    with Terminal(script, 100, 30, told={"PYTHONPATH": str(ROOT)}) as terminal:
        for number in range(len(commands)):

            def drawn(number: int = number) -> bool:
                sent = terminal.sent.rpartition(f"ended {number - 1} with 0".encode())[2]
                return DRAWN in sent and any(text in terminal.text for text in FIRST)

            def ended(number: int = number) -> bool:
                return f"ended {number} with ".encode() in terminal.sent

            terminal.read(until=drawn)
            if keys:
                terminal.press(keys, until=terminal.shows(then))
            if number < len(commands) - 1:
                terminal.press(QUIT, until=ended)
            else:
                terminal.leave(QUIT)
            assert f"ended {number} with 0".encode() in terminal.sent, commands[number]


@contextmanager
def hosts(commands: Sequence[Sequence[str]]) -> Iterator[Iterator[None]]:
    """Start hosts one after another: each step of the iterator ends the host before and waits until
    the next one accepts connections.

    Raises an AssertionError if a host does not open, or does not exit with 0 after SIGTERM.
    """
    script = ONE_BY_ONE.format(commands=[list(words) for words in commands])
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip

    def each() -> Iterator[None]:
        assert process.stderr
        said: list[str] = []
        for number, words in enumerate(commands):
            for line in process.stderr:
                said.append(line)
                if "people connect" in line or line.startswith("ended "):
                    break
            assert "people connect" in said[-1], f"{words} opened nothing:\n{''.join(said)}"
            yield
            process.send_signal(signal.SIGTERM)
            for line in process.stderr:
                said.append(line)
                if line.startswith(f"ended {number} with "):
                    break
            assert said[-1] == f"ended {number} with 0\n", "".join(said)

    with process:
        try:
            yield each()
        finally:
            process.kill()

"""However the game ends, it leaves the terminal as it was; and it ends when its terminal is
closed.
"""

from __future__ import annotations

import os
import re
import select
import signal
import termios
from pathlib import Path

import pytest

from engine.base.errors import FileFault
from engine.kernel import locks
from engine.kernel.battle import Battle
from tests.tui.pseudo_terminal import Terminal
from tui.terminal.terminal import ENDINGS

GAME = "import sys; from tui.cli import main; sys.exit(main({words!r}))"
LED = """
import signal, subprocess, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN)
game = subprocess.Popen([sys.executable, "-c", {game!r}], stderr=2)
open({note!r}, "w").write(str(game.pid))
game.wait()
"""
"""A program that leads the terminal's session as `make play` does, so that no signal tells the game
that the terminal was closed."""
DEAF = """
import signal, time
from engine.kernel.battle import Battle
signal.signal(signal.SIGHUP, signal.SIG_IGN)
battle = Battle.open({battle!r})
print("held", flush=True)
while True:
    signal.pause()
"""
ASKED = "choose the initiative card"


def words(folder: Path) -> list[str]:
    return ["play", "quickstart", "--b", "ensign", "--seed", "7", "--saves", str(folder)]


def modes(sent: bytes) -> dict[bytes, bool]:
    """Return {private mode of the terminal: whether it is on at the end}."""
    found = re.findall(rb"\x1b\[\?(\d+)([hl])", sent)
    return {mode: switch == b"h" for mode, switch in found}


@pytest.mark.parametrize("number", ENDINGS)
def test_a_signal_leaves_the_terminal_as_it_was_found_and_says_how_to_go_on(
    number: int, tmp_path: Path
) -> None:
    with Terminal(GAME.format(words=words(tmp_path)), 80, 24) as terminal:
        before = terminal.modes
        terminal.read(terminal.shows(ASKED))
        assert termios.tcgetattr(terminal.tty) != before
        os.kill(terminal.child, number)
        assert terminal.leave("") == 128 + number
        assert termios.tcgetattr(terminal.tty) == before
        shown = {b"7", b"25"}
        left = modes(terminal.sent)
        assert {mode for mode, on in left.items() if on} == shown, left
        assert left.keys() >= {b"1000", b"1003", b"1004", b"1006", b"1049", b"2004"}
        assert terminal.sent.count(b"\x1b[>") == terminal.sent.count(b"\x1b[<u") == 1
        assert "go on with  weathergage play" in terminal.text


def test_every_signal_that_ends_a_process_is_among_them() -> None:
    """Signals are left out that cannot be handled, that report an error of the process, or that the
    game itself uses.
    """
    own = {"SIGALRM", "SIGPIPE", "SIGKILL", "SIGSTOP"}
    faults = {"SIGSEGV", "SIGILL", "SIGFPE", "SIGBUS", "SIGSYS", "SIGTRAP", "SIGSTKFLT", "SIGXFSZ"}
    harmless = {"SIGCHLD", "SIGCLD", "SIGCONT", "SIGURG", "SIGWINCH"}
    stops = {"SIGTSTP", "SIGTTIN", "SIGTTOU"}
    known = {each.name for each in signal.Signals if not each.name.startswith("SIGRT")}
    assert known - own - faults - harmless - stops <= {each.name for each in ENDINGS} | {"SIGPOLL"}


def test_a_signal_ends_the_game_though_nobody_reads_its_terminal(tmp_path: Path) -> None:
    """After Ctrl+S, or in a window that hangs, nothing can be written any more."""
    script = f"import tui.terminal.driver as d; d.LONGEST_END = 0.5; {GAME}"
    with Terminal(script.format(words=words(tmp_path)), 80, 24) as terminal:
        before = terminal.modes
        terminal.read(terminal.shows(ASKED))
        game = os.pidfd_open(terminal.child)
        termios.tcflow(terminal.tty, termios.TCOOFF)
        os.kill(terminal.child, signal.SIGTERM)
        assert select.select([game], [], [], 20)[0], "it waits for a reader"
        os.close(game)
        assert os.waitstatus_to_exitcode(os.waitpid(terminal.child, 0)[1]) in (-15, 143)
        terminal.ended = True
        assert termios.tcgetattr(terminal.tty)[3] == before[3]
    (file,) = tmp_path.glob("*.battle")
    with Battle.open(file) as battle:
        assert battle.verify().ok


def test_a_game_does_not_outlive_its_terminal(tmp_path: Path) -> None:
    """Another process leads the session, and does not tell the game that the terminal was
    closed.
    """
    note = tmp_path / "game"
    script = LED.format(game=GAME.format(words=words(tmp_path)), note=str(note))
    with Terminal(script, 80, 24) as terminal:
        terminal.read(terminal.shows(ASKED))
        game = os.pidfd_open(int(note.read_text()))
        terminal.hang_up()
        assert select.select([game], [], [], 20)[0], "the game lives on"
        os.close(game)
        os.waitpid(terminal.child, 0)
        terminal.ended = True
    (file,) = tmp_path.glob("*.battle")
    battle = Battle.open(file)
    assert battle.verify().ok
    battle.close()


@pytest.mark.parametrize("way", ["stopped", "deaf"])
def test_a_battle_is_taken_over_from_who_has_lost_the_terminal(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that was suspended notices it when it continues; one that ignores signals is
    killed.
    """
    path, note = tmp_path / "held.battle", tmp_path / "game"
    Battle.new("oak_iron", "quickstart", 7, path=path).close()
    game, seen = GAME.format(words=["play", str(path)]), "Pass the keyboard to"
    if way == "deaf":
        monkeypatch.setattr(locks, "PATIENCE", 0.3)
        game, seen = DEAF.format(battle=str(path)), "held"
    with Terminal(LED.format(game=game, note=str(note)), 80, 24) as terminal:
        terminal.read(terminal.shows(seen))
        with pytest.raises(FileFault, match="being played in another window"):
            Battle.open(path)
        if way == "stopped":
            os.kill(int(note.read_text()), signal.SIGSTOP)
        terminal.hang_up()
        Battle.open(path).close()
        os.waitpid(terminal.child, 0)
        terminal.ended = True

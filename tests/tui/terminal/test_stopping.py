"""After a suspension, and after any other program has written to the screen, everything is drawn
again.
"""

from __future__ import annotations

import os
import signal
import termios
from pathlib import Path

import pytest

from tests.tui.pseudo_terminal import Terminal
from tests.tui.terminal.test_ways_out import ASKED, GAME, modes, words

SHELL = """
import os, signal, subprocess, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
mine = termios.tcgetattr(0)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-c", {led!r}])
while True:
    _, status = os.waitpid(job, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
    cooked = termios.tcgetattr(0) == mine
    print("STOPPED", "cooked" if cooked else "raw", flush=True)
    termios.tcsetattr(0, termios.TCSANOW, mine)
    while (word := input()) == "bg":
        os.killpg(job, signal.SIGCONT)
        os.waitpid(job, os.WUNTRACED)
        print("BEHIND", flush=True)
    os.tcsetpgrp(0, job)
    os.killpg(job, signal.SIGCONT)
"""
"""A program that does what a shell does with one job, whose leader only waits, as make does."""
LED = "import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', {game!r}]))"


def test_ctrl_z_suspends_where_there_is_a_shell_and_fg_paints_all_again(tmp_path: Path) -> None:
    led = LED.format(game=GAME.format(words=words(tmp_path)))
    with Terminal(SHELL.format(led=led), 80, 24) as terminal:
        terminal.read(terminal.shows(ASKED))
        for round_ in range(2):
            sent = len(terminal.sent)
            terminal.press("\x1a", terminal.shows("STOPPED cooked"))
            left = modes(terminal.sent[sent:])
            assert {mode for mode, on in left.items() if on} == {b"7", b"25"}
            if round_:
                sent = len(terminal.sent)
                terminal.press("bg\n", terminal.shows("BEHIND"))
                assert b"\x1b" not in terminal.sent[sent:]
            terminal.screen.reset()
            terminal.press("fg\n", terminal.shows(ASKED))
            assert "fg" not in terminal.text
            assert modes(terminal.sent)[b"1049"]
        terminal.press("?", terminal.shows("HELP"))  # it is played on
        assert terminal.leave("\x11") == 0


def test_ctrl_z_says_so_where_nobody_could_continue_the_game(tmp_path: Path) -> None:
    with Terminal(GAME.format(words=words(tmp_path)), 80, 24) as terminal:
        terminal.read(terminal.shows(ASKED))
        terminal.press("\x1a", terminal.shows("There is no shell here"))
        assert terminal.leave("\x11") == 0


@pytest.mark.parametrize("way", ["ctrl+l", "SIGCONT", "SIGSTOP"])
def test_all_is_painted_again(way: str, tmp_path: Path) -> None:
    with Terminal(GAME.format(words=words(tmp_path)), 100, 30) as terminal:
        terminal.read(terminal.shows(ASKED))
        raw, whole = termios.tcgetattr(terminal.tty), terminal.screen.display
        terminal.screen.cursor_position(1, 1)
        terminal.screen.draw("mail has come " * 100)
        keys = "\x0c" if way == "ctrl+l" else ""
        if way == "SIGSTOP":
            os.kill(terminal.child, signal.SIGSTOP)
            os.waitpid(terminal.child, os.WUNTRACED)
            cooked = termios.tcgetattr(terminal.tty)
            cooked[3] |= termios.ICANON | termios.ECHO | termios.ISIG
            termios.tcsetattr(terminal.tty, termios.TCSANOW, cooked)
            terminal.screen.reset()
        if way != "ctrl+l":
            os.kill(terminal.child, signal.SIGCONT)
        terminal.press(keys, lambda: terminal.screen.display == whole)
        assert termios.tcgetattr(terminal.tty) == raw
        terminal.press("?", terminal.shows("HELP"))
        terminal.screen.erase_in_display(2)
        terminal.press("\x0c", terminal.shows("HELP"))
        assert terminal.leave("\x11") == 0

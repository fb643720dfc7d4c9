"""Attack: signals, reports and keys at random moments.

The game must go on, or end in an orderly way.
"""

from __future__ import annotations

import os
import select
import signal
import struct
import termios
import time
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine.kernel.battle import Battle
from tests.fuzz.keys import BATTLES
from tests.fuzz.reports import coded, report
from tests.tui.pseudo_terminal import Terminal
from tests.tui.rest import PATIENCE
from tui.terminal.driver import LONGEST_END

STEPS = 40
"""The number of disturbances in one example before the game is ended."""
LOOKS = 0.05
"""Something happens at least every so many seconds."""
KEYS = ("\r", "\r", "\r", "\x1b[B", "\x1b[A", "\t", "y", "x", " ", "?", "\x1b", "\x0c", "\x1a", "L")
GAME = "import sys; from tui.cli import main; sys.exit(main({words!r}))"
SHELL = """
import os, signal, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
mine = termios.tcgetattr(0)
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-c", {game!r}])
open({note!r}, "w").write(str(job))
while True:
    _, status = os.waitpid(job, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
    termios.tcsetattr(0, termios.TCSANOW, mine)
    os.tcsetpgrp(0, job)
    os.killpg(job, signal.SIGCONT)
"""
"""A program that acts as a shell: it continues the game as soon as it is suspended, as `fg`
does."""
ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


def attack(seed: int) -> None:
    """Let somebody play while signals arrive, and end the game by a signal or by closing its
    window.
    """
    random = Random(seed)
    game, scenario = BATTLES[seed % len(BATTLES)]
    with TemporaryDirectory() as name:
        folder = Path(name)
        words = ["play", scenario, "--b", "ensign", "--seed", "7", "--saves", name]
        played = GAME.format(words=words if game == "oak_iron" else ["play", scenario, *words[4:]])
        script = SHELL.format(game=played, note=str(folder / "game"))
        told = {"WEATHERGAGE_CONFIG": name, "XDG_STATE_HOME": name}
        with Terminal(script, 100, 30, told=told) as terminal:
            before = terminal.modes
            terminal.read(lambda: "? help" in terminal.text or "Enter" in terminal.text)
            process = int((folder / "game").read_text())
            watch = os.pidfd_open(process)
            done = [disturbed(random, terminal, process) for _ in range(STEPS)]
            window = random.random() < 0.3
            if window:
                terminal.hang_up()
            else:
                number = random.choice(ENDS)
                os.kill(process, number)
                end_with(terminal, watch, number, before, done)
            assert select.select([watch], [], [], PATIENCE)[0], f"it lives on, after {done}"
            os.close(watch)
            if window:
                os.waitpid(terminal.child, 0)
                terminal.ended = True
        assert not list(folder.rglob("crash_*.txt")), f"it crashed, after {done}"
        (file,) = folder.glob("*.battle")
        battle = Battle.open(file)
        verdict = battle.verify()
        battle.close()
        assert verdict.ok, (verdict.text, done)


def disturbed(random: Random, terminal: Terminal, process: int) -> str:
    """Disturb the game, and read for a moment what it sends; return what was done."""
    match random.randrange(8):
        case 0:
            what = random.choice((signal.SIGTSTP, signal.SIGCONT, signal.SIGSTOP)).name
            os.kill(process, signal.Signals[what])
        case 1:
            size = struct.pack("HHHH", random.randint(20, 50), random.randint(70, 150), 0, 0)
            ioctl(terminal.tty, termios.TIOCSWINSZ, size)
            what = "size"
        case 2 | 3:
            said = coded(random, report(random)[0])
            what = repr(said)
            os.write(terminal.tty, said)
        case _:
            key = random.choice(KEYS)
            what = repr(key)
            os.write(terminal.tty, key.encode())
    end = time.monotonic() + random.uniform(0.0, LOOKS)
    drain(terminal, end)
    return what


def drain(terminal: Terminal, until: float) -> None:
    """Read what the game sends until a time."""
    with suppress(OSError):
        while select.select([terminal.tty], [], [], max(0.0, until - time.monotonic()))[0]:
            if not terminal._fed() or time.monotonic() > until:
                return


def end_with(terminal: Terminal, watch: int, number: int, before: object, done: list[str]) -> None:
    """Check that the game ends by the signal that was sent, and leaves the terminal as it was.

    On a busy machine an orderly end may take longer than `LONGEST_END`; then the signal itself ends
    the game, without the last sentence.
    """
    began = time.monotonic()
    while not select.select([watch], [], [], 0)[0]:
        lives_on = f"it lives on after {signal.Signals(number).name}, {done}"
        assert time.monotonic() < began + PATIENCE, lives_on
        drain(terminal, time.monotonic() + LOOKS)
    late = time.monotonic() - began > LONGEST_END
    code = terminal.leave("")
    at_once = late and code == 256 - number
    assert at_once or code == 128 + number, (code, number, done, terminal.text)
    assert termios.tcgetattr(terminal.tty) == before, done
    assert terminal.sent.rfind(b"\x1b[?1049l") > terminal.sent.rfind(b"\x1b[?1049h"), done
    said = "".join(terminal.text.split())  # the line may be broken anywhere, in a word as well
    assert at_once or "goonwith" in said, (terminal.text, done)

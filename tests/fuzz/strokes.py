"""Attack: keys and reports of the terminal, typed into a game that runs in a real
pseudo-terminal.
"""

from __future__ import annotations

import os
import select
import signal
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine.files.saves import begin
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.fuzz.keys import BATTLES, MOST, any_key
from tests.fuzz.reports import coded, cut, report
from tests.fuzz.signals import GAME
from tests.tui.pseudo_terminal import Terminal
from tests.tui.rest import PATIENCE

STROKES = 400
"""The number of keys and reports in one example."""
LOOKS = 0.02
"""Seconds for which the output of the game is read after each write."""
TOLD_TO_END = 128 + signal.SIGTERM, 0, -signal.SIGTERM
"""Exit codes after SIGTERM; the last two occur if the last keys have already ended the game."""


def attack(seed: int) -> None:
    """Type anything, and continue a game that was left.

    It must never crash, and its battle must be right.
    """
    random = Random(seed)
    game, scenario = BATTLES[seed % len(BATTLES)]
    with TemporaryDirectory() as name:
        folder = Path(name)
        begun = begin(system(game), scenario, {"A": "human", "B": "ensign"}, folder, seed)
        begun.close()
        (file,) = folder.glob("*.battle")
        left = STROKES
        while left > 0:
            left = played(random, file, left)
        assert not list(folder.rglob("crash_*.txt"))
        battle = Battle.open(file)
        verdict = battle.verify()
        battle.close()
        assert verdict.ok, verdict.text


def played(random: Random, file: Path, left: int) -> int:
    """Type until the game is left or none of the `left` strokes remains; return how many remain."""
    script = GAME.format(words=["play", str(file), "--saves", str(file.parent)])
    told = {"WEATHERGAGE_CONFIG": str(file.parent), "XDG_STATE_HOME": str(file.parent)}
    size = random.randint(80, MOST[0]), random.randint(24, MOST[1])
    done: list[bytes] = []
    with Terminal(script, *size, told=told) as terminal:
        running = shown(terminal, PATIENCE, first=True)
        while running and left > 0:
            strokes = random.randint(1, 5)
            left -= strokes
            for part in typed(random, strokes):
                done.append(part)
                running = running and sent(terminal, part)
            running = running and shown(terminal, LOOKS)
            if running and random.random() < 0.03:
                terminal.resize(random.randint(1, MOST[0]), random.randint(1, MOST[1]))
        if running:
            os.kill(terminal.child, signal.SIGTERM)
        code = terminal.leave("")
        assert code in (TOLD_TO_END if running else (0,)), (code, done[-40:], terminal.text)
        assert b"should not have happened" not in terminal.sent, (done[-40:], terminal.text)
    return left


def typed(random: Random, strokes: int) -> list[bytes]:
    """Return the bytes of some strokes in pieces: keys at once, a report in random pieces."""
    if random.random() < 0.3:
        return [
            part for _ in range(strokes) for part in cut(random, coded(random, report(random)[0]))
        ]
    return ["".join(any_key(random) for _ in range(strokes)).encode()]


def sent(terminal: Terminal, part: bytes) -> bool:
    """Write to the game; return whether it still runs."""
    try:
        os.write(terminal.tty, part)
    except OSError:
        return False
    return True


def shown(terminal: Terminal, seconds: float, first: bool = False) -> bool:
    """Read what the game sends for a while, or until its first screen; return whether it still
    runs.
    """
    end = time.monotonic() + seconds
    try:
        while (wait := end - time.monotonic()) > 0 and not (first and "? help" in terminal.text):
            if select.select([terminal.tty], [], [], wait)[0] and not terminal._fed():
                return False
    except OSError:
        return False
    return True

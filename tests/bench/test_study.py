"""How long keys take in the replay of a battle of more than 10,000 entries: processor time, and
time to the last byte.

Ensigns fight the battle first, which takes most of a minute: a series of Trafalgars in Wooden
Ships, best of seven, seed 7, with 12,714 entries in 30 MB. It is opened before anything is
measured.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest

from tests.bench.conftest import Figure
from tests.bench.key_time import milliseconds
from tests.tui.pseudo_terminal import Terminal

pytestmark = pytest.mark.bench
SCRIPT = """
from engine.kernel.battle import Battle
from tui.app import WeatherGageApp
from tui.replay.screen import ReplayScreen
from tui.screens.settings import Settings

battle = Battle.open({path!r}, write=False)
start = lambda app: ReplayScreen(battle, 6000)
app = WeatherGageApp(Settings(animation=False, guide=False), saves={saves!r}, start=start)
app.run(mouse=False)
"""
AIM = 16.0
"""The maximum milliseconds of processor time from a key to its last byte. On a quiet machine they
are 5 to 14, in 140 columns and 45 lines with 56 ships on the chart and in the panel; the two new
screens of a fork are included."""
HASTY = 240.0
"""The same maximum if Enter follows at once, so that what is usually loaded in advance has to be
loaded then."""
FORKED_AT = (6000, 1000, 3000, 5000, 7000, 9000, 11000, 12000)
"""The entries at which a fork (a new battle that branches off) is measured, each in a new
replay."""
TIMES = 20


@pytest.fixture(scope="module")
def replay(long_battle: Path) -> Iterator[Terminal]:
    """Open a replay of the battle in a terminal, in the middle of the battle."""
    script = SCRIPT.format(path=str(long_battle), saves=str(long_battle.parent))
    with Terminal(script, 140, 45) as running:
        running.read(until=running.shows("entry 6000 of"))
        yield running


def forked(long_battle: Path, n: int, folder: Path, hasty: bool = False) -> tuple[float, float]:
    """Fork the battle at an entry in a new replay; return what `measured` returns.

    Before Enter the person reads who plays on, so that everything is loaded in advance; not if
    `hasty`.
    """
    with Terminal(SCRIPT.format(path=str(long_battle), saves=str(folder)), 140, 45) as running:
        running.read(until=running.shows("entry 6000 of"))
        if n != 6000:
            running.press(f":{n}\r", until=running.shows(f"entry {n} of"))
        if not hasty:
            running.press("p", until=running.shows("Who plays on?"))
        found = measured(running, "p\r" if hasty else "\r")
        assert os.path.exists(f"/proc/{running.child}")
    assert list(folder.rglob("*.battle"))
    rmtree(
        folder
    )  # its pages are free for the next: in a virtual machine new ones cost as much again
    return found


def processor(terminal: Terminal) -> float:
    """Return the milliseconds of processor time that the application has used in all its
    threads.
    """
    tasks = Path(f"/proc/{terminal.child}/task")
    return sum(int((each / "schedstat").read_text().split()[0]) for each in tasks.iterdir()) / 1e6


def measured(terminal: Terminal, key: str) -> tuple[float, float]:
    """Press a key; return (milliseconds of processor time until the application rests, milliseconds
    until its last byte).

    A long pause between bytes is not part of the second figure, but what is computed in it is part
    of the first.
    """
    before = processor(terminal)
    took = milliseconds(terminal, key)
    terminal.read()
    return processor(terminal) - before, took


def typed(terminal: Terminal, keys: str) -> None:
    """Press keys that are not measured."""
    for key in keys:
        milliseconds(terminal, key)


def noted(figure: Figure, name: str, found: list[tuple[float, float]]) -> None:
    """Record the median and the maximum of what was found."""
    used, took = (sorted(each) for each in zip(*found, strict=True))
    figure(f"{name}, processor, p50", used[len(used) // 2], "ms", AIM)
    figure(f"{name}, processor, most", used[-1], "ms", 3 * AIM)
    figure(f"{name}, to the last byte, p50", took[len(took) // 2], "ms", 3 * AIM)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("an entry on and back", ("\x1b[C", "\x1b[D")),
        ("an activation", ("]", "[")),
        ("a turn", ("}", "{")),
        ("a battle of the chain", (")", "(")),
        ("the end and the start", ("\x1b[F", "\x1b[H")),
    ],
)
def test_a_step(replay: Terminal, figure: Figure, name: str, keys: tuple[str, ...]) -> None:
    for key in keys:
        milliseconds(replay, key)
    noted(figure, name, [measured(replay, keys[n % len(keys)]) for n in range(TIMES)])


def test_a_jump_and_a_search(replay: Terminal, figure: Figure) -> None:
    jumps = []
    for n in range(TIMES):
        typed(replay, f":{500 * n + 100}")
        jumps.append(measured(replay, "\r"))
    noted(figure, "a jump to an entry", jumps)
    for name, words in (
        ("a loss", "loss"),
        ("words of the log", "strikes"),
        ("words that nothing tells", "hornpipe"),
    ):
        typed(replay, f":{words}")
        first = measured(replay, "\r")
        figure(f"{name}, the first time, processor", first[0], "ms", 4000)
        if words == "hornpipe":
            replay.read()
        found: list[tuple[float, float]] = []
        while len(found) < TIMES // 2:
            if found and words == "hornpipe":  # the line is still there, to be mended
                typed(replay, "\x1b")
            typed(replay, f":{words}")
            found.append(measured(replay, "\r"))
        noted(figure, name, found)
    typed(replay, "\x1b")


def test_a_note(replay: Terminal, figure: Figure) -> None:
    notes = []
    for n in range(TIMES // 2):
        typed(replay, f"nnote {n}")
        notes.append(measured(replay, "\r"))
        typed(replay, "]")
    noted(figure, "a note", notes)


def test_a_fork(replay: Terminal, long_battle: Path, tmp_path: Path, figure: Figure) -> None:
    typed(replay, ":6000\r")
    figure("who plays on, and what is loaded meanwhile", measured(replay, "p")[0], "ms", HASTY)
    typed(replay, "\x1b")
    hasty = forked(long_battle, 6000, tmp_path / "hasty", hasty=True)
    figure("a fork in the middle at once, with what is loaded", hasty[0], "ms", HASTY)
    forks = [forked(long_battle, n, tmp_path / f"{n}") for n in FORKED_AT]
    figure("a fork in the middle", forks[0][0], "ms", 3 * AIM)
    noted(figure, "a fork, from eight entries", forks)

"""How long the sample battles take to be exported in each format, and how large web pages
become.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time

import pytest

from engine.arena import crews, play_out
from engine.files.saves import samples
from engine.kernel.battle import Battle
from tests.bench.conftest import Figure
from tests.tui.share.browser import Browser
from tui.cli import main
from tui.replay.sharing import story
from tui.share.page import page

pytestmark = pytest.mark.bench
FILMED = 2_400


@pytest.mark.parametrize("ending", ["html", "svg", "gif", "md", "cast"])
def test_every_sample_is_exported_within_five_seconds(
    ending: str, tmp_path: Path, figure: Figure
) -> None:
    slowest = 0.0
    for name, path in samples().items():
        if path.suffix == ".battle":
            began = process_time()
            assert main(["export", str(path), "--to", str(tmp_path / f"{name}.{ending}")]) == 0
            slowest = max(slowest, process_time() - began)
    figure(f"export of a sample to .{ending}, the slowest", slowest, "s", 5)


def test_a_long_film_of_sixty_ships_is_exported(tmp_path: Path, figure: Figure) -> None:
    """The orders of the ships fill the panel anew at each entry, and the log scrolls."""
    whole, file = Battle.new("wooden_ships", "trafalgar", 7), tmp_path / "trafalgar.battle"
    play_out(whole, crews(whole.game, whole.state, 1, "ensign", "ensign"))
    with Battle.from_state(whole.game, whole.at(0), whole.seed, path=file) as battle:
        for record in whole.entries[:FILMED]:
            battle.submit(record.seat, record.command)
    began = process_time()
    assert main(["export", str(file), "--to", str(tmp_path / "trafalgar.cast")]) == 0
    figure(f"film of {FILMED} entries of Trafalgar", process_time() - began, "s", 10)

    to = tmp_path / "trafalgar.gif"
    began = process_time()
    assert main(["export", str(file), "--to", str(to), "--until", "500"]) == 0
    figure("a GIF of 500 entries of Trafalgar", process_time() - began, "s", 5)
    figure("a GIF of 500 entries of Trafalgar, size", to.stat().st_size / 1000, "kB", 5000)


def test_pages_are_small(figure: Figure) -> None:
    for game, scenario, limit in (
        ("oak_iron", "quickstart", 400),
        ("wooden_ships", "trafalgar", 2000),
    ):
        battle = Battle.new(game, scenario, 7)
        play_out(battle, crews(battle.game, battle.state, 1, "ensign", "ensign"))
        figure(f"page of {scenario}, {battle.position} entries", _kilobytes(battle), "kB", limit)


EXPORT = """
import resource, sys, time
from tests.tui.share.browser import Browser
from tui.cli import main
assert main(["export", sys.argv[1], "--to", sys.argv[2]]) == 0
print(time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
"""A program that exports a battle, and prints its processor time in seconds and its peak memory in
MiB."""
MOST_ENTRIES = 10_000


def test_a_battle_of_ten_thousand_entries_has_a_page(
    long_battle: Path, tmp_path: Path, figure: Figure
) -> None:
    """The aim is ten seconds.

    Half of the time is spent in the words and marks that the rules produce.
    """
    short = tmp_path / "short.battle"
    with long_battle.open("rb") as file:
        short.write_bytes(b"".join(islice(file, MOST_ENTRIES + 1)))
    for battle, size, seconds, memory in (
        (short, 2000, 20, 200),
        (long_battle, 2500, 26, 240),
    ):
        to = tmp_path / f"{battle.stem}.html"
        run = [sys.executable, "-c", EXPORT, str(battle), str(to)]
        told = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        took, most = map(float, told.splitlines()[-1].split())
        with battle.open("rb") as file:
            name = f"page of {sum(1 for _ in file) - 1} entries"
        figure(name, to.stat().st_size / 1000, "kB", size)
        figure(f"{name}, processor", took, "s", seconds)
        figure(f"{name}, memory", most, "MiB", memory)


LAID_OUT = 4.0
"""The maximum number of seconds until a browser shows the page; the aim is one. Most of the time
goes into the 10,000 items of the log."""


def test_a_browser_shows_a_page_of_ten_thousand_entries(
    long_battle: Path, tmp_path: Path, figure: Figure
) -> None:
    to = tmp_path / "long.html"
    part = ["--from", "0", "--to", str(MOST_ENTRIES)]
    assert main(["export", str(long_battle), "--to", str(to), *part]) == 0
    with Browser(tmp_path / "profile") as browser:
        began = perf_counter()
        browser.open(f"file://{to}")
        figure("a browser shows a page of 10000 entries", perf_counter() - began, "s", LAID_OUT)


def _kilobytes(battle: Battle) -> float:
    return len(page(story(battle)).encode()) / 1000

"""How long a host takes for its club: ratings, pages, the archive, pairings, a start with an
archive.

CLUB_RESULTS (10000), CLUB_FINISHED (60) and CLUB_IDLE (300) set the amounts. Processor time is
measured, so that other programs have little influence.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engine.base.dice import Dice
from engine.hosting.club.desk import Desk
from engine.hosting.club.results import Player, Ratings, Result, Results
from engine.hosting.club.tournament import swiss
from engine.hosting.hub import Hub
from engine.players import make_player
from tests.bench.conftest import Figure
from tests.tui.host.near import begun

pytestmark = pytest.mark.bench
RESULTS = int(os.environ.get("CLUB_RESULTS", "10000"))
FINISHED = int(os.environ.get("CLUB_FINISHED", "60"))
IDLE = int(os.environ.get("CLUB_IDLE", "300"))
PEOPLE = 200


def spent(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that a function takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def results(path: Path, count: int) -> None:
    """Write a file with `count` results of quick starts between random persons."""
    dice = Dice(7)
    with path.open("wb") as file:
        for number in range(count):
            one = dice.face(3 * number, PEOPLE)
            other = (one + dice.face(3 * number + 1, PEOPLE - 1)) % PEOPLE
            won = float(dice.face(3 * number + 2, 2) - 1)
            players = (
                Player(f"p{one:03}", "A", "Red", score=won),
                Player(f"p{other:03}", "B", "Blue", score=1 - won),
            )
            day = f"2026-{1 + number * 12 // count:02}-{1 + number % 28:02}T20:00:00"
            name, how = f"{day[:10]}_quickstart_{number}", "Blue withdraws: 2 strike points"
            found = Result(name, "oak_iron", "quickstart", "Quick start", day, how, players)
            file.write(msgspec.json.encode(found) + b"\n")


def test_ten_thousand_results(tmp_path: Path, figure: Figure) -> None:
    path = tmp_path / "results.jsonl"
    results(path, RESULTS)
    figure("a result on disk", path.stat().st_size / RESULTS, "bytes", 600)
    kept = Results(path)
    figure("10,000 results read", spent(lambda: Results(path)), "s", 2)
    figure("10,000 battles rated", spent(lambda: Ratings(kept)), "s", 5)
    hub = Hub(tmp_path)
    desk = Desk(hub, "p001")
    desk.execute("page p001")  # loads the game's title
    figure("a person's page", 1000 * spent(lambda: desk.execute("page p007")), "ms", 200)
    figure("the ladder", 1000 * spent(lambda: desk.execute("ladder")), "ms", 100)
    figure(
        "the archive searched",
        1000 * spent(lambda: desk.execute("archive p007 2026-05")),
        "ms",
        500,
    )


def test_a_swiss_of_128(figure: Figure) -> None:
    names = [f"p{number:03}" for number in range(128)]
    score, met = dict.fromkeys(names, 0.0), set[frozenset[str]]()
    longest = 0.0
    for _ in range(9):
        ranked = sorted(names, key=lambda name: -score[name])
        begin = time.process_time()
        pairs = swiss(ranked, score, met, (), dict.fromkeys(names, 0))
        longest = max(longest, time.process_time() - begin)
        met |= {frozenset(pair) for pair in pairs}
        for one, _ in pairs:
            score[one] += 1
    figure("a round of a Swiss of 128 paired", 1000 * longest, "ms", 1000)


def test_a_host_with_an_archive(tmp_path: Path, figure: Figure) -> None:
    hub = Hub(tmp_path)
    for number in range(FINISHED):
        hosted = begun(hub, f"p{number % 30:02}", f"q{number % 30:02}")
        battle = hosted.running()
        ensign = make_player("ensign", battle.game, number, "A")
        if number < 5:
            while asked := battle.pending():
                battle.answer(asked[0].seat, ensign.choose(battle.view(asked[0].seat), asked[0]))
        else:
            hosted.leaving.resign(f"q{number % 30:02}", "B")
    played = [each.path.stat().st_size for each in list(hub.battles.values())[:5]]
    figure("a quick start on disk", sum(played) / 5 / 1000, "kB", 200)
    hub.close()
    seconds = spent(lambda: Hub(tmp_path))
    figure("a finished battle opened at the start", 1000 * seconds / FINISHED, "ms", 50)


def test_people_who_are_idle(tmp_path: Path, figure: Figure) -> None:
    """Measure what sessions without a screen cost: a person's name, place in the lobby and
    settings.
    """
    hub = Hub(tmp_path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(IDLE):
        hub.count_connection(f"p{number}")
        hub.people.change(f"p{number}", zone="Europe/Berlin")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    figure("memory of a name that is here, without its screen", grown / IDLE, "kB", 20)

"""Load on a host: connected seats in battles of two, each making a choice every few seconds.

HOSTING_SECONDS and HOSTING_SEATS set how long and how many (300 and 50), HOSTING_PROFILE names
a file for a profile of the host process. Clients and host share the machine.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

import pytest

from engine.hosting.hub import Hub
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from engine.sitting.battle_log import BattleLog
from tests.bench.conftest import Figure
from tests.tui.host.crowd import Onlooker, come
from tui.host.app import settings_file
from tui.screens.settings import Settings, save

pytestmark = pytest.mark.bench

SECONDS = float(os.environ.get("HOSTING_SECONDS", "300"))
SEATS = int(os.environ.get("HOSTING_SEATS", "50"))
PROFILE = os.environ.get("HOSTING_PROFILE", "")
EVERY = 3.0
"""Seconds between two choices of a seat."""
LENGTH = 200.0
"""Seconds that a quick start lasts at least at this pace; each pair has as many as it needs."""
PATIENCE = 30.0
LATE = 3.0
"""Seconds after which a choice or a frame has not come."""
REST = 3.0
"""Seconds that all sit still before they begin."""
EXPECTED = re.compile(
    "has come in$|is new and brought a key$|has gone$|people connect with|the host's key|"
    "stopping| more: "
)
PROGRAM = """
import cProfile, signal, sys, time
from tui.cli import main

profile = sys.argv.pop(1)
taken = cProfile.Profile(time.process_time)
signal.signal(signal.SIGUSR1, lambda *_: taken.enable())
code = main()
if profile:
    taken.dump_stats(profile)
sys.exit(code)
"""


class Process(NamedTuple):
    """The host's process."""

    pid: int
    port: int

    @property
    def memory(self) -> float:
        """MB that it holds."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s*(\d+) kB", status)
        assert found
        return int(found[1]) / 1024

    @property
    def worked(self) -> float:
        """Seconds of the processor that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def hosting(saves: Path, log: Path) -> AsyncIterator[Process]:
    """Keep `weathergage host` running on a port of its own."""
    words = ["host", "--open", "--port", "0", "--address", "127.0.0.1", "--saves", str(saves)]
    with log.open("wb") as errors:
        host = await asyncio.create_subprocess_exec(
            sys.executable, "-c", PROGRAM, PROFILE, *words, stderr=errors
        )
    try:
        while not (found := re.search(r"ssh -p (\d+)", log.read_text())):
            assert host.returncode is None, log.read_text()
            await asyncio.sleep(0.1)
        yield Process(host.pid, int(found[1]))
    finally:
        host.send_signal(signal.SIGTERM)
        await host.wait()


def prepare(saves: Path, pairs: int) -> list[list[Path]]:
    """Found battles and seat persons in them; return the files of each pair, first comes first."""
    hub = Hub(saves / "hosted")
    crowd = "connections_an_address = 300\ncalls_a_minute = 1000\nnew_names_a_day = 1000\n"
    (saves / "hosted" / "limits.toml").write_text(crowd)
    prepared: list[list[Path]] = []
    for pair in range(pairs):
        files = []
        for _ in range(int(SECONDS // LENGTH) + 1):
            hosted = hub.found_battle(f"a{pair}", Terms(game="oak_iron", scenario="quickstart"))
            hosted.sit(f"a{pair}", "A", "anna's word")
            hosted.sit(f"b{pair}", "B", "ben's word")
            files.insert(0, hosted.path)
        prepared.append(files)
        for name in (f"a{pair}", f"b{pair}"):
            save(Settings(confirm_ends=False), settings_file(hub, name))
    hub.close()
    return prepared


class Pair:
    """Two persons who play one quick start after the other with each other."""

    def __init__(self, files: list[Path], a: Onlooker, b: Onlooker, random: Random) -> None:
        self.files = iter(files)
        self.seats = {"A": a, "B": b}
        self.random = random
        self.first: list[float] = []
        self.whole: list[float] = []
        self.choices = 0
        self.faults: Counter[str] = Counter()
        self._open()

    def _open(self) -> None:
        self.battle = Battle.open(next(self.files), write=False)
        self.battle_log = BattleLog(self.battle)

    async def enter(self) -> None:
        """Go to the battle that stands first in the lobby."""
        for seat in self.seats.values():
            seat.expect()
            seat.press("\r")
        for seat in self.seats.values():
            assert await seat.shown(PATIENCE)

    async def play(self, until: float) -> None:
        """Let whoever is asked choose, both together twice in the time of one."""
        beat = perf_counter() + self.random.random() * EVERY
        while beat < until:
            await asyncio.sleep(max(0.0, beat - perf_counter()))
            beat = max(beat + EVERY / 2, perf_counter())
            self.battle.refresh()
            if self.battle.outcome():
                await self._next()
            else:
                await self._choose()

    async def _next(self) -> None:
        self.battle.close()
        self._open()
        for seat in self.seats.values():
            seat.press("M")
        await asyncio.sleep(EVERY / 2)
        await self.enter()

    async def _choose(self) -> None:
        question = self.random.choice(self.battle.pending())
        chooser = self.seats[question.seat]
        key, other = next((key, seat) for key, seat in self.seats.items() if key != question.seat)
        before = self._known(key)
        await self._calm()
        chooser.press("\x1b[B" * self.random.randrange(3))
        await asyncio.sleep(0.1)
        for _ in range(2):
            other.expect()
            chooser.press("\r")
            if await self._taken():
                break
        else:  # the first key may have ended an animation that was late
            self.faults["no choice"] += 1
            return
        self.choices += 1
        news = self._known(key) != before
        if shown := await other.shown(LATE if news else 0.2):
            self.first.append(shown[0])
            self.whole.append(shown[1])
        elif news:  # nobody hears of it when another takes no test, say
            self.faults["not shown"] += 1

    def _known(self, key: str) -> object:
        """Return what the screen of a seat cannot but show: whether it is asked, else the log."""
        asked = any(question.seat == key for question in self.battle.pending())
        return asked or len(self.battle_log.lines(key))

    async def _taken(self) -> bool:
        """Wait until a choice is written down."""
        late = perf_counter() + LATE
        while not self.battle.refresh():
            if perf_counter() > late:
                return False
            await asyncio.sleep(0.02)
        return True

    async def _calm(self) -> None:
        """Wait until nothing is in motion on either screen, for a key would end it."""
        while perf_counter() - max(seat.latest for seat in self.seats.values()) < 0.25:
            await asyncio.sleep(0.05)


class Count(NamedTuple):
    """Bytes on the wire and seconds of the processor up to now."""

    wire: int
    worked: float


def count_up(host: Process, onlookers: list[Onlooker]) -> Count:
    """Return what has been used up to now."""
    return Count(sum(each.wire for each in onlookers), host.worked)


def percentile(values: list[float], part: float) -> float:
    """Return milliseconds that this part of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1000


async def test_fifty_seats_make_their_choices(tmp_path: Path, figure: Figure) -> None:
    saves, log, count = tmp_path / "saves", tmp_path / "log", SEATS // 2
    prepared = prepare(saves, count)
    async with hosting(saves, log) as host:
        empty = host.memory
        seats = [[await come(host.port, f"{side}{n}") for side in "ab"] for n in range(count)]
        pairs = [
            Pair(files, a[1], b[1], Random(n))
            for n, (files, (a, b)) in enumerate(zip(prepared, seats, strict=True))
        ]
        for pair in pairs:
            await pair.enter()
        onlookers = [onlooker for pair in pairs for onlooker in pair.seats.values()]
        await asyncio.sleep(REST)
        before = count_up(host, onlookers)
        await asyncio.sleep(REST)
        rested = count_up(host, onlookers)
        if PROFILE:
            os.kill(host.pid, signal.SIGUSR1)
        began = perf_counter()
        await asyncio.gather(*(pair.play(began + SECONDS) for pair in pairs))
        took = perf_counter() - began
        after, memory = count_up(host, onlookers), host.memory
        for pair in seats:
            for connection, _ in pair:
                connection.abort()
    choices = sum(pair.choices for pair in pairs)
    first = [value for pair in pairs for value in pair.first]
    whole = [value for pair in pairs for value in pair.whole]
    share = (after.worked - rested.worked) / took
    figures = [
        ("key to the other's screen, first byte, p50", percentile(first, 0.5), "ms", 250),
        ("key to the other's screen, first byte, p95", percentile(first, 0.95), "ms", 250),
        ("key to the other's screen, whole frame, p50", percentile(whole, 0.5), "ms", 250),
        ("key to the other's screen, whole frame, p95", percentile(whole, 0.95), "ms", 250),
        ("key to the other's screen, slowest", max(whole) * 1000, "ms", 5000),
        ("memory of the host with nobody there", empty, "MB", 200),
        ("memory a seat", (memory - empty) / SEATS, "MB", 25),
        ("on the wire a choice, both seats", (after.wire - rested.wire) / choices, "bytes", 30_000),
        ("processor a choice", (after.worked - rested.worked) / choices * 1000, "ms", 100),
        ("the host's share of a core", share * 100, "%", 100),
        ("on the wire while nobody chooses", rested.wire - before.wire, "bytes", 0),
        ("share of a core while nobody chooses",
         (rested.worked - before.worked) / REST * 100, "%", 2),
    ]  # fmt: skip
    print(f"\n{SEATS} seats, {choices} choices, {choices / took:.1f} a second, {len(whole)} timed")
    for name, value, unit, most in figures:
        print(f"{name:45} {value:10.3g} {unit:5} {most}")
    said = log.read_text().splitlines()
    errors = [line for line in said if not EXPECTED.search(line)]
    assert not errors, "\n".join(errors[:20])
    faults = sum((pair.faults for pair in pairs), Counter[str]())
    assert not faults, faults
    for each in figures:
        figure(*each)

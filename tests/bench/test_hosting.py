"""Load on a host: connected seats in battles of two, each making a choice every few seconds.

HOSTING_SECONDS (300) and HOSTING_SEATS (50) set duration and number; HOSTING_PROFILE names a file
for a profile of the host process. Clients and host run on the same machine.
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
"""Seconds between two choices of a player."""
LENGTH = 200.0
"""The seconds that a quick start lasts at least at this pace; each pair of players gets as many
battles as it needs."""
PATIENCE = 30.0
LATE = 3.0
"""Seconds after which a choice or a frame counts as lost."""
REST = 3.0
"""Seconds without any key before the measurement begins."""
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
    """The process of the host."""

    pid: int
    port: int

    @property
    def memory(self) -> float:
        """The megabytes of memory that it uses."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s*(\d+) kB", status)
        assert found
        return int(found[1]) / 1024

    @property
    def worked(self) -> float:
        """The seconds of processor time that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def hosting(saves: Path, log: Path) -> AsyncIterator[Process]:
    """Run `weathergage host` on a free port during the block."""
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
    """Create battles with persons in their seats; return the files of each pair of persons, first
    battle first.
    """
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
    """Two persons who play one quick start after another against each other."""

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
        """Open the battle that is first in the lobby, on both screens."""
        for seat in self.seats.values():
            seat.expect()
            seat.press("\r")
        for seat in self.seats.values():
            assert await seat.shown(PATIENCE)

    async def play(self, until: float) -> None:
        """Let whichever of the two persons has to choose do so, every `EVERY` / 2 seconds, until
        the time `until`.
        """
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
        """Return what the screen of a seat must show: whether its player has to choose, otherwise
        the length of the log.
        """
        asked = any(question.seat == key for question in self.battle.pending())
        return asked or len(self.battle_log.lines(key))

    async def _taken(self) -> bool:
        """Wait until a choice is in the file; return False if it takes too long."""
        late = perf_counter() + LATE
        while not self.battle.refresh():
            if perf_counter() > late:
                return False
            await asyncio.sleep(0.02)
        return True

    async def _calm(self) -> None:
        """Wait until no animation runs on either screen, because a key would only end it."""
        while perf_counter() - max(seat.latest for seat in self.seats.values()) < 0.25:
            await asyncio.sleep(0.05)


class Count(NamedTuple):
    """Bytes sent, and seconds of processor time, so far."""

    wire: int
    worked: float


def count_up(host: Process, onlookers: list[Onlooker]) -> Count:
    """Return the bytes sent and the processor time used so far."""
    return Count(sum(each.wire for each in onlookers), host.worked)


def percentile(values: list[float], part: float) -> float:
    """Return the milliseconds that the fraction `part` of the values does not exceed."""
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

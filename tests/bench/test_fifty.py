"""One host with fifty players, two hundred watchers, attackers at the same time, and many short
visits.

FIFTY_SECONDS (60), FIFTY_PEOPLE (50), FIFTY_WATCHERS (200) and FIFTY_VISITS (500) set the amounts;
the crowds run in other processes on the same machine. HOSTING_PROFILE names a file for a profile of
the host process.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from bisect import bisect
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.bench.conftest import Figure
from tests.bench.test_hosting import PROFILE, Process, hosting, percentile, prepare

pytestmark = pytest.mark.bench

SECONDS = float(os.environ.get("FIFTY_SECONDS", "60"))
PEOPLE = int(os.environ.get("FIFTY_PEOPLE", "50"))
WATCHERS = int(os.environ.get("FIFTY_WATCHERS", "200"))
VISITS = int(os.environ.get("FIFTY_VISITS", "500"))
EVERY = 0.5
"""Seconds between two keys that a person presses."""
CHOICE = 4.0
"""Seconds between two choices in a battle with watchers."""
TIMES_A_SECOND = 50
ATTACKERS = 50
WARM = 40
"""The number of visits after which memory is measured; by then each of their names has come
once."""
REST = 2.0
CROWD = """
connections = 1000
connections_an_address = 1000
connections_a_name = 1000
waiting = 1000
waiting_an_address = 1000
calls_a_minute = 100000
new_names_a_day = 10000
"""
"""The limits of a host on which all persons come from one address."""


class Crowd:
    """A process with many persons or connections (see tests/bench/crowds.py)."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def ready(self) -> None:
        """Wait until all its persons are connected."""
        assert self._process.stdout
        line = await self._process.stdout.readline()
        assert line == b"ready\n", line

    def go(self) -> None:
        """Let it begin."""
        assert self._process.stdin
        self._process.stdin.write(b"go\n")

    async def result(self) -> Any:
        """Return what it has measured."""
        assert self._process.stdout
        found = json.loads(await self._process.stdout.readline())
        await self._process.wait()
        return found


async def crowd(*words: object) -> Crowd:
    """Start a crowd; it begins when `go` is called."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.crowds", *map(str, words),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**26,
    )  # fmt: skip
    found = Crowd(process)
    await found.ready()
    return found


@asynccontextmanager
async def host_with(tmp_path: Path, pairs: int) -> AsyncIterator[tuple[Process, list[Path]]]:
    """Run a host with `pairs` battles of two persons each; yield the host, and the first file of
    each battle.
    """
    saves = tmp_path / "saves"
    files = [each[0] for each in prepare(saves, pairs)]
    (saves / "hosted" / "limits.toml").write_text(CROWD)
    async with hosting(saves, tmp_path / "log") as host:
        yield host, files


@asynccontextmanager
async def beside(host: Process, attackers: int, how: str = "sizes") -> AsyncIterator[None]:
    """Let `attackers` connections do one thing again and again during the block, by default change
    their size.
    """
    if not attackers:
        yield
        return
    names = ",".join(f"x{n}" for n in range(attackers))
    if how == "talk":  # who watches does not talk: they have battles of their own
        names = people(1, 1 + attackers // 2)
    attack = await crowd("attackers", host.port, how, names, TIMES_A_SECOND, SECONDS)
    attack.go()
    yield
    print(f"\n{await attack.result()} by {how}")


async def measured(host: Process, *begun: Awaitable[Any]) -> tuple[list[Any], float]:
    """Return (what crowds have measured, the share of a core that the host used meanwhile)."""
    if PROFILE:
        os.kill(host.pid, signal.SIGUSR1)
    before, began = host.worked, asyncio.get_running_loop().time()
    found = await asyncio.gather(*begun)
    return list(found), (host.worked - before) / (asyncio.get_running_loop().time() - began)


def load() -> str:
    """Return in words how busy the machine is."""
    return f"load {Path('/proc/loadavg').read_text().split()[0]}"


def people(first: int, after: int) -> str:
    """Return the names of both persons of some pairs, for the command line."""
    return ",".join(f"{side}{pair}" for pair in range(first, after) for side in "ab")


def told(name: str, waits: Sequence[list[float]], figure: Figure, most: float) -> None:
    """Record the 95th percentile of the person with the longest waits, and print how long all
    waited.
    """
    everybody = [wait for each in waits for wait in each]
    each = sorted(percentile(of_one, 0.95) for of_one in waits)
    print(
        f"\n{name}, {load()}: {len(everybody)} keys, p50 {percentile(everybody, 0.5):.0f},"
        f" p95 {percentile(everybody, 0.95):.0f}, slowest {max(everybody) * 1000:.0f} ms;"
        f" p95 of a person {each[0]:.0f} to {each[-1]:.0f} ms"
    )
    figure(f"{name}, p95 of who waits longest ({load()})", each[-1], "ms", most)


@pytest.mark.parametrize("attackers", [0, ATTACKERS])
async def test_fifty_people_press_keys(attackers: int, tmp_path: Path, figure: Figure) -> None:
    pairs = PEOPLE // 2
    async with host_with(tmp_path, pairs) as (host, _):
        await asyncio.sleep(REST)
        empty = host.memory
        halves = people(0, pairs // 2), people(pairs // 2, pairs)
        crowds = [
            await crowd("players", host.port, names, EVERY, SECONDS)
            for names in filter(None, halves)
        ]
        await asyncio.sleep(REST)
        memory = (host.memory - empty) / PEOPLE
        async with beside(host, attackers):
            for each in crowds:
                each.go()
            found, share = await measured(host, *(each.result() for each in crowds))
    waits = [each for part in found for each in part]
    print(f"\nthe host took {share:.0%} of a core, {memory:.2f} MB a seat")
    more = f", {attackers} attackers beside" if attackers else ""
    told(f"{PEOPLE} people, two keys a second{more}", waits, figure, 300)
    figure("memory a seat, fifty people", memory, "MB", 2.0)


@pytest.mark.parametrize("how", ["sizes", "keys", "screens", "pastes", "talk"])
async def test_attackers_keep_nobody_from_his_answer(
    how: str, tmp_path: Path, figure: Figure
) -> None:
    async with host_with(tmp_path, 1 + (how == "talk") * ATTACKERS // 2) as (host, _):
        player = await crowd("players", host.port, "a0,b0", EVERY, SECONDS)
        async with beside(host, ATTACKERS, how):
            player.go()
            found, share = await measured(host, player.result())
    print(f"\nthe host took {share:.0%} of a core")
    told(f"a player beside {ATTACKERS} attackers by {how}", found[0], figure, 200)


async def test_two_hundred_watch_one_battle(tmp_path: Path, figure: Figure) -> None:
    async with host_with(tmp_path, 1) as (host, files):
        await asyncio.sleep(REST)
        empty = host.memory
        half = WATCHERS // 2
        watchers = [await crowd("watchers", host.port, at, half, SECONDS + 6) for at in (0, half)]
        await asyncio.sleep(REST)
        memory = (host.memory - empty) / (2 * half)
        choosers = await crowd("choosers", host.port, files[0], CHOICE, SECONDS)
        for each in (*watchers, choosers):
            each.go()
        found, share = await measured(host, *(each.result() for each in (*watchers, choosers)))
    made = found.pop()
    waits = [
        [frames[at] - choice for choice in made if (at := bisect(frames, choice)) < len(frames)]
        for part in found
        for frames in part
    ]
    print(f"\n{len(made)} choices; the host took {share:.0%} of a core, {memory:.2f} MB a watcher")
    assert made
    assert all(len(each) == len(made) for each in waits), "somebody was not shown a choice"
    told(f"{2 * half} watch one battle", waits, figure, 500)
    figure("memory a watcher, two hundred", memory, "MB", 2.0)


async def test_visits_leave_nothing_behind(tmp_path: Path, figure: Figure) -> None:
    async with host_with(tmp_path, 1) as (host, _):
        first = await crowd("visitors", host.port, "u", WARM, 4)
        first.go()
        await first.result()
        await asyncio.sleep(REST)
        before = host.memory
        more = await crowd("visitors", host.port, "v", VISITS, 4)
        more.go()
        assert await more.result() == VISITS
        await asyncio.sleep(REST)
        figure(f"memory left by {VISITS} visits", host.memory - before, "MB", 20)

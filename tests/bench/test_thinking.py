"""How long others wait for their keys on a host while computer players think for one person."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from engine.hosting.hub import Hub
from engine.hosting.terms import Terms
from tests.bench.conftest import Figure
from tests.bench.test_hosting import hosting
from tests.tui.host.crowd import Onlooker, come
from tui.host.app import settings_file
from tui.screens.settings import Settings, save

pytestmark = pytest.mark.bench

GREEDY = 8
"""How many screens the one person has, which is the maximum for a name; on each is a Trafalgar
against captains."""
KEYS = 60
PATIENCE = 10.0


def prepare(saves: Path) -> None:
    """Create the battles of both persons."""
    hub = Hub(saves / "hosted")
    crowd = "connections_an_address = 300\nconnections_a_name = 60\nnew_names_a_day = 1000\n"
    (saves / "hosted" / "limits.toml").write_text(crowd)
    for _ in range(GREEDY):
        terms = Terms(game="wooden_ships", scenario="trafalgar", computers={"B": "captain"})
        hub.found_battle("anna", terms).sit("anna", "A", "a word")
    quick = Terms(game="oak_iron", scenario="quickstart", computers={"B": "lieutenant"})
    hub.found_battle("ben", quick).sit("ben", "A", "a word")
    for name in ("anna", "ben"):
        save(Settings(confirm_ends=False, animation=False), settings_file(hub, name))
    hub.close()


async def waited(onlooker: Onlooker) -> list[float]:
    """Press Down and Up in turn, many times; return the milliseconds until each frame."""
    found = []
    for number in range(KEYS):
        await asyncio.sleep(0.1)
        onlooker.expect()
        began = perf_counter()
        onlooker.press("\x1b[A" if number % 2 else "\x1b[B")
        if await onlooker.shown(PATIENCE):
            found.append((perf_counter() - began) * 1000)
    assert len(found) > KEYS / 2
    return found


async def test_a_key_while_computers_think_for_somebody_else(
    tmp_path: Path, figure: Figure
) -> None:
    saves, log = tmp_path / "saves", tmp_path / "log"
    prepare(saves)
    async with hosting(saves, log) as host:
        here, ben = await come(host.port, "ben")
        ben.press("\r")
        await asyncio.sleep(3.0)
        alone = await waited(ben)
        greedy = [await come(host.port, "anna") for _ in range(GREEDY)]
        for place, (_, anna) in enumerate(greedy):
            anna.press("\x1b[B" * place + "\r")
        await asyncio.sleep(5.0)
        beside = await waited(ben)
        for connection, _ in greedy:
            connection.abort()
        await asyncio.sleep(2.0)
        after = await waited(ben)
        here.abort()
    for name, found in ("alone", alone), ("while captains think", beside), ("after", after):
        print(f"{name:24} median {median(found):7.1f} ms, most {max(found):7.1f} ms")
    figure("a key while captains think for somebody else, median", median(beside), "ms", 60)
    figure("a key while captains think for somebody else, most", max(beside), "ms", 500)
    figure("a key after that person has gone, median", median(after), "ms", 60)

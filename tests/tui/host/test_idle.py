"""Where nobody does anything, nothing is sent and nothing ticks."""

from __future__ import annotations

import asyncio
from asyncio import events
from collections import Counter
from pathlib import Path

import pytest

from tests.tui.host.crowd import Wires, weigh
from tests.tui.host.far import Company, Far, company, seated, until
from tui.battle import screen

SECONDS = 1.2
"""Longer than what ticks each second, shorter than the time between two keepalives."""


class Sitting:
    """Counts what goes over the wires, and what the loop is woken up for, while all sit still."""

    def __init__(self, people: Company, patch: pytest.MonkeyPatch) -> None:
        self.wires = Wires()
        for connection in people.connections:
            weigh(connection, self.wires)
        self.woken: Counter[str] = Counter()
        runs = events.Handle._run  # type: ignore[attr-defined]

        def run(handle: events.Handle) -> None:
            self.woken[repr(handle)] += 1
            runs(handle)

        patch.setattr(events.Handle, "_run", run)

    async def still(self) -> None:
        """Sit still for some seconds, and hold the host to it."""
        self.wires.wire = 0
        self.woken.clear()
        await asyncio.sleep(SECONDS)
        assert self.wires.wire == 0
        assert self.woken.total() <= 2, self.woken  # the end of this rest itself


@pytest.fixture(autouse=True)
def nothing_is_read_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a battle reads while a person reads is read at once, so not while all are watched."""
    monkeypatch.setattr(screen, "READING", 0.001)


async def rested(*persons: Far) -> None:
    """Wait until the last frame has come."""
    await asyncio.gather(*(far.quiet(0.6) for far in persons))


async def test_who_waits_for_the_other_is_sent_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with company(tmp_path) as people:
        anna, ben = await seated(people, "anna", "ben")
        carl = await people.comes("carl")
        await carl.sees("LOBBY")
        anna.press("enter")
        await anna.sees("Waiting for ben")
        await rested(anna, ben, carl)
        sitting = Sitting(people, monkeypatch)
        await sitting.still()
        ben.press("down")
        await until(lambda: sitting.wires.wire > 0)
        assert sitting.woken

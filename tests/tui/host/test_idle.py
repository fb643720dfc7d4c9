"""While nobody does anything, nothing is sent and no timer runs."""

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
"""The seconds of the test: longer than anything that happens every second, shorter than the time
between two keepalives."""


class Sitting:
    """Counts the bytes on the connections and the wake-ups of the event loop while nobody does
    anything.
    """

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
        """Do nothing for some seconds, then assert that the host did nothing either."""
        self.wires.wire = 0
        self.woken.clear()
        await asyncio.sleep(SECONDS)
        assert self.wires.wire == 0
        assert self.woken.total() <= 2, self.woken  # the end of this rest itself


@pytest.fixture(autouse=True)
def nothing_is_read_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load at once what a battle usually loads later, so that this does not happen during the
    test.
    """
    monkeypatch.setattr(screen, "READING", 0.001)


async def rested(*persons: Far) -> None:
    """Wait until the last frame has arrived."""
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

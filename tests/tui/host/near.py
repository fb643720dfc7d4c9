"""Persons on a host in the process of the test: each has a screen and keys, but no network
connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import USUAL, Limits, Terms
from tests.tui.rest import PATIENCE, at_rest
from tests.tui.running import screen_of
from tui.host.app import HostedApp, settings_file
from tui.host.connection.terminal import RemoteTerminal
from tui.screens.settings import Settings, save

QUICK = Terms(game="oak_iron", scenario="quickstart")


class Slack:
    """Stands for a connection; it accepts all bytes and stores none."""

    waiting = 0

    def write(self, data: bytes) -> None:
        """Accept bytes and drop them."""

    def close(self) -> None:
        """Do nothing."""


class Near:
    """One person's screen and keys on a host in this process."""

    def __init__(self, app: HostedApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def text(self) -> str:
        """The text that the screen shows."""
        return screen_of(self.app)

    @property
    def foot(self) -> str:
        """The last two lines of the screen: the prompt and the keys."""
        return "\n".join(self.text.splitlines()[-2:])

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each when the screen has drawn the effect of the one before."""
        for key in keys:
            await asyncio.sleep(0)  # what others did just now reaches the screen in the next turn
            await until(lambda: at_rest(self.app), lambda: f"rest before a key\n{self.text}")
            await self.pilot.press(key)
        await self.pilot.pause()

    async def types(self, text: str) -> None:
        """Type a line, and press Enter."""
        await self.press(*("space" if sign == " " else sign for sign in text), "enter")

    async def sees(self, *wanted: str) -> str:
        """Wait until the screen shows all of some texts, and return its content."""
        await until(
            lambda: all(each in self.text for each in wanted), lambda: f"{wanted}\n{self.text}"
        )
        return self.text


async def until(condition: Callable[[], object], what: Callable[[], str]) -> None:
    """Wait until a condition is true; if it fails, `what` returns the text for the error."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not condition():
        assert loop.time() < end, f"this never came: {what()}"
        await asyncio.sleep(0.005)


@asynccontextmanager
async def near(
    hub: Hub, person: str, size: tuple[int, int] = (80, 24), term: str = "vt100"
) -> AsyncIterator[Near]:
    """Let a person connect to the host, without animations and without confirmations of orders."""
    if person:
        calm = Settings(animation=False, confirm_ends=False, guide=False)
        save(calm, settings_file(hub, person))
    app = HostedApp(hub, person, RemoteTerminal(Slack(), term, size))
    hub.count_connection(person)
    try:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Near(app, pilot)
    finally:
        hub.discount_connection(person)


@asynccontextmanager
async def running_hub(folder: Path, limits: Limits = USUAL) -> AsyncIterator[Hub]:
    """Run a hub (the battles of a host) in a folder during the block."""
    hub = Hub(folder, limits)
    hub.start_computers()
    try:
        yield hub
    finally:
        hub.close()


def begun(hub: Hub, *persons: str, terms: Terms = QUICK) -> HostedBattle:
    """Create a battle and let persons take seats in it, in the order of the free seats."""
    hosted = hub.found_battle(persons[0], terms)
    for person, key in zip(persons, hosted.seating.free, strict=False):
        hosted.sit(person, key, f"{person}'s word")
    return hosted


def there(hub: Hub, person: str, hosted: HostedBattle) -> None:
    """Record that a person is connected and has a battle open."""
    hub.count_connection(person)
    hosted.screen_opened(person)


class Pipe:
    """Stands for the client of the line interface; what is sent to it is stored."""

    waiting = 0

    def __init__(self) -> None:
        self.sent = b""

    def write(self, data: bytes) -> None:
        self.sent += data

    def pause(self, paused: bool) -> None:
        """Do nothing."""

    def finish(self, status: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

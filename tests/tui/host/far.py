"""A person far away: a real SSH connection with a terminal at its end, so that keys can be sent and
a screen read.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import asyncssh
import pyte

from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import Limits, Terms
from tests.tui.rest import PATIENCE, idle
from tui.host.connection.admission import Users
from tui.host.host import Host
from tui.screens.settings import Settings, save


class Far:
    """One person's end of an SSH connection."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes], size: tuple[int, int]) -> None:
        self.process = process
        self.connection = process.channel.get_connection()
        self.screen = pyte.Screen(*size)
        self.received = bytearray()
        self._stream = pyte.ByteStream(self.screen)
        self._reading = asyncio.get_running_loop().create_task(self._read())
        self._changed = asyncio.Event()
        self.host_rests: Callable[[], bool] = lambda: True
        """Tells whether the host has no work left, if the host runs in this process."""

    @property
    def text(self) -> str:
        """The text that the screen shows."""
        return "\n".join(self.screen.display)

    def press(self, *keys: str) -> None:
        """Press keys, given by their names or as text."""
        names = {"enter": "\r", "down": "\x1b[B", "up": "\x1b[A", "escape": "\x1b", "tab": "\t",
                 "right": "\x1b[C", "left": "\x1b[D"}  # fmt: skip
        for key in keys:
            self.process.stdin.write(names.get(key, key).encode())

    async def sees(self, *wanted: str, patience: float = PATIENCE) -> str:
        """Wait until the screen shows all of some texts, and return its content."""
        end = monotonic() + patience
        while not all(each in self.text for each in wanted):
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), max(0.01, end - monotonic()))
            except TimeoutError:
                raise AssertionError(f"{wanted} is not shown:\n{self.text}") from None
        return self.text

    async def quiet(self, seconds: float = 0.15) -> None:
        """Wait until nothing has arrived for so many seconds and the host has no work left."""
        while True:
            self._changed.clear()
            rested = self.host_rests()
            try:
                await asyncio.wait_for(self._changed.wait(), seconds)
            except TimeoutError:
                if rested and self.host_rests():
                    return

    async def sees_no(self, unwanted: str, patience: float = PATIENCE) -> str:
        """Wait until the screen no longer shows a text, and return its content."""
        await until(lambda: unwanted not in self.text, patience)
        return self.text

    async def _read(self) -> None:
        with suppress(asyncssh.Error):  # the line was dropped
            while data := await self.process.stdout.read(65536):
                self.received += data
                self._stream.feed(data)
                self._changed.set()
        self._changed.set()


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def until(true: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until a function returns True."""
    end = monotonic() + patience
    while not true():
        assert monotonic() < end, "it did not happen"
        await asyncio.sleep(0.005)


class People:
    """The persons who connect to a host, wherever it runs; `folder` is the host's folder."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.keys: dict[str, asyncssh.SSHKey] = {}
        self._open: list[asyncssh.SSHClientConnection] = []

    async def connection(self, name: str, **options: object) -> asyncssh.SSHClientConnection:
        """Log in with the key that belongs to the name."""
        key = self.keys.setdefault(name, new_key())
        options = {"agent_path": None, **options}
        whole: dict[str, Any] = {"known_hosts": None, "config": None, **options}
        connection = await asyncssh.connect(
            "127.0.0.1", self.port, username=name, client_keys=[key], **whole
        )
        self._open.append(connection)
        return connection

    async def comes(
        self,
        name: str,
        size: tuple[int, int] = (120, 40),
        term: str = "xterm",
        animation: bool = False,
        **options: Any,
    ) -> Far:
        """Connect a person, and wait for the first screen.

        Orders are set to need no confirmation.
        """
        calm = Settings(animation=animation, voices=False, confirm_ends=False, guide=False)
        save(calm, self.folder / "settings" / f"{name}.toml")
        connection = await self.connection(name)
        process = await connection.create_process(
            term_type=term, term_size=size, encoding=None, **options
        )
        return Far(process, size)

    @property
    def connections(self) -> tuple[asyncssh.SSHClientConnection, ...]:
        """All connections that were opened."""
        return tuple(self._open)

    def hang_up(self) -> None:
        """Break every connection."""
        for connection in self._open:
            connection.abort()


class Company(People):
    """A host in this process, on a port of its own, and the persons who connect to it."""

    def __init__(self, host: Host, port: int) -> None:
        super().__init__(host.folder, port)
        self.host = host

    async def comes(self, *args: Any, **options: Any) -> Far:
        """Connect a person, and wait for the first screen; `quiet` then also waits for the host
        itself.
        """
        far = await super().comes(*args, **options)
        far.host_rests = lambda: (
            not self.host.turns._taken and all(idle(app) for app in self.host._apps)
        )
        return far

    @property
    def battles(self) -> list[HostedBattle]:
        """The battles of the host."""
        return list(self.host.hub.battles.values())


CROWDED = Limits(
    connections_an_address=300, waiting_an_address=64, calls_a_minute=1000, new_names_a_day=1000
)
"""Limits for tests, in which all persons come from one address."""


@asynccontextmanager
async def company(
    folder: Path, guests: bool = True, limits: Limits = CROWDED
) -> AsyncIterator[Company]:
    """Run a host during the block. Anybody may register with a new key."""
    host = Host(folder, Users(folder / "users", is_open=True), guests, limits)
    port = await host.open("127.0.0.1", 0)
    people = Company(host, port)
    try:
        yield people
    finally:
        people.hang_up()
        await host.close()


async def why_refused(people: People, name: str) -> str:
    """Connect, and return the sentence with which the host ends the connection."""
    ended: list[Exception | None] = []

    class Client(asyncssh.SSHClient):
        def connection_lost(self, exc: Exception | None) -> None:
            ended.append(exc)

    key = people.keys.setdefault(name, new_key())
    try:
        await asyncssh.connect(
            "127.0.0.1", people.port, username=name, client_keys=[key], client_factory=Client,
            known_hosts=None, config=None, agent_path=None,
        )  # fmt: skip
    except asyncssh.DisconnectError as error:
        return error.reason
    await until(lambda: ended)
    assert isinstance(ended[0], asyncssh.DisconnectError)
    return ended[0].reason


def founded(hub: Hub, **seats: str) -> HostedBattle:
    """Create a quick start with persons in all seats, so that the battle has begun."""
    founder = next(iter(seats.values()))
    hosted = hub.found_battle(founder, Terms(game="oak_iron", scenario="quickstart"))
    for seat, name in seats.items():
        hosted.sit(name, seat, f"{name}'s word")
    return hosted


async def at_sea(people: Company, *names: str, size: tuple[int, int] = (80, 24)) -> list[Far]:
    """Let persons log in and open their quick start, which has begun; return their screens."""
    founded(people.host.hub, **dict(zip("AB", names, strict=True)))
    return [await plays_on(people, name, size) for name in names]


async def plays_on(
    people: People, name: str, size: tuple[int, int] = (80, 24), **options: Any
) -> Far:
    """Let a person log in and continue the battle at the top of the lobby."""
    far = await people.comes(name, size, **options)
    await far.sees("LOBBY", "Quick start")
    far.press("enter")
    await far.sees("TURN")
    return far


async def seated(people: Company, *names: str, size: tuple[int, int] = (120, 40)) -> list[Far]:
    """Let the first person create a quick start and all of them take seats; return their
    screens.
    """
    persons = []
    for number, name in enumerate(names):
        far = await people.comes(name, size)
        await far.sees("LOBBY")
        if number == 0:
            far.press("n")
            await far.sees("NEW BATTLE")
        far.press("enter")
        await far.sees("GATHERING")
        far.press("enter")
        await far.sees("word of yours")
        far.press(f"{name}'s word", "enter")
        persons.append(far)
    for far in persons:
        await far.sees("YOUR CHOICE")
    return persons

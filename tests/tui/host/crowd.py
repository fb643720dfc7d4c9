"""Many persons at once: SSH clients that notice only when their screen changes, not what it
shows.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import Any

import asyncssh

from tests.tui.host.far import new_key

SIZE = 120, 40
ASKED, ANSWERED = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
"""The question whether the terminal can show whole frames at once, and the answer that it can."""
END = b"\x1b[?2026l"
"""The bytes at the end of every frame."""
KEYS: dict[str, asyncssh.SSHKey] = {}
"""{name of a person who has logged in: the key}."""


class Wires:
    """Counts the bytes of connections in both directions, with encryption and keepalives."""

    def __init__(self) -> None:
        self.wire = 0


class Onlooker(asyncssh.SSHClientSession[bytes], Wires):
    """A person's screen; only the times of its changes are recorded."""

    def __init__(self) -> None:
        Wires.__init__(self)
        self.latest = 0.0
        """The time at which the latest byte arrived."""
        self._tail = b""
        self._since: float | None = None
        self._first = self._whole = 0.0
        self._shown = asyncio.Event()
        self._channel: asyncssh.SSHClientChannel[bytes] | None = None

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    @property
    def channel(self) -> asyncssh.SSHClientChannel[bytes]:
        """The SSH channel of its terminal."""
        assert self._channel
        return self._channel

    def press(self, keys: str) -> None:
        """Send keys."""
        self.channel.write(keys.encode())

    def expect(self) -> None:
        """Begin to watch for the next frame."""
        self._since, self._first, self._whole = perf_counter(), 0.0, 0.0
        self._shown.clear()

    async def shown(self, patience: float) -> tuple[float, float] | None:
        """Return the seconds until the first and until the last byte of that frame; None if it does
        not come in time.
        """
        with suppress(TimeoutError):
            await asyncio.wait_for(self._shown.wait(), patience)
        since, self._since = self._since, None
        if since is None or not self._shown.is_set():
            return None
        return self._first - since, self._whole - since

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.latest = perf_counter()
        data = self._tail + data
        if ASKED in data:
            self.press(ANSWERED.decode())
        if self._since is not None and not self._shown.is_set():
            self._first = self._first or self.latest
            if END in data:
                self._whole = self.latest
                self._shown.set()
        self._tail = data[-len(END) + 1 :] if END not in data[-len(END) :] else b""


async def come(
    port: int, name: str, kind: type[Onlooker] = Onlooker
) -> tuple[asyncssh.SSHClientConnection, Onlooker]:
    """Log in with a new key and wait for the first screen.

    A person who logs in again uses the same key.
    """
    key = KEYS.setdefault(name, new_key())
    options: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None}
    connection = await asyncssh.connect(
        "127.0.0.1", port, username=name, client_keys=[key], **options
    )
    _, onlooker = await connection.create_session(
        kind, term_type="xterm-256color", term_size=SIZE, encoding=None
    )
    weigh(connection, onlooker)
    return connection, onlooker


def weigh(connection: Any, wires: Wires) -> None:
    """From now on count the bytes of a connection."""
    receive, transport = connection.data_received, connection._transport
    send = transport.write

    def received(data: bytes, datatype: int | None = None) -> None:
        wires.wire += len(data)
        receive(data, datatype)

    def sent(data: bytes) -> None:
        wires.wire += len(data)
        send(data)

    connection.data_received = received
    transport.write = sent

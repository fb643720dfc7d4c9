"""Many persons at once: SSH clients that read no more of a screen than when it changes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import Any

import asyncssh

from tests.tui.host.far import new_key

SIZE = 120, 40
ASKED, ANSWERED = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
"""Whether whole frames can be shown at once, and that they can."""
END = b"\x1b[?2026l"
"""After every frame."""
KEYS: dict[str, asyncssh.SSHKey] = {}
"""The keys of who has come, by name."""


class Wires:
    """What goes over connections to and fro, in bytes, ciphers and keepalives included."""

    def __init__(self) -> None:
        self.wire = 0


class Onlooker(asyncssh.SSHClientSession[bytes], Wires):
    """One screen, and when it changes."""

    def __init__(self) -> None:
        Wires.__init__(self)
        self.latest = 0.0
        """When the latest byte came."""
        self._tail = b""
        self._since: float | None = None
        self._first = self._whole = 0.0
        self._shown = asyncio.Event()
        self._channel: asyncssh.SSHClientChannel[bytes] | None = None

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    @property
    def channel(self) -> asyncssh.SSHClientChannel[bytes]:
        """The channel of its terminal."""
        assert self._channel
        return self._channel

    def press(self, keys: str) -> None:
        """Send keys."""
        self.channel.write(keys.encode())

    def expect(self) -> None:
        """Look out for the next frame from now on."""
        self._since, self._first, self._whole = perf_counter(), 0.0, 0.0
        self._shown.clear()

    async def shown(self, patience: float) -> tuple[float, float] | None:
        """Return the seconds until the first byte and the last of that frame; None: none came."""
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
    """Log in with a new key and see the first screen; each who comes again keeps the key."""
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
    """Count what goes over a connection from now on."""
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

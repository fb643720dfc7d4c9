"""Connection: one over SSH. Who knocks, what is asked for, and the terminal played on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncssh

from engine.base.clean import clean
from engine.base.errors import FileFault
from tui.host.connection.flow import WIRE, Flow
from tui.host.connection.terminal import Line
from tui.host.connection.users import GUEST, NAME, Users
from tui.host.connection.waiting import Porch, household
from tui.host.limits import Limits

LOG = logging.getLogger("weathergage.host")
MOST_REFUSALS = 20
"""Requests that are refused before a connection is hung up."""
MOST_VARIABLES = 100
"""Environment variables, which terminals offer by themselves, before a connection is hung up."""
PARTING_SECONDS = 2.0
"""Seconds in which the far end may end a connection by itself."""
TERMINAL_SECONDS = 30.0
"""Seconds in which a connection that has logged in must have a terminal."""
OVERHEAD = 16
"""Bytes on the wire for one of a key: its cipher, and what clients send to hide the typing."""
AT_ONCE = 16 * 1024
"""Bytes that are read from a connection before it is another's turn."""

Welcome = Callable[[str, Line], None]
"""What is done with a person, by name, who has come with a line; guests have the name ''."""


class Connection(asyncssh.SSHServer):
    """One connection: everything but the game on one terminal is refused with a line in the log."""

    def __init__(
        self, users: Users, guests: bool, porch: Porch, limits: Limits, welcome: Welcome
    ) -> None:
        self._users = users
        self._guests = guests
        self._porch = porch
        self._limits = limits
        self._welcome = welcome
        self._connection: asyncssh.SSHServerConnection | None = None
        self._peer = "somewhere"
        self._name = ""
        self._tried: asyncssh.SSHKey | None = None
        self._in = False
        self._channels = 0
        self._refusals = 0
        self._why_hung_up = ""
        self._lines = 0
        """Terminals that are open."""
        self._idle: asyncio.TimerHandle | None = None
        """Rings when it has been without a terminal for too long."""

    @property
    def name(self) -> str:
        """The name, '' while none is known."""
        return self._name

    @property
    def address(self) -> str:
        """Where it comes from, as far as that is counted."""
        return household(self._peer)

    @property
    def who(self) -> str:
        """The name, as far as it is known, and where it comes from."""
        return f"{self._name or 'nobody'} from {self._peer}"

    def refused(self, what: str) -> None:
        """Write down that something was asked for in vain."""
        LOG.warning("%s asked for %s: refused", self.who, printed(what))
        self._refusals += 1
        if self._refusals == MOST_REFUSALS:
            self.ask_no_more()

    def ask_no_more(self) -> None:
        """Hang up on who asks for things without end."""
        LOG.warning("%s asked for too much: hung up", self.who)
        self.hang_up("asked for too much")

    def hang_up(self, why: str) -> None:
        """End the connection at once; the far end is told why, if it still listens."""
        self._why_hung_up = self._why_hung_up or why
        if self._connection:
            self._connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, why)

    # Logging in ----------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take note of the connection."""
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else self._peer
        pace(conn, self._limits.input_a_second * OVERHEAD)
        if why_not := self._porch.enter(self):
            # Only once the library has sent its first line is there a way to say why.
            asyncio.get_running_loop().call_soon(self.hang_up, why_not)

    def connection_lost(self, exc: Exception | None) -> None:
        """Say of a connection that came to nothing that it did."""
        self._porch.leave(self)
        if self._idle:
            self._idle.cancel()
        if self._in:
            why = f": {self._why_hung_up}" if self._why_hung_up else ""
            LOG.info("%s has gone%s", self.who, why)
            return
        why = self._why_hung_up or printed(str(exc or ""))
        LOG.warning("%s did not come in%s", self.who, f": {why}" if why else "")

    def begin_auth(self, username: str) -> bool:
        """Ask for a key, but of guests where they may come."""
        self._name = username.lower() if NAME.fullmatch(username) else ""
        return not (self._name == GUEST and self._guests)

    def public_key_auth_supported(self) -> bool:
        """Public keys are the only way in."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Tell whether a key opens this name's door."""
        self._tried = key
        return self._name not in ("", GUEST) and self._users.admits(self._name, key)

    def auth_completed(self) -> None:
        """Let a person in; a new name is written down with its key."""
        why_not = self._porch.admit(self)
        if not why_not and self._name != GUEST:
            why_not = self._unknown()
        if why_not:
            self.hang_up(why_not)
            return
        self._in = True
        LOG.info("%s has come in", self.who)
        self._await_terminal()

    def _await_terminal(self) -> None:
        """Hang up unless there is a terminal in a while: without one nobody plays."""
        if self._idle:
            self._idle.cancel()
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(TERMINAL_SECONDS, self._look_for_terminal)

    def _look_for_terminal(self) -> None:
        if not self._lines:
            LOG.warning("%s opened no terminal: hung up", self.who)
            self.hang_up("no terminal was opened")

    def _unknown(self) -> str:
        """Return why a name cannot be held to its key; '' when it can, as of now at the latest."""
        assert self._tried
        known = self._users.names
        if self._name not in known and (why_not := self._porch.new_name(self, len(known))):
            return why_not
        try:
            if self._users.register(self._name, self._tried):
                LOG.info("%s is new and brought a key", self.who)
        except FileFault as fault:
            LOG.error("%s", fault)
            return "new names cannot be written down now; come back later"
        # Of two who bring the same new name at once, the first has it.
        admitted = self._users.admits(self._name, self._tried)
        return "" if admitted else "the name was taken meanwhile"

    # What may be asked for -----------------------------------------------------------

    def session_requested(self) -> Any:
        """Open a channel for the game; one connection has one terminal."""
        if self._channels:
            self.refused("a second channel")
            return False
        self._channels += 1
        return Session(self)

    def session_closed(self, line: Line | None) -> None:
        """Take note that a channel is closed, and with it its terminal."""
        self._channels -= 1
        if line:
            self._lines -= 1
            self._await_terminal()

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """Carry nobody's connections."""
        self.refused(f"a connection to {dest_host}:{dest_port}")
        return False

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Listen for nobody."""
        self.refused(f"a port to listen on, {listen_port}")
        return False

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Carry nobody's connections to sockets."""
        self.refused(f"a connection to {dest_path}")
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """Listen on no socket for anybody."""
        self.refused(f"a socket to listen on, {listen_path}")
        return False

    def tun_requested(self, unit: int | None) -> bool:
        """Open no tunnel."""
        self.refused("a tunnel")
        return False

    def tap_requested(self, unit: int | None) -> bool:
        """Open no tunnel."""
        self.refused("a tunnel")
        return False

    def line(self, wire: Wire, term: str, size: tuple[int, int]) -> Line:
        """Return a terminal on a channel."""
        self._lines += 1
        return Line(wire, term, size, limits=self._limits)

    def enter(self, line: Line) -> None:
        """Bring a person with a terminal to the game."""
        self._welcome("" if self._name == GUEST else self._name, line)


class Session(asyncssh.SSHServerSession[bytes]):
    """One channel: a terminal and the game."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._line: Line | None = None
        self._term: str | None = None
        self._size = 0, 0

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take note of the channel."""
        self._channel = chan
        chan._env = Declined(self._connection)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Take the terminal's kind and size."""
        self._term = term_type
        self._size = term_size[0], term_size[1]
        return True

    def shell_requested(self) -> bool:
        """Play, where there is a terminal; there is no shell."""
        assert self._channel is not None
        if self._term is None:
            self._connection.refused("a shell without a terminal")
            return False
        self._line = self._connection.line(Wire(self._channel), self._term, self._size)
        return True

    def session_started(self) -> None:
        """Bring the person in."""
        if self._line:
            self._connection.enter(self._line)

    def exec_requested(self, command: str) -> bool:
        """Run nothing."""
        self._connection.refused(f"a command, {command}")
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        """There are no files to be had."""
        self._connection.refused(f"the subsystem {subsystem}")
        return False

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Take another size."""
        if self._line:
            self._line.resized((width, height))

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Take keys."""
        if self._line and self._line.up:
            self._line.received(data)
            if self._line.why_ended:
                LOG.warning("%s %s: hung up", self._connection.who, self._line.why_ended)
                self._connection.hang_up(self._line.why_ended)

    def eof_received(self) -> bool:
        """Close the channel when the far end has no more to say."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that the person is gone."""
        self._connection.session_closed(self._line)
        if self._line:
            self._line.dropped()


class Declined(dict[bytes, bytes]):
    """The environment variables that somebody wants set: none is kept."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection = connection
        self._count = 0

    def __setitem__(self, name: bytes, value: bytes) -> None:
        """Refuse a variable; more than a terminal has is asking for too much."""
        self._count += 1
        if self._count == 1:
            self._connection.refused("environment variables")
        elif self._count == MOST_VARIABLES:
            self._connection.ask_no_more()


class Wire:
    """What carries a line over SSH."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = channel

    @property
    def waiting(self) -> int:
        """Bytes that the far end has not taken: beyond its window, and on their way to it.

        A far end may announce any window and then not read, so the second count matters.
        """
        transport = self._channel.get_connection()._transport
        under_way = transport.get_write_buffer_size() if transport else 0
        return int(self._channel.get_write_buffer_size() + under_way)

    def write(self, data: bytes) -> None:
        """Send bytes; a line that has just broken takes none, and is dropped soon."""
        with suppress(OSError):
            self._channel.write(data)

    def close(self) -> None:
        """End the connection; the far end has a while to take what was sent before."""
        with suppress(OSError):
            self._channel.exit(0)
        connection = self._channel.get_connection()
        asyncio.get_running_loop().call_later(PARTING_SECONDS, connection.abort)


def pace(connection: asyncssh.SSHServerConnection, bytes_a_second: int) -> None:
    """Read from a connection no faster than that, after a first burst."""
    flow, take = Flow(WIRE, bytes_a_second), connection.data_received

    def taken(data: bytes, datatype: int | None = None) -> None:
        wait, transport = flow.passed(len(data)), connection._transport
        if wait and transport and transport.is_reading():
            transport.pause_reading()
            asyncio.get_running_loop().call_later(wait, _read_on, transport)
        take(data, datatype)

    connection.data_received = taken  # type: ignore[method-assign]
    if connection._transport:
        connection._transport.max_size = AT_ONCE  # type: ignore[attr-defined]


def _read_on(transport: asyncio.Transport) -> None:
    if not transport.is_closing():
        transport.resume_reading()


def printed(text: str) -> str:
    """Return text of a stranger's in one line that a terminal can show."""
    return clean(text[:200])

"""Door: one SSH connection. Who knocks, what is asked for, and the terminal that is played on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import asyncssh

from engine.clean import clean
from engine.errors import FileFault
from tui.host.line import Line
from tui.host.users import GUEST, NAME, Users

LOG = logging.getLogger("weathergage.host")
MOST_WAITING = 64
"""Connections that may wait before they have logged in."""
MOST_REFUSALS = 20
"""Requests that are refused before a connection is hung up."""
PARTING_SECONDS = 2.0
"""Seconds in which the far end may end a connection by itself."""

Welcome = Callable[[str, Line], None]
"""What is done with a person, by name, who has come with a line; guests have the name ''."""


class Porch:
    """The connections that have not logged in; who has dawdled longest makes room."""

    def __init__(self) -> None:
        self._waiting: list[Door] = []

    def enter(self, door: Door) -> None:
        """Let one more wait."""
        self._waiting.append(door)
        if len(self._waiting) > MOST_WAITING:
            self._waiting.pop(0).hang_up("too many wait to come in")

    def leave(self, door: Door) -> None:
        """Let one wait no more, whether it has come in or gone."""
        if door in self._waiting:
            self._waiting.remove(door)


class Door(asyncssh.SSHServer):
    """One connection: everything but the game on one terminal is refused with a line in the log."""

    def __init__(self, users: Users, guests: bool, porch: Porch, welcome: Welcome) -> None:
        self._users = users
        self._guests = guests
        self._porch = porch
        self._welcome = welcome
        self._connection: asyncssh.SSHServerConnection | None = None
        self._peer = "somewhere"
        self._name = ""
        self._tried: asyncssh.SSHKey | None = None
        self._in = False
        self._channels = 0
        self._refusals = 0
        self._why_hung_up = ""

    @property
    def who(self) -> str:
        """The name, as far as it is known, and where it comes from."""
        return f"{self._name or 'nobody'} from {self._peer}"

    def refused(self, what: str) -> None:
        """Write down that something was asked for in vain."""
        LOG.warning("%s asked for %s: refused", self.who, printed(what))
        self._refusals += 1
        if self._refusals == MOST_REFUSALS:
            LOG.warning("%s asked for too much: hung up", self.who)
            self.hang_up("asked for too much")

    def hang_up(self, why: str) -> None:
        """End the connection at once."""
        self._why_hung_up = why
        if self._connection:
            self._connection.abort()

    # Logging in ----------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take note of the connection."""
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else self._peer
        self._porch.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Say of a connection that came to nothing that it did."""
        self._porch.leave(self)
        if self._in:
            LOG.info("%s has gone", self.who)
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
        if self._name != GUEST and (why_not := self._unknown()):
            self.hang_up(why_not)
            return
        self._porch.leave(self)
        self._in = True
        LOG.info("%s has come in", self.who)

    def _unknown(self) -> str:
        """Return why a name cannot be held to its key; '' when it can, as of now at the latest."""
        assert self._tried
        try:
            if self._users.register(self._name, self._tried):
                LOG.info("%s is new and brought a key", self.who)
        except FileFault as fault:
            return str(fault)
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

    def session_closed(self) -> None:
        """Take note that a channel is closed."""
        self._channels -= 1

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

    def enter(self, line: Line) -> None:
        """Bring a person with a terminal to the game."""
        self._welcome("" if self._name == GUEST else self._name, line)


class Session(asyncssh.SSHServerSession[bytes]):
    """One channel: a terminal and the game."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._line: Line | None = None
        self._term: str | None = None
        self._size = 0, 0

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take note of the channel."""
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Take the terminal's kind and size."""
        self._term = term_type
        self._size = term_size[0], term_size[1]
        return True

    def shell_requested(self) -> bool:
        """Play, where there is a terminal; there is no shell."""
        assert self._channel is not None
        if self._channel.get_environment_bytes():
            self._door.refused("environment variables")
        if self._term is None:
            self._door.refused("a shell without a terminal")
            return False
        self._line = Line(Wire(self._channel), self._term, self._size)
        return True

    def session_started(self) -> None:
        """Bring the person in."""
        if self._line:
            self._door.enter(self._line)

    def exec_requested(self, command: str) -> bool:
        """Run nothing."""
        self._door.refused(f"a command, {command}")
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        """There are no files to be had."""
        self._door.refused(f"the subsystem {subsystem}")
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
                LOG.warning("%s %s: hung up", self._door.who, self._line.why_ended)
                self._door.hang_up(self._line.why_ended)

    def eof_received(self) -> bool:
        """Close the channel when the far end has no more to say."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that the person is gone."""
        self._door.session_closed()
        if self._line:
            self._line.dropped()


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
        """Send bytes."""
        self._channel.write(data)

    def close(self) -> None:
        """End the connection; the far end has a while to take what was sent before."""
        self._channel.exit(0)
        connection = self._channel.get_connection()
        asyncio.get_running_loop().call_later(PARTING_SECONDS, connection.abort)


def printed(text: str) -> str:
    """Return text of a stranger's in one line that a terminal can show."""
    return clean(text[:200])

"""The SSH side of a host: public keys, a terminal, the game, and nothing else.

Everything that a client may ask for besides is refused, with one line in the host's log.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncssh

from engine.errors import FileFault
from tui.host.line import Line
from tui.host.users import NAME, Users

LOG = logging.getLogger("weathergage.host")
LOGIN_SECONDS = 30
"""Seconds in which a connection must have logged in."""
KEEPALIVE_SECONDS = 60
GUEST = "guest"
PLAIN_SIZE = 80, 24

Welcome = Callable[[str, Line], None]
"""What is done with a person, by name, who has come with a line; guests have the name ''."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """Return the host's key, made on the first start; `FileFault` when it cannot be used."""
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            key = asyncssh.generate_private_key("ssh-ed25519", comment="weathergage")
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(key.export_private_key())
        return asyncssh.read_private_key(path)
    except OSError as error:
        raise FileFault(f"{path} cannot be used: {(error.strerror or '').lower()}") from None
    except (asyncssh.KeyImportError, ValueError):
        raise FileFault(f"{path} holds no private key") from None


class _Denials(logging.Handler):
    """Takes over from the SSH library what it refuses by itself, in the words of this log."""

    SAID = ("X11 forwarding", "Agent forwarding")

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line for a denial; all else is the library's own business."""
        told = record.getMessage()
        for what in self.SAID:
            if f"{what} not permitted" in told:
                LOG.warning("somebody asked for %s: refused", what)


def _take_over_denials() -> None:
    library = logging.getLogger("asyncssh")
    if not any(isinstance(each, _Denials) for each in library.handlers):
        library.addHandler(_Denials())
        library.setLevel(logging.INFO)
        library.propagate = False


async def listen(
    address: str, port: int, key: asyncssh.SSHKey, users: Users, guests: bool, welcome: Welcome
) -> asyncssh.SSHAcceptor:
    """Listen for persons; `FileFault` when the port cannot be had."""
    _take_over_denials()
    try:
        return await asyncssh.create_server(
            lambda: Door(users, guests, welcome),
            address,
            port,
            server_host_keys=[key],
            login_timeout=LOGIN_SECONDS,
            keepalive_interval=KEEPALIVE_SECONDS,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            compression_algs=None,
            server_version="WeatherGage",
            encoding=None,
            line_editor=False,
        )
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise FileFault(f"port {port} cannot be listened on: {reason}") from None


class Door(asyncssh.SSHServer):
    """One connection: who knocks, and what is asked for."""

    def __init__(self, users: Users, guests: bool, welcome: Welcome) -> None:
        self._users = users
        self._guests = guests
        self._welcome = welcome
        self._peer = "somewhere"
        self._name = ""
        self._tried: asyncssh.SSHKey | None = None
        self._in = False

    @property
    def who(self) -> str:
        """The name, as far as it is known, and where it comes from."""
        return f"{self._name or 'nobody'} from {self._peer}"

    def refused(self, what: str) -> None:
        """Write down that something was asked for in vain."""
        LOG.warning("%s asked for %s: refused", self.who, printed(what))

    # Logging in ----------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take note of the connection."""
        peer = conn.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else self._peer

    def connection_lost(self, exc: Exception | None) -> None:
        """Say of a connection that came to nothing that it did."""
        if self._in:
            LOG.info("%s has gone", self.who)
        else:
            LOG.warning("%s did not come in%s", self.who, f": {printed(str(exc))}" if exc else "")

    def begin_auth(self, username: str) -> bool:
        """Ask for a key, but of guests where they may come."""
        self._name = username.lower() if NAME.fullmatch(username) else ""
        if self._name != GUEST:
            return True
        return not self._guests

    def public_key_auth_supported(self) -> bool:
        """Public keys are the only way in."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Tell whether a key opens this name's door."""
        self._tried = key
        return self._name not in ("", GUEST) and self._users.admits(self._name, key)

    def auth_completed(self) -> None:
        """Let a person in; a new name is written down with its key."""
        self._in = True
        if self._name == GUEST:
            return
        if self._tried and self._users.register(self._name, self._tried):
            LOG.info("%s is new and brought a key", self.who)
        LOG.info("%s has come in", self.who)

    # What may be asked for -----------------------------------------------------------

    def session_requested(self) -> Any:
        """Open a channel for the game."""
        return Session(self)

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
        self._size = PLAIN_SIZE

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take note of the channel."""
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Take the terminal's kind and size."""
        self._term = term_type
        self._size = (term_size[0] or PLAIN_SIZE[0], term_size[1] or PLAIN_SIZE[1])
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
        if self._line:
            self._line.received(data)
            if self._line.why_ended:
                LOG.warning("%s %s: hung up", self._door.who, self._line.why_ended)

    def eof_received(self) -> bool:
        """Close the channel when the far end has no more to say."""
        return False

    def pause_writing(self) -> None:
        """Leave frames out from now on."""
        if self._line:
            self._line.full(True)

    def resume_writing(self) -> None:
        """Send frames again."""
        if self._line:
            self._line.full(False)

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that the person is gone."""
        if self._line:
            self._line.dropped()


class Wire:
    """What carries a line over SSH."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = channel

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._channel.write(data)

    def close(self) -> None:
        """End the connection, what was sent before it included."""
        self._channel.exit(0)
        self._channel.get_connection().close()


def printed(text: str) -> str:
    """Return text of a stranger's in one line that a terminal can show."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)[:200]

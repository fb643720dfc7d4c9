"""One SSH connection to a host: its login, the requests that it may make, and its terminal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import asyncssh

from engine.base.errors import FileFault
from engine.base.text import clean
from engine.hosting.errands import Asked, Reply, UnreadReply, send
from engine.hosting.terms import Limits, rate_limit_key
from tui.host.connection import admission as descriptors
from tui.host.connection.admission import GUEST, NAME, WIRE, Admission, Throttle, Users
from tui.host.connection.by_password import Challenge, PasswordLogin
from tui.host.connection.lines import (
    AT_ONCE,
    BEHIND,
    OF_A_STRANGER,
    READING,
    LineTerminal,
    read_more,
)
from tui.host.connection.terminal import RemoteTerminal

LOG = logging.getLogger("weathergage.host")
MOST_REFUSALS = 20
"""A connection is ended after this many refused requests: an honest client makes few."""
MOST_REPLIES = 60
"""The maximum number of requests that are answered on one connection, one after another."""
FULL = "The host can open no more files now; come back later."
MOST_VARIABLES = 100
"""The maximum number of environment variables that a client may try to set; ssh sends a few, and
all are refused."""
PARTING_SECONDS = 2.0
"""Seconds that a client has to read the last bytes and to close; then it is cut off."""
ANSWER_SECONDS = 120.0
"""Seconds that a person has to complete a login by password, from the first question."""
TERMINAL_SECONDS = 30.0
"""Seconds after the login within which a terminal must be opened."""
OVERHEAD = 16
"""Bytes received for each byte of a key: encryption, and packets that hide the timing of typing."""

QUIET = "channel"
"""The name of the library's logger for channels, without its beginning. It is silenced, because it
logs every resize."""
SSH_PORT = 22
"""The default port of ssh."""

Welcome = Callable[[str, RemoteTerminal | LineTerminal], None]
"""A function that starts the game for a person. It gets the person's name ('' for a guest) and a
terminal, or the line interface."""


class Connection(asyncssh.SSHServer):
    """One SSH connection: it may open one terminal, use the line interface once, or download
    battles.

    All other requests are refused, with a line in the log.
    """

    def __init__(  # noqa: PLR0913 - what a host gives to each connection, called once
        self,
        users: Users,
        guests: bool,
        admission: Admission,
        limits: Limits,
        welcome: Welcome,
        asked: Asked,
    ) -> None:
        self._users = users
        self._guests = guests
        self._admission = admission
        self._limits = limits
        self._welcome = welcome
        self.requests = Requests(self, asked, limits.unread_seconds)
        self._connection: asyncssh.SSHServerConnection | None = None
        self._peer = "somewhere"
        self._name = ""
        self._tried: asyncssh.SSHKey | None = None
        self._login: PasswordLogin | None = None
        """The login by questions of a person without a key; None if no question was asked yet."""
        self._why_not_in = ""
        self._in = False
        self._channels = 0
        self._refusals = 0
        self._why_hung_up = ""
        self._terminals = 0
        """The number of open terminals and of replies that are being sent."""
        self._idle: asyncio.TimerHandle | None = None
        """The timer that ends the connection if it has had no terminal for too long."""

    @property
    def name(self) -> str:
        """The person's name in small letters; '' while it is unknown."""
        return self._name

    @property
    def address(self) -> str:
        """The client's address; connections are counted by it."""
        return rate_limit_key(self._peer)

    @property
    def who(self) -> str:
        """The person's name, if known, and the address, for the log."""
        return f"{self._name or 'nobody'} from {self._peer}"

    def log_refusal(self, what: str) -> None:
        """Log a refused request; after too many of them the connection is ended."""
        LOG.warning("%s asked for %s: refused", self.who, log_safe(what))
        self._refusals += 1
        if self._refusals == MOST_REFUSALS:
            self.drop_client()

    def drop_client(self) -> None:
        """End the connection of a client with too many requests."""
        LOG.warning("%s asked for too much: hung up", self.who)
        self.hang_up("asked for too much")

    def hang_up(self, why: str) -> None:
        """End the connection at once, and send the reason; the first reason is kept."""
        self._why_hung_up = self._why_hung_up or why
        if self._connection:
            self._connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, why)

    # Login ------------------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Begin to count a new connection, and to limit how fast it may send."""
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else self._peer
        pace(conn, self._limits.input_a_second * OVERHEAD)
        if why_not := self._admission.enter(self):
            # asyncssh can send a reason only after its version line, which is sent next.
            asyncio.get_running_loop().call_soon(self.hang_up, why_not)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, and log how it ended."""
        self._admission.leave(self)
        if self._idle:
            self._idle.cancel()
        if self._in:
            why = f": {self._why_hung_up}" if self._why_hung_up else ""
            LOG.info("%s has left%s", self.who, why)
            return
        why = self._why_hung_up or self._why_not_in or log_safe(str(exc or ""))
        LOG.warning("%s could not sign in%s", self.who, f": {why}" if why else "")

    def begin_auth(self, username: str) -> bool:
        """Tell whether a login is required: of everybody except guests, if guests are allowed."""
        if fault := self._users.renew():
            LOG.error("%s; the names known before stay valid", fault)
        name = username.lower() if NAME.fullmatch(username) else ""
        if name != self._name:
            # ssh may change the name at any time: the proof of identity is valid only for the
            # previous name.
            self._name, self._tried = name, None
            if self._login is not None:
                self._login = PasswordLogin(self._users, name, self._login.tries)
        return not (self._name == GUEST and self._guests)

    def public_key_auth_supported(self) -> bool:
        """Tell the library that public keys are accepted."""
        return True

    def kbdint_auth_supported(self) -> bool:
        """Tell the library that a login by questions (password, or new name) is accepted."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Challenge | bool:
        """Return the first question of a login by password, or a text that says why there is none;
        False without attempts left.
        """
        self._admission.prove(self)
        # If ssh begins again, the same login continues: a connection has three attempts in total.
        if self._login is None:
            self._login = PasswordLogin(self._users, self._name)
            # A longer timeout replaces that of the login, so that a person has time to choose a
            # password.
            if self._connection:
                self._connection._cancel_login_timer()
            loop = asyncio.get_running_loop()
            self._idle = loop.call_later(
                ANSWER_SECONDS, self.hang_up, "no answer was given in time"
            )
        self._why_not_in = self._login.why_not or "no password was given"
        question = self._login.begin()
        if not question:
            self.hang_up(self._why_not_in)
        return question

    async def validate_kbdint_response(
        self, username: str, responses: Sequence[str]
    ) -> Challenge | bool:
        """Process the typed answers; return the next question, True to log the person in, or
        False.
        """
        if self._login is None:
            return False
        if self._login.guesses and (why_not := self._admission.guess(self)):
            self._why_not_in = why_not
            self.hang_up(why_not)
            return False
        found = await self._login.answer(responses)
        self._why_not_in = self._login.why_not or self._why_not_in
        return found

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Tell whether a key may log in under this name."""
        self._tried = key
        self._admission.prove(self)
        if self._name not in ("", GUEST) and self._users.admits(self._name, key):
            return True
        self._why_not_in = "that key is not known for this name"
        return False

    def auth_completed(self) -> None:
        """Admit a person after the login; register a new name with its key."""
        why_not = self._users.sanctions.why_not_in(self._name, self.address)
        why_not = why_not or self._admission.admit(self)
        if not why_not and self._name != GUEST:
            why_not = self._why_not_registered()
        if why_not:
            self.hang_up(why_not)
            return
        self._in = True
        LOG.info("%s has signed in", self.who)
        self._await_terminal()

    def _await_terminal(self) -> None:
        """Start the timer that ends a connection that opens no terminal."""
        if self._idle:
            self._idle.cancel()
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(TERMINAL_SECONDS, self._end_without_terminal)

    def _end_without_terminal(self) -> None:
        if not self._terminals:
            LOG.warning("%s opened no terminal: hung up", self.who)
            self.hang_up("no terminal was opened")

    def _why_not_registered(self) -> str:
        """Register the name if it is new, with its key or password; return why it is refused, or
        ''.
        """
        known = self._users.names
        if self._name not in known and (why_not := self._admission.new_name(self, len(known))):
            return why_not
        try:
            # A key that ssh has only offered, without signing, proves nothing.
            if self._login is not None and self._login.passed:
                if self._login.chosen is None:
                    return ""
                if self._users.register_password(
                    self._name, self._login.chosen, self._login.invitation
                ):
                    LOG.info("%s is new and has chosen a password", self.who)
                    return ""
                return "the name was taken meanwhile, or the invitation was used"
            assert self._tried
            if self._users.register(self._name, self._tried):
                LOG.info("%s is new and brought a key", self.who)
        except FileFault as fault:
            LOG.error("%s", fault)
            return "new names cannot be saved now; come back later"
        # Two people may use the same new name at once: then the first has registered it.
        admitted = self._users.admits(self._name, self._tried)
        return "" if admitted else "the name was taken meanwhile"

    # Requests of the client ----------------------------------------------------------

    def session_requested(self) -> Any:
        """Return a channel for the game; a connection may open only one."""
        if self._channels:
            self.log_refusal("a second channel")
            return False
        self._channels += 1
        return SshSession(self)

    def session_closed(self, served: bool) -> None:
        """Record that a channel was closed, with its terminal or its reply."""
        self._channels -= 1
        if served:
            self._terminals -= 1
            self._await_terminal()

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """Refuse to forward a connection to another machine."""
        self.log_refusal(f"a connection to {dest_host}:{dest_port}")
        return False

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Refuse to listen on a port for the client."""
        self.log_refusal(f"a port to listen on, {listen_port}")
        return False

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Refuse to forward a connection to a socket."""
        self.log_refusal(f"a connection to {dest_path}")
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """Refuse to listen on a socket."""
        self.log_refusal(f"a socket to listen on, {listen_path}")
        return False

    def tun_requested(self, unit: int | None) -> bool:
        """Refuse a tunnel."""
        self.log_refusal("a tunnel")
        return False

    def tap_requested(self, unit: int | None) -> bool:
        """Refuse a tunnel that carries network frames."""
        self.log_refusal("a tunnel of frames")
        return False

    def open_terminal(
        self, transport: SSHTransport, term: str | None, size: tuple[int, int]
    ) -> RemoteTerminal | LineTerminal:
        """Return a terminal on a channel; `term` is its kind, `size` is (columns, rows).

        If `term` is None, return a line interface instead.
        """
        self._terminals += 1
        terminal = (
            LineTerminal(transport, self._limits, self._way())
            if term is None
            else RemoteTerminal(transport, term, size, limits=self._limits, way=self._way())
        )
        terminal.address = self.address
        return terminal

    def enter(self, terminal: RemoteTerminal | LineTerminal) -> None:
        """Start the game for the person, on a terminal or in the line interface."""
        self._welcome(self._person, terminal)

    @property
    def _person(self) -> str:
        """The person who has logged in; '' for a guest."""
        return "" if self._name == GUEST else self._name

    def _way(self) -> str:
        """Return the ssh command that leads to this host, as far as the host can know it."""
        found = self._connection.get_extra_info("sockname") if self._connection else None
        if not found:
            return ""
        address, port = str(found[0]).removeprefix("::ffff:"), int(found[1])
        option = "" if port == SSH_PORT else f"-p {port} "
        return f"ssh {option}{self._name}@{address}"


class Requests:
    """Answers the requests of one connection that are not for playing, such as a download."""

    def __init__(self, connection: Connection, asked: Asked, unread_seconds: float) -> None:
        self._connection = connection
        self._asked = asked
        self._unread_seconds = unread_seconds
        self._count = 0

    def reply(self, command: str, on_terminal: bool = False) -> Reply:
        """Return the reply to a request, and log a refusal or a download.

        Too many requests end the connection.
        """
        connection = self._connection
        connection._terminals += 1
        self._count += 1
        if self._count > MOST_REPLIES:
            connection.drop_client()
            return Reply()
        if descriptors.descriptors_low():
            LOG.warning("%s asked for something while file descriptors are scarce", connection.who)
            return Reply((FULL,), refused="something at a bad time")
        reply = self._asked(connection._person, command, connection._way(), on_terminal)
        if reply.refused:
            connection.log_refusal(reply.refused)
        elif reply.file:
            LOG.info("%s downloads the battle %s", connection.who, log_safe(reply.file.stem))
        return reply

    async def send(self, reply: Reply, wire: SSHTransport, newline: str) -> None:
        """Send a reply; a client that reads nothing of it for too long is disconnected."""
        try:
            if fault := await send(reply, wire, self._unread_seconds, newline):
                LOG.error("%s", fault)
        except UnreadReply:
            LOG.warning("%s read nothing for too long: hung up", self._connection.who)
            self._connection.hang_up("read nothing for too long")


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One channel of a connection: on it runs a terminal or a line interface, with the game."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal: RemoteTerminal | None = None
        self._lines: LineTerminal | None = None
        self._term: str | None = None
        self._size = 0, 0
        self._reply: Reply | None = None
        self._sending: asyncio.Task[None] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Store the channel, and make it refuse environment variables."""
        self._channel = chan
        chan._logger = chan.logger.get_child(QUIET)
        chan._env = RefusedEnvironment(self._connection)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Store the kind and the size of the terminal that the client asks for."""
        self._term = term_type
        self._size = term_size[0], term_size[1]
        return True

    def shell_requested(self) -> bool:
        """Open the terminal that was asked for; if none was, open the line interface."""
        assert self._channel is not None
        opened = self._connection.open_terminal(SSHTransport(self._channel), self._term, self._size)
        if isinstance(opened, LineTerminal):
            self._lines = opened
        else:
            self._terminal = opened
        return True

    def session_started(self) -> None:
        """Start the game for the person, or send the reply to a command."""
        if played := self._terminal or self._lines:
            self._connection.enter(played)
        elif self._reply and self._channel:
            newline = "\n" if self._term is None else "\r\n"
            wire = SSHTransport(self._channel)
            answer = self._connection.requests.send(self._reply, wire, newline)
            self._sending = asyncio.get_running_loop().create_task(answer)

    def exec_requested(self, command: str) -> bool:
        """Handle the text of a command as a request to the game; no shell runs it."""
        self._reply = self._connection.requests.reply(command, self._term is not None)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse a subsystem, such as SFTP."""
        self._connection.log_refusal(f"the subsystem {subsystem}")
        return False

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass on a new size of the terminal in columns and rows."""
        if self._terminal:
            self._terminal.resize((width, height))

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on keys or lines; close the connection if they come too fast for the terminal."""
        if self._lines:
            self._lines.receive(data)
        elif self._terminal and self._terminal.connected:
            self._terminal.receive(data)
            if self._terminal.why_ended:
                LOG.warning("%s %s: hung up", self._connection.who, self._terminal.why_ended)
                self._connection.hang_up(self._terminal.why_ended)

    def eof_received(self) -> bool:
        """Close the channel when the client ends its input, because a screen without input is
        useless.

        A reply is still sent to its end, and lines that were already received are still processed.
        """
        if self._terminal:
            self._terminal.hang_up()
        if self._lines:
            self._lines.end_input()
        return self._reply is not None or self._lines is not None

    def connection_lost(self, exc: Exception | None) -> None:
        """Record that the person has disconnected."""
        if self._sending:
            self._sending.cancel()
        played = self._terminal or self._lines
        self._connection.session_closed(bool(played or self._reply))
        if played:
            played.drop_transport()


class RefusedEnvironment(dict[bytes, bytes]):
    """Takes the environment variables that a client sends: refuses each one and stores none."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection = connection
        self._count = 0

    def __setitem__(self, name: bytes, value: bytes) -> None:
        """Refuse a variable. The first one is logged; too many end the connection."""
        self._count += 1
        if self._count == 1:
            self._connection.log_refusal("environment variables")
        elif self._count == MOST_VARIABLES:
            self._connection.drop_client()


class SSHTransport:
    """The transport of a terminal over an SSH channel."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = channel

    @property
    def waiting(self) -> int:
        """The number of bytes that the client has not read: those held back by SSH's flow control,
        and those in the socket's buffer.

        A client may allow any number and then read nothing, so that the second count matters too.
        """
        socket = self._channel.get_connection()._transport
        under_way = socket.get_write_buffer_size() if socket else 0
        return int(self._channel.get_write_buffer_size() + under_way)

    def write(self, data: bytes) -> None:
        """Send bytes; does nothing if the connection has just broken."""
        with suppress(OSError):
            self._channel.write(data)

    def complain(self, data: bytes) -> None:
        """Send bytes to the client's error stream."""
        with suppress(OSError):
            self._channel.write_stderr(data)

    def pause(self, paused: bool) -> None:
        """Pause or resume reading from the client."""
        with suppress(OSError):
            (self._channel.pause_reading if paused else self._channel.resume_reading)()

    def finish(self, status: int) -> None:
        """Close the channel with an exit status."""
        with suppress(OSError):
            self._channel.exit(status)

    def close(self) -> None:
        """Close the connection, `PARTING_SECONDS` later, so that the client can read what was
        sent.
        """
        with suppress(OSError):
            self._channel.exit(0)
        connection = self._channel.get_connection()
        asyncio.get_running_loop().call_later(PARTING_SECONDS, connection.abort)


def pace(connection: asyncssh.SSHServerConnection, bytes_a_second: int) -> None:
    """Limit how many bytes per second are read from a connection, after a first burst.

    Connections that are not logged in, or that send more than is read at once, take turns: in each
    round of the event loop one of them is read.
    """
    throttle, take = Throttle(WIRE, bytes_a_second), connection.data_received

    def taken(data: bytes, datatype: int | None = None) -> None:
        wait, transport = throttle.add(len(data)), connection._transport
        if transport and transport.is_reading():
            if wait:
                transport.pause_reading()
                asyncio.get_running_loop().call_later(wait, read_more, transport)
            elif len(data) >= BEHIND or not connection._auth_complete:
                READING.later(transport)
        take(data, datatype)
        if transport and connection._auth_complete:
            transport.max_size = AT_ONCE  # type: ignore[attr-defined]  # of asyncio's own transports

    connection.data_received = taken  # type: ignore[method-assign]  # asyncssh has no hook for it
    if connection._transport:
        connection._transport.max_size = OF_A_STRANGER  # type: ignore[attr-defined]  # likewise


def log_safe(text: str) -> str:
    """Return the start of an untrusted text as one line that is safe to show on a terminal."""
    return clean(text[:200])

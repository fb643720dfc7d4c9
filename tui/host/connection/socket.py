"""The host's socket on the same machine, for `weathergage join`, where another SSH server handles
the logins.

Only the owner of the socket may open it (mode 0600); the owner's program names the person, and is
trusted. The first line is a JSON object, `{"name", "term", "columns", "rows", "environ"}`. Frames
follow: one letter, a length of four bytes, and the content: `k` keys, `s` a new size, as JSON. The
host sends back bytes for the terminal.

With `asked` in the first line there is no terminal: the host sends the reply in frames, `o` for
output, `e` for error output, and `x` with the exit status as one byte.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from engine.base.errors import FileFault
from engine.base.files import raise_unusable
from engine.base.text import clean
from engine.hosting.errands import Asked, Reply, UnreadReply, send
from engine.hosting.terms import USUAL, Limits
from tui.host.connection import admission
from tui.host.connection.admission import COMPUTERS, GUEST, NAME
from tui.host.connection.terminal import RemoteTerminal
from tui.terminal.terminal import TOLD

LOG = logging.getLogger("weathergage.host")
LONGEST = 64 * 1024
"""The maximum number of bytes of a frame, or of the first line."""
HELLO_SECONDS = 10
"""The timeout for the first line in seconds."""
AT_ONCE = 16
"""The maximum number of connections that may queue before the host accepts or refuses them."""
KEYS, SIZE = b"k", b"s"
"""The types of frames from the client: keys, and the size of its terminal."""
OUT, COMPLAINT, EXIT = b"o", b"e", b"x"
"""The types of frames in a reply: output, error output, exit status."""


class Hello(msgspec.Struct, frozen=True):
    """The first line that the client of a joining person sends: name and terminal, or a request."""

    name: str
    term: str
    columns: int
    rows: int
    environ: dict[str, str] = {}
    """The variables that describe the terminal, named in `tui.terminal.terminal.TOLD`."""
    asked: str | None = None
    """The text of a request; '' asks how to log in; None opens a terminal."""


class Measure(msgspec.Struct, frozen=True):
    """The content of a frame with the terminal's new size."""

    columns: int
    rows: int


_hello = msgspec.json.Decoder(Hello).decode
_measure = msgspec.json.Decoder(Measure).decode


def refuse_request(person: str, asked: str, way: str, on_terminal: bool) -> Reply:
    """Refuse every request: the default of `listen`."""
    return Reply(("Commands are not answered on this socket.",), refused=asked)


async def listen(
    path: Path,
    welcome: Callable[[str, RemoteTerminal], None],
    limits: Limits = USUAL,
    asked: Asked = refuse_request,
) -> asyncio.Server:
    """Listen on a socket that only its owner may open.

    Raises `FileFault` when it cannot be created, or when another host listens there.
    """
    with free_socket(path):
        return await asyncio.start_unix_server(
            _Callers(welcome, limits, asked).answer, path, limit=LONGEST, backlog=AT_ONCE
        )


@contextmanager
def free_socket(path: Path) -> Iterator[None]:
    """Remove an unused socket from a path, so that the block can create one there; only its owner
    may open it.

    Raises `FileFault` if that fails, or if a host already listens there.
    """
    try:
        if path.exists() and stat.S_ISSOCK(path.stat().st_mode):
            if _answers(path):
                raise FileFault(f"another host is already listening on {path}")
            path.unlink()  # a killed host has left it behind
        mask = os.umask(0o177)
        try:
            yield
        finally:
            os.umask(mask)
    except OSError as error:
        raise_unusable(path, "cannot be listened on", error)


def _answers(path: Path) -> bool:
    """Tell whether a running host listens on a socket."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(1)
        try:
            caller.connect(str(path))
        except OSError:
            return False
        return True


class _Callers:
    """Serves the connections to the socket, and counts them."""

    def __init__(
        self, welcome: Callable[[str, RemoteTerminal], None], limits: Limits, asked: Asked
    ) -> None:
        self._welcome = welcome
        self._asked = asked
        self._limits = limits
        self._count = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Run the game for a person: pass on keys and sizes until the connection ends."""
        terminal: RemoteTerminal | None = None
        self._count += 1
        try:
            first = await asyncio.wait_for(reader.readline(), HELLO_SECONDS)
            if not first:
                return  # another host has only checked whether this host runs
            if self._count > self._limits.connections or admission.descriptors_low():
                LOG.warning("a caller at the socket was refused: too many connections")
                writer.write(b"The host can hold no more connections; come back later.\r\n")
                return
            hello = _hello(first)
            if not NAME.fullmatch(hello.name) or hello.name.lower() in {GUEST, *COMPUTERS}:
                writer.write(
                    b"The host knows no such name: a letter, then up to 19 letters, "
                    b"digits, '-' or '_', and not 'guest' or a computer player's.\r\n"
                )
                raise ValueError("the name")
            if hello.asked is not None:
                await self._reply(hello, hello.asked, writer)
                return
            environ = {name: hello.environ[name] for name in TOLD if name in hello.environ}
            size = hello.columns, hello.rows
            terminal = RemoteTerminal(
                SocketTransport(writer), hello.term, size, environ, self._limits
            )
            LOG.info("%s has signed in by the socket", hello.name)
            self._welcome(hello.name.lower(), terminal)
            while terminal.connected:
                await _take_frame(reader, terminal)
            if terminal.why_ended:
                LOG.warning(
                    "%s, connected by the socket, %s: hung up", hello.name, terminal.why_ended
                )
        except (msgspec.DecodeError, ValueError, RecursionError, asyncio.LimitOverrunError):
            LOG.warning("a caller at the socket sent an invalid message: hung up")
        except TimeoutError:
            LOG.warning("a caller at the socket sent nothing: hung up")
        except UnreadReply:
            LOG.warning("a caller at the socket read nothing for too long: hung up")
            writer.transport.abort()
        except (asyncio.IncompleteReadError, OSError):
            LOG.info("a caller at the socket has left")
        finally:
            self._count -= 1
            if terminal:
                terminal.drop_transport()
            writer.close()

    async def _reply(self, hello: Hello, asked: str, writer: asyncio.StreamWriter) -> None:
        """Send the reply to a request.

        If the client's first line gave no columns, the client has no terminal.
        """
        name = hello.name
        reply = self._asked(name.lower(), asked, "", hello.columns > 0)
        if reply.refused:
            LOG.warning(
                "%s, connected by the socket, asked for %s: refused", name, clean(reply.refused)
            )
        elif reply.file:
            LOG.info("%s downloads the battle %s", name, reply.file.stem)
        wire = ReplyTransport(writer)
        if fault := await send(reply, wire, self._limits.unread_seconds):
            LOG.error("%s", fault)


async def _take_frame(reader: asyncio.StreamReader, terminal: RemoteTerminal) -> None:
    """Read one frame, and pass its keys or size to the terminal; raises `ValueError` for an invalid
    frame.
    """
    head = await reader.readexactly(5)
    length = int.from_bytes(head[1:])
    if length > LONGEST:
        raise ValueError("the length")
    text = await reader.readexactly(length)
    if head[:1] == KEYS:
        terminal.receive(text)
    elif head[:1] == SIZE:
        size = _measure(text)
        terminal.resize((size.columns, size.rows))
    else:
        raise ValueError("the letter")


class SocketTransport:
    """The transport of a terminal over a socket."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    @property
    def waiting(self) -> int:
        """The number of bytes that the client has not read yet."""
        return self._writer.transport.get_write_buffer_size()

    def write(self, data: bytes) -> None:
        """Send bytes; does nothing if the connection is closing."""
        if not self._writer.is_closing():
            self._writer.write(data)

    def close(self) -> None:
        """End the connection."""
        self._writer.close()


class ReplyTransport(SocketTransport):
    """Sends a reply over a socket in frames, as output, error output and exit status."""

    def write(self, data: bytes) -> None:
        """Send bytes of the reply."""
        self._frame(OUT, data)

    def complain(self, data: bytes) -> None:
        """Send bytes to the client's error stream."""
        self._frame(COMPLAINT, data)

    def finish(self, status: int) -> None:
        """End the reply with an exit status."""
        self._frame(EXIT, bytes((status,)))

    def _frame(self, letter: bytes, data: bytes) -> None:
        if self._writer.is_closing():
            raise ConnectionResetError("the caller has left")
        super().write(letter + len(data).to_bytes(4) + data)

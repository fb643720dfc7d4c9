"""The line interface of a host, and fair reading from connections that send much: in each round of
the event loop, only one of them is read.

Each packet costs time, so that clients that send without end could otherwise block everybody else.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import ParamSpec, Protocol, TypeVar

from engine.hosting.terms import USUAL, Limits
from engine.hosting.turns import Place, Turns, Work
from engine.sitting.adviser import think
from tui.plain.table import Interrupted

AT_ONCE = 512
"""The maximum number of bytes read from a connection at once: about eight packets, less than a
millisecond."""
BEHIND = 256
"""If a connection delivers more bytes than this at once, more may be waiting. A keyboard never
sends so many."""
OF_A_STRANGER = 16 * 1024
"""The maximum number of bytes read at once before the login. With fewer, a client that is refused
would be cut off before it has read why."""


class Reading:
    """The connections that have more input, in the order in which they will be read."""

    def __init__(self) -> None:
        self._behind: deque[asyncio.ReadTransport] = deque()

    def later(self, transport: asyncio.ReadTransport) -> None:
        """Queue a connection to be read after all others in the queue."""
        if not transport.is_reading():
            return
        transport.pause_reading()
        self._behind.append(transport)
        if len(self._behind) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        read_more(self._behind.popleft())
        if self._behind:
            asyncio.get_running_loop().call_soon(self._next)


def read_more(transport: asyncio.ReadTransport) -> None:
    """Read more from a connection, unless it is being closed."""
    if not transport.is_closing():
        transport.resume_reading()


READING = Reading()
"""The queue of this process for connections that have more input."""


# LineTerminal: the terminal of a connection without a screen: it sends and receives lines.


LOG = logging.getLogger("weathergage.host")
LONGEST = 4096
"""The maximum number of bytes of a line; a client that sends a longer one is disconnected."""
AHEAD = 64
"""The number of unprocessed lines at which reading from the connection pauses."""
P = ParamSpec("P")
T = TypeVar("T")


class LineTransport(Protocol):
    """What the line interface needs of its connection, an SSH channel."""

    @property
    def waiting(self) -> int:
        """The number of bytes that are buffered because the client has not read them yet."""

    def write(self, data: bytes) -> None:
        """Send bytes, or buffer them until they can be sent."""

    def pause(self, paused: bool) -> None:
        """Pause or resume reading from the client."""

    def finish(self, status: int) -> None:
        """End the line interface with an exit status."""

    def close(self) -> None:
        """End the connection."""


class LineTerminal:
    """One person's interface in lines of text.

    Each typed line waits for its turn in the queue that all connections share fairly.
    """

    def __init__(self, transport: LineTransport, limits: Limits = USUAL, way: str = "") -> None:
        self.way = way
        """The ssh command that reaches this host, to be shown in instructions; '' if unknown."""
        self.place: Place = Turns().place()
        self.why_ended = ""
        """Why the host disconnected; '' if it has not."""
        self.address = ""
        """The client's address, as limits count it; '' if the client is on this machine."""
        self.on_input: Callable[[], None] = lambda: None
        """Called when bytes arrive."""
        self._transport: LineTransport | None = transport
        self._limits = limits
        self._begun = bytearray()
        """The part of an unfinished line that has arrived."""
        self._lines: list[str] = []
        self._ended = False
        """Whether the client has ended its input."""
        self._woken = asyncio.Event()
        self._stirred = False
        self._prompted = False
        """Whether the prompt is the last text that was sent, so that it need not be sent again."""
        self._turn = AsyncExitStack()

    @property
    def connected(self) -> bool:
        """Tell whether the client is still connected."""
        return self._transport is not None

    # Called by the connection --------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Process bytes from the client; disconnect it if a line is too long."""
        if self._transport is None:
            return
        self.on_input()
        *whole, rest = (self._begun + data).split(b"\n")
        self._begun = bytearray(rest)
        if max(map(len, (*whole, rest))) > LONGEST:
            self.hang_up("sent a line without an end")
            return
        self._lines += [line.decode("utf-8", "replace").rstrip("\r") for line in whole]
        if len(self._lines) > AHEAD:
            self._transport.pause(True)
        self._woken.set()

    def end_input(self) -> None:
        """Record that no more lines will come. Lines that have arrived are still processed."""
        if self._begun:
            self._lines.append(self._begun.decode("utf-8", "replace"))
            self._begun.clear()
        self._ended = True
        self._woken.set()

    def drop_transport(self) -> None:
        """Record that the connection is lost."""
        self._transport = None
        self._lines.clear()
        self._ended = True
        self._woken.set()

    # Called by the lobby and the battle in lines --------------------------------------------

    def wake_up(self) -> None:
        """Make `read_or_wake` raise `Interrupted`, because something has happened."""
        self._stirred = True
        self._woken.set()

    async def read(self, prompt: str) -> str | None:
        """Show a prompt and return the next line; None at the end of the input."""
        return await self._read(prompt, False)

    async def read_or_wake(self, prompt: str) -> str | None:
        """Show a prompt and return the next line; None at the end of the input.

        Raises `Interrupted` if `wake_up` is called first.
        """
        return await self._read(prompt, True)

    async def _read(self, prompt: str, stirs: bool) -> str | None:
        await self._turn.aclose()
        if not self._prompted:
            self.send(prompt)
            self._prompted = bool(prompt)
        while not self._lines and not self._ended and not (stirs and self._stirred):
            self._woken.clear()
            await self._woken.wait()
        self.place.ask()
        await self._turn.enter_async_context(self.place.turn(Work.KEY))
        if stirs and self._stirred:
            self._stirred = False
            raise Interrupted
        self._prompted = False
        line = self._lines.pop(0) if self._lines else None
        if self._transport and not self._lines:
            self._transport.pause(False)
        return line

    def forget(self) -> int:
        """Discard the lines that wait to be processed; return how many there were."""
        count = len(self._lines)
        self._lines.clear()
        return count

    async def aside(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the result of slow work. While it runs, other connections have their turns."""
        await self._turn.aclose()
        try:
            return await think(work, *args, **named)
        finally:
            await self._turn.enter_async_context(self.place.turn(Work.KEY))

    def write(self, text: str) -> None:
        """Send a line of text."""
        self.send(f"{text}\n")

    def send(self, text: str) -> None:
        """Send text; a client that reads too slowly is disconnected."""
        if self._transport is None:
            return
        if self._prompted:
            self._prompted = False
            text = f"\n{text}"
        if self._transport.waiting > self._limits.output_waiting:
            self.hang_up("read nothing for too long")
            return
        self._transport.write(text.encode("utf-8", "replace"))

    def hang_up(self, why: str = "") -> None:
        """Close the connection. `why` is kept as the reason, unless there already is one."""
        transport = self._transport
        self.why_ended = self.why_ended or why
        self.drop_transport()
        if transport and why:
            transport.close()
        elif transport:
            transport.finish(0)

    async def leave(self) -> None:
        """End the turn that the latest line has in the shared queue, and close the connection."""
        await self._turn.aclose()
        self.hang_up()

"""Reading from those who send more than is read at once: one of them in a round of the loop.

Each packet costs the host time before anything is known of what it asks for, so a crowd that sends
without end would keep the loop from everybody else.
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
from tui.plain.table import Stirred

AT_ONCE = 512
"""Bytes that are read from a connection at once: some eight packets, less than a millisecond."""
BEHIND = 256
"""Bytes of which a keyboard never brings so many at once: more may wait behind them."""
OF_A_STRANGER = 16 * 1024
"""The same before somebody has come in: with less, noise is cut off before it has read why."""


class Reading:
    """The connections of which more waits to be read, in the order in which they are read on."""

    def __init__(self) -> None:
        self._behind: deque[asyncio.ReadTransport] = deque()

    def later(self, transport: asyncio.ReadTransport) -> None:
        """Read on from a connection when all others that are behind have had their round."""
        if not transport.is_reading():
            return
        transport.pause_reading()
        self._behind.append(transport)
        if len(self._behind) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        read_on(self._behind.popleft())
        if self._behind:
            asyncio.get_running_loop().call_soon(self._next)


def read_on(transport: asyncio.ReadTransport) -> None:
    """Read on from a connection, unless it is closing."""
    if not transport.is_closing():
        transport.resume_reading()


READING = Reading()
"""All connections of this process."""


# LineTerminal: the far end of a connection that has no screen, which takes and sends lines.


LOG = logging.getLogger("weathergage.host")
LONGEST = 4096
"""Bytes of a line at most: who sends a longer one is disconnected."""
AHEAD = 64
"""Lines that may wait to be read before no more are taken from the connection."""
P = ParamSpec("P")
T = TypeVar("T")


class LineTransport(Protocol):
    """What carries the lines: an SSH channel."""

    @property
    def waiting(self) -> int:
        """The bytes that are buffered because the client has not taken them."""

    def write(self, data: bytes) -> None:
        """Send bytes, or buffer them until they can be sent."""

    def pause(self, paused: bool) -> None:
        """Take no more bytes from the client, or go on."""

    def finish(self, status: int) -> None:
        """End the lines with an exit status."""

    def close(self) -> None:
        """End the connection."""


class LineTerminal:
    """One person's line interface.

    Each line takes a turn in the host's fair queue, as a key does.
    """

    def __init__(self, transport: LineTransport, limits: Limits = USUAL, way: str = "") -> None:
        self.way = way
        """The command that leads here, as far as it is known; '' where it is not."""
        self.place: Place = Turns().place()
        self.why_ended = ""
        """Why the host disconnected; '' while it has not."""
        self.address = ""
        """The address that the connection comes from, as the limits count it; '' on a socket."""
        self.on_input: Callable[[], None] = lambda: None
        """Called when bytes of lines come in."""
        self._transport: LineTransport | None = transport
        self._limits = limits
        self._begun = bytearray()
        """The received part of an unfinished line."""
        self._lines: list[str] = []
        self._ended = False
        """Whether the client sends no more."""
        self._woken = asyncio.Event()
        self._stirred = False
        self._prompted = False
        """Whether the prompt is the last text sent."""
        self._turn = AsyncExitStack()

    @property
    def connected(self) -> bool:
        """Tell whether the client is still connected."""
        return self._transport is not None

    # Called by the connection --------------------------------------------------------

    def received(self, data: bytes) -> None:
        """Take bytes that came in; disconnect for a line without an end."""
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

    def input_ended(self) -> None:
        """Record that no more lines come; those that came are still read."""
        if self._begun:
            self._lines.append(self._begun.decode("utf-8", "replace"))
            self._begun.clear()
        self._ended = True
        self._woken.set()

    def dropped(self) -> None:
        """Record that the connection is lost: nobody reads any more."""
        self._transport = None
        self._lines.clear()
        self._ended = True
        self._woken.set()

    # Called by who plays ---------------------------------------------------------------

    def stir(self) -> None:
        """Wake who waits for a line by `read_or_stir`: something has happened."""
        self._stirred = True
        self._woken.set()

    async def read(self, prompt: str) -> str | None:
        """Return a line after a prompt; None when no more come."""
        return await self._read(prompt, False)

    async def read_or_stir(self, prompt: str) -> str | None:
        """Return a line after a prompt; raises `Stirred` when something has happened first."""
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
            raise Stirred
        self._prompted = False
        line = self._lines.pop(0) if self._lines else None
        if self._transport and not self._lines:
            self._transport.pause(False)
        return line

    def forget(self) -> int:
        """Leave out the lines that wait; return how many there were."""
        count = len(self._lines)
        self._lines.clear()
        return count

    async def aside(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return what takes a while to be found, without keeping others from their turns."""
        await self._turn.aclose()
        try:
            return await think(work, *args, **named)
        finally:
            await self._turn.enter_async_context(self.place.turn(Work.KEY))

    def write(self, text: str) -> None:
        """Send a line."""
        self.send(f"{text}\n")

    def send(self, text: str) -> None:
        """Send text; disconnects a person that does not read (back-pressure)."""
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
        """End the connection; the first reason that is given is kept."""
        transport = self._transport
        self.why_ended = self.why_ended or why
        self.dropped()
        if transport and why:
            transport.close()
        elif transport:
            transport.finish(0)

    async def leave(self) -> None:
        """End the turn that the latest line had, and the connection."""
        await self._turn.aclose()
        self.hang_up()

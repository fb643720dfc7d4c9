"""What a host says to somebody who asks it something and opens no terminal.

A reply is a few lines or a whole file. It is sent a piece at a time, so that a slow reader costs
no memory, and is over when the reader is gone or reads nothing for too long.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from engine.base.errors import FileFault
from engine.base.reading import opened

PIECE = 16 * 1024
"""Bytes that are sent at once."""
AHEAD = 64 * 1024
"""Bytes that may wait for a reader before more are sent."""
POLL_SECONDS = 0.05
"""Seconds between two looks whether a reader has taken what was sent."""
UNREADABLE = "The file of this battle cannot be read now; tell whoever runs the host."
"""Said without the path: where a host keeps its files is its own business."""


class Reply(NamedTuple):
    """What is answered: lines, or the content of a `file` of at most `largest` bytes."""

    lines: tuple[str, ...] = ()
    file: Path | None = None
    largest: int = 0
    refused: str = ""
    """What was asked for, where it is refused: for the log."""


Asked = Callable[[str, str, str, bool], Reply]
"""Answers a request: of a name ('' is a guest's), what, the way in, whether a terminal reads."""


class Wire(Protocol):
    """What carries a reply: an SSH channel or a socket."""

    @property
    def waiting(self) -> int:
        """The bytes that the reader has not taken."""

    def write(self, data: bytes) -> None:
        """Send bytes of the reply; a wire that is closing ignores them."""

    def complain(self, data: bytes) -> None:
        """Send bytes of what is refused, apart from the reply."""

    def finish(self, status: int) -> None:
        """End the reply with an exit status."""


class Unread(Exception):
    """The reader has taken nothing for too long."""


async def send(reply: Reply, wire: Wire, unread_seconds: float, newline: str = "\n") -> str:
    """Send a reply and end it; return what is to be logged of a file that was not sent.

    Raises `Unread` when the reader takes nothing for so many seconds.
    """
    fault, status = "", 1 if reply.refused else 0
    if reply.file is not None:
        fault = await _send_file(reply.file, reply.largest, wire, unread_seconds)
    told = (UNREADABLE,) if fault else reply.lines
    said = "".join(f"{line}{newline}" for line in told).encode()
    (wire.complain if status or fault else wire.write)(said)
    await _taken(wire, 0, unread_seconds)
    wire.finish(1 if fault else status)
    return fault


async def _send_file(path: Path, largest: int, wire: Wire, unread_seconds: float) -> str:
    """Send a file up to where it ended when it was opened; return why not, or ''."""
    try:
        with opened(path) as file:
            left = os.fstat(file.fileno()).st_size
            if left > largest:
                return f"{path} is too large to be sent"
            while left and (piece := file.read(min(PIECE, left))):
                wire.write(piece)
                left -= len(piece)
                await _taken(wire, AHEAD, unread_seconds)
    except FileFault as fault:
        return str(fault)
    except OSError as error:
        return f"{path} cannot be read: {(error.strerror or '').lower()}"
    return f"{path} was cut while it was sent" if left else ""


async def _taken(wire: Wire, most: int, unread_seconds: float) -> None:
    """Wait until no more than so many bytes wait for the reader."""
    loop = asyncio.get_running_loop()
    least, since = wire.waiting, loop.time()
    await asyncio.sleep(0)
    while (waiting := wire.waiting) > most:
        if waiting < least:
            least, since = waiting, loop.time()
        if loop.time() - since > unread_seconds:
            raise Unread
        await asyncio.sleep(POLL_SECONDS)

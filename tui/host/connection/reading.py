"""Reading from those who send more than is read at once: one of them in a round of the loop.

Each packet costs the host time before anything is known of what it asks for, so a crowd that sends
without end would keep the loop from everybody else.
"""

from __future__ import annotations

import asyncio
from collections import deque

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

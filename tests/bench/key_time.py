"""Measures how long a key takes over a pseudo-terminal, from the press to the last byte that is
sent in reply.
"""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from tests.tui.pseudo_terminal import Terminal

PATIENCE = 1.0
"""If a key changes something, its first byte is sent within so many seconds."""
QUIET = 0.06
"""After so many seconds without a byte, all bytes for a key have been sent."""


def milliseconds(terminal: Terminal, key: str) -> float:
    """Press a key, and return the milliseconds until the last byte that is sent in reply."""
    began = last = perf_counter()
    os.write(terminal.tty, key.encode())
    wait = PATIENCE  # for the first byte
    while select.select([terminal.tty], [], [], wait)[0]:
        wait = QUIET
        assert os.read(terminal.tty, 65536)
        last = perf_counter()
    return (last - began) * 1000


@contextmanager
def at_a_sheet(script: str, columns: int, lines: int) -> Iterator[Terminal]:
    """Run a battle with a shared keyboard up to the first player's sheet (form of orders)."""
    with Terminal(script, columns, lines) as running:
        running.read(until=running.shows("then press Enter"))
        running.press("\r", until=running.shows("Sheet"))
        yield running
        assert running.leave("\x11") == 0

"""How long a key takes over a pty, from the press to the last byte that it sends."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from tests.tui.pseudo_terminal import Terminal

PATIENCE = 1.0
"""Seconds in which a key that changes something sends its first byte."""
QUIET = 0.06
"""Seconds without a byte after which a key's bytes have all come."""


def milliseconds(terminal: Terminal, key: str) -> float:
    """Press a key and return the time until the last byte of what it sends."""
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
    """Run a battle in hot seat, the first seat at the keyboard with a sheet in its hands."""
    with Terminal(script, columns, lines) as running:
        running.read(until=running.shows("then press Enter"))
        running.press("\r", until=running.shows("Sheet"))
        yield running
        assert running.leave("\x11") == 0

"""The command join: this terminal, at a host on the same machine."""

from __future__ import annotations

import getpass
import json
import os
import selectors
import signal
import socket
import sys
import termios
import tty
from argparse import Namespace
from typing import Any

from tui.commands.grammar import Misuse
from tui.terminal.terminal import TOLD

FINE = 0
PIECE = 64 * 1024
TAKES, GIVES = b"\x1b[?1049h", b"\x1b[?1049l"
"""What a host sends when it takes the terminal's other screen, and when it gives it back."""
AS_IT_WAS = b"\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h\r"
"""Gives a terminal back that the host has not."""


def join(chosen: Namespace) -> int:
    """Pass keys to the host and its screen to this terminal until one of them has enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Misuse("join needs a terminal for its input and output")
    with socket.socket(socket.AF_UNIX) as wire:
        try:
            wire.connect(chosen.socket)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise Misuse(f"no host answers at {chosen.socket}: {reason}") from None
        with Post(wire) as post:
            post.hello(chosen.name or getpass.getuser())
            post.carry()
        if not post.farewell:
            raise Misuse("the host has hung up; every order up to here is saved")
    return FINE


class Post:
    """A plain terminal: every key goes out as it is, all that comes is shown."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._last = b""
        self._taken = False
        self._resizes, self._resized = socket.socketpair()

    @property
    def farewell(self) -> bool:
        """Tell whether the host has given the terminal back."""
        return GIVES in self._last

    def __enter__(self) -> Post:
        """Take the terminal; it is given back however this ends."""
        self._before = termios.tcgetattr(sys.stdin)
        signal.signal(signal.SIGWINCH, lambda *_: self._resized.send(b"!"))
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, _: sys.exit(128 + number))
        tty.setraw(sys.stdin)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGWINCH, signal.SIG_DFL)
        try:
            if self._taken and not self.farewell:
                _show(AS_IT_WAS)
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)
        except (OSError, termios.error):
            pass  # the terminal is gone

    def hello(self, name: str) -> None:
        """Tell who comes, and with what terminal."""
        told = {key: os.environ[key] for key in TOLD if key in os.environ}
        term = os.environ.get("TERM", "dumb")
        hello = {"name": name, "term": term, **_size(), "environ": told}
        self._wire.sendall(json.dumps(hello).encode() + b"\n")

    def carry(self) -> None:
        """Carry keys and screens to and fro until one end is closed."""
        with selectors.DefaultSelector() as selector:
            for end in (sys.stdin, self._wire, self._resizes):
                selector.register(end, selectors.EVENT_READ)
            try:
                while all(self._carried(key.fileobj) for key, _ in selector.select()):
                    pass
            except OSError:
                pass  # one end is gone

    def _carried(self, end: Any) -> bool:
        """Carry what has come from one end; False when that is closed."""
        if end is self._resizes:
            end.recv(PIECE)
            self._send(b"s", json.dumps(_size()).encode())
            return True
        if end is self._wire:
            data = self._wire.recv(PIECE)
            self._last += data
            self._taken = self._taken or TAKES in self._last
            self._last = self._last[-len(AS_IT_WAS) * 2 :]
            _show(data)
        else:
            data = os.read(sys.stdin.fileno(), PIECE)
            self._send(b"k", data)
        return bool(data)

    def _send(self, letter: bytes, told: bytes) -> None:
        self._wire.sendall(letter + len(told).to_bytes(4) + told)


def _show(data: bytes) -> None:
    """Write to the terminal, whole."""
    while data:
        data = data[os.write(sys.stdout.fileno(), data) :]


def _size() -> dict[str, int]:
    """Return the terminal's columns and rows; COLUMNS and LINES would not follow it."""
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    return {"columns": columns or 80, "rows": rows or 24}

"""The command join: this terminal, at a host on the same machine."""

from __future__ import annotations

import getpass
import json
import os
import selectors
import shutil
import signal
import socket
import sys
import termios
import tty
from argparse import Namespace
from typing import Any

from tui.commands.grammar import Misuse

FINE = 0
PIECE = 64 * 1024


def join(chosen: Namespace) -> int:
    """Pass keys to the host and its screen to this terminal until one of them has enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Misuse("join needs a terminal for its input and output")
    with socket.socket(socket.AF_UNIX) as wire:
        try:
            wire.connect(chosen.socket)
        except OSError as error:
            reason = (error.strerror or "").lower()
            raise Misuse(f"no host answers at {chosen.socket}: {reason}") from None
        columns, rows = shutil.get_terminal_size()
        hello = {
            "name": chosen.name or getpass.getuser(),
            "term": os.environ.get("TERM", "dumb"),
            "columns": columns,
            "rows": rows,
        }
        wire.sendall(json.dumps(hello).encode() + b"\n")
        _pass_on(wire)
    return FINE


def _pass_on(wire: socket.socket) -> None:
    """Be a plain terminal: every key goes out as it is, all that comes is shown."""
    before = termios.tcgetattr(sys.stdin)
    signal.signal(signal.SIGWINCH, lambda *_: _tell_size(wire))
    try:
        tty.setraw(sys.stdin)
        with selectors.DefaultSelector() as selector:
            selector.register(sys.stdin, selectors.EVENT_READ)
            selector.register(wire, selectors.EVENT_READ)
            while all(_carried(key.fileobj, wire) for key, _ in selector.select()):
                pass
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _carried(source: Any, wire: socket.socket) -> bool:
    """Carry what has come from one end to the other; False when that end is closed."""
    try:
        if source is wire:
            data = wire.recv(PIECE)
            os.write(sys.stdout.fileno(), data)
        else:
            data = os.read(sys.stdin.fileno(), PIECE)
            _send(wire, b"k", data)
    except OSError:
        return False
    return bool(data)


def _tell_size(wire: socket.socket) -> None:
    columns, rows = shutil.get_terminal_size()
    _send(wire, b"s", json.dumps({"columns": columns, "rows": rows}).encode())


def _send(wire: socket.socket, letter: bytes, told: bytes) -> None:
    wire.sendall(letter + len(told).to_bytes(4) + told)

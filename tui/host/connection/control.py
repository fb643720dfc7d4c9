"""The control socket of a host, for `weathergage host ctl` on the same machine.

Only the account of the host may open it: its mode is 0600 in a folder of mode 0700, and the system
names the caller. A request is one line of JSON, `{"line": "who"}`; the reply is another, `{"told":
[], "refused": ""}`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
from pathlib import Path

import msgspec

from engine.base.errors import FileFault, WeatherGageError
from engine.base.text import clean
from engine.hosting.club.owner import Owner
from tui.host.connection.socket import free_socket

LOG = logging.getLogger("weathergage.host")
SOCKET = "control.sock"
"""The name of the socket's file, in the folder of the host."""
LONGEST = 16 * 1024
"""The maximum number of bytes of an order."""
SECONDS = 10.0
"""The timeout for an order in seconds."""
LONGEST_PATH = 100
"""The maximum length, in bytes, of the path of a socket that every system accepts."""


class Order(msgspec.Struct, frozen=True):
    """An order to the host: one line as its owner types it."""

    line: str


class Answer(msgspec.Struct, frozen=True):
    """The reply to an order."""

    told: list[str] = []
    refused: str = ""


async def listen(path: Path, owner: Owner) -> asyncio.Server:
    """Start to listen on the control socket; raises `FileFault` if that is not possible."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await asyncio.wait_for(reader.readline(), SECONDS)
            if line and _is_own(writer):
                writer.write(msgspec.json.encode(_carry_out(line, owner)) + b"\n")
                await writer.drain()
        except (ValueError, TimeoutError, OSError) as error:
            LOG.warning("an order at the control socket was not read: %s", error)
        finally:
            writer.close()

    if not hasattr(socket, "AF_UNIX"):
        raise FileFault("this system has no Unix sockets; type orders in the lobby")
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise FileFault(f"{path} is too long for the name of a socket")
    with free_socket(path):
        return await asyncio.start_unix_server(answer, path, limit=LONGEST)


def _is_own(writer: asyncio.StreamWriter) -> bool:
    """Tell whether the caller uses the same account as this host, or is root."""
    if not hasattr(socket, "SO_PEERCRED"):  # then only the modes of socket and folder protect it
        return True
    found = writer.get_extra_info("socket").getsockopt(
        socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")
    )
    _, user, _ = struct.unpack("3i", found)
    if user in (0, os.getuid()):
        return True
    LOG.warning("an order at the control socket by account %d: refused", user)
    return False


def _carry_out(line: bytes, owner: Owner) -> Answer:
    try:
        return Answer(owner.execute(_order(line).line, "on this machine"))
    except msgspec.DecodeError:
        return Answer(refused="this is not an order")
    except WeatherGageError as why_not:
        return Answer(refused=str(why_not))


def order(path: Path, line: str) -> Answer:
    """Send an order to the host that listens on a control socket, and return its answer.

    Raises `FileFault` if no host answers. A line from a shell may contain bytes that are no valid
    text.
    """
    sent = msgspec.json.encode(Order(clean(line))) + b"\n"
    if len(sent) > LONGEST:
        return Answer(refused=f"an order has at most {LONGEST // 1024} kB")
    with socket.socket(socket.AF_UNIX) as wire:
        wire.settimeout(SECONDS)
        try:
            wire.connect(str(path))
            wire.sendall(sent)
            with wire.makefile("rb") as come:
                return _answer(come.readline())
        except (OSError, msgspec.DecodeError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise FileFault(f"no host answers at {path}: {why.lower()}") from None


_order = msgspec.json.Decoder(Order).decode
_answer = msgspec.json.Decoder(Answer).decode

"""The SSH side of a host: its key, its port, and a log of what the SSH library itself refuses."""

from __future__ import annotations

import logging
import os
import re
import socket
from pathlib import Path

import asyncssh

from engine.base import files
from engine.base.errors import FileFault
from engine.base.files import LARGEST, raise_unusable, read_bytes
from engine.hosting.errands import Asked
from engine.hosting.terms import Limits
from tui.host.connection.admission import Admission, Users
from tui.host.connection.session import QUIET, Connection, Welcome

LOG = logging.getLogger("weathergage.host")
LOGIN_SECONDS = 30
"""The timeout of the login in seconds."""
KEEPALIVE_SECONDS = 30
"""Seconds between two keepalives; after three without an answer the connection counts as lost."""
WINDOW = 64 * 1024
"""Bytes that a client may send before it waits for the host; keys need few."""
AT_ONCE = 16
"""The maximum number of connections that are accepted in one round of the event loop; only
afterwards can any of them be refused."""
CIPHERS = [
    "aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "aes128-ctr", "aes192-ctr", "aes256-ctr",
]  # fmt: skip
"""The ciphers that are offered. ChaCha20 is left out: every client would choose it, and on this
side each of its packets takes five times as long."""
QUEUE = 128
"""The maximum number of connections that the system may queue until they are accepted."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """Return the host's key from its file, created on the first start.

    Raises `FileFault` when it cannot be read, written or parsed.
    """
    try:
        if not path.exists():
            key = asyncssh.generate_private_key("ssh-ed25519", comment="weathergage")
            files.write(path, key.export_private_key())
        return asyncssh.import_private_key(read_bytes(path, LARGEST, "a private key"))
    except OSError as error:
        raise_unusable(path, "cannot be used", error)
    except (asyncssh.KeyImportError, ValueError, re.error):  # asyncssh searches with regexes
        raise FileFault(f"{path} holds no private key") from None


class _Denials(logging.Handler):
    """Rewrites what the SSH library logs about its own refusals in the words of the host's log."""

    SAID = ("X11 forwarding", "Agent forwarding")

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line for a refusal; drop all other log records of the library."""
        text = record.getMessage()
        for what in self.SAID:
            if f"{what} not permitted" in text:
                LOG.warning("somebody asked for %s: refused", what)


async def listen(  # noqa: PLR0913 - what a host is founded with, called once
    address: str,
    port: int,
    key: asyncssh.SSHKey,
    users: Users,
    guests: bool,
    limits: Limits,
    welcome: Welcome,
    asked: Asked,
) -> asyncssh.SSHAcceptor:
    """Listen for SSH connections; raises `FileFault` if the port cannot be used."""
    library = logging.getLogger("asyncssh")
    if not any(isinstance(each, _Denials) for each in library.handlers):
        library.addHandler(_Denials())
        library.setLevel(logging.INFO)
        library.propagate = False
        library.getChild(QUIET).setLevel(logging.WARNING)
    admission = Admission(limits)
    try:
        acceptor = await asyncssh.create_server(
            lambda: Connection(users, guests, admission, limits, welcome, asked),
            address,
            port,
            backlog=AT_ONCE,
            server_host_keys=[key],
            login_timeout=LOGIN_SECONDS,
            keepalive_interval=KEEPALIVE_SECONDS,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            compression_algs=None,
            encryption_algs=CIPHERS,
            server_version="WeatherGage",
            encoding=None,
            line_editor=False,
            window=WINDOW,
        )
        for listening in acceptor.sockets:  # let more connections queue than one round accepts
            with socket.fromfd(listening.fileno(), listening.family, listening.type) as same:
                same.listen(QUEUE)
        return acceptor
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise FileFault(f"port {port} cannot be listened on: {reason}") from None

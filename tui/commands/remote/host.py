"""The command `host`: let people play each other over SSH."""

from __future__ import annotations

import os
import socket
from argparse import Namespace
from pathlib import Path

from tui.commands.grammar import FINE, Misuse


def host(chosen: Namespace) -> int:
    """Run a host until the process is told to stop; raises `Misuse` without asyncssh."""
    import asyncio

    from engine.files.saves import saves_folder
    from tui.commands.source import use_data_folder
    from tui.start.guides import LIBRARY, to_add_a_host

    try:
        import asyncssh  # noqa: F401 - the extra that a host needs
    except ImportError as error:
        if (error.name or LIBRARY).partition(".")[0] != LIBRARY:
            raise Misuse(
                f"a host cannot run on this system: the library {LIBRARY} asks for '{error.name}'"
            ) from None
        raise Misuse(f"a host needs the library {LIBRARY}; type  {to_add_a_host()}") from None
    if chosen.socket and not hasattr(socket, "AF_UNIX"):
        raise Misuse("--socket needs a POSIX system, such as Linux, macOS or WSL; ssh needs none")
    from engine.hosting import limits, log
    from tui.host.connection.users import Users
    from tui.host.host import LIMITS, USERS, Host, claim, serve

    use_data_folder(chosen.data)
    os.umask(0o077)  # files of a host hold secrets, so only its account may read them
    folder = saves_folder(chosen.saves) / "hosted"
    users = Users(Path(chosen.users) if chosen.users else folder / USERS, chosen.open)
    allowed = limits.read(folder / LIMITS)
    log.begin(Path(chosen.log) if chosen.log else None)
    path = Path(chosen.socket) if chosen.socket else None
    claim(folder)
    if not os.path.isabs(os.path.expanduser("~")):
        os.environ["HOME"] = str(folder.resolve())  # asyncssh asks for a home, and needs nothing
    owners = [name.lower() for name in chosen.owner]
    host = Host(folder, users, chosen.guests, allowed, owners)
    asyncio.run(serve(host, chosen.address, chosen.port, path))
    return FINE

"""Guides to playing with a friend: a way to connect, the commands for both players, and likely
problems.
"""

from __future__ import annotations

import os
import shlex
import socket
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import msgspec

from engine.files.saves import ROOT

PROGRAM = "weathergage"
"""The command that starts the program."""
PORT = 2222
"""The default port of a host."""


class Guide(msgspec.Struct, frozen=True):
    """A way to play with a friend. `fault` is a function that returns why this way is impossible on
    this machine now; '' if it is possible.
    """

    title: str
    about: str
    yours: tuple[tuple[str, str], ...]
    """The steps for you: pairs (text, command to type)."""
    theirs: tuple[tuple[str, str], ...]
    """The steps for the other person, in the same form."""
    faults: tuple[str, ...]
    """Possible error messages, and what they mean."""
    fault: Callable[[], str] = str


def why_no_host() -> str:
    """Return why no host can start on this machine now; '' when one can."""
    if find_spec(LIBRARY) is None:
        return f"This Python lacks {LIBRARY}, which a host needs: type  {host_install_command()}"
    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(("", PORT))
        except OSError:
            return f"Port {PORT} is taken, perhaps by a running host: add  --port {PORT + 1}"
    return ""


def why_no_connection() -> str:
    """Return why no host can be reached from this machine; '' when one can."""
    return "" if which("ssh") else "No program ssh is found here; install OpenSSH's client first."


GUIDES = {
    "host": Guide(
        "Host",
        "Your machine keeps the battles, and friends connect to it over SSH. You connect "
        "in the same way, from another terminal. Battles wait, even when a connection is "
        "lost.",
        (
            ("start it, and leave it running:", "weathergage host --open --guests"),
            ("connect to it yourself:", f"ssh -p {PORT} YOUR-NAME@localhost"),
            ("set up a battle: press n, then Enter; sit down: press Enter", ""),
        ),
        (
            (
                "with your machine's name or address for MACHINE:",
                f"ssh -p {PORT} THEIR-NAME@MACHINE",
            ),
            ("sit down: press Enter on the battle, until seated", ""),
        ),
        (
            f"Connection refused: the host is not running, or a firewall closes port {PORT}.",
            "Permission denied: they have no SSH key; `ssh-keygen` makes one.",
        ),
        why_no_host,
    ),
    "join": Guide(
        "Join",
        "A friend's machine keeps the battles; you need nothing but ssh. The host "
        "remembers the SSH key of your name, so that nobody else can sit in your place.",
        (
            ("once, if you have no SSH key yet:", "ssh-keygen"),
            ("with your friend's machine for MACHINE:", f"ssh -p {PORT} YOUR-NAME@MACHINE"),
            ("to watch without a key:", f"ssh -p {PORT} guest@MACHINE"),
            ("sit down: press Enter on a battle, until seated", ""),
        ),
        (("on your friend's machine:", "weathergage host --open --guests"),),
        (
            "Connection refused: no host runs there, or a firewall is in the way.",
            "Permission denied: the name belongs to another key; take another name.",
            "Host key changed: ask your friend whether the machine is a new one.",
        ),
        why_no_connection,
    ),
    "mail": Guide(
        "Mail",
        "Each turn of choices is packed into a small text file, which you send by any means. "
        "Secret choices stay sealed until both players have chosen; the game checks "
        "every letter that is opened.",
        (
            ("set up a battle: choose Mail in the opening menu, then press n", ""),
            ("send the letter that is shown: paste it, or attach its file", ""),
            ("open what comes: press o, paste the whole mail; Enter plays", ""),
            ("or in a shell:", "weathergage mail new quickstart --me YOU --with THEM"),
        ),
        (
            ("open your letter: choose Mail in the opening menu, press o, paste the mail", ""),
            ("or in a shell, with the letter as a file:", "weathergage mail open FILE"),
        ),
        (
            "A letter was lost: press s in the list of battles by mail to see your latest again.",
            "A letter that breaks the rules, or was altered, is refused with the reason.",
        ),
    ),
}
"""{name of the menu entry: its guide}."""


LIBRARY = "asyncssh"
"""The extra library that a host needs."""


def installed_command(command: str, prefix: str = sys.prefix, root: Path = ROOT) -> str:
    """Return a command of the game as it must be typed for this installation.

    Where the program is not on the PATH, as in a checkout, the path of its file is used.
    """
    name, _, words = command.partition(" ")
    if name != PROGRAM:
        return command
    return f"{_program(Path(prefix), root)} {words}".strip()


def _program(prefix: Path, root: Path) -> str:
    """Return the command that starts this copy of the program from the current folder."""
    found, folder = which(PROGRAM), prefix / ("Scripts" if os.name == "nt" else "bin")
    if found and Path(found).resolve().parent == folder.resolve():
        return PROGRAM
    own = next((each for each in folder.glob(f"{PROGRAM}*") if each.stem == PROGRAM), None)
    if own:
        return shlex.quote(_from_here(own))
    if found:
        return PROGRAM
    return f"{shlex.quote(sys.executable)} {shlex.quote(_from_here(root / 'weathergage.py'))}"


def _from_here(path: Path) -> str:
    """Return a path relative to the current folder if it is inside that folder; else the whole
    path.
    """
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def host_install_command(prefix: str = sys.prefix, root: Path = ROOT) -> str:
    """Return the command that installs the packages that a host needs, for this installation."""
    if (root / "pyproject.toml").is_file() and (root / "Makefile").is_file():
        return "make host" if root == Path.cwd() else f"make -C {shlex.quote(str(root))} host"
    return install_command(LIBRARY, prefix)


def install_command(library: str, prefix: str = sys.prefix) -> str:
    """Return the command that installs a library, for this installation."""
    parts = Path(prefix).parts
    if "pipx" in parts:
        return f"pipx inject weathergage {library}"
    if "uv" in parts and "tools" in parts:
        return f"uv tool install --with {library} weathergage"
    return f"{shlex.quote(sys.executable)} -m pip install {library}"

"""The commands `host`, `host ctl` and `join`."""

from __future__ import annotations

import getpass
import json
import os
import selectors
import signal
import socket
import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.base.text import sentence
from tui.commands.grammar import FINE, NO, Misuse
from tui.commands.play import require_terminal
from tui.terminal.terminal import ENDED, ENDINGS, TOLD, size_of

# The command `host`: let people play each other over SSH.


def host(chosen: Namespace) -> int:
    """Run a host until the process is told to stop; raises `Misuse` if the library asyncssh is
    missing.
    """
    import asyncio

    from engine.files.saves import saves_folder
    from engine.sitting.guides import LIBRARY, host_install_command
    from tui.commands.source import use_data_folder

    try:
        import asyncssh  # noqa: F401 - the extra that a host needs
    except ImportError as error:
        if (error.name or LIBRARY).partition(".")[0] != LIBRARY:
            raise Misuse(
                f"a host cannot run here: {LIBRARY} needs '{error.name}', which is missing"
            ) from None
        raise Misuse(
            f"a host needs the library {LIBRARY}; type  {host_install_command()}"
        ) from None
    if chosen.socket and not hasattr(socket, "AF_UNIX"):
        raise Misuse(
            "--socket needs a POSIX system, such as Linux, macOS or WSL; leave --socket out, and "
            "people connect by ssh"
        )
    from engine.hosting import log, terms
    from tui.host.connection.admission import Users
    from tui.host.host import LIMITS, USERS, Host, create_and_lock, serve

    use_data_folder(chosen.data)
    os.umask(0o077)  # files of a host contain secrets, so only its account may read them
    folder = saves_folder(chosen.saves) / "hosted"
    users = Users(Path(chosen.users) if chosen.users else folder / USERS, chosen.open)
    allowed = terms.read_limits(folder / LIMITS)
    log.begin(Path(chosen.log) if chosen.log else None)
    path = Path(chosen.socket) if chosen.socket else None
    create_and_lock(folder)
    if not os.path.isabs(os.path.expanduser("~")):
        # asyncssh looks for a home folder, but needs nothing in it
        os.environ["HOME"] = str(folder.resolve())
    mail = Path(chosen.sendmail) if chosen.sendmail else None
    if mail and not os.access(mail, os.X_OK):
        raise Misuse(f"--sendmail {mail} is not a program")
    owners = [name.lower() for name in chosen.owner]
    users.reserved = frozenset(owners)
    host = Host(folder, users, chosen.guests, allowed, owners, mail)
    asyncio.run(serve(host, chosen.address, chosen.port, path))
    return FINE


def ctl(chosen: Namespace) -> int:
    """Send an order to the host that runs on this machine with the given folder, and print the
    answer.
    """
    from engine.files.saves import saves_folder
    from tui.host.connection import control

    if not hasattr(socket, "AF_UNIX"):
        raise Misuse(
            "`host ctl` needs a POSIX system; type orders in the lobby: `owner help` lists them"
        )
    path = saves_folder(chosen.saves) / "hosted" / control.SOCKET
    answer = control.order(path, " ".join(chosen.words) or "help")
    for line in answer.told:
        print(line)
    if answer.refused:
        print(sentence(answer.refused), file=sys.stderr)
        return NO
    return FINE


# The command `join`: connect this terminal to a host on the same machine, through its socket.


try:
    import termios
    import tty
except ImportError:  # a system without POSIX terminals
    termios = tty = None  # type: ignore[assignment]  # `None` says so

PIECE = 64 * 1024
"""Bytes that are read at once."""
ALTERNATE, NORMAL = b"\x1b[?1049h", b"\x1b[?1049l"
"""The escape sequences that switch a terminal to the alternate screen, and back to the normal
one."""
PAINT = b"\x0c"
"""The key ctrl+l, which makes the host redraw everything."""
ASKED = "SSH_ORIGINAL_COMMAND"
"""The environment variable in which sshd puts the text after the machine's name."""
OUT, COMPLAINT, EXIT = b"o", b"e", b"x"
"""The first byte of each part of a reply: output, error output, or exit status follows."""
CUT_OFF = 1
RESIZED, CONTINUED = b"!", b">"
"""Bytes by which a signal handler tells the relay that the terminal was resized, or that the
suspended process goes on."""
RESTORE = b"\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h\r"
"""The escape sequences that restore the terminal if the host could not send its own."""


def join(chosen: Namespace) -> int:
    """Send keys to the host and show its screen on this terminal, until either side hangs up."""
    if termios is None or not hasattr(socket, "AF_UNIX"):
        raise Misuse(
            "`join` needs a POSIX system, such as Linux or macOS; connect by `ssh` instead"
        )
    asked = os.environ.get(ASKED)
    # Whether sshd has started this command without a terminal, as for `ssh -T`.
    if asked is None and (
        "SSH_CONNECTION" in os.environ and not (sys.stdin.isatty() and sys.stdout.isatty())
    ):
        asked = ""
    if asked is None:
        require_terminal("join")
    name = chosen.name or _own_name()
    with socket.socket(socket.AF_UNIX) as wire:
        try:
            wire.connect(chosen.socket)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise Misuse(f"no host answers at {chosen.socket}: {reason}") from None
        if asked is not None:
            try:
                size = _size() if sys.stdout.isatty() else {"columns": 0, "rows": 0}
                hello = {"name": name, "term": "dumb", **size, "asked": asked}
                wire.sendall(json.dumps(hello).encode() + b"\n")
                with wire.makefile("rb") as come:
                    while len(head := come.read(5)) == 5:
                        content = come.read(int.from_bytes(head[1:]))
                        if head[:1] == EXIT:
                            return content[0] if content else CUT_OFF
                        _show(content, 2 if head[:1] == COMPLAINT else 1)
                    _show(head, 2)  # a full host sends a sentence instead of frames
                    _show(come.read(), 2)
                return CUT_OFF
            except OSError:  # the host, or the reader of the output, is gone
                return CUT_OFF
        with Relay(wire) as relay:
            relay.hello(name)
            relay.run()
        if relay.ended_by:
            print("You have left the host. Every order is saved; come back with `weathergage join`")
            return ENDED + relay.ended_by
        if not relay.restored:
            raise Misuse("the host closed the connection; every order up to here is saved")
    return FINE


def _own_name() -> str:
    """Return the name of this user; raises `Misuse` where the system knows none."""
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        raise Misuse("this account has no name here; use `weathergage join --name NAME`") from None


class Relay:
    """Passes the person's keys to a host unchanged, and shows everything that the host sends."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._last = b""
        self._alternate = False
        self.ended_by = 0
        """The number of the signal that ended the connection; 0 for none."""
        self._resizes, self._resized = socket.socketpair()

    @property
    def restored(self) -> bool:
        """Tell whether the host has already switched the terminal back to its normal screen."""
        return NORMAL in self._last

    def __enter__(self) -> Relay:
        """Switch the terminal to raw mode; it is switched back however the block ends."""
        self._before = termios.tcgetattr(sys.stdin)
        signal.signal(signal.SIGWINCH, lambda *_: self._resized.send(RESIZED))
        signal.signal(signal.SIGTSTP, self._stop)
        signal.signal(signal.SIGCONT, self._go_on)
        for number in ENDINGS:
            signal.signal(number, self._end)
        tty.setraw(sys.stdin)
        return self

    def _end(self, number: int, _: object) -> None:
        """End the connection because of a signal; raises `ConnectionAbortedError`."""
        self.ended_by = number
        raise ConnectionAbortedError(f"ended by signal {number}")

    def _stop(self, number: int, _: object) -> None:
        """Suspend this process: restore the terminal for the shell until the process continues."""
        self._restore()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, self._stop)

    def _go_on(self, *_: object) -> None:
        """After a suspension, switch the terminal to raw mode again and let the host redraw the
        screen.
        """
        tty.setraw(sys.stdin)
        self._resized.send(CONTINUED)

    def _restore(self) -> None:
        with suppress(OSError, termios.error):  # the terminal may be gone
            if self._alternate and not self.restored:
                _show(RESTORE)
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def __exit__(self, *_: object) -> None:
        for number in (signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT):
            signal.signal(number, signal.SIG_DFL)
        self._restore()

    def hello(self, name: str) -> None:
        """Send the first line to the host: the person's name, and facts about the terminal."""
        environ = {key: os.environ[key] for key in TOLD if key in os.environ}
        term = os.environ.get("TERM", "dumb")
        hello = {"name": name, "term": term, **_size(), "environ": environ}
        self._wire.sendall(json.dumps(hello).encode() + b"\n")

    def run(self) -> None:
        """Pass on data in both directions until one side closes the connection."""
        with selectors.DefaultSelector() as selector:
            for end in (sys.stdin, self._wire, self._resizes):
                selector.register(end, selectors.EVENT_READ)
            open_ = True
            with suppress(OSError):  # one end is gone
                while open_:
                    open_ = all(self._pass_on(key.fileobj) for key, _ in selector.select())

    def _pass_on(self, end: Any) -> bool:
        """Pass on data from the terminal or from the host; return False when that side is
        closed.
        """
        if end is self._resizes:
            if CONTINUED in end.recv(PIECE):
                self._send(b"k", PAINT)
            self._send(b"s", json.dumps(_size()).encode())
            return True
        if end is self._wire:
            data = self._wire.recv(PIECE)
            self._last += data
            self._alternate = self._alternate or ALTERNATE in self._last
            # Keep the end of the data: the sequence to look for may be split between two pieces.
            self._last = self._last[-len(RESTORE) * 2 :]
            _show(data)
        else:
            data = os.read(sys.stdin.fileno(), PIECE)
            self._send(b"k", data)
        return bool(data)

    def _send(self, letter: bytes, text: bytes) -> None:
        self._wire.sendall(letter + len(text).to_bytes(4) + text)


def _show(data: bytes, descriptor: int = 1) -> None:
    """Write all of `data` to the terminal, or to another file descriptor."""
    while data:
        data = data[os.write(descriptor, data) :]


def _size() -> dict[str, int]:
    """Return the terminal's columns and rows."""
    columns, rows = size_of(sys.stdout.fileno())
    return {"columns": columns, "rows": rows}

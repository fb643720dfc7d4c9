"""The host process: it listens for connections, starts an application for each terminal, and
logs.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from collections.abc import Collection
from functools import partial
from pathlib import Path
from socket import AF_INET, SOCK_DGRAM, gethostname
from socket import socket as socket_of
from typing import Any

import asyncssh

from engine.base.errors import FileFault
from engine.base.files import raise_unusable
from engine.hosting import log
from engine.hosting.club.notices import Notices
from engine.hosting.club.owner import Owner
from engine.hosting.club.tournaments import Tournaments
from engine.hosting.errands import Reply, reply
from engine.hosting.hub import Hub
from engine.hosting.log import log_fault
from engine.hosting.terms import USUAL, Limits
from engine.hosting.thinkers import WorkerPool, worker_count
from engine.hosting.turns import Turns, Work
from engine.kernel.locks import lock_folder
from engine.sitting.adviser import think_by
from tui.host.app import LAST_WORDS, SCREEN_FAULT, HostedApp
from tui.host.connection import admission, control, sending, socket, ssh
from tui.host.connection.admission import GUEST, Users
from tui.host.connection.lines import LineTerminal
from tui.host.connection.terminal import RemoteTerminal, wait_until_idle
from tui.host.credentials import Credentials
from tui.host.lines import HostedLobby
from tui.terminal.terminal import DUMB, DUMB_TOLD, ENDINGS

LOG = logging.getLogger("weathergage.host")
KEY, USERS, LIMITS = "host_key", "users", "limits.toml"
"""The names of files in the host's folder, unless the command line names others."""
EVERY_ADDRESS = ("", "0.0.0.0", "::")
"""Listening addresses that mean all addresses of this machine."""
ELSEWHERE = "192.0.2.1", 9
"""A reserved address that no machine has. A socket to it shows which address this machine uses to
the outside."""
GC_THRESHOLDS = 2000, 10, 200
"""The arguments of `gc.set_threshold`. They make full collections rare, because each one stops
every screen."""
LEAVE_BEHIND = 20
"""The number of disconnects after which there is a full garbage collection; each leaves half a
megabyte."""
PARTED_SECONDS = 3.0
"""Seconds after a disconnect by which all tasks of the connection have ended."""
FAREWELL = "The host is stopping. Every battle is saved; come back when it runs again."


class Host:
    """One host process, with all battles, listeners and applications."""

    def __init__(  # noqa: PLR0913  (what the command line says, called once there)
        self,
        folder: Path,
        users: Users,
        guests: bool,
        limits: Limits = USUAL,
        owners: Collection[str] = (),
        mail: Path | None = None,
    ) -> None:
        """Create the host of a folder; `mail` is a sendmail program, or None if the host sends no
        mail.
        """
        self.folder = folder
        self.users = users
        self.guests = guests
        self.limits = limits
        processes = limits.thinking_processes or worker_count()
        thinkers = WorkerPool(processes, limits.questions_a_person)
        self.hub = Hub(folder, limits, thinkers, owners)
        self.hub.sanctions = users.sanctions
        self.hub.known_names = lambda: users.names
        self.tournaments = Tournaments(folder / "tournaments", self.hub)
        self.notices = Notices(self.hub, sending.post, sending.mailer(mail) if mail else None)
        self.stopped = asyncio.Event()
        """An event that is set when the host has to close."""
        self.owner = Owner(self.hub, users, self.stopped.set)
        self.turns = Turns()
        self._apps: list[HostedApp] = []
        self._lines: set[LineTerminal] = set()
        self._playing: set[asyncio.Task[None]] = set()
        self._left = 0
        """The number of disconnects since the latest garbage collection."""
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._socket: asyncio.Server | None = None
        self._control: asyncio.Server | None = None
        self.fingerprint = ""
        """The fingerprint of the host's key, which ssh shows at the first connection; '' before the
        host listens."""

    async def open(self, address: str, port: int, path: Path | None = None) -> int:
        """Listen for SSH and return the port; port 0 picks a free one.

        With `path`, also listen on a socket at that path. Raises `FileFault` if either fails.
        """
        key = ssh.host_key(self.folder / KEY)
        self.fingerprint = key.get_fingerprint()
        self._acceptor = await ssh.listen(
            address, port, key, self.users, self.guests, self.limits, self.welcome, self.answer
        )
        if path:
            self._socket = await socket.listen(path, self.welcome, self.limits, self.answer)
        self.hub.start_computers()
        self.tournaments.run()
        self.notices.run()
        # With port 0 each address gets another port: the port of IPv4 is returned, as in
        # `reachable_address`.
        listening = sorted(self._acceptor.sockets, key=lambda each: each.family != AF_INET)
        return int(listening[0].getsockname()[1])

    def welcome(self, person: str, terminal: RemoteTerminal | LineTerminal) -> None:
        """Run the game for a person, on a terminal or in lines.

        Refuse a person who has too many terminals.
        """
        if isinstance(terminal, RemoteTerminal) and terminal.term == DUMB:
            terminal.send(f"Weather Gage needs {DUMB_TOLD}, or `ssh -T` for lines.\r\n")
            terminal.hang_up()
            return
        if why_not := self.hub.sanctions.why_not_in(person or GUEST):
            terminal.send(f"{why_not}.\r\n")
            terminal.hang_up()
            return
        if self.hub.persons[person] >= (self.limits.screens if person else self.limits.guests):
            LOG.warning("%s has too many screens: hung up", person or "guest")
            terminal.send("There are too many screens in this name; close one.\r\n")
            terminal.hang_up()
            return
        if person:
            self.hub.addresses[person] = terminal.address
            terminal.on_input = partial(self.hub.record_key_press, person)
        played = (
            self._play(person, terminal)
            if isinstance(terminal, RemoteTerminal)
            else self._play_in_lines(person, terminal)
        )
        task = asyncio.get_running_loop().create_task(played)
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)

    def answer(self, person: str, asked: str, way: str, on_terminal: bool) -> Reply:
        """Return the host's reply to an ssh command that opens no screen, such as a download."""
        if why_not := self.hub.sanctions.why_not_in(person or GUEST):
            return Reply((f"{why_not}.",), refused=asked)
        return reply(self.hub, person, asked, way, on_terminal)

    async def _play(self, person: str, terminal: RemoteTerminal) -> None:
        app: HostedApp | None = None
        terminal.place = self.turns.place(person)
        try:
            async with terminal.place.turn(Work.DRAWING):
                app = HostedApp(
                    self.hub, person, terminal, Credentials(self.users, person), self.owner
                )
                self._apps.append(app)
                played = asyncio.ensure_future(app.play_on())
                await wait_until_idle(app)
            await played
        except Exception as error:  # a fault in one person's screen must not end the host
            who = person or "a guest"
            log_fault(self.folder, SCREEN_FAULT, who, error, terminal.size)
            terminal.hang_up()
        finally:
            if app:
                self._apps.remove(app)
            self._left += 1
        if self._left >= LEAVE_BEHIND:
            self._left = 0
            asyncio.get_running_loop().call_later(PARTED_SECONDS, gc.collect)

    async def _play_in_lines(self, person: str, terminal: LineTerminal) -> None:
        terminal.place = self.turns.place(person)
        think_by(partial(self.hub.thinkers, person))
        self._lines.add(terminal)
        try:
            await HostedLobby(
                self.hub, person, terminal, Credentials(self.users, person), self.owner
            ).run()
        except Exception as error:  # a fault in one person's lines must not end the host
            who = person or "a guest"
            log_fault(self.folder, "a fault ended the text session (ssh -T) of %s", who, error)
            terminal.send(f"{LAST_WORDS}\n")
        finally:
            await terminal.leave()
            self._lines.remove(terminal)
            if terminal.why_ended:
                LOG.warning("%s %s: hung up", person or "a guest", terminal.why_ended)

    async def serve_control_socket(self) -> None:
        """Listen for orders of the owner on the control socket in the host's folder."""
        try:
            self._control = await control.listen(self.folder / control.SOCKET, self.owner)
        except FileFault as fault:
            LOG.warning("no orders are taken by `weathergage host ctl`: %s", fault)

    async def close(self) -> None:
        """Stop listening, end every application and close every battle.

        The battles can be opened again when the host runs again.
        """
        if self._acceptor:
            self._acceptor.close()
        if self._socket:
            self._socket.close()
        if self._control:
            self._control.close()
        self.tournaments.stop()
        self.notices.stop()
        for app in tuple(self._apps):
            app.end_with(FAREWELL)
        for lines in tuple(self._lines):
            lines.send(f"\n{FAREWELL}\n")
            lines.hang_up()
        if self._playing:
            await asyncio.wait(self._playing, timeout=5)
        self.hub.close()


def create_and_lock(folder: Path) -> None:
    """Create the folder of a host and lock it: two hosts in one folder would mix their files."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock_folder(folder)
    except OSError as error:
        raise_unusable(folder, "cannot be used", error)


async def serve(host: Host, address: str, port: int, path: Path | None = None) -> None:
    """Run a host until the process is told to stop."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, fault: _log_below(host.folder, fault))
    stopped = host.stopped
    for number in ENDINGS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # under nohup SIGHUP is ignored
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    admission.raise_descriptor_limit()
    port = await host.open(address, port, path)
    LOG.info(
        "people connect with  ssh -p %d NAME@%s", port, " or NAME@".join(reachable_address(address))
    )
    LOG.info("ssh asks them to confirm the host's key: %s", host.fingerprint)
    for name in sorted(host.users.reserved - {*host.users.names}):
        LOG.info("%s, an owner, cannot sign in yet: weathergage host ctl add %s KEY", name, name)
    await host.serve_control_socket()
    collect_garbage_rarely()
    await stopped.wait()
    LOG.info("stopping; every battle is saved")
    await host.close()
    log.end()


def reachable_address(address: str) -> tuple[str, ...]:
    """Return the addresses and names by which others reach this machine, given the address on which
    the host listens.

    If it listens on every address, these are the address of its outgoing connections and its name.
    """
    if address not in EVERY_ADDRESS:
        return (address,)
    name = gethostname()
    with socket_of(AF_INET, SOCK_DGRAM) as outward:
        try:
            outward.connect(ELSEWHERE)  # sends nothing: the system only looks for a route
            own = str(outward.getsockname()[0])
        except OSError:  # this machine has no network
            own = "127.0.0.1"
    return tuple(dict.fromkeys(filter(None, (own, name))))


def _log_below(folder: Path, fault: dict[str, Any]) -> None:
    """Log an error that comes from below the host, in asyncio or a library; other connections go
    on.
    """
    error = fault.get("exception")
    if isinstance(error, Exception):
        log_fault(folder, "something went wrong %s", "in a library that the host uses", error)
    elif error is None:
        LOG.error("something went wrong in a library that the host uses: %s", fault.get("message"))


def collect_garbage_rarely() -> None:
    """Make full garbage collections rare: with fifty screens one takes a quarter of a second."""
    gc.collect()
    # modules and data live as long as the process, so garbage collection need not scan them
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)

"""Connecting to a host by its socket: `weathergage join` in a real terminal, and other clients."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import asyncssh
import pytest

from engine.hosting.errands import UNREADABLE
from engine.hosting.hub import Hub
from tests.tui.host.far import founded
from tests.tui.host.test_process import end, nearly_over
from tests.tui.pseudo_terminal import ROOT, Terminal
from tests.tui.rest import PATIENCE
from tui.host.connection.admission import Users
from tui.host.host import Host, reachable_address

JOIN = "import sys; from tui.cli import main; sys.exit(main(%r))"
RUN = [sys.executable, "-c", "import sys; from tui.cli import main; sys.exit(main())"]
HOST = [*RUN, "host", "--address", "127.0.0.1", "--port", "0", "--open"]
EVE = b'{"name":"eve","term":"vt100","columns":80,"rows":24}\n'
LEAVE = "\x1b[?1049l"


class Joined(Terminal):
    """A terminal in which `weathergage join` runs."""

    def __init__(self, path: Path, *words: str, term: str = "xterm-256color") -> None:
        command = ["join", "--socket", str(path), *(words or ("--name", "anna"))]
        super().__init__(JOIN % command, 80, 24, term)

    def drained(self) -> str:
        """Return all output of the command when it has ended."""
        self.leave("")
        return self.sent.decode("utf-8", "replace")

    def cook(self) -> None:
        """Set the terminal to line mode, as a shell does."""
        modes = termios.tcgetattr(self.tty)
        modes[3] |= termios.ECHO | termios.ICANON | termios.ISIG
        termios.tcsetattr(self.tty, termios.TCSANOW, modes)

    @property
    def cooked(self) -> bool:
        """Tell whether the terminal is in line mode again, and shows what is typed."""
        flags = termios.tcgetattr(self.tty)[3]
        return bool(flags & termios.ECHO and flags & termios.ICANON)


class Hosting:
    """A host in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "host.sock"
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*HOST, "--saves", str(folder), "--socket", str(self.path)],
                cwd=ROOT,
                stderr=log,
            )
        self.until(lambda: "people connect" in self.log.read_text())

    def until(self, true: Callable[[], object]) -> None:
        """Wait until a function returns True."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def calls(self, said: bytes) -> bytes:
        """Send bytes to the socket, and return all that the host sends before it disconnects."""
        with socket.socket(socket.AF_UNIX) as caller:
            caller.settimeout(PATIENCE)
            caller.connect(str(self.path))
            caller.sendall(said)
            caller.shutdown(socket.SHUT_WR)
            answer = b""
            while data := caller.recv(65536):
                answer += data
            return answer

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End the host with a signal."""
        self.process.send_signal(number)
        self.process.wait(20)


@pytest.fixture(scope="module")
def host() -> Iterator[Hosting]:
    """Run a host in a folder with a short path, because the path of a socket has a maximum
    length.
    """
    with tempfile.TemporaryDirectory(prefix="host", dir="/tmp") as folder:
        host = Hosting(Path(folder))
        yield host
        if host.process.poll() is None:
            host.stop()


def test_the_lobby_comes_keys_go_and_the_terminal_is_given_back(host: Hosting) -> None:
    with Joined(host.path) as anna:
        anna.read(anna.shows("LOBBY"))
        assert not anna.cooked
        anna.press("n", anna.shows("NEW BATTLE"))
        anna.press("\x1b", anna.shows("LOBBY"))
        assert anna.leave("q") == 0
        assert LEAVE.encode() in anna.sent
        assert anna.cooked


def test_another_size_is_told(host: Hosting) -> None:
    with Joined(host.path) as anna:
        anna.read(anna.shows("LOBBY"))
        anna.resize(120, 40)
        anna.read(lambda: "q leave" in anna.screen.display[39])


@pytest.mark.parametrize(("term", "ascii_only"), [("vt100", True), ("xterm-256color", False)])
def test_the_terminal_that_is_told_is_drawn_for(host: Hosting, term: str, ascii_only: bool) -> None:
    with Joined(host.path, term=term) as anna:
        anna.read(anna.shows("LOBBY"))
        anna.press("n", anna.shows("NEW BATTLE"))
        assert anna.sent.isascii() == ascii_only


def test_a_terminal_that_hangs_up_leaves_no_one_behind(host: Hosting) -> None:
    with Joined(host.path) as anna:
        anna.read(anna.shows("LOBBY"))
        os.kill(anna.child, signal.SIGTERM)
        said = anna.drained()
        assert "come back with `weathergage join`" in said
        assert said.count(LEAVE) == 1
        assert anna.cooked
    with Joined(host.path, "--name", "ben") as ben:
        ben.read(lambda: "LOBBY" in ben.text and "anna" not in ben.text)


def test_who_was_stopped_and_goes_on_sees_all_again(host: Hosting) -> None:
    with Joined(host.path) as anna:
        anna.read(anna.shows("LOBBY"))
        os.kill(anna.child, signal.SIGSTOP)
        os.waitpid(anna.child, os.WUNTRACED)
        anna.screen.reset()
        anna.cook()
        os.kill(anna.child, signal.SIGCONT)
        anna.read(anna.shows("LOBBY"))
        assert not anna.cooked
        anna.press("\x1a", anna.shows("suspend your own ssh"))
        assert anna.leave("q") == 0


def test_a_name_that_is_none_is_said(host: Hosting) -> None:
    with Joined(host.path, "--name", "guest") as guest:
        said = guest.drained()
    assert "The host knows no such name" in said
    assert "the host closed the connection; every order up to here is saved" in said
    assert LEAVE not in said


def test_the_socket_is_for_its_owner_alone(host: Hosting) -> None:
    assert host.path.stat().st_mode & 0o777 == 0o600


def test_a_host_that_starts_prints_how_it_is_reached_and_the_fingerprint_of_its_key(
    host: Hosting,
) -> None:
    key = asyncssh.read_private_key(host.path.parent / "hosted" / "host_key")
    host.until(lambda: key.get_fingerprint() in host.log.read_text())
    assert re.search(r"ssh -p [1-9]\d* NAME@127\.0\.0\.1$", host.log.read_text(), re.MULTILINE)
    assert reachable_address("192.0.2.7") == ("192.0.2.7",)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui.host.host.ELSEWHERE", ("255.255.255.255", 9))  # refused
        assert reachable_address("0.0.0.0")[0] == "127.0.0.1"
    for everywhere in ("", "0.0.0.0", "::"):
        own = reachable_address(everywhere)
        assert own
        assert "" not in own
        assert everywhere not in own


class Listening(NamedTuple):
    """Stands for a socket that listens on one address."""

    family: int
    port: int

    def getsockname(self) -> tuple[str, int]:
        """Return the address and port on which it listens."""
        return "", self.port


@pytest.mark.parametrize("order", [1, -1])
async def test_of_two_ports_that_are_free_the_one_is_told_that_its_address_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: int
) -> None:
    both = [Listening(socket.AF_INET6, 4006), Listening(socket.AF_INET, 4004)][::order]

    async def listen(*_: object) -> SimpleNamespace:
        return SimpleNamespace(sockets=both, close=lambda: None)

    monkeypatch.setattr("tui.host.host.ssh.listen", listen)
    opened = Host(tmp_path, Users(tmp_path / "users", is_open=True), guests=True)
    assert await opened.open("", 0) == 4004
    await opened.close()


# Without a terminal ----------------------------------------------------------------------------


def asks(host: Hosting, command: str | None, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run `weathergage join` as sshd does for a client without a terminal; return the finished
    process.
    """
    told = {} if command is None else {"SSH_ORIGINAL_COMMAND": command}
    around = {key: os.environ[key] for key in os.environ if key != "SSH_ORIGINAL_COMMAND"}
    return subprocess.run(
        [*RUN, "join", "--socket", str(host.path), "--name", "anna"],
        cwd=ROOT, env={**around, "SSH_CONNECTION": "x", **told, **more},
        stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False,
    )  # fmt: skip


def test_behind_another_sshd_a_battle_comes_home_too_and_the_ways_in_are_told(
    tmp_path: Path,
) -> None:
    path = nearly_over(tmp_path / "hosted")
    end(path.parent)
    running = founded_again(path.parent)
    host = Hosting(tmp_path)
    try:
        done = asks(host, f"get {path.stem}")
        assert (done.returncode, done.stdout, done.stderr) == (0, path.read_bytes(), b"")
        for command in (f"get {running}", "get ../host_key"):
            refused = asks(host, command)
            assert (refused.returncode, refused.stdout) == (1, b"")
            assert refused.stderr.count(b"\n") == 1
        for command, code in (("help", 0), ("id", 1), (None, 1)):
            told = asks(host, command)
            assert told.returncode == code
            assert (told.stdout, told.stderr)[code].count(b"\n") == 3
        said = host.calls(EVE.replace(b"}\n", b',"asked":"help"}\n'))
        assert (said[:1], said[-6:]) == (b"o", b"x\0\0\0\1\0")
        logged = "anna, connected by the socket, asked for a command, id: refused"
        assert logged in host.log.read_text()
        os.truncate(path, 1 << 40)  # takes no room
        done = asks(host, f"get {path.stem}")
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.decode() == f"{UNREADABLE}\n"
        host.until(lambda: f"{path} is too large to be sent" in host.log.read_text())
    finally:
        host.stop()
    assert asks(host, "help").returncode == 2


def founded_again(folder: Path) -> str:
    """Create one more battle, which is not over; return its name."""
    hub = Hub(folder)
    hosted = founded(hub, A="anna", B="ben")
    hub.close()
    return hosted.agreement.id


WRONG = {
    "another protocol": b"SSH-2.0-x\r\n",
    "no name": b"{}\n",
    "no end": b"x" * 200_000,
    "no name of a person": EVE.replace(b"eve", b"../x"),
    "no letter": EVE + b"q\x00\x00\x00\x01x",
    "no length": EVE + b"k\xff\xff\xff\xffx",
    "no size": EVE + b"s\x00\x00\x00\x01{",
}


@pytest.mark.parametrize("said", WRONG.values(), ids=WRONG)
def test_a_wrong_caller_is_hung_up_with_a_line_in_the_log(host: Hosting, said: bytes) -> None:
    line = "sent an invalid message"
    before = host.log.read_text().count(line)
    with suppress(BrokenPipeError, ConnectionResetError):  # hung up before all was said
        host.calls(said)
    host.until(lambda: host.log.read_text().count(line) == before + 1)
    assert "Traceback" not in host.log.read_text()
    assert host.process.poll() is None


def test_a_host_that_is_killed_gives_the_terminal_back_and_leaves_a_socket(tmp_path: Path) -> None:
    host = Hosting(tmp_path)
    with Joined(host.path) as anna:
        anna.read(anna.shows("LOBBY"))
        host.stop(signal.SIGKILL)
        said = anna.drained()
        assert said.count(LEAVE) == 1
        assert "the host closed the connection; every order up to here is saved" in said
        assert anna.cooked
    assert host.path.exists()
    with Joined(host.path) as anna:
        assert "no host answers at" in anna.drained()
    again = Hosting(tmp_path)  # the socket that was left is no hindrance
    with Joined(again.path) as anna:
        anna.read(anna.shows("LOBBY"))
        again.stop()
        assert anna.leave("") == 0
        assert anna.cooked


def test_no_socket_is_said(tmp_path: Path) -> None:
    with Joined(tmp_path / "none") as anna:
        assert "no host answers at" in anna.drained()
    with Joined(tmp_path / ("x" * 200)) as anna:
        assert "no host answers at" in anna.drained()


def test_join_needs_a_terminal(tmp_path: Path) -> None:
    done = subprocess.run(
        [*RUN, "join", "--socket", str(tmp_path)],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "weathergage: join needs a terminal for its input and output\n"


def test_a_file_that_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "host.sock").write_text("a poem")
    done = subprocess.run(
        [*HOST, "--saves", str(tmp_path), "--socket", str(tmp_path / "host.sock")],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert "cannot be listened on: " in done.stderr
    assert (tmp_path / "host.sock").read_text() == "a poem"

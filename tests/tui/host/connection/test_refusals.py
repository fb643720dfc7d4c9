"""A host serves only the game: every other request is refused, with one line in its log.

Meanwhile another person is in the lobby, and notices nothing of it.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from engine.base.errors import FileFault
from engine.hosting.errands import Reply
from engine.hosting.terms import USUAL
from tests.tui.host.far import Company, Far, at_sea, company, new_key, until
from tests.tui.rest import PATIENCE
from tui.host import host as hosts
from tui.host.connection import session, ssh
from tui.host.connection.admission import Admission


@pytest.fixture
async def people(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Company]:
    caplog.set_level(logging.INFO, "weathergage.host")
    async with company(tmp_path) as people:
        bystander = await people.comes("bystander", (80, 24))
        await bystander.sees("LOBBY")
        yield people
        bystander.press("?")
        await bystander.sees("HELP")


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the warnings in the host's log."""
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]


async def warned(caplog: pytest.LogCaptureFixture, *words: str) -> None:
    """Wait for a warning; assert that it contains these words, and that it is the only one."""
    await until(lambda: warnings(caplog))
    await asyncio.sleep(0.05)
    (line,) = warnings(caplog)
    assert all(word in line for word in words), line
    assert line.isprintable()


async def fails(attempt: Awaitable[object]) -> None:
    with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError, OSError)):
        await attempt


Attempt = Callable[[asyncssh.SSHClientConnection], Awaitable[object]]
ATTEMPTS: dict[str, Attempt] = {
    "a command, id": lambda to: to.run("id", check=True),
    "a command, echo  ?[31m": lambda to: to.run("echo \n\x1b[31m", check=True, term_type="xterm"),
    "the subsystem sftp": lambda to: to.start_sftp_client(),
    "a connection to 127.0.0.1:22": lambda to: to.open_connection("127.0.0.1", 22),
    "a connection to /run/x": lambda to: to.open_unix_connection("/run/x"),
    "a port to listen on, 7000": lambda to: to.forward_remote_port("", 7000, "127.0.0.1", 22),
    "a socket to listen on, /run/x": lambda to: to.forward_remote_path("/run/x", "/run/y"),
    "a tunnel": lambda to: to.create_tun(Nobody),
    "a tunnel of frames": lambda to: to.create_tap(Nobody),
    "X11 forwarding": lambda to: to.create_process(
        term_type="xterm", x11_forwarding=True, x11_display=":99"
    ),
}


class Nobody(asyncssh.SSHTunTapSession):
    """The client's end of a tunnel that is refused."""


@pytest.mark.parametrize("what", ATTEMPTS)
async def test_what_is_not_the_game_is_refused(
    people: Company, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    await fails(ATTEMPTS[what](await people.connection("anna")))
    who = "somebody" if what == "X11 forwarding" else "anna from 127.0.0.1"
    await warned(caplog, f"{who} asked for {what}: refused")


async def test_an_agent_is_refused(people: Company, caplog: pytest.LogCaptureFixture) -> None:
    connection = await people.connection("anna", agent_forwarding=True, agent_path="/nowhere")
    process = await connection.create_process(term_type="xterm", encoding=None)
    await Far(process, (80, 24)).sees("LOBBY")
    await warned(caplog, "Agent forwarding: refused")
    assert not list(Path("/tmp").glob("asyncssh-*/agent"))


async def test_environment_variables_are_not_taken(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    connection = await people.connection("anna")
    process = await connection.create_process(
        term_type="xterm", env={"WEATHERGAGE_TRACEBACK": "1"}, encoding=None
    )
    await Far(process, (80, 24)).sees("LOBBY")
    assert "WEATHERGAGE_TRACEBACK" not in os.environ
    await warned(caplog, "anna", "environment variables: refused")


async def test_environment_variables_without_end_are_hung_up(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    connection = await people.connection("anna")
    many = {f"V{number}": "x" * 100 for number in range(session.MOST_VARIABLES)}
    await fails(connection.create_process(term_type="xterm", env=many, encoding=None))
    await asyncio.wait_for(connection.wait_closed(), PATIENCE)
    assert [line.partition("asked for ")[2] for line in warnings(caplog)] == [
        "environment variables: refused",
        "too much: hung up",
    ]


async def test_a_second_terminal_on_one_connection_is_refused(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    anna = await people.comes("anna", (80, 24))
    await anna.sees("LOBBY")
    await fails(anna.connection.create_process(term_type="xterm", encoding=None))
    await warned(caplog, "anna", "a second channel: refused")
    anna.press("?")
    await anna.sees("HELP")


async def test_who_asks_for_too_much_is_hung_up(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    connection = await people.connection("anna")
    for _ in range(session.MOST_REFUSALS):
        await fails(connection.open_connection("127.0.0.1", 22))
    await asyncio.wait_for(connection.wait_closed(), PATIENCE)
    assert "asked for too much: hung up" in warnings(caplog)[-1]
    assert len(warnings(caplog)) == session.MOST_REFUSALS + 1


async def test_a_person_cannot_have_screens_without_end(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(USUAL.screens):
        await (await people.comes("anna", (20, 5))).quiet(0.05)
    one_more = await people.comes("anna", (80, 24))
    await one_more.sees("too many screens")
    await warned(caplog, "anna has too many screens: hung up")


# Coming in ---------------------------------------------------------------------------------


async def test_a_name_with_another_key_does_not_come_in(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    (await people.connection("anna")).abort()
    people.keys["anna"] = new_key()
    await fails(people.connection("anna"))
    await warned(caplog, "anna", "could not sign in")


async def test_a_name_without_a_key_does_not_come_in(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    nothing = {"client_keys": None, "agent_path": None, "config": None, "known_hosts": None}
    await fails(
        asyncssh.connect(
            "127.0.0.1", people.port, username="anna", password="anna", **nothing  # type: ignore[arg-type]
        )
    )  # fmt: skip
    await warned(caplog, "anna", "could not sign in")


@pytest.mark.parametrize("name", ["x" * 40, "a b", "../etc", "1st", "guest2;ls", "ä"])
async def test_what_is_no_name_does_not_come_in(
    people: Company, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    await fails(people.connection(name))
    await warned(caplog, "nobody from", "could not sign in")


async def test_a_name_in_capitals_is_the_same_person(people: Company) -> None:
    anna = await people.comes("anna", (80, 24))
    await anna.sees("LOBBY", "you are anna")
    people.keys["ANNA"] = people.keys["anna"]
    again = await people.comes("ANNA", (80, 24))
    await again.sees("LOBBY", "you are anna")
    assert people.host.users.names == ("bystander", "anna")


async def test_of_two_that_bring_one_new_name_at_once_the_first_has_it(people: Company) -> None:
    key, other = new_key(), new_key()
    people.host.users.register("anna", key)
    users = people.host.users
    late = session.Connection(
        *(users, False, Admission(USUAL), USUAL), lambda name, line: None, lambda *asked: Reply()
    )
    late.begin_auth("anna")
    late._tried = other  # was admitted before the name was taken
    late.auth_completed()
    assert not late._in


# Knocking ----------------------------------------------------------------------------------


async def test_half_open_connections_make_room_and_keep_nobody_out(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    knocking = [await asyncio.open_connection("127.0.0.1", people.port) for _ in range(100)]
    anna = await people.comes("anna", (80, 24))
    await anna.sees("LOBBY")
    for _, writer in knocking:
        writer.close()
    await until(lambda: len(warnings(caplog)) == 100)
    crowded = [
        line for line in warnings(caplog) if "too many people are waiting to sign in" in line
    ]
    assert len(crowded) == 101 - people.host.limits.waiting
    assert all("nobody from 127.0.0.1 could not sign in" in line for line in warnings(caplog))


@pytest.mark.parametrize(
    "greeting",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\xff\x00" * 5000,
        b"SSH-1.5-old\r\n",
        b"SSH-2.0-x\r\n" + b"\xff" * 64,
    ],
    ids=["web", "noise", "old", "new and noise"],
)
async def test_whoever_speaks_no_ssh_is_hung_up(
    people: Company, caplog: pytest.LogCaptureFixture, greeting: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", people.port)
    writer.write(greeting)
    await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    await warned(caplog, "nobody", "could not sign in")


# At the terminal ---------------------------------------------------------------------------


async def test_a_flood_of_keys_is_hung_up_and_nobody_notices(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    anna, ben = await at_sea(people, "anna", "ben")
    flood = await people.comes("mallory")
    await flood.sees("LOBBY")
    flood.press("x\x1b[<0;1;1M" * 1_000_000)  # 10 MB
    anna.press("enter")
    await anna.sees("Waiting for ben")
    ben.press("enter")
    await until(lambda: people.battles[0].battle.position == 2)  # type: ignore[union-attr]
    await warned(caplog, "mallory", "sent more than a keyboard can: hung up")


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (1000, 1000), (79, 23)])
async def test_a_terminal_of_any_size_is_served(
    people: Company, caplog: pytest.LogCaptureFixture, size: tuple[int, int]
) -> None:
    connection = await people.connection("anna")
    process = await connection.create_process(term_type="xterm", term_size=size, encoding=None)
    far = Far(process, (80, 24))
    await far.quiet(0.2)
    assert len(far.received) < 500_000
    process.change_terminal_size(0, 0)
    process.change_terminal_size(80, 24)
    await far.sees("LOBBY")
    assert not warnings(caplog)


@pytest.mark.parametrize(
    "report",
    ["\x1b[48;5000;5000;0;0t", "\x1b[1114112u", "\x1b[48;1;1;1;1t\x1b[200~\x1b[I\x1b[201~"],
    ids=["size", "key", "paste"],
)
async def test_what_a_terminal_reports_changes_nothing(people: Company, report: str) -> None:
    guest = await people.comes("guest", (80, 24))
    await guest.sees("LOBBY")
    guest.press(report, "?")
    await guest.sees("HELP")
    assert people.host._apps[-1].size == (80, 24)


async def test_a_terminal_that_can_show_no_screen_is_told_so(people: Company) -> None:
    far = await people.comes("anna", (80, 24), "dumb")
    await far.sees("Weather Gage needs a terminal that can move the cursor")
    assert "\x1b" not in far.text


@pytest.mark.parametrize("term", ["x" * 30_000, "vt100", "../../etc/passwd"])
async def test_a_terminal_of_any_kind_is_served(people: Company, term: str) -> None:
    far = await people.comes("anna", (80, 24), term)
    await far.sees("LOBBY")


async def test_bytes_that_are_no_text_are_no_keys(people: Company) -> None:
    far = await people.comes("anna", (80, 24))
    await far.sees("LOBBY")
    far.process.stdin.write(bytes(range(128, 256)) + b"\xc3\x28\x00\x1b[999;999;999Z\x1b]0;x\x07")
    await far.quiet(0.3)
    far.press("?")
    await far.sees("HELP")


async def test_a_terminal_that_sends_an_end_is_left_in_good_order(people: Company) -> None:
    anna = await people.comes("anna", (80, 24))
    await anna.sees("LOBBY")
    anna.process.stdin.write_eof()
    await until(lambda: people.host.hub.persons["anna"] == 0)
    await asyncio.wait_for(anna.process.wait_closed(), PATIENCE)


async def test_a_fault_in_one_screen_is_logged_and_hangs_up_that_one(
    people: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a screen that cannot be made")

    monkeypatch.setattr(hosts, "HostedApp", broken)
    connection = await people.connection("anna")
    process = await connection.create_process(term_type="xterm", encoding=None)
    await asyncio.wait_for(process.wait_closed(), PATIENCE)
    (line,) = (each for each in caplog.messages if "a fault ended" in each)
    assert line.startswith("a fault ended the screen of anna: ")
    assert len(people.host._apps) == 1  # the bystander's


async def test_a_port_that_is_taken_is_told(people: Company) -> None:
    users, key = people.host.users, new_key()
    host = people.host
    listening = ssh.listen(
        "127.0.0.1", people.port, key, users, False, USUAL, host.welcome, host.answer
    )
    with pytest.raises(FileFault, match=rf"^port {people.port} cannot be listened on: \w"):
        await listening


def test_what_goes_wrong_below_the_host_is_one_line(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    hosts._log_below(tmp_path, {"exception": asyncio.CancelledError(), "message": "ended"})
    assert caplog.messages == []
    hosts._log_below(tmp_path, {"message": "a task was lost"})
    hosts._log_below(tmp_path, {"exception": ValueError("bad\nframe"), "message": "x"})
    told = [each for each in caplog.messages if each.startswith("something went wrong in a")]
    assert told[0] == "something went wrong in a library that the host uses: a task was lost"
    assert "ValueError" in told[1]
    assert all("\n" not in each for each in told)

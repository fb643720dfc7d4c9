"""Requests without a terminal: a person is told how to log in, and may download a finished
battle.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import asyncssh
import msgspec
import pytest
from msgspec.structs import replace

from engine.hosting import errands
from engine.hosting.hosted import HostedBattle
from engine.hosting.lobby_rows import waits_for
from engine.hosting.terms import Terms, Watching
from engine.kernel.battle import Battle
from engine.kernel.journal import LARGEST
from tests.programs import program
from tests.tui.host.far import CROWDED, Company, company, until
from tests.tui.host.test_process import end, nearly_over
from tests.tui.rest import PATIENCE
from tui.host.connection import session

QUICK = Terms(game="oak_iron", scenario="quickstart")


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished battle of anna and ben."""
    folder = tmp_path_factory.mktemp("fought")
    nearly_over(folder)
    end(folder)
    return folder


@pytest.fixture
async def people(
    tmp_path: Path, fought: Path, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Company]:
    caplog.set_level(logging.INFO, "weathergage.host")
    shutil.copytree(fought, tmp_path / "hosted")
    async with company(tmp_path / "hosted") as people:
        yield people


async def asks(people: Company, name: str, command: str | None) -> tuple[int | None, bytes, str]:
    """Send a request under a name; return (exit status, output, error output)."""
    connection = await people.connection(name)
    done = await connection.run(command, encoding=None, stdin=asyncssh.DEVNULL)
    connection.close()
    assert isinstance(done.stdout, bytes)
    assert isinstance(done.stderr, bytes)
    return done.exit_status, done.stdout, done.stderr.decode()


async def refusal(people: Company, person: str, name: str) -> str:
    """Return the sentence with which a request for a file is refused; no part of a file was sent
    before.
    """
    status, sent, said = await asks(people, person, f"get {name}")
    assert (status, sent) == (1, b"")
    assert said.endswith("\n")
    assert said.count("\n") == 1
    return said.strip()


def found(people: Company, watching: Watching, *persons: str) -> str:
    """Create a battle with terms for watchers, and give persons their seats; return its name."""
    terms = msgspec.structs.replace(QUICK, watching=watching)
    hosted = people.host.hub.found_battle("anna", terms)
    for seat, person in zip("AB", persons, strict=False):
        hosted.sit(person, seat, "")
    return hosted.agreement.id


def over(people: Company) -> HostedBattle:
    """Return the finished battle."""
    return people.battles[0]


# Taking a battle home --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["anna", "carl", "guest"])
async def test_a_battle_that_is_over_comes_home_whole_and_proves_its_dice(
    people: Company, tmp_path: Path, name: str
) -> None:
    hosted = over(people)
    status, sent, said = await asks(people, name, f"get {hosted.agreement.id}.battle")
    assert (status, said) == (0, "")
    assert sent == hosted.path.read_bytes()
    home = tmp_path / "home.battle"
    home.write_bytes(sent)
    proof = Battle.open(home, write=False).verify()
    assert hosted.pledge in proof.proof


async def test_what_goes_on_is_refused_and_what_is_nobodys_business_as_if_it_were_not_there(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    """While a battle goes on, not even its players and watchers get the file, nor do watchers who
    see it delayed.
    """
    live, late = (found(people, each, "anna", "ben") for each in ("live", "delayed"))
    alone, waits = found(people, "nobody", "anna", "ben"), found(people, "live", "anna")
    unknown = await refusal(people, "carl", "nothing")
    for name in (alone, waits, "../host_key", "users", "\x1b[2J", "x" * 190):
        assert await refusal(people, "carl", name) == unknown
    for person, name in (("anna", live), ("carl", live), ("guest", late), ("ben", alone)):
        assert "is not over" in await refusal(people, person, name)
    assert "asked for the file of" in caplog.text


async def test_the_file_of_a_battle_without_watchers_is_for_those_who_sat_there(
    people: Company,
) -> None:
    hosted = over(people)
    terms = msgspec.structs.replace(hosted.agreement.terms, watching="nobody")
    hosted.seating.agreement = msgspec.structs.replace(hosted.agreement, terms=terms)
    unknown = await refusal(people, "carl", "nothing")
    assert await refusal(people, "carl", hosted.agreement.id) == unknown
    assert await refusal(people, "guest", hosted.agreement.id) == unknown
    assert (await asks(people, "ben", f"get {hosted.agreement.id}"))[0] == 0


async def test_a_file_that_others_have_harmed_is_refused_without_its_path(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    """The file is a pipe, a directory, missing, or one that never ends."""
    hosted = over(people)
    path, name = hosted.path, hosted.agreement.id
    path.unlink()
    assert await refusal(people, "anna", name) == errands.UNREADABLE
    os.mkfifo(path)
    assert await refusal(people, "anna", name) == errands.UNREADABLE
    path.unlink()
    path.mkdir()
    assert await refusal(people, "anna", name) == errands.UNREADABLE
    path.rmdir()
    with path.open("wb") as huge:
        huge.truncate(LARGEST + 1)
    assert await refusal(people, "anna", name) == errands.UNREADABLE
    assert f"{path} is too large to be sent" in caplog.text


async def test_a_large_file_waits_for_its_reader_and_comes_whole_to_two_at_once(
    people: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = over(people)
    with hosted.path.open("ab") as file:
        file.write(os.urandom(3_000_000))
    monkeypatch.setattr(session, "TERMINAL_SECONDS", 0.5)  # a transfer may last longer
    wires: list[session.SSHTransport] = []

    class Watched(session.SSHTransport):
        def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
            super().__init__(channel)
            wires.append(self)

    monkeypatch.setattr(session, "SSHTransport", Watched)
    command = f"get {hosted.agreement.id}"
    slow = await people.connection("anna")
    process = await slow.create_process(command, encoding=None, window=20_000)
    process.channel.pause_reading()
    await until(lambda: wires and wires[0].waiting)
    (wire,) = wires
    assert (await asks(people, "carl", command))[1] == hosted.path.read_bytes()
    await asyncio.sleep(0.6)
    assert 0 < wire.waiting <= errands.AHEAD + errands.PIECE
    process.channel.resume_reading()
    assert await process.stdout.read() == hosted.path.read_bytes()


def test_what_waits_for_a_reader_is_beyond_its_window_and_in_the_socket() -> None:
    """A connection that was just lost has no socket any more."""

    def channel(socket: int | None) -> Any:
        transport = (
            None if socket is None else SimpleNamespace(get_write_buffer_size=lambda: socket)
        )
        connection = SimpleNamespace(_transport=transport)
        return SimpleNamespace(
            get_connection=lambda: connection, get_write_buffer_size=lambda: 1000
        )

    assert session.SSHTransport(channel(234)).waiting == 1234
    assert session.SSHTransport(channel(None)).waiting == 1000


def test_what_is_sent_with_a_request_is_no_key() -> None:
    """Such data is the input of a shell's loop, for example; no terminal is open that could take it
    as keys.
    """
    taken: list[bytes] = []
    channel = session.SshSession(cast("session.Connection", SimpleNamespace(who="carl")))
    channel.data_received(b"keys", None)
    for connected in (False, True):
        terminal = SimpleNamespace(connected=connected, receive=taken.append, why_ended="")
        channel._terminal = cast("Any", terminal)
        channel.data_received(b"keys", None)
    assert taken == [b"keys"]


async def test_a_reader_who_leaves_or_takes_nothing_ends_the_transfer(
    tmp_path: Path, fought: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copytree(fought, tmp_path / "hosted")
    limits = msgspec.structs.replace(CROWDED, unread_seconds=1)
    async with company(tmp_path / "hosted", limits=limits) as people:
        hosted = over(people)
        with hosted.path.open("ab") as file:
            file.write(os.urandom(3_000_000))
        command = f"get {hosted.agreement.id}"
        before = len(os.listdir("/dev/fd"))
        for leaves in (True, False):
            connection = await people.connection("anna")
            process = await connection.create_process(command, encoding=None, window=20_000)
            process.channel.pause_reading()
            await until(lambda: len(os.listdir("/dev/fd")) > before + 2)
            if leaves:
                connection.abort()
            await until(lambda: len(os.listdir("/dev/fd")) <= before)
    assert "anna from 127.0.0.1 read nothing for too long: hung up" in caplog.text


# How to come in --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "status"), [("help", 0), ("id", 1), ("get", 1), ("x" * 20_000, 1)]
)
async def test_who_opens_no_terminal_is_told_in_three_lines_how_to_come_in(
    people: Company, command: str, status: int
) -> None:
    ended, sent, said = await asks(people, "carl", command)
    assert ended == status
    told = (sent.decode() if status == 0 else said).splitlines()
    assert len(told) == 3
    assert f"ssh -p {people.port} carl@127.0.0.1" in told[1]
    assert f"ssh -p {people.port} carl@127.0.0.1 get NAME > NAME.battle" in told[2]
    assert bool(sent) == (status == 0)


async def test_a_battle_file_is_not_written_over_a_terminal(people: Company) -> None:
    connection = await people.connection("anna")
    done = await connection.run(f"get {over(people).agreement.id}", term_type="xterm")
    assert (done.exit_status, done.stdout) == (1, "")
    assert "leave out -t" in str(done.stderr)
    done = await connection.run("help", term_type="xterm")
    assert str(done.stdout).count("\r\n") == 3


async def test_requests_without_end_are_hung_up(
    people: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(session, "MOST_REPLIES", 2)
    connection = await people.connection("carl")
    for _ in range(2):
        assert (await connection.run("help")).exit_status == 0
    with pytest.raises((asyncssh.Error, OSError)):
        await connection.run("help", check=True)
    await asyncio.wait_for(connection.wait_closed(), PATIENCE)
    assert "carl from 127.0.0.1 asked for too much: hung up" in caplog.text


async def test_the_systems_own_ssh_takes_a_battle_home_and_is_told_how_to_come_in(
    people: Company, tmp_path: Path
) -> None:
    """It works even if the client closes its input at once."""
    ssh = [program("ssh"), "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR",
           "-o", "UserKnownHostsFile=/dev/null",
           "-p", str(people.port), "guest@127.0.0.1"]  # fmt: skip

    async def run(*words: str) -> tuple[int | None, bytes, bytes]:
        process = await asyncio.create_subprocess_exec(
            *ssh, *words, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        out, err = await process.communicate()
        return process.returncode, out, err

    hosted = over(people)
    assert await run("get", hosted.agreement.id) == (0, hosted.path.read_bytes(), b"")
    code, out, err = await run("help")
    assert (code, out.count(b"\n"), err) == (0, 3, b"")
    code, out, err = await run()
    assert (code, err) == (0, b"")
    assert b"Weather Gage in lines. You are a guest" in out


async def test_what_waits_is_printed_for_a_script_and_for_a_program(people: Company) -> None:
    """For each person only their own battles are printed, with nothing that the lobby would not
    show.
    """
    hub = people.host.hub
    hosted = hub.found_battle("anna", replace(QUICK, clock=7 * 86400))
    for person, key in (("anna", "A"), ("ben", "B")):
        hosted.sit(person, key, f"{person}'s word")
    waiting = [name for name in ("anna", "ben") if waits_for(hosted, name)]
    assert waiting
    for name in ("anna", "ben", "carl"):
        status, told, complained = await asks(people, name, "waits")
        rows = json.loads((await asks(people, name, "waits --json"))[1])
        assert (status, complained) == (0, "")
        if name in waiting:
            asked = f"turn 1 of 10, your choice for {rows[0]['seats'][0]}"
            assert f"Quick start: {asked}" in told.decode()
            assert [row["name"] for row in rows] == [hosted.agreement.id]
            till = datetime.fromisoformat(rows[0]["till"]).timestamp()
            due = min(hosted.clock.deadlines.values())
            assert due - 1 <= till <= due
            assert f", till {hub.people.when(name, till)}  {hosted.agreement.id}" in told.decode()
            assert set(rows[0]) == {"name", "title", "turn", "seats", "till", "what"}
            assert rows[0]["what"] == "choice"
        else:
            assert (told.decode(), rows) == ("Nothing waits for you.\n", [])
    hosted.leaving.propose("anna", "draw")
    hub.challenge("anna", "ben", QUICK)
    told = (await asks(people, "ben", "waits"))[1].decode()
    assert "Quick start: turn 1 of 10, another player asks you something  " in told
    assert "Quick start: you are invited to sit down as Blue  " in told
    rows = json.loads((await asks(people, "ben", "waits --json"))[1])
    assert [row["what"] for row in rows if row["what"] != "choice"] == ["question", "invitation"]
    assert [row["turn"] for row in rows] == [*["turn 1 of 10"] * (len(rows) - 1), ""]
    assert "draw" not in f"{rows}{told}"
    status, _, complained = await asks(people, "anna", "waits --all")
    assert status == 1
    assert "There is no shell here" in complained


def test_bytes_that_are_read_after_their_line_is_lost_do_no_harm() -> None:
    """When a connection is lost, its transport is gone before the last data read from it is
    processed.
    """
    taken: list[bytes] = []
    lost = SimpleNamespace(
        data_received=lambda data, _: taken.append(data), _transport=None, _auth_complete=True
    )
    session.pace(cast(Any, lost), 1000)
    lost.data_received(b"keys")
    assert taken == [b"keys"]

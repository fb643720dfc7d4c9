"""The host's socket on the same machine: a client that sends nonsense or does not read is
disconnected.
"""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest

from engine.base.errors import FileFault
from engine.hosting.terms import USUAL, Limits
from tests.tui.host.far import until
from tests.tui.rest import PATIENCE
from tui.host.connection import socket
from tui.host.connection.terminal import RemoteTerminal

HELLO = {"name": "Anna", "term": "xterm", "columns": 0, "rows": -5}


class Doorway:
    """A socket on which a host listens, with the terminals that were opened by it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.came: list[tuple[str, RemoteTerminal]] = []

    def welcome(self, name: str, line: RemoteTerminal) -> None:
        self.came.append((name, line))

    async def caller(self, first: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to the socket, and send the first line."""
        reader, writer = await asyncio.open_unix_connection(self.path)
        writer.write(first + b"\n")
        return reader, writer


@pytest.fixture
async def doorway(tmp_path: Path) -> Doorway:
    doorway = Doorway(tmp_path / "host.sock")
    await socket.listen(doorway.path, doorway.welcome)
    return doorway


def frame(letter: bytes, told: bytes) -> bytes:
    return letter + len(told).to_bytes(4) + told


async def test_a_person_comes_with_keys_and_sizes(doorway: Doorway) -> None:
    _, writer = await doorway.caller(json.dumps(HELLO).encode())
    await until(lambda: doorway.came)
    ((name, line),) = doorway.came
    assert (name, line.term, line.size) == ("anna", "xterm", (80, 24))
    assert doorway.path.stat().st_mode & 0o777 == 0o600
    writer.write(frame(b"k", b"abc") + frame(b"s", b'{"columns": 100, "rows": 30}'))
    await until(lambda: line.size == (100, 30))
    assert line.read() == b"abc"
    writer.close()
    await until(lambda: not line.connected)


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1",
        b'{"name": "../x", "term": "", "columns": 1, "rows": 1}',
        json.dumps(HELLO).encode() + b"\nq\0\0\0\0",
        json.dumps(HELLO).encode() + b"\nk\xff\xff\xff\xff",
        b"x" * 100_000,
    ],
    ids=["web", "no name", "no letter", "too long", "endless"],
)
async def test_nonsense_is_hung_up_with_one_line(
    doorway: Doorway, caplog: pytest.LogCaptureFixture, said: bytes
) -> None:
    reader, _ = await doorway.caller(said)
    await asyncio.wait_for(reader.read(), PATIENCE)
    told = [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    assert told == ["a caller at the socket sent an invalid message: hung up"]


async def test_a_flood_of_keys_is_hung_up_with_one_line(
    doorway: Doorway, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await doorway.caller(json.dumps(HELLO).encode())
    writer.write(frame(b"k", b"x" * 60_000) * 3)
    await asyncio.wait_for(reader.read(), PATIENCE)
    told = [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    assert told == ["Anna, connected by the socket, sent more than a keyboard can: hung up"]


async def test_what_is_kept_for_a_slow_reader_is_bounded(doorway: Doorway) -> None:
    reader, writer = await doorway.caller(json.dumps(HELLO).encode())
    await until(lambda: doorway.came)
    line = doorway.came[0][1]
    drawn: list[bool] = []
    line.listen(lambda: None, lambda size: None, lambda: drawn.append(True), lambda: None)
    for _ in range(1000):
        line.send("x" * 10_000)
    assert line._transport
    assert line._transport.waiting <= USUAL.output_waiting + 10_000
    assert not drawn
    reading = asyncio.ensure_future(reader.read())
    await until(lambda: drawn)
    line.hang_up()
    assert len(await reading) < 2_000_000
    writer.close()


async def test_a_living_host_keeps_its_socket_and_a_dead_ones_is_taken(doorway: Doorway) -> None:
    with pytest.raises(FileFault, match="another host is already listening"):
        await socket.listen(doorway.path, doorway.welcome)
    dead = doorway.path.with_name("dead.sock")
    server = await socket.listen(dead, doorway.welcome)
    server.close()
    assert await socket.listen(dead, doorway.welcome)


async def test_a_file_where_the_socket_should_be_is_left_alone(doorway: Doorway) -> None:
    other = doorway.path.with_name("letter")
    other.write_text("Dear Anna")
    with pytest.raises(FileFault):
        await socket.listen(other, doorway.welcome)
    assert other.read_text() == "Dear Anna"


async def test_who_is_one_too_many_reads_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    doorway = Doorway(tmp_path / "host.sock")
    await socket.listen(doorway.path, doorway.welcome, Limits(connections=1))
    _, first = await doorway.caller(json.dumps(HELLO).encode())
    await until(lambda: doorway.came)
    reader, _ = await doorway.caller(json.dumps(HELLO).encode())
    assert b"The host can hold no more connections" in await asyncio.wait_for(
        reader.read(), PATIENCE
    )
    first.close()
    await until(lambda: not doorway.came[0][1].connected)
    await doorway.caller(json.dumps(HELLO).encode())
    await until(lambda: len(doorway.came) == 2)


@pytest.mark.parametrize("name", ["", "1anna", "an na", "guest", "Guest", "ensign", "Admiral"])
async def test_a_name_that_no_person_may_have_is_told_so(doorway: Doorway, name: str) -> None:
    reader, _ = await doorway.caller(json.dumps(HELLO | {"name": name}).encode())
    assert b"The host knows no such name" in await asyncio.wait_for(reader.read(), PATIENCE)
    assert not doorway.came


@pytest.mark.parametrize("environ", ["[" * 30_000, '{"TERM": 1}', "null"])
async def test_a_first_line_that_is_deep_or_wrong_is_nonsense(
    doorway: Doorway, caplog: pytest.LogCaptureFixture, environ: str
) -> None:
    first = f'{{"name": "Anna", "term": "x", "columns": 1, "rows": 1, "environ": {environ}}}'
    reader, _ = await doorway.caller(first.encode())
    await asyncio.wait_for(reader.read(), PATIENCE)
    assert "sent an invalid message: hung up" in caplog.text


async def test_who_only_looks_whether_a_host_answers_is_no_caller(
    doorway: Doorway, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    reader, writer = await asyncio.open_unix_connection(doorway.path)
    writer.write_eof()
    assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    assert doorway.came == []
    assert "caller" not in caplog.text


async def test_who_says_nothing_is_hung_up(
    doorway: Doorway, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(socket, "HELLO_SECONDS", 0.02)
    reader, _ = await asyncio.open_unix_connection(doorway.path)
    assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    assert "a caller at the socket sent nothing: hung up" in caplog.text

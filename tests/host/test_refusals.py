"""A host is for the game alone: whatever else is asked for is refused, with one line in its log."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from tests.host.far import Company, Far, company, new_key, seated


@pytest.fixture
async def people(tmp_path: Path) -> AsyncIterator[Company]:
    async with company(tmp_path) as people:
        yield people


def lines(caplog: pytest.LogCaptureFixture, *words: str) -> list[str]:
    """Return the log's lines with all of these words."""
    told = [record.getMessage() for record in caplog.records if record.name.startswith("weather")]
    return [line for line in told if all(word in line for word in words)]


@pytest.fixture(autouse=True)
def heard(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "weathergage.host")


async def fails(attempt: object) -> None:
    with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError, OSError)):
        await attempt  # type: ignore[misc]


async def test_a_command_is_refused(people: Company, caplog: pytest.LogCaptureFixture) -> None:
    connection = await people.connection("anna")
    await fails(connection.run("id", check=True, timeout=10))
    assert len(lines(caplog, "anna", "a command, id", "refused")) == 1


async def test_a_shell_without_a_terminal_is_refused(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    connection = await people.connection("anna")
    await fails(connection.create_process())
    assert len(lines(caplog, "anna", "a shell without a terminal", "refused")) == 1


async def test_files_are_refused(people: Company, caplog: pytest.LogCaptureFixture) -> None:
    connection = await people.connection("anna")
    await fails(connection.start_sftp_client())
    assert len(lines(caplog, "anna", "subsystem sftp", "refused")) == 1


async def test_a_connection_onward_is_refused(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    connection = await people.connection("anna")
    await fails(connection.open_connection("127.0.0.1", 22))
    assert len(lines(caplog, "anna", "a connection to 127.0.0.1:22", "refused")) == 1


async def test_a_port_to_listen_on_is_refused(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    connection = await people.connection("anna")
    await fails(connection.forward_remote_port("", 0, "127.0.0.1", 22))
    assert len(lines(caplog, "anna", "a port to listen on", "refused")) == 1


async def test_an_agent_is_refused(people: Company, caplog: pytest.LogCaptureFixture) -> None:
    connection = await people.connection("anna", agent_forwarding=True, agent_path="/nowhere")
    process = await connection.create_process(term_type="xterm", encoding=None)
    await Far(process, (80, 24)).sees("LOBBY")
    await until(lambda: lines(caplog, "gent", "refused"))
    assert not list(Path("/tmp").glob("asyncssh-*/agent"))


async def test_x11_is_refused(people: Company, caplog: pytest.LogCaptureFixture) -> None:
    connection = await people.connection("anna")
    await fails(
        connection.create_process(
            term_type="xterm", x11_forwarding=True, x11_display=":99", encoding=None
        )
    )
    assert len(lines(caplog, "X11", "refused")) == 1


async def test_environment_variables_are_not_taken(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    connection = await people.connection("anna")
    process = await connection.create_process(
        term_type="xterm", env={"WEATHERGAGE_TRACEBACK": "1"}, encoding=None
    )
    await Far(process, (80, 24)).sees("LOBBY")
    assert "WEATHERGAGE_TRACEBACK" not in os.environ
    assert len(lines(caplog, "anna", "environment variables", "refused")) == 1


async def test_a_name_with_another_key_does_not_come_in(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    await people.connection("anna")
    people.keys["anna"] = new_key()
    await fails(people.connection("anna"))
    await until(lambda: lines(caplog, "anna", "did not come in"))


@pytest.mark.parametrize("name", ["", "x" * 40, "a b", "../etc", "1st", "guest2;ls"])
async def test_what_is_no_name_does_not_come_in(people: Company, name: str) -> None:
    await fails(people.connection(name))


async def test_a_password_is_of_no_use(people: Company) -> None:
    attempt = asyncssh.connect(
        "127.0.0.1", people.port, username="anna", password="anna", client_keys=None,
        known_hosts=None, agent_path=None, config=None,
    )  # fmt: skip
    await fails(attempt)


async def test_a_flood_of_keys_is_hung_up_and_nobody_notices(
    people: Company, caplog: pytest.LogCaptureFixture
) -> None:
    anna, ben = await seated(people, "anna", "ben", size=(80, 24))
    flood = await people.comes("mallory")
    await flood.sees("LOBBY")
    flood.press("x\x1b[<0;1;1M" * 1_000_000)
    await until(lambda: lines(caplog, "mallory", "sent more than a keyboard can"))
    anna.press("enter")
    await anna.sees("(ben) to choose")
    ben.press("enter")
    await ben.sees("turn 2")
    assert len(lines(caplog, "sent more than a keyboard can")) == 1


async def test_a_hundred_half_open_connections_keep_nobody_out(people: Company) -> None:
    open_ones = [await asyncio.open_connection("127.0.0.1", people.port) for _ in range(100)]
    anna = await people.comes("anna")
    await anna.sees("LOBBY")
    for _, writer in open_ones:
        writer.close()


@pytest.mark.parametrize("size", [(1, 1), (1000, 1000), (79, 23)])
async def test_a_terminal_of_any_size_is_served(people: Company, size: tuple[int, int]) -> None:
    far = await people.comes("anna", size)
    await far.quiet(0.5)
    far.process.change_terminal_size(80, 24)
    if size[0] < 80:
        far.screen.resize(24, 80)
    await far.quiet(0.5)
    other = await people.comes("ben")
    await other.sees("LOBBY", "anna")


async def until(true: object, patience: float = 20.0) -> None:
    """Wait until something is true."""
    for _ in range(int(patience / 0.02)):
        if true():  # type: ignore[operator]
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not happen")

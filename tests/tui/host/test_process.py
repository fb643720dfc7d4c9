"""A host as people start it: in a process of its own, which is killed and stopped; the clients are
the system's ssh.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.game.decision import Answer
from engine.hosting.hub import Hub
from engine.kernel.battle import Battle
from engine.sitting.orders import Orders
from tests.programs import program
from tests.tui.host.far import Far, People, founded, new_key, plays_on, until
from tests.tui.pseudo_terminal import ROOT, Terminal
from tests.tui.rest import PATIENCE

PROGRAM = (
    "import sys; from engine.hosting import thinkers; from tui.cli import main; "
    "thinkers.NICENESS = 0; sys.exit(main())"
)
"""A program that runs a host whose worker processes have normal priority; otherwise they would
never finish on a busy machine."""
FEW = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({0}, {0})); "
LEFT = 10
"""The number of choices that remain in a battle which is nearly over."""


class Started:
    """A host in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, folder: Path) -> None:
        self.process = process
        self.people = People(folder, port)

    async def ends(self, number: signal.Signals) -> str:
        """Send a signal; return what the host then writes to its log."""
        self.process.send_signal(number)
        assert self.process.stderr
        rest = await asyncio.wait_for(self.process.stderr.read(), PATIENCE)
        await self.process.wait()
        return rest.decode()


@asynccontextmanager
async def started(saves: Path, *more: str, descriptors: int = 0) -> AsyncIterator[Started]:
    """Run a host at which anybody may register; kill it at the end of the block if it still runs.

    With `descriptors`, it may open only so many files.
    """
    words = ["host", "--port", "0", "--address", "127.0.0.1", "--open", "--saves", str(saves)]
    program = FEW.format(descriptors) + PROGRAM if descriptors else PROGRAM
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, *words, *more, cwd=ROOT, stderr=subprocess.PIPE
    )
    try:
        assert process.stderr
        told = await asyncio.wait_for(process.stderr.readline(), PATIENCE)
        port = re.search(rb"ssh -p (\d+)", told)
        assert port, told
        yield Started(process, int(port[1]), saves / "hosted")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def nearly_over(folder: Path) -> Path:
    """Put a battle of anna and ben on a host into a folder, a few choices before its end."""
    hub = Hub(folder)
    battle = founded(hub, A="anna", B="ben").battle
    assert battle
    fought = Battle.from_state(battle.game, battle.state, battle.seed)
    random = Random(3)
    answers: list[tuple[str, Any]] = []
    while fought.outcome() is None:
        question = random.choice(fought.pending())
        orders = Orders(question)
        orders.move(random.randrange(len(question.options)))
        fought.answer(question.seat, orders.answer)
        answers.append((question.seat, orders.answer))
    for seat, answer in answers[:-LEFT]:
        battle.answer(seat, answer)
    hub.close()
    (path,) = folder.glob("*.battle")
    return path


def end(folder: Path) -> None:
    """Play all battles in a folder to their ends."""
    asyncio.run(played_out(folder))


async def played_out(folder: Path) -> None:
    """Do the same as `end`, inside an event loop."""
    hub = Hub(folder)
    for hosted in hub.battles.values():
        while (battle := hosted.running()).outcome() is None:
            question = battle.pending()[0]
            battle.answer(question.seat, Answer(question.options[0].id))
    hub.close()


def as_written(path: Path) -> Battle:
    """Return a battle as its file has it."""
    return Battle.open(path, write=False)


async def both(people: People) -> dict[str, Far]:
    """Let anna and ben come back to their battle; return {seat: screen}."""
    return {"A": await plays_on(people, "anna"), "B": await plays_on(people, "ben")}


async def chooses(path: Path, persons: dict[str, Far]) -> int:
    """Let the player who has to choose take the first order; return the position when the file has
    it.
    """
    before = as_written(path)
    persons[before.pending()[0].seat].press("enter")
    await until(lambda: as_written(path).position > before.position)
    return as_written(path).position


async def test_a_host_that_is_killed_loses_nothing_and_both_play_on(tmp_path: Path) -> None:
    path = nearly_over(tmp_path / "hosted")
    async with started(tmp_path) as first:
        persons = await both(first.people)
        for _ in range(3):
            acknowledged = await chooses(path, persons)
        await first.ends(signal.SIGKILL)
    assert as_written(path).position == acknowledged
    async with started(tmp_path) as second:
        second.people.keys = first.people.keys
        persons = await both(second.people)
        while as_written(path).outcome() is None:
            await chooses(path, persons)
        outcome = as_written(path).outcome()
        for far in persons.values():
            await far.sees("WINS" if outcome and outcome.winners else "A DRAW")
    battle = as_written(path)
    verdict = battle.verify()
    assert verdict.ok, verdict.text
    assert verdict.proof.startswith("dice proved")


async def test_a_folder_has_one_host_and_the_second_is_told_which(tmp_path: Path) -> None:
    """With two hosts in a folder, each would overwrite what the other has stored about the
    battles.
    """
    async with started(tmp_path) as host:
        words = ["host", "--port", "0", "--address", "127.0.0.1", "--open", "--saves", tmp_path]
        second = await asyncio.create_subprocess_exec(
            sys.executable, "-c", PROGRAM, *words, cwd=ROOT, stderr=subprocess.PIPE
        )
        try:
            _, told = await asyncio.wait_for(second.communicate(), PATIENCE)
        finally:
            if second.returncode is None:
                second.kill()
        assert second.returncode == 2
        assert f"hosted is used by process {host.process.pid}" in told.decode()
        assert told.count(b"\n") == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_the_systems_ssh_plays_and_a_host_that_is_stopped_says_so(
    tmp_path: Path, number: int
) -> None:
    ssh, key = program("ssh"), tmp_path / "key"
    key.write_bytes(new_key().export_private_key())
    key.chmod(0o600)
    async with started(tmp_path / "saves") as host:
        words = [
            ssh, "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR",
            "-o", "UserKnownHostsFile=/dev/null", "-o", "IdentitiesOnly=yes", "-i", str(key),
            "-p", str(host.people.port), "anna@127.0.0.1",
        ]  # fmt: skip
        script = f"import os; os.execv({ssh!r}, {words!r})"
        with await asyncio.to_thread(Terminal, script, 80, 24) as terminal:
            await asyncio.to_thread(terminal.read, terminal.shows("you are anna"))
            await asyncio.to_thread(terminal.press, "?", terminal.shows("HELP"))
            told = await host.ends(number)
            await asyncio.to_thread(terminal.leave, "")
            assert b"\x1b[?1049l" in terminal.sent
            assert "The host is stopping. Every battle is saved" in terminal.text
    assert host.process.returncode == 0
    assert "stopping; every battle is saved" in told
    assert "Traceback" not in told
    folder = tmp_path / "saves" / "hosted"
    assert os.stat(folder).st_mode & 0o777 == 0o700
    assert os.stat(folder / "host_key").st_mode & 0o777 == 0o600

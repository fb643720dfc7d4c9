"""What may fail under a host: disks, folders, clocks, connections that break in the middle.

Nothing that was acknowledged is lost, and each person concerned reads a sentence.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from engine.base import files
from engine.base.errors import FileFault
from engine.game.decision import Answer
from engine.hosting import hub as hubs
from engine.hosting.hub import Hub
from engine.hosting.terms import Terms
from engine.kernel import appended, journal
from engine.kernel.battle import Battle
from tests.tui.host.far import at_sea, company, until, why_refused
from tests.tui.host.near import QUICK, begun, near, running_hub, there
from tests.tui.host.test_process import as_written, both, chooses, nearly_over, started
from tui.host import host as host_module
from tui.host.connection import ssh
from tui.screens.base import BaseScreen

FULL = "no space left on device"


@contextmanager
def full_disk() -> Iterator[None]:
    """Simulate a full disk in the block: of each write only half is stored, then there is no
    space.
    """
    write = os.write

    def half(descriptor: int, data: bytes) -> int:
        if len(data) > 1:
            return write(descriptor, bytes(data)[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def none(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal.os, "write", half)
        patch.setattr("os.fsync", none)
        yield


# Disks and folders ---------------------------------------------------------------------------


async def test_on_a_full_disk_a_choice_is_refused_and_can_be_made_again(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        assert hosted.battle
        async with near(hub, "anna") as anna:
            await anna.press("enter")
            await anna.sees("YOUR CHOICE")
            before = hosted.path.read_bytes()
            with full_disk():
                await anna.press("enter")
                await anna.sees(FULL)
                assert str(tmp_path) not in anna.text  # where the host keeps its files is its own
            assert hosted.path.read_bytes() == before
            assert hosted.battle.position == 0
            await anna.press("enter")
            await anna.sees("Waiting for ben")
        assert as_written(hosted.path).position == 1


async def test_no_sentence_names_the_hosts_folder_whoever_catches_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise FileFault(f"{tmp_path / 'one.battle'} cannot be read: {FULL}")

    async def later() -> None:
        fail()

    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        screen = anna.app.screen
        assert isinstance(screen, BaseScreen)
        screen.work(later)
        await anna.sees(f"one.battle cannot be read: {FULL}")
        assert str(tmp_path) not in anna.text
        monkeypatch.setattr(screen, "press", fail)
        await anna.press("z")
        await anna.sees(f"one.battle cannot be read: {FULL}")
        assert str(tmp_path) not in anna.text


async def test_on_a_full_disk_no_battle_is_founded_and_none_begins(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        with full_disk(), pytest.raises(FileFault, match=FULL):
            hub.found_battle("anna", QUICK)
        assert not hub.battles
        hosted = hub.found_battle("anna", QUICK)
        hosted.sit("anna", "A", "one")
        with full_disk(), pytest.raises(FileFault, match=FULL):
            hosted.sit("ben", "B", "two")
        assert hosted.seating.free == ("B",)
        assert not hosted.path.exists()
        hosted.sit("ben", "B", "two")
        assert hosted.battle


async def test_a_battle_that_could_not_begin_leaves_the_seat_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = hub.found_battle("anna", QUICK)
        hosted.sit("anna", "A")
        with monkeypatch.context() as patch:
            patch.setattr(appended, "_sync", _no_space)
            with pytest.raises(FileFault, match=FULL):
                hosted.sit("ben", "B")
        assert hosted.seating.free == ("B",)
    async with running_hub(tmp_path) as hub:
        (again,) = hub.battles.values()
        assert again.seating.free == ("B",)
        again.sit("ben", "B")
        assert again.battle


def _no_space(descriptor: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


async def test_a_computer_player_tries_again_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hubs, "RETRY_SECONDS", 0.05)
    terms = Terms(game="oak_iron", scenario="quickstart", computers={"B": "ensign"})
    async with running_hub(tmp_path) as hub:
        with full_disk_for_commands():
            hosted = begun(hub, "anna", terms=terms)
            there(hub, "anna", hosted)
            assert hosted.battle
            await until(lambda: caplog.text.count("a computer player waits") >= 2)
            assert hosted.battle.position == 0
        await until(lambda: hosted.battle and hosted.battle.position == 1)
    assert "Traceback" not in caplog.text


@contextmanager
def full_disk_for_commands() -> Iterator[None]:
    """Let the file of a battle be created, but not grow."""

    def refuses(*_: object) -> None:
        raise FileFault(f"it cannot be written: {FULL}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal.Journal, "append", refuses)
        yield


async def test_on_a_full_disk_time_runs_out_and_a_battle_ends_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    adjourned = Terms(game="oak_iron", scenario="quickstart", clock=60, late="adjourn")
    async with running_hub(tmp_path / "one") as hub:
        hosted = begun(hub, "anna", "ben", terms=adjourned)
        with full_disk():
            hosted.clock.expire("A")
        assert hosted.standing == "adjourned"
        assert "is adjourned, but" in caplog.text
        hosted.resume("anna")
        assert hosted.standing == "running"
    path = nearly_over(tmp_path / "two")
    async with running_hub(tmp_path / "two") as hub:
        (hosted,) = hub.battles.values()
        told: list[str] = []
        assert hosted.battle
        hosted.battle.subscribe(lambda battle, change: told.append(change.kind))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Battle, "reveal", _unwritten)
            while not hosted.battle.outcome():
                question = hosted.battle.pending()[0]
                hosted.battle.answer(question.seat, Answer(question.options[0].id))
        assert told[-1] == "command"
        assert "its dice unproved" in caplog.text
    async with running_hub(tmp_path / "two"):
        assert as_written(path).verify().proof.startswith("dice proved")


def _unwritten(battle: Battle, secret: str) -> None:
    raise FileFault(f"{battle.path} cannot be written: {FULL}")


async def test_a_new_name_that_cannot_be_written_down_is_told_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with company(tmp_path) as people:
        (tmp_path / "users").mkdir()
        why = await why_refused(people, "anna")
        assert "new names cannot be saved now; come back later" in why
        assert str(tmp_path) not in why
        assert people.host.users.names == ()
        (tmp_path / "users").rmdir()
        anna = await people.comes("anna", (80, 24))
        await anna.sees("you are anna")
    assert "users cannot be" in caplog.text


async def test_where_the_folder_is_gone_nothing_is_founded_and_all_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "hosted"
    async with running_hub(folder) as hub, near(hub, "anna") as anna:
        await anna.sees("LOBBY")
        await anna.press("n")
        await anna.sees("NEW BATTLE")
        shutil.rmtree(folder)
        folder.touch()  # a file where the folder was: nothing can be written, whoever writes
        await anna.press("enter")
        await anna.sees("cannot be written")
        folder.unlink()
        await anna.press("enter")
        await anna.sees("GATHERING")


def test_what_could_not_be_written_leaves_no_half_of_it(tmp_path: Path) -> None:
    path = tmp_path / "users"
    files.write(path, b"one")
    with full_disk(), pytest.raises(FileFault, match=FULL):
        files.write(path, b"two")
    assert [file.name for file in tmp_path.iterdir()] == ["users"]
    assert path.read_bytes() == b"one"


# Clocks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("year", [1970, 2000, 2120])
async def test_a_clock_that_is_set_mixes_no_battles_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    class Set(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Set:
            return cls(year, 1, 1)

    async with running_hub(tmp_path) as hub:
        first = begun(hub, "anna", "ben")
        monkeypatch.setattr(hubs, "datetime", Set)
        later = [begun(hub, "anna", "ben") for _ in range(2)]
        monkeypatch.undo()
        last = begun(hub, "anna", "ben")
        paths = {each.path for each in (first, *later, last)}
        assert len(paths) == 4
    async with running_hub(tmp_path) as hub:
        assert {each.path for each in hub.battles.values()} == paths
        assert all(each.battle for each in hub.battles.values())


async def test_damaged_papers_are_not_written_over(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        name = hub.found_battle("anna", QUICK).agreement.id
    agreement = tmp_path / f"{name}.papers"
    agreement.write_bytes(b"{")
    async with running_hub(tmp_path) as hub:
        assert hub.found_battle("anna", QUICK).agreement.id != name
    assert agreement.read_bytes() == b"{"


# Lines -------------------------------------------------------------------------------------


async def test_a_line_that_breaks_in_the_middle_of_a_frame_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, fault: faults.append(fault))
    async with company(tmp_path) as people:
        _, ben = await at_sea(people, "anna", "ben")
        theirs = people.host._apps[0].terminal
        assert theirs._transport
        theirs._transport._channel.close()  # type: ignore[attr-defined]
        people.host._apps[0]._driver.write("half a frame")  # type: ignore[union-attr]
        await until(lambda: people.host.hub.persons["anna"] == 0)
        ben.press("enter")
        await ben.sees("Waiting for anna")
    assert not faults
    assert not [each for each in caplog.records if each.exc_info]


async def test_a_half_open_line_is_missed_and_its_place_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ssh, "KEEPALIVE_SECONDS", 0.1)
    async with company(tmp_path) as people:
        anna, ben = await at_sea(people, "anna", "ben")
        anna.press("enter")
        await anna.sees("Waiting for ben")
        anna.connection._transport.pause_reading()  # type: ignore[union-attr]
        await until(lambda: people.host.hub.persons["anna"] == 0)
        ben.press("enter")
        again = await people.comes("anna", (80, 24))
        await again.sees("TURN")
        assert people.battles[0].battle
        await until(lambda: people.battles[0].battle.position >= 2)  # type: ignore[union-attr]


async def test_many_who_leave_at_once_are_gone_and_the_others_play_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with company(tmp_path) as people:
        anna, _ = await at_sea(people, "anna", "ben")
        guests = [await people.comes("guest", (20, 5)) for _ in range(50)]
        await until(lambda: people.host.hub.persons[""] == len(guests))
        for guest in guests:
            guest.connection.abort()
        anna.press("enter")
        await anna.sees("Waiting for ben")
        await until(lambda: people.host.hub.persons[""] == 0)
        await until(lambda: len(people.host._apps) == 2)
    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


async def test_a_host_that_is_stopped_while_battles_run_says_so_and_loses_nothing(
    tmp_path: Path,
) -> None:
    path = nearly_over(tmp_path / "hosted")
    hub = Hub(tmp_path / "hosted")
    terms = Terms(game="oak_iron", scenario="quickstart", computers={"B": "lieutenant"})
    begun_at = hub.found_battle("anna", terms)
    hub.close()
    async with started(tmp_path) as host:
        persons = await both(host.people)
        acknowledged = await chooses(path, persons)
        told = await host.ends(signal.SIGTERM)
        for far in persons.values():
            await far.sees("Every battle is saved")
    assert host.process.returncode == 0
    assert "Traceback" not in told
    assert as_written(path).position >= acknowledged
    assert begun_at.agreement.id in Hub(tmp_path / "hosted").battles


async def test_garbage_is_looked_for_when_some_have_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_module, "LEAVE_BEHIND", 2)
    monkeypatch.setattr(host_module, "PARTED_SECONDS", 0)
    looked: list[int] = []
    async with company(tmp_path) as people:
        monkeypatch.setattr(gc, "collect", lambda: looked.append(len(people.host._apps)))
        for name in ("anna", "ben", "carl"):
            far = await people.comes(name)
            await far.sees("LOBBY")
            far.connection.abort()
            await until(lambda: not people.host._apps)
        await until(lambda: looked)
    assert len(looked) == 1

"""A host whose battle files are deleted or torn: the persons are told, and all goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.battle import Battle
from tests.host.near import begun, harboured, near


async def test_a_hosted_battle_whose_file_is_deleted_goes_on_after_a_new_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with harboured(tmp_path) as harbour, near(harbour, "anna") as anna:
        hosted = begun(harbour, "anna", "ben")
        await anna.press("enter")
        await anna.sees("YOUR CHOICE")
        hosted.path.unlink()
        await anna.press("enter")
        await anna.sees("was deleted by another program", "-2.battle now, beside it")
        assert "deleted by another program" in caplog.text
        battle, moved = hosted.running(), hosted.path
        assert moved.name == f"{hosted.papers.id}-2.battle"
    async with harboured(tmp_path) as harbour:
        again = harbour.battles[hosted.papers.id].running()
        assert again.log == battle.log
        assert again.path == moved


async def test_a_battle_that_had_begun_is_not_begun_anew_when_its_file_is_gone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with harboured(tmp_path) as harbour:
        hosted = begun(harbour, "anna", "ben")
    hosted.path.unlink()
    async with harboured(tmp_path) as harbour:
        assert harbour.battles == {}
    assert f"{hosted.papers.id} is left alone" in caplog.text
    assert "no such file" in caplog.text
    assert not hosted.path.exists()


async def test_the_keeper_of_a_host_reads_of_a_torn_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with harboured(tmp_path) as harbour:
        hosted = begun(harbour, "anna", "ben")
        hosted.running().answer("A", hosted.questions()[0].options[0].id)
    hosted.path.write_bytes(hosted.path.read_bytes()[:-20])
    async with harboured(tmp_path) as harbour:
        assert harbour.battles[hosted.papers.id].running().position == 0
    assert "bytes of entry 1 are left out" in caplog.text
    Battle.open(hosted.path, write=False).close()

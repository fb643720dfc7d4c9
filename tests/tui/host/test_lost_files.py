"""The files of battles on a host are deleted or damaged: the persons are told, and the host goes
on.
"""

from __future__ import annotations

from pathlib import Path

import asyncssh
import pytest

from engine.game.decision import Answer
from engine.kernel.battle import Battle
from tests.tui.host.near import begun, near, running_hub
from tui.host.connection.admission import Users


async def test_a_hosted_battle_whose_file_is_deleted_goes_on_after_a_new_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = begun(hub, "anna", "ben")
        await anna.press("enter")
        await anna.sees("YOUR CHOICE")
        hosted.path.unlink()
        await anna.press("enter")
        await anna.sees("was deleted by another program", "-2.battle now, beside it")
        assert "deleted by another program" in caplog.text
        battle, moved = hosted.running(), hosted.path
        assert moved.name == f"{hosted.agreement.id}-2.battle"
    async with running_hub(tmp_path) as hub:
        again = hub.battles[hosted.agreement.id].running()
        assert again.log == battle.log
        assert again.path == moved


async def test_a_battle_that_had_begun_is_not_begun_anew_when_its_file_is_gone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
    hosted.path.unlink()
    async with running_hub(tmp_path) as hub:
        assert hub.battles == {}
    assert f"{hosted.agreement.id} is not opened" in caplog.text
    assert "no such file" in caplog.text
    assert not hosted.path.exists()


async def test_the_keeper_of_a_host_reads_of_a_torn_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        hosted.running().answer("A", Answer(hosted.questions()[0].options[0].id))
    hosted.path.write_bytes(hosted.path.read_bytes()[:-20])
    async with running_hub(tmp_path) as hub:
        assert hub.battles[hosted.agreement.id].running().position == 0
    assert "bytes of entry 1 are left out" in caplog.text
    Battle.open(hosted.path, write=False).close()


async def test_papers_that_were_deleted_are_written_again(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        (tmp_path / f"{hosted.agreement.id}.papers").unlink()
        hosted.running().answer("A", Answer(hosted.questions()[0].options[0].id))
    async with running_hub(tmp_path) as hub:
        assert hub.battles[hosted.agreement.id].running().position == 1


async def test_a_host_starts_whatever_a_forged_battle_leads_to(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_hub(tmp_path) as hub:
        forged = begun(hub, "anna", "ben")
        hosted = begun(hub, "anna", "ben")
    game = type(hosted.game)
    outcome = game.outcome

    def tripping(self: object, state: object) -> object:
        if forged.agreement.id not in hub.battles and not caplog.text:
            raise KeyError("Z")
        return outcome(self, state)  # type: ignore[arg-type]

    hub.battles.clear()
    monkeypatch.setattr(game, "outcome", tripping)
    async with running_hub(tmp_path) as again:
        assert set(again.battles) == {hosted.agreement.id}
    assert (
        f"{forged.agreement.id} is not opened, because its file may be forged: KeyError"
        in caplog.text
    )


def test_names_known_before_are_not_lost_with_the_file_of_users(tmp_path: Path) -> None:
    path = tmp_path / "users"
    keys = [asyncssh.generate_private_key("ssh-ed25519").convert_to_public() for _ in range(3)]
    users = Users(path, is_open=True)
    assert users.register("anna", keys[0])
    Users(path)
    again = Users(path, is_open=True)
    for known, name, key in ((users, "ben", keys[1]), (again, "carl", keys[2])):
        path.unlink()
        assert known.register(name, key)
        assert set(Users(path).names) == {"anna", name}

"""The proof of the dice of a battle on a host: shown completely to everybody at its end, and how to
download it.
"""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import msgspec
import pytest

from engine.base.errors import Refused
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import Watching
from engine.kernel.battle import Battle
from tests.tui.host.far import company
from tests.tui.host.near import QUICK, Near, begun, near, running_hub
from tests.tui.host.test_process import end, nearly_over


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished battle of anna and ben."""
    folder = tmp_path_factory.mktemp("fought")
    nearly_over(folder)
    end(folder)
    return folder


def only(hub: Hub, watching: Watching = "live") -> HostedBattle:
    """Return the only battle of a host, with terms for watchers."""
    (hosted,) = hub.battles.values()
    terms = msgspec.structs.replace(hosted.agreement.terms, watching=watching)
    hosted.seating.agreement = msgspec.structs.replace(hosted.agreement, terms=terms)
    return hosted


def whole(each: Near) -> str:
    """Return the text of a page without its line breaks, so that broken words are found."""
    return "".join(line.removeprefix(" ") for line in each.text.splitlines())


@pytest.mark.parametrize("person", ["anna", "carl", ""])
async def test_at_the_end_everybody_sees_pledge_words_secret_and_verdict(
    tmp_path: Path, fought: Path, person: str
) -> None:
    """They see it after the end of the battle, in its replay, and in its review."""
    shutil.copytree(fought, tmp_path / "hosted")
    async with running_hub(tmp_path / "hosted") as hub:
        hosted = only(hub, "delayed")
        known = (hosted.pledge, "anna's word", "ben's word", hosted.agreement.secret)
        async with near(hub, person) as each:
            for keys in ("wV", "rV", "wEV"):
                await each.press(*keys)
                await each.sees("PROOF OF THE DICE", "Verdict: PROVED")
                assert all(text in whole(each) for text in known)
                name = hosted.agreement.id
                assert f"get {name} > {name}.battle" in whole(each)
                assert f"weathergage verify {name}.battle" in whole(each)
                each.app.open_menu()
                await each.sees("LOBBY")
            assert str(hub.folder) not in each.text


async def test_while_it_goes_on_no_screen_tells_the_secret_and_no_file_is_named(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=msgspec.structs.replace(QUICK, delay=1))
        for person in ("anna", "carl", ""):
            async with near(hub, person) as each:
                each.app.enter_battle(hosted)
                await each.press("V")
                await each.sees("PROOF OF THE DICE", "Verdict: not yet")
                assert hosted.pledge in whole(each)
                assert (
                    "You can copy its file to your machine from here once the battle is over"
                    in each.text
                )
                assert hosted.agreement.secret not in whole(each)
                assert "get " not in each.text


async def test_where_nobody_was_to_watch_the_file_is_named_to_those_who_sat_there(
    tmp_path: Path, fought: Path
) -> None:
    """Before the end a stranger sees nothing at all, from whatever screen."""
    shutil.copytree(fought, tmp_path / "hosted")
    async with running_hub(tmp_path / "hosted") as hub:
        hosted = only(hub, "nobody")
        async with near(hub, "carl") as carl:
            await carl.press("r", "V")
            await carl.sees(
                "Verdict: PROVED",
                "Only the players of this battle can copy its file: it was closed to watchers",
            )
            assert "get " not in carl.text
        async with near(hub, "ben") as ben:
            await ben.press("r", "e")
            await ben.sees("V tells how to copy its file")
            await ben.press("V")
            await ben.sees("Verdict: PROVED", f"get {hosted.agreement.id} >")
        terms = msgspec.structs.replace(QUICK, watching="nobody")
        running = begun(hub, "anna", "ben", terms=terms)
        async with near(hub, "carl") as carl:
            assert running.battle
            with pytest.raises(Refused, match="the players of this battle do not want watchers"):
                carl.app.screen_named("proof", running.battle)


async def test_the_command_that_the_page_names_brings_the_battle_home(
    tmp_path: Path, fought: Path
) -> None:
    """The command is sent over a connection of the same person exactly as printed; the file that
    arrives is proved.
    """
    shutil.copytree(fought, tmp_path / "hosted")
    async with company(tmp_path / "hosted") as people:
        anna = await people.comes("anna", (120, 40))
        await anna.sees("LOBBY")
        anna.press("w", "V")
        shown = await anna.sees("Verdict: PROVED", " get ")
        (line,) = (line for line in shown.splitlines() if " get " in line)
        words = shlex.split(line)
        assert words[:4] == ["ssh", "-p", str(people.port), "anna@127.0.0.1"]
        connection = await people.connection("anna")
        done = await connection.run(" ".join(words[4:6]), encoding=None)
        path = tmp_path / words[-1]
        assert isinstance(done.stdout, bytes)
        path.write_bytes(done.stdout)
    assert Battle.open(path, write=False).verify().ok

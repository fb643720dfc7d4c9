"""Voices (words spoken aboard) on a host: for persons who want them, in lines and on screens, and
never too early.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.hosting.hosted import HostedBattle
from engine.hosting.terms import Terms
from engine.players import make_player
from engine.review.voices import Speaker
from tests.tui.host.far import Company, Far, company, until
from tests.tui.host.near import begun
from tests.tui.host.test_lines import comes as lines_of
from tui.screens.settings import Settings, save

BLUFF = Terms(game="iron_oak", scenario="drewrys_bluff", watching="delayed", delay=1)
ON, OFF = "Orders and reports are printed with the log.", "Voices are off."


def plays(hosted: HostedBattle, commands: int) -> None:
    """Let ensigns answer for both persons, for some commands or until the end."""
    battle = hosted.running()
    players = {each.key: make_player("ensign", hosted.game, 3, each.key) for each in hosted.seats}
    for _ in range(commands):
        asked = battle.pending()[0]
        battle.answer(asked.seat, players[asked.seat].choose(battle.view(asked.seat), asked))


def spoken(hosted: HostedBattle, last: int) -> list[str]:
    """Return what is said aboard in the first entries of a battle, up to `last`."""
    speaker = Speaker(hosted.running())
    return [said for n in range(1, last + 1) for said in speaker.spoken(n)]


def heard(told: str, hosted: HostedBattle) -> set[str]:
    """Return those words of the battle's voices that a person has read."""
    text = " ".join(told.split())
    return {said for said in spoken(hosted, hosted.running().position) if said in text}


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.hosting.hub.random_secret", lambda: "5" * 64)


async def test_the_word_switches_them_for_one_person_in_lines(tmp_path: Path) -> None:
    """A player reads the voices of the present; a watcher who is some turns behind, those of what
    he has seen.
    """
    async with company(tmp_path) as people:
        hosted = begun(people.host.hub, "anna", "ben", terms=BLUFF)
        anna, ben, eve = [await lines_of(people, name) for name in ("anna", "ben", "eve")]
        await anna.types("1", "Waiting for" if "A" not in hosted.asked() else "Union, turn 1")
        await ben.types("1", "> ")
        await eve.types("watch 1", "you watch")
        for lines in (ben, eve):
            await lines.types("voices", ON)
        for _ in range(60):
            plays(hosted, 1)
            await asyncio.sleep(0)
        turn = hosted.game.turn(hosted.running().state)
        assert turn > 2
        for lines in (ben, eve):
            await lines.insists("voices", OFF)
        await anna.insists("who", "Confederate: ben")
        assert not heard(anna.told, hosted), "who has not asked for them reads none"
        present = heard(ben.told, hosted)
        assert len(present) > 5
        behind = hosted.shown_to("eve").position
        assert behind < hosted.running().position
        past = set(spoken(hosted, behind))
        assert heard(eve.told, hosted) <= past, "nothing of a turn that he may not see yet"
        assert present - past
        read = len(ben.told)
        plays(hosted, 10)
        await ben.insists("who", "Confederate: ben")
        assert not heard(ben.told[read:], hosted), "silent again"


async def comes_with(people: Company, name: str, voices: bool) -> Far:
    """Let a person log in who has chosen whether to have voices, and who sees animations."""
    settings = Settings(animation="quick", scenes=False, guide=False, voices=voices)
    save(settings, people.folder / "settings" / f"{name}.toml")
    process = await (await people.connection(name)).create_process(
        term_type="xterm", term_size=(100, 30), encoding=None
    )
    return Far(process, (100, 30))


async def test_a_setting_of_each_person_has_them_on_the_screen(tmp_path: Path) -> None:
    """They are shown below the chart while the moves of others are animated."""
    async with company(tmp_path) as people:
        hosted = begun(people.host.hub, "anna", "ben", terms=BLUFF)
        anna, ben = [
            await comes_with(people, name, voices)
            for name, voices in (("anna", True), ("ben", False))
        ]
        for far in (anna, ben):
            await far.sees("LOBBY")
            far.press("enter")
            await far.sees("TURN 1")
        words: set[str] = set()

        def speaks() -> bool:
            plays(hosted, 1)
            words.update(spoken(hosted, hosted.running().position))
            return any(said[:40] in anna.text for said in words)

        await until(speaks)
        await ben.quiet()
        assert not any(said[:40].encode() in bytes(ben.received) for said in words)

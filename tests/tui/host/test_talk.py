"""Chat in the lobby, and among watchers where no player can read it."""

from __future__ import annotations

from pathlib import Path

from tests.tui.host.far import company, founded
from tests.tui.host.near import begun, near, running_hub
from tests.tui.host.test_lines import comes as lines_of


async def test_the_lobby_talks_and_each_may_stop_reading_somebody(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna, ben = await lines_of(people, "anna"), await lines_of(people, "ben")
        guest = await lines_of(people, "guest")
        carl = await people.comes("carl")
        await carl.sees("LOBBY")
        await anna.types("say Who plays\x07 tonight?", "control character")
        await anna.types("say Who plays tonight?")
        for each in (ben, carl):
            await each.sees("anna: Who plays tonight?")
        await guest.types("say me", "a guest may read and watch, but not talk")
        await guest.types("talk", "anna: Who plays tonight?")
        await ben.types("mute anna", "You no longer see what anna says in the lobby.")
        await anna.types("say Nobody?")
        await carl.sees("anna: Nobody?")
        await ben.types("talk", "Nothing was said here yet.")
        assert "Nobody?" not in ben.told
        await ben.types("unmute anna", "You see again what anna says.")
        await ben.types("talk", "anna: Nobody?")
        carl.press("T")
        await carl.sees("Say to all in the lobby:")
        carl.press("I do", "enter")
        await anna.sees("carl: I do")
        people.host.owner.execute("mute carl", "a test")
        carl.press("T")
        await carl.sees("Say to all in the lobby:")
        carl.press("Again", "enter")
        await carl.sees("the owner of this host has muted you")
        for _ in range(9):
            await anna.types("say more")
        await anna.types("say more", "you may speak only 10 times a minute")
        await anna.types(f"say {'x' * 4000}", "you may speak")


async def test_onlookers_talk_and_nobody_at_the_table_reads_it(tmp_path: Path) -> None:
    """A player cannot read it on another screen, either, and neither can a guest, who might be a
    player.
    """
    async with company(tmp_path) as people:
        hosted = founded(people.host.hub, A="anna", B="ben")
        anna, ben = await lines_of(people, "anna"), await lines_of(people, "ben")
        carl, dora = await lines_of(people, "carl"), await people.comes("dora")
        guest = await lines_of(people, "guest")
        for each in (anna, carl, guest):
            await each.types("1", "Oak & Iron.", "> ")
        await dora.sees("LOBBY")
        dora.press("enter")
        await dora.sees("You watch")
        await carl.types("say Red should tack")
        await dora.sees("carl, watching: Red should tack")
        dora.press("T")
        await dora.sees("Say to those who watch:")
        dora.press("Or wear", "enter")
        await carl.sees("dora, watching: Or wear")
        await carl.types("tell x", "people who watch talk among themselves")
        await guest.types("say me", "a guest may read and watch")
        await anna.types("say fair wind", 'anna (Red): "fair wind"')
        await carl.sees('anna (Red): "fair wind"')
        for each in (anna, ben, guest):
            await each.types("who", "> ")
            assert "tack" not in each.told
            assert "Or wear" not in each.told
        assert not any("tack" in record.text for record in hosted.running().log)


async def test_who_watches_alone_is_told_so(tmp_path: Path) -> None:
    """A person in the lobby does not read what watchers say."""
    async with running_hub(tmp_path) as hub, near(hub, "carl") as carl:
        hosted = begun(hub, "anna", "ben")
        hub.count_connection("dora")
        carl.app.enter_battle(hosted)
        await carl.press("T")
        await carl.types("ahoy")
        await carl.sees("Nobody else watches now.")

"""Two persons play against each other over real SSH connections; others watch, lose their
connection, and come back.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from engine.game.decision import Answer
from engine.hosting import hub
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from tests.tui.host.far import (
    CROWDED,
    Company,
    Far,
    at_sea,
    company,
    founded,
    plays_on,
    seated,
    until,
)
from tests.tui.rest import PATIENCE
from tui.battle.changes import SessionChanges
from tui.host.app import HostedApp
from tui.host.connection.terminal import RemoteTerminal

SMALL = 80, 24


async def play_to_the_end(battle: Battle, persons: dict[str, Far], random: Random) -> int:
    """Let the player who has to choose press keys until the battle is over; return the number of
    choices.
    """
    acted = asyncio.Event()
    battle.subscribe(lambda battle, change: acted.set())
    choices = 0
    while battle.outcome() is None:
        question = random.choice(battle.pending())
        acted.clear()
        persons[question.seat].press(*["down"] * random.randrange(3), "enter")
        await asyncio.wait_for(acted.wait(), PATIENCE)
        choices += 1
        assert choices < 2000
    return choices


async def test_two_people_play_a_whole_quick_start_and_a_third_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "random_secret", lambda: f"{175:064x}")  # else any length
    async with company(tmp_path) as people:
        anna, ben = await seated(people, "anna", "ben", size=SMALL)
        carl = await people.comes("guest", SMALL)
        await carl.sees("LOBBY", "you are a guest", "Quick start")
        carl.press("enter")
        await carl.sees("Quick start", "TURN 1")
        (hosted,) = people.battles
        assert hosted.battle
        await play_to_the_end(hosted.battle, {"A": anna, "B": ben}, Random(175))
        outcome = hosted.battle.outcome()
        assert outcome
        for far in (anna, ben, carl):
            await far.sees("WINS" if outcome.winners else "A DRAW")
        path = hosted.path
    verdict = Battle.open(path, write=False).verify()
    assert verdict.ok, verdict.text
    assert verdict.proof.startswith("dice proved")


def shown(far: Far) -> list[str]:
    """Return the lines of a screen without the last three, which say what happened last."""
    return far.text.splitlines()[:-3]


async def test_who_drops_out_in_mid_choice_comes_back_to_the_same_screen(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna, ben = await at_sea(people, "anna", "ben")
        battle = people.battles[0].battle
        assert battle
        ben.press("enter")
        await ben.sees("Waiting for anna")
        for key in ("down", "down", "+", "m", "right", "right", "down"):
            anna.press(key)
            await anna.quiet(0.05)  # the first key ends the picture that opens the battle
        await anna.sees("From A1 Swallow", ">3.")
        await anna.quiet(0.3)
        before = shown(anna)
        anna.connection.abort()
        await ben.sees("anna", "away")
        back = await people.comes("anna", SMALL)
        await ben.sees_no("away")
        await back.sees("TURN 1")
        await back.quiet()
        assert shown(back) == before
        back.press("escape")  # measures no more
        await back.sees_no("From A1 Swallow")
        back.press(" ", "enter")  # looks round no more
        await until(lambda: battle.position == 2)


async def test_a_turned_dial_stands_as_it_stood(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = founded(people.host.hub, A="anna", B="anna")
        assert hosted.battle
        while not any(option.dial for option in hosted.battle.pending()[0].options):
            question = hosted.battle.pending()[0]
            hosted.battle.answer(question.seat, Answer(question.options[0].id))
        anna = await plays_on(people, "anna")
        options = hosted.battle.pending()[0].options
        dialled = next(at for at, option in enumerate(options) if option.dial)
        anna.press(*["down"] * dialled, "right", "right", "right")
        await anna.quiet(0.4)
        before = shown(anna)
        anna.connection.abort()
        await until(lambda: not hosted.screens["anna"])
        back = await people.comes("anna", SMALL)
        await back.sees("TURN 1")
        await back.quiet(0.4)
        assert shown(back) == before


async def test_one_person_at_two_terminals_sees_the_same_battle(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna, ben = await at_sea(people, "anna", "ben")
        second = await plays_on(people, "anna", (120, 40))
        anna.press("enter")
        await second.sees("Waiting for ben")
        anna.connection.abort()
        await ben.quiet()
        assert "away" not in ben.text
        second.press("u")
        await second.sees("YOUR CHOICE")
        second.connection.abort()
        ben.press("enter")
        await ben.sees("Waiting for anna", "away")


async def test_a_person_may_have_several_seats(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = founded(people.host.hub, A="anna", B="anna")
        assert hosted.battle
        anna = await plays_on(people, "anna")
        for position in range(1, 6):
            anna.press("enter")
            await until(lambda at=position: hosted.battle.position == at)  # type: ignore[misc, union-attr]
        await anna.sees("YOUR CHOICE")


async def test_a_line_lost_while_others_are_animated_loses_nothing(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = founded(people.host.hub, A="anna", B="ben")
        battle = hosted.battle
        assert battle
        names = "anna", "ben"
        persons = [await people.comes(name, SMALL, animation=True) for name in names]
        for far in persons:
            await far.sees("LOBBY")
            far.press("enter")
            await far.sees("YOUR CHOICE")
        await until(lambda: sum(hosted.screens.values()) == 2)
        persons[0].press("enter")
        await until(lambda: battle.position == 1)
        await persons[1].sees("YOUR CHOICE")
        await persons[1].quiet()
        persons[1].press("enter")
        await until(lambda: battle.position == 2)
        for far in persons:
            far.connection.abort()  # the challenge is being rolled on both screens
        await until(lambda: not any(hosted.screens.values()))
        for name in names:
            await (await people.comes(name, SMALL)).sees("TURN 1", "Quick start")
        assert battle.position == 2


async def test_an_error_of_the_program_is_a_line_in_the_log_and_a_sentence_on_the_screen(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(changes: SessionChanges) -> None:
        if changes.session.table.viewer_seat == "A":
            raise ZeroDivisionError("Fire as She Bears")

    async with company(tmp_path) as people:
        anna, ben = await at_sea(people, "anna", "ben")
        monkeypatch.setattr(SessionChanges, "selected_changed", fail)
        anna.press("tab")
        await anna.sees("The host had to end this connection.")
        assert "Traceback" not in anna.text
        assert "Fire as She Bears" not in anna.text
        ben.press("enter")
        await ben.sees("anna", "away")
    (record,) = [each for each in caplog.records if each.levelname == "ERROR"]
    told = caplog.handler.format(record)
    assert "a fault ended the screen of anna: ZeroDivisionError at test_company.py:" in told
    assert "\n" not in told
    named = Path(told.rpartition("details are in ")[2])
    assert named.parent == people.host.folder / "faults"
    fault = named.read_text(encoding="utf-8")
    assert "ZeroDivisionError: Fire as She Bears" in fault
    assert "terminal 80 by 24\nlast actions: " in fault
    assert "battle.next_ship" in fault
    assert "anna" not in fault


async def test_who_does_not_read_holds_up_nobody_and_then_sees_it_whole(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(CROWDED, output_waiting=10_000)
    async with company(tmp_path, limits=limits) as people:
        founded(people.host.hub, A="anna", B="ben")
        anna = await plays_on(people, "anna", window=20_000)
        ben = await plays_on(people, "ben")
        theirs = people.host._apps[0].terminal
        anna.process.channel.pause_reading()
        for _ in range(4):
            theirs.send("." * 11_000 + "\r")
        await until(lambda: theirs._frames_dropped)
        kept = theirs._transport.waiting  # type: ignore[union-attr]
        ben.press("enter")
        await ben.sees("Waiting for anna")
        anna.process.change_terminal_size(90, 30)
        anna.process.change_terminal_size(*SMALL)
        anna.press("down")
        await asyncio.sleep(0.3)
        assert theirs._transport.waiting == kept  # type: ignore[union-attr]
        anna.process.channel.resume_reading()
        await until(lambda: not theirs._frames_dropped)
        await anna.quiet(0.5)
        fresh = await plays_on(people, "anna")
        fresh.press("down")
        await until(lambda: shown(anna) == shown(fresh))


async def test_a_guest_has_no_seat_and_changes_nothing(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = founded(people.host.hub, A="anna", B="ben")
        guest = await plays_on(people, "guest")
        guest.press("enter", "u", "n", "T", "a", "enter", "escape", "P")
        await guest.quiet()
        assert hosted.battle
        assert hosted.battle.position == 0
        assert len(hosted.battle.log) == 0


async def test_nobody_comes_to_a_host_without_guests_unnamed(tmp_path: Path) -> None:
    async with company(tmp_path, guests=False) as people:
        await refused(people)


async def refused(people: Company) -> None:
    with pytest.raises(Exception, match=r"[Pp]ermission denied|auth"):
        await people.connection("guest")


async def test_who_waits_is_led_to_the_battle_by_the_work_of_whoever_sits_down_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This works even if that person's turn in the fair queue is over when the one who waits is
    notified.
    """
    apps: dict[str, HostedApp] = {}

    class Noted(HostedApp):
        def __init__(self, hub: hub.Hub, person: str, terminal: RemoteTerminal, *more: Any) -> None:
            super().__init__(hub, person, terminal, *more)
            apps[person] = self

    monkeypatch.setattr("tui.host.host.HostedApp", Noted)
    async with company(tmp_path) as people:
        hosted = people.host.hub.found_battle("anna", Terms(game="oak_iron", scenario="quickstart"))
        hosted.sit("anna", "A", "porpoise")
        anna, ben = await people.comes("anna", SMALL), await people.comes("ben", SMALL)
        for far in (anna, ben):
            await far.sees("LOBBY", "Quick start")
        anna.press("enter")
        await anna.sees("GATHERING", "Enter sits down as Blue")
        await ben.quiet()
        assert not apps["ben"].terminal.place.turning
        with apps["ben"]._context():
            hosted.sit("ben", "B", "dolphin")
        await anna.sees("TURN 1")

"""What a host refuses in its battles, each time in a sentence; and what it shows to those who only
watch.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.errors import FileFault, Refused
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import in_order
from engine.hosting.terms import USUAL, discard, store, stored_agreements
from tests.tui.host.near import QUICK, begun, near, running_hub
from tui.host.connection import admission
from tui.host.connection.ssh import host_key
from tui.host.host import create_and_lock
from tui.host.lobby import LobbyScreen
from tui.terminal.page import TextPage


def refused(action: Callable[[], Any]) -> str:
    """Return the sentence with which an action is refused."""
    with pytest.raises((Refused, FileFault)) as caught:
        action()
    return str(caught.value)


async def test_before_a_battle_begins(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        full = replace(QUICK, computers={"A": "ensign", "B": "ensign"})
        told = "a computer has every seat; leave one to a person"
        assert refused(lambda: hub.found_battle("anna", full)) == told
        hosted = hub.found_battle("anna", QUICK)
        hosted.sit("anna", "A")
        assert refused(lambda: hosted.sit("ben", "A")) == "this seat is taken"
        assert refused(lambda: hosted.leave_seat("ben", "A")) == "this is not your seat"
        assert refused(lambda: hosted.say("A", "ahoy")) == "the battle has not begun"
        assert refused(hosted.running) == "the battle has not begun"
        hosted.leave_seat("anna", "A")
        assert "A" in hosted.seating.free
        hosted.sit("ben", "A")
        hub.withdraw("anna", hosted)
        told = "its founder has withdrawn this battle"
        assert refused(lambda: hosted.sit("carl", "B")) == told
        hosted.leave_seat("ben", "A")
        assert "A" in hosted.seating.free
    assert Hub(tmp_path).battles == {}, "what was done after it was withdrawn wrote nothing"


async def test_battles_that_nobody_fills_expire_and_an_address_has_its_share(
    tmp_path: Path,
) -> None:
    limits = replace(USUAL, battles_an_address=2, open_days=3)
    async with running_hub(tmp_path, limits) as hub:
        hub.addresses.update(anna="10.0.0.1", ben="10.0.0.1", carl="10.0.0.2")
        first = hub.found_battle("anna", QUICK)
        hub.found_battle("ben", QUICK)
        told = "2 battles founded from your address wait for players, which is the limit"
        assert refused(lambda: hub.found_battle("anna", QUICK)) == told
        hub.found_battle("carl", QUICK)
        hub.found_battle("joined by a socket", QUICK)
        first.sit("anna", "A")
        first.sit("dora", "B")  # one that has begun is not counted
        hub.found_battle("anna", QUICK)
        aged = [each.agreement for each in hub.battles.values()][:3]
        for each in aged:
            long_ago = (datetime.now() - timedelta(days=4)).isoformat(timespec="seconds")
            store(tmp_path, replace(each, created=long_ago))
    async with running_hub(tmp_path, limits) as hub:
        assert len(hub.battles) == 3
        assert aged[0].id in hub.battles, "it has begun"
    for many in (1_000_000, 1_000_000_000):
        async with running_hub(tmp_path, replace(limits, open_days=many)) as hub:
            assert len(hub.battles) == 3
    for forged in ("yesterday", "2026-01-01T00:00:00+00:00"):
        store(tmp_path, replace(aged[0], created=forged))
        async with running_hub(tmp_path) as hub:
            assert len(hub.battles) == 2
        (fault,) = (each for each in stored_agreements(tmp_path) if isinstance(each, FileFault))
        assert str(fault).endswith(" is damaged (created: it is not a date with a time of day)")


async def test_an_owner_of_the_host_withdraws_any_battle_and_its_file_stays(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        hub.owners = frozenset({"anna"})
        waiting, going = hub.found_battle("ben", QUICK), begun(hub, "ben", "carl")
        going.screen_opened("ben")
        assert hub.why_not_withdraw("carl", waiting) == "only its founder can withdraw a battle"
        async with near(hub, "anna") as anna:
            await anna.sees("ben v carl")
            rows = in_order(hub.battles.values(), "anna")
            await anna.press(*["down"] * rows.index(going), "x")
            await anna.sees("Withdraw Quick start, which has begun? y and Enter:")
            await anna.press("enter")
            assert going.agreement.id in hub.battles, "Enter alone is no"
            await anna.press("x", "y", "enter")
            assert going.agreement.id not in hub.battles
            going.screen_closed("ben")
            told = "the owner of the host has withdrawn this battle"
            assert refused(going.running) == told
            assert refused(lambda: going.resume("ben")) == told
            assert going.questions() == ()
            assert going.path.exists()
            await anna.press("x")
            assert hub.battles == {}
    assert Hub(tmp_path).battles == {}


async def test_while_a_battle_goes_on(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        told = "the battle has begun, so the seat cannot be given back"
        assert refused(lambda: hosted.leave_seat("anna", "A")) == told
        assert refused(lambda: hosted.resume("anna")) == "the battle is not adjourned"
        assert (
            refused(lambda: hosted.taking_back.grant("ben"))
            == "nobody is asking to take anything back"
        )
        assert refused(lambda: hosted.taking_back.ask("A")) != ""
        assert hosted.taking_back.request is None


async def test_what_is_shown_of_a_battle_changes_nothing(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        shown = hosted.shown_to("carl")
        assert hosted.battle is not None
        entries = len(hosted.battle.log)
        asked = hosted.battle.pending()[0]
        command = asked.options[0].command
        for action in (
            lambda: shown.submit(asked.seat, command),
            lambda: shown.reopen(asked.seat),
            lambda: shown.note("here"),
            lambda: shown.take_back("A"),
        ):
            assert refused(action)
        assert "watch" in (shown.why_not_redo() or "")
        assert len(hosted.battle.log) == entries
        with pytest.raises(Refused):
            shown.moment(99)


def test_papers_that_cannot_be_removed_or_name_another_battle_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Hub(tmp_path)
    hosted = hub.found_battle("anna", QUICK)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", refuse)
        told = refused(lambda: discard(tmp_path, hosted.agreement))
        assert told == "the battle stays: permission denied"
    (papers,) = (each for each in tmp_path.iterdir() if each.suffix != ".battle")
    papers.rename(papers.with_name(f"other{papers.suffix}"))
    assert Hub(tmp_path).battles == {}
    (fault,) = stored_agreements(tmp_path)
    assert str(fault).endswith(" is damaged (id, file: they name another battle)")


@pytest.mark.parametrize("file", ["../other.battle", "/etc/passwd"])
def test_papers_name_no_battle_file_of_another_folder(tmp_path: Path, file: str) -> None:
    Hub(tmp_path).found_battle("anna", QUICK)
    (papers,) = (each for each in tmp_path.iterdir() if each.suffix != ".battle")
    papers.write_text(json.dumps(json.loads(papers.read_text()) | {"file": file}))
    (fault,) = stored_agreements(tmp_path)
    assert str(fault).endswith(" is damaged (id, file: they name another battle)")


@pytest.mark.parametrize(
    ("person", "by"),
    [("anna", "its founder"), ("olga", "the owner of the host"), ("owen", "its founder")],
)
def test_a_withdrawn_battle_says_who_withdrew_it(tmp_path: Path, person: str, by: str) -> None:
    """Of an owner of the host it says so only if the battle is another person's."""
    hub = Hub(tmp_path)
    hub.owners = frozenset({"olga", "owen"})
    hosted = hub.found_battle("owen" if person == "owen" else "anna", QUICK)
    hub.withdraw(person, hosted)
    assert hosted.seating.withdrawn == by


def test_papers_of_a_megabyte_are_read_and_larger_ones_refused(tmp_path: Path) -> None:
    agreement = Hub(tmp_path).found_battle("anna", QUICK).agreement
    (papers,) = (each for each in tmp_path.iterdir() if each.suffix != ".battle")
    text = papers.read_bytes().rstrip()
    papers.write_bytes(text.ljust(2**20))
    assert stored_agreements(tmp_path) == [agreement]
    papers.write_bytes(text.ljust(2**20 + 1))
    (fault,) = stored_agreements(tmp_path)
    assert isinstance(fault, FileFault)
    assert papers.name in str(fault)


def test_a_folder_that_cannot_be_used_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(13, "Permission denied")

    path = tmp_path / "x"
    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", refuse)
        assert refused(lambda: Hub(path)) == f"{path} cannot be made: permission denied"
        assert refused(lambda: create_and_lock(path)) == f"{path} cannot be used: permission denied"
    with monkeypatch.context() as patched:
        patched.setattr(Path, "exists", refuse)
        assert refused(lambda: host_key(path)) == f"{path} cannot be used: permission denied"


def test_more_descriptors_are_asked_for_and_few_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"soft": 100, "hard": 5000}
    set_to: list[tuple[int, int]] = []
    resource = admission.resource
    assert resource is not None
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limits["soft"], limits["hard"]))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: set_to.append(both))
    admission.raise_descriptor_limit()
    assert set_to == [(admission.MOST, 5000)]
    limits["soft"] = 5000
    admission.raise_descriptor_limit()
    assert len(set_to) == 1
    assert not admission.descriptors_low()
    limits["soft"] = admission.KEPT + 1
    assert admission.descriptors_low()

    def none_left(_: str) -> list[str]:
        raise OSError(24, "Too many open files")

    limits["soft"] = 5000
    monkeypatch.setattr(os, "listdir", none_left)
    assert admission.descriptors_low()
    monkeypatch.setattr(admission, "resource", None)
    admission.raise_descriptor_limit()
    assert not admission.descriptors_low()
    assert len(set_to) == 1


async def test_the_terms_are_gone_through_by_keys_and_clicks(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.press("n")
        screen: Any = anna.app.screen
        first = screen.terms
        screen._click(0)
        assert screen.terms.game != first.game
        names = [line.what for line in screen.lines]
        for name in ("clock", "watching"):
            if name in names:
                screen.index = names.index(name)
                before = getattr(screen.terms, name)
                await anna.press("right")
                assert getattr(screen.terms, name) != before
        screen.index = names.index("word")
        await anna.press("right")
        await anna.types("sesame")
        assert screen.terms.word == "sesame"


async def test_the_lobby_refuses_what_a_battle_is_not_ready_for(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.press("enter")
        assert "LOBBY" in anna.text
        hub.found_battle("ben", QUICK)
        await anna.press("w")
        await anna.sees("only a battle that has begun can be watched")
        await anna.press("r")
        await anna.sees("only a battle that is over can be replayed")
        await anna.press("K")
        await anna.sees("CARDS AND RULES")
        await anna.press("escape")
        hub.found_battle("ben", QUICK)
        begun(hub, "ben", "carl")
        await anna.press("end")
        await anna.sees("Quick start")
        await anna.press("w")
        await anna.sees("TURN 1", "You watch")


async def test_a_seat_is_given_back_and_one_that_is_taken_is_not_sat_in(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = hub.found_battle("ben", QUICK)
        hosted.sit("carl", "A")
        await anna.press("enter")
        await anna.sees("GATHERING", "Enter sits down as")
        screen: Any = anna.app.screen
        screen._move(-5)
        assert screen.seat.key == "A"
        await anna.press("enter")
        await anna.sees("Red is taken")
        await anna.press("x")
        await anna.sees("this is not your seat")
        assert set(hosted.seating.free) == {"B"}
        hosted.leave_seat("carl", "A")
        hosted.sit("anna", "A")
        await anna.press("x")
        assert set(hosted.seating.free) == {"A", "B"}


async def test_a_fleet_action_has_so_many_squadrons_a_side(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.press("n")
        screen: Any = anna.app.screen
        form = screen.form
        for game, scenario, _ in form.offered:
            if form.choice.a_side:
                break
            form.choose(game, scenario)
        names = [line.what for line in screen.lines]
        screen.index = names.index("a_side")
        before, seats = form.choice.a_side, len(form.seats)
        await anna.press("right")
        assert form.choice.a_side != before
        assert len(form.seats) == 2 * form.choice.a_side
        assert len(form.seats) != seats
        listed = {line.seat.key for line in screen.lines if line.what == "player"}
        assert {seat.key for seat in form.seats} == listed
        await anna.sees(f"{form.choice.a_side} a side", " more")


async def test_who_has_every_seat_takes_back_without_asking_anybody(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        battle = begun(hub, "anna", "anna").running()
        await anna.press("enter", "ctrl+t")
        await anna.sees("nothing to take back")
        await anna.press("ctrl+e")
        await anna.sees("a host does not write pictures to files")
        await anna.press("enter", "enter")
        assert battle.position == 2
        await anna.press("u")
        await anna.sees("Take the order back anyway?")
        await anna.press("y")
        assert battle.position == 1
        begun(hub, "anna", "ben")
        hub.found_battle("ben", QUICK)
        await anna.press(":")
        await anna.types("no such thing")
        await anna.sees("No order or command here is called 'no such thing'.")


async def test_all_who_are_asked_must_agree_and_one_asks_at_a_time(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        fleet = replace(QUICK, scenario="fleet")
        hosted = begun(hub, "anna", "ben", "carl", "dora", terms=fleet)
        battle = hosted.running()
        seats = {person: seat for seat, person in hosted.agreement.seated.items()}
        while battle.why_not_take_back(seats["anna"]):
            asked = battle.pending()[0]
            battle.submit(asked.seat, asked.options[0].command)
        position = battle.position
        hosted.taking_back.ask(seats["anna"])
        told = "anna is already asking to take something back"
        assert refused(lambda: hosted.taking_back.ask(seats["ben"])) == told
        for person in ("ben", "carl"):
            hosted.taking_back.grant(person)
            assert hosted.taking_back.request
            assert battle.position == position
        hosted.taking_back.grant("dora")
        assert hosted.taking_back.request is None
        assert battle.position < position


@pytest.mark.parametrize(
    ("late", "told"),
    [("computer", "Waiting for anna (Red, played by a computer"), ("adjourn", "Adjourned: ")],
)
async def test_a_watcher_sees_what_became_of_who_is_late(
    tmp_path: Path, late: Any, told: str
) -> None:
    terms = replace(QUICK, clock=60, late=late)
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "") as guest,
        near(hub, "ben") as ben,
    ):
        hosted = begun(hub, "anna", "ben", terms=terms)
        await ben.press("enter")
        await guest.press("enter")
        await guest.sees("You watch", "Waiting for anna (Red, away")
        hub._thinking[hosted.agreement.id] = asyncio.get_running_loop().create_task(
            asyncio.sleep(60)
        )
        hosted.clock.expire("A")
        await guest.sees(told)


async def test_where_another_battle_waits_it_is_told(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        begun(hub, "anna", "ben")
        await anna.press("enter", "enter")
        assert "Another waits" not in anna.text
        begun(hub, "anna", "ben")
        await anna.sees("Another battle waits for you.")


async def test_what_cannot_be_said_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = begun(hub, "anna", "ben")
        await anna.press("enter", "T")

        def full(*_: object) -> None:
            raise FileFault("no room for talk")

        monkeypatch.setattr(hosted, "say", full)
        await anna.types("ahoy")
        await anna.sees("no room for talk")


async def test_a_battle_that_waits_for_a_person_is_marked_in_another_colour(tmp_path: Path) -> None:
    """Only its state is in another colour, and only while the line is not highlighted."""
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        begun(hub, "anna", "ben")
        begun(hub, "anna", "ben")
        await anna.sees("YOUR CHOICE")
        screen = anna.app.screen
        assert isinstance(screen, LobbyScreen)
        written: list[tuple[str, str]] = []

        class Page(TextPage):
            def write(self, column: int, row: int, text: str, style: str) -> None:
                written.append((text, style))
                super().write(column, row, text, style)

        page = Page(80, 24, "ascii")
        screen.fill(page)
        marked = [text.strip() for text, style in written if style == "warning"]
        assert marked.count("YOUR CHOICE") == 1, "of two that wait, the one that is not chosen"

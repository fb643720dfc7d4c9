"""Challenges and rematches: battles in which a seat is reserved for a certain person."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.hosting.club.sessions import Session
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import state_of
from tests.tui.host.far import company, founded
from tests.tui.host.near import QUICK, begun, near, running_hub, until
from tests.tui.host.test_club import TEAMS, resigned
from tests.tui.host.test_lines import comes as lines_of
from tui.host.founding import GatheringScreen


async def test_a_rematch_changes_sides_once_for_both_and_by_one_key(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        with pytest.raises(Refused, match="once the battle is over"):
            hub.rematch("anna", hosted)
        async with near(hub, "anna", (100, 30)) as anna:
            anna.app.enter_battle(hosted)
            await anna.press()
            resigned(hosted, "ben")
            await anna.sees("RED WINS", "B rematch")
            await anna.press("B")
            await until(lambda: isinstance(anna.app.screen, GatheringScreen), lambda: anna.text)
            await anna.sees("free, kept for ben", "free, kept for anna")
        found = hub.rematch("ben", hosted)
        assert found.agreement.reserved == {"A": "ben", "B": "anna"}
        assert len(hub.battles) == 2
        for stranger in ("carl", ""):
            with pytest.raises(Refused, match="a player of the battle can"):
                hub.rematch(stranger, hosted)
        with pytest.raises(Refused, match="this seat is kept for ben"):
            found.sit("carl", "A")
        found.sit("anna", "B")
        assert state_of(found, "ben") == "INVITES YOU"
        found.sit("ben", "A")
        assert found.standing == "running"
    (_, again) = Hub(tmp_path).battles.values()
    assert again.agreement.rematch == hosted.agreement.id


async def test_teams_and_computers_change_sides_too(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", "carl", terms=replace(TEAMS, computers={"D": "ensign"}))
        for person in ("carl", "ben", "anna"):
            if hosted.standing != "finished":
                resigned(hosted, person)
        before = {**hosted.running().header.options["persons"]}
        sides = {seat.key: seat.fights_for for seat in hosted.seats}
        found = hub.rematch("anna", hosted)
        for key, person in found.agreement.reserved.items():
            was = next(former for former, name in before.items() if name == person)
            assert sides[key] != sides[was]
        assert len(found.agreement.terms.computers) == 1


async def test_what_concerns_nobody_else_is_told_to_nobody_else(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        read: dict[str, list[str]] = {name: [] for name in ("anna", "ben", "carl", "")}
        for name, told in read.items():
            hub.sessions.join(Session(name, "", told.append, told.append))
        alone = begun(hub, "anna", terms=replace(QUICK, computers={"B": "ensign"}))
        alone.running().leave("resign", "A")
        hub.rematch("anna", alone)
        assert not any(read.values())
        offered = hub.challenge("anna", "ben", QUICK)
        offered.sit("ben", "B")
        offered.leave_seat("ben", "B")
        read["ben"].clear()
        hub.decline("ben", offered)
        assert read.pop("anna") == ["ben declines Quick start."]
        assert not any(read.values())
        played = begun(hub, "anna", "ben")
        resigned(played, "ben")
        hub.people.change("ben", muted=("anna",))
        hub.rematch("anna", played)
        assert not any(read.values()), "ben does not read anna"


async def test_a_challenge_is_seen_by_the_other_and_can_be_declined(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        ben, anna = await lines_of(people, "ben"), await lines_of(people, "anna")
        await anna.types("challenge nobody quickstart", "nobody here is called 'nobody'")
        await anna.types("challenge anna quickstart", "you cannot challenge yourself")
        await anna.types("challenge ben", "name a scenario")
        await anna.types(
            "challenge ben quickstart B=ensign", "no free seat for a person on the other side"
        )
        await anna.types(
            "challenge ben quickstart clock=a day word=oak", "ben sees the battle in the lobby"
        )
        await ben.sees("anna challenges you to Quick start; it is in the lobby.")
        await ben.types("list", "INVITES YOU")
        await ben.types("about 1", "Blue: free, kept for ben")
        await ben.types("decline 1", "Declined: Quick start.")
        assert not people.battles
        await anna.sees("ben declines Quick start.")
        await anna.types("challenge ben quickstart word=oak", "ben sees the battle")
        await ben.types("list", "INVITES YOU")
        await ben.types("sit 1 Blue", "Any word of yours")
        await ben.types("porpoise", "You are in.")
        await anna.types("list", "INVITES YOU")
        await anna.types("sit 1 Blue", "Any word of yours")
        await anna.types("dolphin", "this seat is taken")
        await anna.types("decline 1", "Declined")
        (hosted,) = people.battles
        assert hosted.seating.persons == {"ben"}


async def test_in_lines_a_finished_battle_is_played_again(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        resigned(founded(people.host.hub, A="anna", B="ben"), "ben")
        ben = await lines_of(people, "ben")
        await ben.types("rematch 1", "The seats are kept for the same people.")
        await ben.types("list", "INVITES YOU")
        carl = await lines_of(people, "carl")
        await carl.types("rematch 2", "a player of the battle can")
        await carl.types("rematch 77", "there is no battle 77")


def test_a_kept_seat_survives_a_restart(tmp_path: Path) -> None:
    hub = Hub(tmp_path)
    hub.challenge("anna", "ben", QUICK)
    (hosted,) = Hub(tmp_path).battles.values()
    assert hosted.agreement.reserved == {"A": "anna", "B": "ben"}

"""Holidays of players: rounds of tournaments, budgets of time, and seats that could be given to
others.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import nullcontext
from datetime import datetime
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import FileFault, Refused
from engine.hosting.club.desk import Desk
from engine.hosting.club.sessions import Session
from engine.hosting.club.tournament import Kind, Tournament
from engine.hosting.club.tournaments import Tournaments
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import Terms
from tests.tui.host.near import QUICK, begun, near, running_hub, there
from tests.tui.host.test_leaving import TEAMS, kept_waiting

DAY = 86_400.0
DAILY = Terms(game="oak_iron", scenario="quickstart", clock=int(DAY))
WEEK_BANK = replace(QUICK, bank=7 * int(DAY), more=3600)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a list with the time of day, which a test can set."""
    told = [1_777_636_800.0]
    monkeypatch.setattr(time, "time", lambda: told[0])
    return told


def opened(folder: Path) -> tuple[Hub, Tournaments]:
    """Return (a hub in a folder, its tournaments), as a host has them when it starts."""
    hub = Hub(folder)
    return hub, Tournaments(folder / "tournaments", hub)


def founded(all_: Tournaments, kind: Kind, days: float, *players: str) -> None:
    all_.found("anna", "cup", kind, DAILY, 3, days * DAY)
    for name in players:
        all_.join(name, "cup")


def started(hub: Hub, all_: Tournaments, *away: tuple[str, int]) -> Tournament:
    """Begin a tournament; `away` names players with a holiday and its days."""
    for person, days in away:
        Desk(hub, person).execute(f"holiday {days}")
    all_.start("anna", "cup")
    return all_.tournament("cup")


def answers(hosted: HostedBattle, seats: Iterable[str] = "AB") -> None:
    battle = hosted.running()
    for seat in seats:
        battle.answer(seat, next(q for q in battle.pending() if q.seat == seat).options[0].id)


# A round that begins in a holiday.


@pytest.mark.parametrize(
    ("away", "more"),
    [
        ((), 0),
        ((("ben", 7),), 7),
        ((("anna", 3), ("ben", 7)), 7),  # two at once do not add up
        ((("ben", 7), ("anna", 3)), 7),
        ((("anna", 28), ("ben", 28)), 28),  # much longer than the round
        ((("carl", 9),), 0),  # he has no part in it
    ],
)
async def test_a_round_that_begins_in_a_holiday_begins_when_it_is_over(
    tmp_path: Path, now: list[float], away: tuple[tuple[str, int], ...], more: int
) -> None:
    """Until then nobody loses, even without taking the seat or answering."""
    hub, all_ = opened(tmp_path)
    founded(all_, "robin", 2, "anna", "ben")
    found, began = started(hub, all_, *away), now[0]
    assert found.due == began + (more + 2) * DAY
    now[0] = found.due - 1
    all_.do_due_steps()
    assert all_.tournament("cup") == found
    hub.close()
    hub, all_ = opened(tmp_path)
    all_.do_due_steps()
    assert all_.tournament("cup") == found, "a new start of the host changes nothing"
    hosted = hub.battles[found.this_round[0].battle]
    hosted.sit("ben", next(k for k, who in hosted.agreement.reserved.items() if who == "ben"))
    now[0] += 1
    all_.do_due_steps()
    (meeting,) = all_.tournament("cup").meetings
    scores = dict(zip((meeting.first, meeting.second), meeting.scores or (), strict=True))
    assert (scores, meeting.how) == ({"ben": 1.0, "anna": 0.0}, "deadline")
    hub.close()


async def test_a_round_waits_for_nobody_who_does_not_play_in_it(
    tmp_path: Path, now: list[float]
) -> None:
    """With three players in a knock-out the strongest does not play in the first round, on holiday
    or not.
    """
    hub, all_ = opened(tmp_path)
    anna, ben = list[str](), list[str]()
    for name, told in (("anna", anna), ("ben", ben)):
        hub.sessions.join(Session(name, "", told.append, told.append))
        hub.people.set_zone(name, "UTC")
    founded(all_, "knockout", 2, "anna", "ben", "carl")
    found = started(hub, all_, ("anna", 20))
    began = "Round 1 of cup has begun and ends Sun 12:00; "
    assert (anna, ben) == (
        [f"{began}you have a bye, so no opponent."], [f"{began}your battle is in the lobby."]
    )  # fmt: skip
    assert [(each.first, each.second) for each in found.this_round] == [
        ("anna", ""), ("ben", "carl")
    ]  # fmt: skip
    assert found.due == now[0] + 2 * DAY
    now[0] = found.due
    all_.do_due_steps()
    found = all_.tournament("cup")
    assert found.round == 2 or found.over
    hub.close()


async def test_the_next_round_waits_for_a_holiday_that_still_lasts(
    tmp_path: Path, now: list[float]
) -> None:
    hub, all_ = opened(tmp_path)
    founded(all_, "robin", 2, "anna", "ben", "carl", "dora")
    first = started(hub, all_)
    hosted = hub.battles[first.this_round[0].battle]
    Desk(hub, "anna").execute("holiday 10")
    assert all_.tournament("cup").due == first.due + 10 * DAY
    for meeting in first.this_round:
        hosted = hub.battles[meeting.battle]
        for key, who in hosted.agreement.reserved.items():
            hosted.sit(who, key)
        hosted.leaving.resign(meeting.second, next(iter(hosted.seating.sides(meeting.second))))
    found = all_.tournament("cup")
    assert (found.round, found.due) == (2, now[0] + 12 * DAY)
    hub.close()


async def test_a_round_shorter_than_a_day_does_not_wait(tmp_path: Path, now: list[float]) -> None:
    hub, all_ = opened(tmp_path)
    founded(all_, "robin", 0.5, "anna", "ben")
    found = started(hub, all_, ("anna", 7), ("ben", 7))
    assert found.due == now[0] + DAY / 2
    hub.close()


async def test_a_deadline_stays_to_the_last_second_however_often_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count(1_777_636_800)
    monkeypatch.setattr(time, "time", lambda: next(ticks) / 1.0)
    hub, all_ = opened(tmp_path)
    founded(all_, "robin", 7, "anna", "ben")
    due = started(hub, all_).due
    for _ in range(3):
        all_.do_due_steps()
    assert all_.tournament("cup").due == due
    hub.close()


# A holiday that begins too late, on a full disk, or while the host is killed.


async def test_a_holiday_after_the_deadline_saves_nobody(tmp_path: Path, now: list[float]) -> None:
    """The host checks its rounds every few seconds; the deadline is also in force between two
    checks.
    """
    hub, all_ = opened(tmp_path)
    founded(all_, "robin", 2, "anna", "ben")
    found = started(hub, all_)
    hosted = hub.battles[found.this_round[0].battle]
    hosted.sit("ben", next(k for k, who in hosted.agreement.reserved.items() if who == "ben"))
    now[0] = found.due + 1
    assert len(Desk(hub, "anna").execute("holiday 7")) == 1, "no round is moved"
    all_.do_due_steps()
    (meeting,) = all_.tournament("cup").meetings
    assert (meeting.how, all_.tournament("cup").over) == ("deadline", True)
    hub.close()


async def test_a_choice_whose_time_is_up_is_not_saved_by_a_holiday(
    tmp_path: Path, now: list[float]
) -> None:
    """The timer may come late, for example because the machine was suspended."""
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=DAILY)
        due = hosted.clock.deadlines
        now[0] = due["A"] + 1
        Desk(hub, "anna").execute("holiday 7")
        assert hosted.clock.deadlines == due


@pytest.mark.parametrize("fails_at", range(2))
async def test_a_round_waits_though_the_disk_was_full_when_the_holiday_began(
    tmp_path: Path, now: list[float], monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    """Either the holiday was not accepted, or the next check of the rounds, even by a new host,
    takes it into account.
    """
    hub, all_ = opened(tmp_path)
    founded(all_, "robin", 2, "anna", "ben")
    found = started(hub, all_)
    writes, flush = [0], os.fsync

    def full(descriptor: int) -> None:
        writes[0] += 1
        if writes[0] > fails_at:
            raise OSError(28, "No space left on device")
        flush(descriptor)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(FileFault) if not fails_at else nullcontext():
            (stopped,) = Desk(hub, "ben").execute("holiday 7")
            assert "are stopped till" in stopped
    hub.close()
    hub, all_ = opened(tmp_path)
    all_.do_due_steps()
    taken = hub.people.of("ben").holiday > now[0]
    assert taken == (fails_at > 0)
    assert all_.tournament("cup").due == found.due + 7 * DAY * taken
    hub.close()


async def test_a_clock_waits_though_the_host_was_killed_when_the_holiday_began(
    tmp_path: Path, now: list[float]
) -> None:
    """Here the holiday was stored, but not the time that it adds to the clock."""
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=DAILY)
        hub.people.take_holiday("anna", 7)
        due = hosted.agreement.deadlines["A"][0]
    now[0] += DAY / 2
    async with running_hub(tmp_path) as hub:
        (hosted,) = hub.battles.values()
        assert hosted.clock.deadlines["A"] == due + 7 * DAY
        assert hosted.clock.deadlines["B"] == due


# A bank of time.


@pytest.mark.parametrize("then", ["answers", "restarts", "comes back", "comes back, restarts"])
async def test_a_holiday_gives_back_no_time_of_a_bank(
    tmp_path: Path, now: list[float], then: str
) -> None:
    """When the holiday begins, five of seven days are used; two are left, whatever happens then."""
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=WEEK_BANK)
        now[0] += 5 * DAY
        Desk(hub, "anna").execute("holiday 6")
        due = now[0] + 8 * DAY
        assert hosted.clock.deadlines["A"] == due
        if "comes back" in then:
            Desk(hub, "anna").execute("holiday off")
        if "restarts" not in then:
            answers(hosted)
            assert hosted.clock.banks["A"] == 2 * DAY + 3600
            assert hosted.clock.banks["B"] == 2 * DAY + 3600
            return
    now[0] += 3600.0
    async with running_hub(tmp_path) as hub:
        (hosted,) = hub.battles.values()
        assert hosted.clock.deadlines["A"] == due
        answers(hosted)
        assert hosted.clock.banks["A"] == 2 * DAY + 3600
        assert hosted.clock.banks["B"] == 2 * DAY


async def test_a_bank_rests_for_who_is_asked_in_a_holiday(tmp_path: Path, now: list[float]) -> None:
    async with running_hub(tmp_path) as hub:
        Desk(hub, "anna").execute("holiday 6")
        hosted = begun(hub, "anna", "ben", terms=WEEK_BANK)
        assert hosted.clock.deadlines["A"] == now[0] + 13 * DAY
        now[0] += 5 * DAY
        answers(hosted)
        assert hosted.clock.banks == {"A": 7 * DAY + 3600, "B": 2 * DAY + 3600}


# Seats that the others may give away.


async def test_nobody_loses_a_seat_for_the_days_of_a_holiday(
    tmp_path: Path, now: list[float]
) -> None:
    """A week counts from the end of the holiday, even if that was ended early; limits of hours
    ignore holidays.
    """
    week, hour = replace(QUICK, away=7 * int(DAY)), replace(QUICK, away=3600)
    async with running_hub(tmp_path) as hub:
        long, short = (begun(hub, "anna", "ben", terms=terms) for terms in (week, hour))
        for hosted in (long, short):  # everybody was there, and the latest order came, just now
            hosted.asked_since = now[0]
            created = datetime.fromtimestamp(now[0]).isoformat()
            hosted.seating.agreement = replace(hosted.agreement, seen={}, created=created)
        Desk(hub, "anna").execute("holiday 10")
        now[0] += 9 * DAY
        assert long.leaving.why_not_replace("A") == "anna has a holiday"
        with pytest.raises(Refused, match="anna has a holiday"):
            long.leaving.replace("ben", "A", "captain")
        assert long.leaving.why_not_replace("B") == ""
        assert short.leaving.why_not_replace("A") == ""
        Desk(hub, "anna").execute("holiday off")
        assert "has not kept you waiting for 7 days yet" in long.leaving.why_not_replace("A")
        now[0] += 7 * DAY
        assert long.leaving.why_not_replace("A") == ""


@pytest.mark.parametrize("typed", ["0", "-1", "29", "1.5", "9" * 400, "7 7", "soon"])
async def test_a_holiday_that_cannot_be_is_refused_and_takes_no_day(
    tmp_path: Path, now: list[float], typed: str
) -> None:
    hub, all_ = opened(tmp_path)
    founded(all_, "robin", 2, "anna", "ben")
    found = started(hub, all_)
    with pytest.raises(Refused):
        Desk(hub, "anna").execute(f"holiday {typed}")
    assert hub.people.of("anna").used == {}
    assert all_.tournament("cup").due == found.due
    hub.close()


@pytest.mark.parametrize("then", ["has a holiday", "is back"])
async def test_a_vote_for_a_seat_lapses_when_its_person_is_back_or_has_a_holiday(
    tmp_path: Path, then: str
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "ben") as ben, near(hub, "dora") as dora:
        hosted = begun(hub, "anna", "ben", "carl", "dora", terms=replace(TEAMS, away=int(7 * DAY)))
        asked = (each for each in hosted.asked())
        seat = next(e for e in asked if hosted.seating.person_of(e) in ("anna", "carl"))
        absent = hosted.seating.person_of(seat)
        kept_waiting(hosted, 8 * DAY)
        for each in (ben, dora):
            each.app.enter_battle(hosted)
        hosted.leaving.replace("ben", seat, "captain")
        await dora.sees(f"proposes that a captain takes over for {absent}")
        if then == "is back":
            there(hub, absent, hosted)
        else:
            Desk(hub, absent).execute("holiday 3")
        await dora.press("y")
        await dora.sees(f"{absent} {then} and keeps the seat")
        assert hosted.seating.person_of(seat) == absent
        assert hosted.leaving.proposal is None

"""Whatever a host was writing when it was killed, afterwards either nothing of it was done, or
all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import FileFault, Refused
from engine.hosting.club.desk import Desk
from engine.hosting.club.owner import Owner
from engine.hosting.club.tournaments import Tournaments
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.passwords import hash_password
from engine.hosting.terms import Terms, store
from tests.tui.host.far import new_key
from tests.tui.host.killed import killed, really_killed
from tests.tui.host.near import QUICK, begun, running_hub, there, until
from tests.tui.host.test_leaving import TEAMS
from tui.host.connection.admission import Users

DAY = 86_400.0
THREE_DAYS = replace(QUICK, clock=3 * int(DAY))
WEEK_BANK = replace(QUICK, bank=7 * int(DAY), more=3600)
MINUTE = Terms(game="oak_iron", scenario="quickstart", clock=60)
SOON = 600.0
"""Two times count as the same within so many seconds, because a busy machine is slow."""


def opened(folder: Path) -> tuple[Hub, Tournaments]:
    """Return (a hub in a folder, its tournaments), as a host has them when it starts."""
    hub = Hub(folder)
    return hub, Tournaments(folder / "tournaments", hub)


def named(hub: Hub, word: str) -> HostedBattle:
    """Return the battle whose kind of clock has this name: `days` or `bank`."""
    return next(e for e in hub.battles.values() if bool(e.agreement.terms.bank) == (word == "bank"))


# A holiday.


async def takes_a_holiday(folder: Path) -> Hub:
    hub, _ = opened(folder)
    hub.start_computers()
    Desk(hub, "anna").execute("holiday 2")
    return hub


def before_a_holiday(folder: Path) -> dict[str, float]:
    """Let anna have been asked yesterday in battles with two kinds of clocks and in a round of four
    days; return the deadlines.
    """
    due = dict[str, float]()
    hub, all_ = opened(folder)
    hub.start_computers()
    for terms in (THREE_DAYS, WEEK_BANK):
        agreement = begun(hub, "anna", "ben", terms=terms).agreement
        before = {key: (due - DAY, at) for key, (due, at) in agreement.deadlines.items()}
        store(folder, replace(agreement, deadlines=before))
        due["bank" if terms.bank else "days"] = before["A"][0]
    all_.found("anna", "cup", "robin", MINUTE, 3, 4 * DAY)
    for name in ("anna", "carl"):
        all_.join(name, "cup")
    all_.start("anna", "cup")
    hub.close()
    return {**due, "cup": all_.tournament("cup").due}


@pytest.mark.parametrize(
    ("really", "down"), [(False, 0.0), (False, 0.5), (False, 2.5), (False, 8.5), (True, 4.5)]
)
async def test_a_deadline_has_all_of_a_holiday_whenever_the_host_was_killed_and_came_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, really: bool, down: float
) -> None:
    """The host comes back during the holiday, after it, or after the deadlines without the
    holiday.
    """
    was, now = tmp_path / "was", tmp_path / "killed"
    before = before_a_holiday(was)
    act = takes_a_holiday
    folders = really_killed(act, was, now) if really else await killed(act, was, now)
    real, seen = time.time, set[int]()
    monkeypatch.setattr(time, "time", lambda: real() + down * DAY)
    for folder in folders:
        hub, all_ = opened(folder)
        anna = hub.people.of("anna")
        seen.add(anna.taken)
        more = 2 * DAY * anna.taken
        all_._take_results("cup")
        due = all_._waiting(all_.tournament("cup")).due
        assert due == pytest.approx(before["cup"] + more, abs=0.01), folder
        for word in ("days", "bank"):
            hosted = named(hub, word)
            hosted.update_clock()
            deadlines = hosted.clock.deadlines
            assert deadlines["A"] == pytest.approx(before[word] + more, abs=0.01), folder
            assert deadlines["B"] == pytest.approx(before[word], abs=1.0), folder
            if anna.taken and word == "bank":
                left = before[word] - anna.holidays[0].begin
                assert hosted.clock.banks["A"] == pytest.approx(left, abs=60.0)
        hub.close()
    assert seen == {0, 1}


# An answer.


async def answers(folder: Path) -> Hub:
    hub = Hub(folder)
    hub.start_computers()
    for hosted in hub.battles.values():
        for seat in "AB":
            battle = hosted.running()
            asked = next(each for each in battle.pending() if each.seat == seat)
            battle.answer(seat, asked.options[0].id)
    return hub


@pytest.mark.parametrize("terms", [THREE_DAYS, WEEK_BANK])
async def test_the_time_of_an_answer_is_charged_once_whenever_the_host_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terms: Terms
) -> None:
    """The time for the next question begins with the answer, not with the start of the host."""
    async with running_hub(tmp_path / "was") as hub:
        hosted = begun(hub, "anna", "ben", terms=terms)
        agreement = hosted.agreement
    store(tmp_path / "was", replace(agreement, deadlines={
        key: (due - 2 * DAY, at) for key, (due, at) in agreement.deadlines.items()
    }))  # fmt: skip
    bank, choice = bool(terms.bank), terms.bank or terms.clock
    real, seen = time.time, set[int]()
    for folder in await killed(answers, tmp_path / "was", tmp_path / "killed"):
        with monkeypatch.context() as patched:
            patched.setattr(time, "time", lambda: real() + DAY / 2)
            hub = Hub(folder)
            (hosted,) = hub.battles.values()
            hosted.update_clock()
            position = hosted.running().position
            seen.add(position)
            for seat, due in hosted.clock.deadlines.items():
                chose = position > "AB".index(seat)
                left = choice - 2 * DAY * (bank or not chose) + 3600 * (bank and chose)
                assert due - real() == pytest.approx(left, abs=SOON), (folder, position)
            hosted.clock.stop()
            hub.close()
    assert seen == {0, 1, 2}


async def takes_back(folder: Path) -> Hub:
    hub = Hub(folder)
    hub.start_computers()
    only(hub).running().take_back("B")
    return hub


async def test_a_question_that_comes_again_has_its_whole_time(tmp_path: Path) -> None:
    """This is also so if the host was killed when the order had been taken back but no clock was
    stored.
    """
    real, was = time.time, tmp_path / "was"
    async with running_hub(was) as hub:
        hosted = begun(hub, "anna", "ben", terms=THREE_DAYS)
        for seat in "AB":
            battle = hosted.running()
            asked = next(each for each in battle.pending() if each.seat == seat)
            battle.answer(seat, asked.options[0].id)
        agreement = hosted.agreement
    before = {key: (due - DAY, at) for key, (due, at) in agreement.deadlines.items()}
    store(was, replace(agreement, deadlines=before))
    seen = set[int]()
    for folder in await killed(takes_back, was, tmp_path / "killed"):
        hub = Hub(folder)
        hosted = only(hub)
        hosted.update_clock()
        position = hosted.running().position
        seen.add(position)
        left = [(due - real()) / DAY for due in hosted.clock.deadlines.values()]
        assert left == pytest.approx([2 + (position == 1)] * len(left), abs=SOON / DAY), folder
        hosted.clock.stop()
        hub.close()
    assert seen == {1, 2}


async def is_late(folder: Path) -> Hub:
    hub = Hub(folder)
    hub.start_computers()
    there(hub, "ben", only(hub))
    only(hub).clock.expire("A")
    return hub


async def test_whoever_was_late_when_the_host_was_killed_is_late_afterwards(tmp_path: Path) -> None:
    """When the others are back, a computer player takes the seat until its person comes."""
    async with running_hub(tmp_path / "was") as hub:
        begun(hub, "anna", "ben", terms=THREE_DAYS)
    folder = (await killed(is_late, tmp_path / "was", tmp_path / "killed"))[-1]
    async with running_hub(folder) as hub:
        hosted = only(hub)
        await asyncio.sleep(0)
        assert (hosted.standing, hosted.seating.timed_out) == ("running", {"A"})
        assert "A" not in hosted.clock.deadlines
        assert hosted.running().position == 0, "nobody is there"
        there(hub, "ben", hosted)
        await until(lambda: hosted.running().position, lambda: "a computer chooses")
        assert hosted.running().entries[0].seat == "A"
        hosted.come_back("anna")
        assert not hosted.agreement.late
        hub.discount_connection("ben")
        hosted.screen_closed("ben")


# A seat.


async def sits_down(folder: Path) -> Hub:
    hub = Hub(folder)
    hub.start_computers()
    (hosted,) = hub.battles.values()
    hosted.sit("ben", "B", "a word")
    return hub


async def test_the_last_seat_is_free_or_the_battle_has_begun_with_its_clock(tmp_path: Path) -> None:
    async with running_hub(tmp_path / "was") as hub:
        hub.found_battle("anna", THREE_DAYS).sit("anna", "A", "another word")
    for folder in await killed(sits_down, tmp_path / "was", tmp_path / "killed"):
        async with running_hub(folder) as hub:
            (hosted,) = hub.battles.values()
            if hosted.seating.free:
                hosted.sit("ben", "B", "a word")
            assert hosted.agreement.words == {"A": "another word", "B": "a word"}
            left = [due - time.time() for due in hosted.clock.deadlines.values()]
            assert left == pytest.approx([3 * DAY] * 2, abs=SOON)


# Leaving.


async def resigns(folder: Path) -> Hub:
    hub = Hub(folder)
    hub.start_computers()
    (hosted,) = hub.battles.values()
    side = next(iter(hosted.seating.sides("anna")))
    hosted.leaving.resign("anna", side)
    return hub


async def test_whoever_resigns_in_a_team_is_followed_by_a_computer(tmp_path: Path) -> None:
    async with running_hub(tmp_path / "was") as hub:
        (own,) = begun(hub, "anna", "ben", "carl", "dora", terms=TEAMS).seating.seats_of("anna")
    seen = set[bool]()
    for folder in await killed(resigns, tmp_path / "was", tmp_path / "killed"):
        async with running_hub(folder) as hub:
            (hosted,) = hub.battles.values()
            gone = any(each.kind == "resign" for each in hosted.running().log)
            seen.add(gone)
            assert hosted.seating.seats_of("anna") == (() if gone else (own,))
            assert (own in hosted.agreement.terms.computers) == gone
    assert seen == {False, True}


async def test_a_side_of_two_seats_is_given_up_whole(tmp_path: Path) -> None:
    async with running_hub(tmp_path / "was") as hub:
        begun(hub, "anna", "anna", "ben", "ben", terms=TEAMS)
    for folder in await killed(resigns, tmp_path / "was", tmp_path / "killed"):
        hub = Hub(folder)
        (hosted,) = hub.battles.values()
        assert hosted.battle
        gone = any(each.kind == "resign" for each in hosted.battle.log)
        assert (hosted.battle.outcome() is not None) == gone
        assert len(hub.results) == gone
        hub.close()


async def agrees(folder: Path) -> Hub:
    hub = Hub(folder)
    hub.start_computers()
    (hosted,) = hub.battles.values()
    hosted.leaving.agree("ben")
    return hub


async def test_a_draw_to_which_all_have_agreed_is_one(tmp_path: Path) -> None:
    async with running_hub(tmp_path / "was") as hub:
        begun(hub, "anna", "ben").leaving.propose("anna", "draw")
    seen = set[bool]()
    for folder in await killed(agrees, tmp_path / "was", tmp_path / "killed"):
        hub = Hub(folder)
        (hosted,) = hub.battles.values()
        assert hosted.battle
        agreed = any(each.kind == "agree" for each in hosted.battle.log)
        seen.add(agreed)
        assert (hosted.standing == "finished") == agreed
        assert len(hub.results) == agreed
        hub.close()
    assert seen == {False, True}


async def test_whoever_hands_his_seat_over_is_not_waited_for(tmp_path: Path) -> None:
    """Two of three persons have agreed to end the battle, and the third one gives up the seat."""
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "anna", "ben", "carl", terms=TEAMS)
        hosted.leaving.propose("anna", "stop")
        hosted.leaving.agree("ben")
        assert hosted.standing == "running"
        hosted.leaving.hand("carl", next(iter(hosted.seating.seats_of("carl"))), "captain")
        assert hosted.standing == "finished"


# A screen.


async def opens_a_screen(folder: Path) -> Hub:
    hub = Hub(folder)
    hub.start_computers()
    (hosted,) = hub.battles.values()
    hosted.screen_opened("anna")
    battle = hosted.running()
    battle.answer("A", battle.pending()[0].options[0].id)
    return hub


async def test_whoever_was_there_when_the_host_was_killed_has_seen_all(tmp_path: Path) -> None:
    async with running_hub(tmp_path / "was") as hub:
        hosted = begun(hub, "anna", "ben")
        for person in ("anna", "ben"):
            hosted.screen_opened(person)
            hosted.screen_closed(person)
        was = hosted.agreement.seen
    for folder in await killed(opens_a_screen, tmp_path / "was", tmp_path / "killed"):
        hub = Hub(folder)
        (hosted,) = hub.battles.values()
        if hosted.running().position == 1:
            assert hosted.left_at("anna") is None
            assert hosted.agreement.seen["anna"] >= was["anna"]
            assert hosted.left_at("ben") == 0
        hub.close()


# A tournament.


def cup(folder: Path, seconds: float = 4 * DAY) -> None:
    """Create a tournament of four persons; its first round has begun."""
    hub, all_ = opened(folder)
    all_.found("anna", "cup", "swiss", MINUTE, 2, seconds)
    for name in ("anna", "ben", "carl", "dora"):
        all_.join(name, "cup")
    all_.start("anna", "cup")
    hub.close()


async def begins_a_round(folder: Path) -> Hub:
    hub, all_ = opened(folder)
    all_.start("anna", "cup")
    return hub


async def test_a_round_is_founded_once_whenever_the_host_was_killed(tmp_path: Path) -> None:
    hub, all_ = opened(tmp_path / "was")
    all_.found("anna", "cup", "swiss", MINUTE, 2, 4 * DAY)
    for name in ("anna", "ben", "carl", "dora"):
        all_.join(name, "cup")
    hub.close()
    for folder in await killed(begins_a_round, tmp_path / "was", tmp_path / "killed"):
        hub, all_ = opened(folder)
        due = all_.tournament("cup").due
        all_.do_due_steps()
        found = all_.tournament("cup")
        assert found.due == due
        assert sorted(e.battle for e in found.this_round) == sorted(hub.battles)
        assert len(hub.battles) == 2 * found.round
        hub.close()


async def ends_a_round(folder: Path) -> Hub:
    hub, all_ = opened(folder)
    all_.do_due_steps()
    return hub


async def test_a_round_ends_the_same_whenever_the_host_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one battle a choice is due; in the other only one person has taken a seat."""
    cup(tmp_path / "was")
    hub, all_ = opened(tmp_path / "was")
    first, second = all_.tournament("cup").this_round
    for meeting, both in ((first, True), (second, False)):
        hosted = hub.battles[meeting.battle]
        for key, name in hosted.agreement.reserved.items():
            if both or name == meeting.second:
                hosted.sit(name, key)
    battle = hub.battles[first.battle].running()
    seat = next(iter(hub.battles[first.battle].seating.seats_of(first.second)))
    battle.answer(seat, next(q for q in battle.pending() if q.seat == seat).options[0].id)
    hub.close()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 5 * DAY)
    for folder in await killed(ends_a_round, tmp_path / "was", tmp_path / "killed"):
        hub, all_ = opened(folder)
        all_.do_due_steps()
        found = all_.tournament("cup")
        assert found.round == 2
        assert [(e.scores, e.how) for e in found.meetings if e.round == 1] == [
            ((0.0, 1.0), "deadline")
        ] * 2, folder
        marks = [e.agreement.tournament for e in hub.battles.values() if e.battle is None]
        assert sorted(marks) == sorted(f"cup 2 {e.first}" for e in found.this_round)
        hub.close()


# The owner.


def owner_of(hub: Hub, folder: Path) -> tuple[Owner, Users]:
    """Return (the object that carries out an owner's orders, the names that may log in) of a
    host.
    """
    users = Users(folder / "users", is_open=True)
    hub.sanctions = users.sanctions
    return Owner(hub, users, lambda: None), users


async def bans(folder: Path) -> Hub:
    hub, _ = opened(folder)
    owner_of(hub, folder)[0].execute("ban ben cheating", "a test")
    return hub


async def test_a_banned_person_has_left_the_tournament_whenever_the_host_was_killed(
    tmp_path: Path,
) -> None:
    cup(tmp_path / "was")
    seen = set[bool]()
    for folder in await killed(bans, tmp_path / "was", tmp_path / "killed"):
        hub, all_ = opened(folder)
        _, users = owner_of(hub, folder)
        all_.do_due_steps()
        banned = bool(users.sanctions.why_not_in("ben"))
        seen.add(banned)
        found = all_.tournament("cup")
        assert ("ben" in found.gone) == banned
        scores = [e.scores for e in found.meetings if "ben" in (e.first, e.second)]
        assert (scores[0] is not None) == banned
        hub.close()
    assert seen == {False, True}


async def removes(folder: Path) -> Hub:
    hub, _ = opened(folder)
    owner_of(hub, folder)[0].execute("remove ben", "a test")
    return hub


async def test_the_order_to_remove_a_name_can_be_given_again(tmp_path: Path) -> None:
    cup(tmp_path / "was")
    hub, _ = opened(tmp_path / "was")
    _, users = owner_of(hub, tmp_path / "was")
    users.add_key("ben", new_key())
    users.store_password("ben", hash_password("ben", "a long password"))
    hub.people.change("ben", hook="https://hooks.example/ben")
    hub.close()
    for folder in await killed(removes, tmp_path / "was", tmp_path / "killed"):
        hub, all_ = opened(folder)
        owner, users = owner_of(hub, folder)
        if "ben" in users.names:
            owner.execute("remove ben", "a test")
        all_.do_due_steps()
        assert "ben" not in users.names
        assert users.sanctions.why_not_in("ben")
        assert not hub.people.of("ben").hook
        assert "ben" in all_.tournament("cup").gone
        hub.close()


async def comes_invited(folder: Path) -> None:
    users = Users(folder / "users", is_open=False)
    word = (folder / "word").read_text()
    assert users.register_password("eve", hash_password("eve", "a long password"), word)


async def test_an_invitation_word_lets_in_one_whenever_the_host_was_killed(tmp_path: Path) -> None:
    was = tmp_path / "was"
    was.mkdir()
    (was / "users").touch()
    (was / "word").write_text(Users(was / "users", is_open=False).invitation("anna"))
    for folder in await killed(comes_invited, was, tmp_path / "killed"):
        users = Users(folder / "users", is_open=False)
        valid = users.invitations.holds((folder / "word").read_text())
        assert not (valid and "eve" in users.names)
    assert "eve" in users.names


def test_on_a_full_disk_a_newcomer_keeps_his_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "users").touch()
    users = Users(tmp_path / "users", is_open=False)
    word, password = users.invitation("anna"), hash_password("eve", "a long password")

    def full(*_: object) -> None:
        raise FileFault("no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(users.passwords, "keep", full)
        with pytest.raises(FileFault):
            users.register_password("eve", password, word)
    assert "eve" not in users.names
    assert Users(tmp_path / "users", is_open=False).register_password("eve", password, word)


# Whatever is typed again after a kill ends as if there had been none.


def only(hub: Hub) -> HostedBattle:
    """Return the first battle of a hub."""
    return next(iter(hub.battles.values()))


def declines(hub: Hub, _: Tournaments, __: Path) -> None:
    challenge = next(each for each in hub.battles.values() if each.battle is None)
    hub.decline("ben", challenge)


def agrees_to_a_seat(hub: Hub, _: Tournaments, __: Path) -> None:
    hosted = only(hub)
    if hosted.seating.seats_of("anna"):
        hosted.leaving.hand("anna", hosted.seating.seats_of("anna")[0], "eve")
        hosted.leaving.agree("eve")


def adjourns(hub: Hub, _: Tournaments, folder: Path) -> None:
    owner_of(hub, folder)[0].execute(f"adjourn {only(hub).agreement.id} tea", "a test")


def goes_on(hub: Hub, _: Tournaments, __: Path) -> None:
    only(hub).resume("anna")


def fights_again(hub: Hub, _: Tournaments, __: Path) -> None:
    hub.rematch("anna", only(hub))


def leaves_the_cup(_: Hub, all_: Tournaments, __: Path) -> None:
    all_.leave("dora", "cup")


def cancels_the_cup(_: Hub, all_: Tournaments, __: Path) -> None:
    all_.cancel("cup")


def admits(hub: Hub, __: Tournaments, folder: Path) -> None:
    owner_of(hub, folder)[0].execute(f"add ben {(folder / 'key').read_text()}", "a test")


STEPS = (declines, agrees_to_a_seat, adjourns, goes_on, fights_again, leaves_the_cup,
         cancels_the_cup, admits)  # fmt: skip


def facts_of(hub: Hub, all_: Tournaments, folder: Path) -> dict[str, object]:
    """Return everything that people see of a host, without times."""
    _, users = owner_of(hub, folder)
    return {
        "battles": [
            (e.agreement.id, e.standing, e.agreement.seated, e.agreement.reserved,
             e.agreement.rematch, e.agreement.tournament, e.agreement.adjourned)
            for e in hub.battles.values()
        ],
        "results": [(each.id, each.how) for each in hub.results],
        "tournaments": [(e.over, e.round, e.gone, e.meetings) for e in all_],
        "names": users.names, "banned": dict(users.sanctions.banned),
    }  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
async def test_a_step_that_is_done_again_after_a_kill_ends_the_same(
    tmp_path: Path, step: Callable[[Hub, Tournaments, Path], None]
) -> None:
    was = tmp_path / "was"
    hub, all_ = opened(was)
    hosted = begun(hub, "anna", "ben")
    if step is goes_on:
        hosted.adjourn("dinner")
    if step is fights_again:
        hosted.leaving.resign("ben", hosted.seats[1].fights_for)
    hub.challenge("anna", "ben", QUICK)
    hub.close()
    cup(was)
    (was / "key").write_text(new_key().export_public_key().decode())
    owner_of(hub, was)[0].execute("ban ben cheating", "a test")
    if step is not admits:
        owner_of(hub, was)[0].execute("unban ben", "a test")

    async def act(folder: Path) -> Hub:
        hub, all_ = opened(folder)
        step(hub, all_, folder)
        return hub

    folders = await killed(act, was, tmp_path / "killed")
    found = []
    for folder in reversed(folders):
        hub, all_ = opened(folder)
        all_.do_due_steps()
        if folder != folders[-1]:
            with suppress(Refused, StopIteration):
                step(hub, all_, folder)
        found.append(facts_of(hub, all_, folder))
        hub.close()
        assert found[-1] == found[0], folder

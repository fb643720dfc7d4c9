"""Tournaments between persons: rounds, deadlines, a host that is killed, people who leave, the page
of results.
"""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest

from engine.base.errors import FileFault, Refused
from engine.base.glicko import Strength
from engine.hosting.club.desk import Desk
from engine.hosting.club.owner import Owner
from engine.hosting.club.results import Ratings, Results
from engine.hosting.club.sessions import Session
from engine.hosting.club.tournament import Meeting, Tournament
from engine.hosting.club.tournaments import OPEN_EACH, Tournaments
from engine.hosting.errands import reply
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import Terms
from tests.tui.host.far import company
from tests.tui.host.near import running_hub
from tests.tui.host.test_lines import comes as lines_of
from tui.host.connection.admission import Users

MINUTE = Terms(game="oak_iron", scenario="quickstart", clock=60)
PEOPLE = tuple(f"p{number:02}" for number in range(30))


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


def battle_of(hub: Hub, meeting: Meeting) -> HostedBattle:
    """Return the battle of a meeting; both persons take their seats in it."""
    hosted = hub.battles[meeting.battle]
    for key, person in hosted.agreement.reserved.items():
        if key in hosted.seating.free:
            hosted.sit(person, key, f"{person}'s word")
    return hosted


def weaker(meeting: Meeting) -> str:
    """Return the person who loses a meeting: the one whose name comes later in the alphabet."""
    return max(meeting.first, meeting.second)


def fought(hub: Hub, found: Tournament, meetings: int) -> None:
    """Let some meetings of the round be played; in each the weaker person resigns."""
    for meeting in [each for each in found.this_round if each.scores is None][:meetings]:
        hosted = battle_of(hub, meeting)
        for side in tuple(hosted.seating.sides(weaker(meeting))):
            hosted.leaving.resign(weaker(meeting), side)


def assert_true_page(hub: Hub, found: Tournament, name: str) -> None:
    """Assert that the table and a person's page agree with the battles that were played."""
    own = [e for e in found.meetings if name in (e.first, e.second) and e.battle]
    results = [each for each in hub.results if name in each.persons]
    assert sorted(each.id for each in results) == sorted(each.battle for each in own)
    for each in own:
        result = hub.results.of(each.battle)
        assert result
        assert each.scores
        assert result.persons[name].score == each.scores[name == each.second]
    page = "\n".join(Desk(hub, name).execute(f"page {name}"))
    won = sum(each.persons[name].score == 1.0 for each in results)
    assert (f"{won} won" in page) == bool(won), page


def come(hub: Hub, found: Tournament) -> None:
    """Let everybody take part in the rest of the round except p29, whose opponents wait."""
    for meeting in [each for each in found.this_round if each.scores is None]:
        if "p29" not in (meeting.first, meeting.second):
            hosted, gone = battle_of(hub, meeting), weaker(meeting)
            for side in tuple(hosted.seating.sides(gone)):
                hosted.leaving.resign(gone, side)
        elif not (hosted := hub.battles[meeting.battle]).battle:
            other = min(meeting.first, meeting.second)
            kept = hosted.agreement.reserved.items()
            hosted.sit(other, next(key for key, who in kept if who == other), "a word")


async def test_thirty_play_five_rounds_and_the_host_is_killed_twice(
    tmp_path: Path, now: list[float]
) -> None:
    """One person leaves for good, one is banned, one stays away; the host is killed in two rounds.

    A kill is simulated by a copy of the folder at that moment, so that everything not yet written
    is lost.
    """
    hub, all_ = opened(tmp_path / "0")
    desks = {name: Desk(hub, name) for name in PEOPLE}
    desks["p00"].execute("organize spring swiss quickstart rounds=5 days=1 clock=a minute")
    for desk in desks.values():
        desk.execute("enter spring")
    desks["p00"].execute("begin spring")
    killed = 0
    for number in range(1, 6):
        found = all_.tournament("spring")
        assert (found.round, found.over, found.round_is_over) == (number, False, False)
        open_ones = [each for each in found.this_round if each.second]
        assert all(hub.battles[each.battle].agreement.tournament for each in open_ones)
        fought(hub, found, len(open_ones) // 2)
        if number == 2:
            desks["p11"].execute("drop spring")
        if number == 3:
            users = Users(tmp_path / "users", is_open=True)
            Owner(hub, users, lambda: None).execute("ban p17 for cheating", "a test")
        if number in (2, 4):
            killed += 1
            shutil.copytree(hub.folder, tmp_path / str(killed))
            hub.close()
            (tmp_path / str(killed) / "results.jsonl").open("ab").write(b'{"id":"2026')
            hub, all_ = opened(tmp_path / str(killed))
            desks = {name: Desk(hub, name) for name in PEOPLE}
            assert all_.tournament("spring").due == found.due, "the deadline is the same"
            all_.do_due_steps()
        come(hub, all_.tournament("spring"))
        if all_.tournament("spring").round == number:
            now[0] += 86_401
            all_.do_due_steps()
    found = all_.tournament("spring")
    assert found.over
    assert killed == 2
    met = Counter(frozenset((e.first, e.second)) for e in found.meetings if e.second)
    assert max(met.values()) == 1
    for name in PEOPLE:
        assert_true_page(hub, found, name)
    best = found.standings()[0]
    assert (best.name, best.points) == ("p00", 5.0)
    assert found.gone == ("p11", "p17")
    late = [each for each in found.meetings if each.how == "deadline"]
    assert late
    assert all("p29" in (each.first, each.second) for each in late)
    fresh = Ratings(Results(hub.folder / "results.jsonl"))
    for name in PEOPLE:
        day = date(2026, 5, 20)
        assert fresh.strength("oak_iron", name, day) == hub.ratings.strength("oak_iron", name, day)
    assert hub.ratings.strength("oak_iron", "p00", date(2026, 5, 20)).rating > Strength().rating
    hub.close()


async def test_at_the_deadline_whoever_is_waited_for_has_lost(
    tmp_path: Path, now: list[float]
) -> None:
    async with running_hub(tmp_path) as hub:
        all_ = Tournaments(tmp_path / "tournaments", hub)
        all_.found("anna", "cup", "knockout", MINUTE, 1, 3600.0)
        for name in ("anna", "ben", "carl", "dora"):
            all_.join(name, "cup")
        all_.start("anna", "cup")
        first, second = all_.tournament("cup").this_round
        battle = battle_of(hub, first).running()
        asked = next(each for each in battle.pending() if each.seat == "A")
        battle.answer("A", asked.options[0].id)  # now only the second one is waited for
        now[0] += 3599
        all_.do_due_steps()
        assert all_.tournament("cup").round == 1
        now[0] += 2
        all_.do_due_steps()
        found = all_.tournament("cup")
        one, other = found.meetings[:2]
        assert (one.scores, one.how) == ((1.0, 0.0), "deadline")
        assert (other.scores, other.how) == ((0.0, 0.0), "deadline"), "nobody has sat down"
        assert second.battle not in hub.battles
        assert found.over or found.this_round[0].scores is not None


async def test_a_holiday_moves_the_deadline_of_a_long_round(
    tmp_path: Path, now: list[float]
) -> None:
    """It moves by the longest holiday of those who still play; a round that would begin during a
    holiday begins later.
    """
    day = 86400.0
    async with running_hub(tmp_path) as hub:
        all_ = hub.tournaments = Tournaments(tmp_path / "tournaments", hub)
        for name, seconds in (("cup", 3 * day), ("blitz", 3600.0)):
            all_.found("anna", name, "robin", MINUTE, 1, seconds)
            for player in ("anna", "ben", "carl", "dora"):
                all_.join(player, name)
            all_.start("anna", name)
        blitz, began = all_.tournament("blitz").due, now[0]
        assert all_.tournament("cup").due == began + 3 * day
        (moved, stopped) = Desk(hub, "ben").execute("holiday 7")
        assert moved == "Round 1 of cup now ends Mon 11 May 12:00."
        assert stopped.startswith("Your clocks of a day or more are stopped")
        now[0] += day
        Desk(hub, "carl").execute("holiday 7")
        assert all_.tournament("cup").due == began + 11 * day, "one day more than ben's"
        Desk(hub, "ben").execute("holiday off")
        assert len(Desk(hub, "ben").execute("holiday 2")) == 1, "carl is away for longer"
        assert all_.tournament("blitz").due == blitz
        assert "Tue 12 May" in " ".join(Desk(hub, "dora").execute("tournament cup"))
        now[0] = began + 10 * day  # both have come back, the round has a day left
        Desk(hub, "dora").execute("holiday 10")
        now[0] += 11 * day - 60
        all_.do_due_steps()
        assert all_.tournament("cup").round == 1
        now[0] += 30
        Desk(hub, "anna").execute("holiday 5")
        assert all_.tournament("cup").due == now[0] + 5 * day + 30
        now[0] += 4 * day
        Desk(hub, "anna").execute("holiday off")
        Desk(hub, "dora").execute("holiday 8")
        now[0] += 5 * day + 31
        all_.do_due_steps()
        found = Tournaments(tmp_path / "tournaments", hub).tournament("cup")
        assert found.round == 1
        now[0] += 4 * day
        all_.do_due_steps()
        assert all_.tournament("cup").round == 2
        assert all_.tournament("cup").due == now[0] + 3 * day


async def test_a_kill_between_the_pairing_and_the_battles_founds_each_once(tmp_path: Path) -> None:
    hub, all_ = opened(tmp_path)
    all_.found("anna", "cup", "robin", MINUTE, 1, 3600.0)
    for name in ("anna", "ben", "carl", "dora"):
        all_.join(name, "cup")
    all_.start("anna", "cup")
    found = all_.tournament("cup")
    kept = tmp_path / "tournaments" / "cup.json"
    for meeting in found.this_round:  # as if the host had been killed before it wrote the ids
        kept.write_bytes(
            kept.read_bytes().replace(f'"battle":"{meeting.battle}"'.encode(), b'"battle":""')
        )
    hub.close()
    hub, all_ = opened(tmp_path)
    all_.do_due_steps()
    assert [e.battle for e in all_.tournament("cup").this_round] == [
        each.battle for each in found.this_round
    ]
    assert len(hub.battles) == 2
    hub.close()


@pytest.mark.parametrize("fails_at", range(6))
async def test_a_full_disk_while_somebody_leaves_stops_no_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    hub, all_ = opened(tmp_path)
    all_.found("anna", "cup", "swiss", MINUTE, 2, 3600.0)
    for name in ("anna", "ben", "carl", "dora"):
        all_.join(name, "cup")
    all_.start("anna", "cup")
    first, second = all_.tournament("cup").this_round
    battle_of(hub, first)
    writes, flush = [0], os.fsync

    def full(descriptor: int) -> None:
        writes[0] += 1
        if writes[0] > fails_at:
            raise OSError(28, "No space left on device")
        flush(descriptor)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        for who in (first.second, second.second):
            with suppress(FileFault):
                all_.leave(who, "cup")
    for who in {first.second, second.second} - {*all_.tournament("cup").gone}:
        all_.leave(who, "cup")
    all_.do_due_steps()
    scored = [e for e in all_.tournament("cup").meetings if e.round == 1]
    assert [each.scores for each in scored] == [(1.0, 0.0)] * 2
    hub.close()


async def test_no_battle_of_a_round_is_lost_declined_or_given_to_somebody_else(
    tmp_path: Path, now: list[float]
) -> None:
    hub, all_ = opened(tmp_path)
    all_.found("anna", "cup", "swiss", MINUTE, 2, 30 * 86_400.0)
    for name in ("anna", "ben", "carl", "dora"):
        all_.join(name, "cup")
    all_.start("anna", "cup")
    first, second = all_.tournament("cup").this_round
    with pytest.raises(Refused, match="a battle of a tournament cannot be withdrawn"):
        hub.withdraw("anna", hub.battles[first.battle])
    with pytest.raises(Refused, match="belongs to a tournament"):
        Desk(hub, first.first).execute(f"decline {first.battle}")
    now[0] += 20 * 86_400
    hub.count_connection("eve")  # battles that wait for long are withdrawn: not these
    assert first.battle in hub.battles
    hub.remove(hub.battles[second.battle], "the owner of the host")
    all_.do_due_steps()
    assert len(hub.battles) == 2, "a battle that was deleted is founded again"
    hosted = battle_of(hub, first)
    hosted.leaving.hand(first.second, "B", "eve")
    hosted.leaving.agree("eve")
    hosted.leaving.resign("eve", "B")
    scored = next(each for each in all_.tournament("cup").meetings if each.first == first.first)
    assert scored.scores == (1.0, 0.0), "the seat counts for whom it was drawn"
    hub.close()


def meeting_of_two(tmp_path: Path) -> tuple[Hub, Tournaments, Meeting]:
    """Return (hub, its tournaments, the one meeting of a cup of anna and ben)."""
    hub, all_ = opened(tmp_path)
    all_.found("anna", "cup", "robin", MINUTE, 1, 3600.0)
    for name in ("anna", "ben"):
        all_.join(name, "cup")
    all_.start("anna", "cup")
    (meeting,) = all_.tournament("cup").this_round
    return hub, all_, meeting


async def test_whoever_sits_and_leaves_before_the_battle_begins_loses_it(tmp_path: Path) -> None:
    hub, all_, meeting = meeting_of_two(tmp_path)
    hosted = hub.battles[meeting.battle]
    key = next(key for key, who in hosted.agreement.reserved.items() if who == "ben")
    hosted.sit("ben", key, "ben's word")
    all_.leave("ben", "cup")
    (meeting,) = all_.tournament("cup").meetings
    scores = dict(zip((meeting.first, meeting.second), meeting.scores or (), strict=True))
    assert scores == {"anna": 1.0, "ben": 0.0}
    hub.close()


async def test_a_seat_that_was_handed_over_plays_on_when_its_player_leaves(tmp_path: Path) -> None:
    hub, all_, meeting = meeting_of_two(tmp_path)
    hosted = battle_of(hub, meeting)
    hub.count_connection("eve")
    hosted.leaving.hand(meeting.second, "B", "eve")
    hosted.leaving.agree("eve")
    all_.leave(meeting.second, "cup")
    assert all_.tournament("cup").this_round[0].scores is None
    hosted.leaving.resign(meeting.first, "A")
    assert all_.tournament("cup").meetings[0].scores == (0.0, 1.0)
    hub.close()


async def test_what_is_over_counts_for_no_limit_and_nobody_leaves_it(tmp_path: Path) -> None:
    hub, all_ = opened(tmp_path)
    for number in range(OPEN_EACH):
        all_.found("anna", f"cup{number}", "robin", MINUTE, 1, 3600.0)
    with pytest.raises(Refused, match="of yours are not over, which is the limit"):
        all_.found("anna", "more", "robin", MINUTE, 1, 3600.0)
    all_.found("ben", "bens", "robin", MINUTE, 1, 3600.0)
    for name in ("anna", "ben"):
        all_.join(name, "cup0")
    hub.owners = frozenset({"olga"})
    all_.start("olga", "cup0")  # an owner of the host may begin it, too
    fought(hub, all_.tournament("cup0"), 1)
    assert all_.tournament("cup0").over
    all_.found("anna", "more", "robin", MINUTE, 1, 3600.0)
    with pytest.raises(Refused, match="you do not take part in this tournament"):
        all_.leave("ben", "cup0")
    all_.join("ben", "cup1")
    all_.drop("ben")  # from the only one that he still plays in
    assert all_.tournament("cup1").players == ()
    assert all_.tournament("cup0").gone == ()
    hub.close()


async def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    hub, _ = opened(tmp_path)
    anna = Desk(hub, "anna")
    for line, why in (
        ("organize cup", "type `organize NAME KIND SCENARIO`"),
        ("organize cup ladder quickstart", "there is no kind 'ladder'"),
        ("organize cup swiss fleet a_side=2", "two seats"),
        ("organize cup swiss quickstart B=ensign", "two seats, both for people"),
        ("organize ../cup swiss quickstart", "is taken, or"),
        ("organize cup swiss quickstart rounds=99", "1 to 31 rounds"),
        ("organize cup swiss quickstart days=x", "is not a number"),
        ("organize cup swiss quickstart days=61", "of a minute to 60 days each"),
        ("tournament nowhere", "there is no tournament"),
        ("enter nowhere", "there is no tournament"),
    ):
        with pytest.raises(Refused, match=why):
            anna.execute(line)
    assert anna.execute("tournaments") == ["No tournament yet. Type `organize` to set one up."]
    anna.execute("organize cup swiss quickstart")
    for line, why in (
        ("organize cup robin quickstart", "is taken"),
        ("begin cup", "two people at least"),
        ("drop cup", "you do not take part in this tournament"),
    ):
        with pytest.raises(Refused, match=why):
            anna.execute(line)
    anna.execute("enter cup")
    Desk(hub, "ben").execute("enter cup")
    with pytest.raises(Refused, match="only its founder begins"):
        Desk(hub, "ben").execute("begin cup")
    with pytest.raises(Refused, match="a guest has no page"):
        Desk(hub, "").execute("enter cup")
    anna.execute("begin cup")
    with pytest.raises(Refused, match="the tournament has begun"):
        Desk(hub, "carl").execute("enter cup")
    assert not (tmp_path / "cup.json").exists()


async def test_in_lines_a_tournament_is_played_and_its_table_is_a_page(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna, ben = await lines_of(people, "anna"), await lines_of(people, "ben")
        await anna.types("organize spring swiss quickstart rounds=1 clock=a day", "Founded.")
        await anna.types("enter spring", "You take part.")
        await ben.types("enter spring", "You take part.")
        await ben.types("tournament spring", "2 players: anna, ben")
        await anna.types("begin spring", "Round 1 of 1, till", "anna - ben under way")
        await ben.sees("Round 1 of spring has begun and ends ", "; your battle is in the lobby.")
        await ben.types("list", "spring 1: free v free, INVITES YOU")
        found = people.host.tournaments.tournament("spring")
        fought(people.host.hub, found, 1)
        await ben.types("tournament spring", "Over after 1 round.", "1. anna: 1 (0)", "1:0")
        connection = await people.connection("ben")
        page = (await connection.run("table spring")).stdout
        assert isinstance(page, str)
        assert page.startswith("<!doctype html>")
        assert "<td>anna</td><td>1</td>" in page
        assert "<script" not in page
        ran = await connection.run("table ../../users", check=False)
        assert ran.exit_status == 1
        told = reply(people.host.hub, "ben", "table nowhere", "")
        assert told.refused


async def test_a_tournament_that_nobody_begins_is_cancelled(tmp_path: Path) -> None:
    """Each entry prolongs it; its players are told why it ended. One that has begun never is."""
    hub, all_ = opened(tmp_path)
    heard: list[str] = []
    hub.sessions.join(Session("ben", "", heard.append, heard.append))
    days = hub.limits.open_days
    for name in ("waits", "plays"):
        all_.found("anna", name, "swiss", MINUTE, 1, 3_600.0)
        for person in ("anna", "ben"):
            all_.join(person, name)
    all_.start("anna", "plays")
    for age, left in ((days - 0.1, ["plays", "waits"]), (days + 0.1, ["plays"])):
        for file in (tmp_path / "tournaments").glob("*.json"):
            then = time.time() - age * 86_400
            os.utime(file, (then, then))
        all_.do_due_steps()
        assert sorted(each.name for each in all_) == left
    assert [path.stem for path in (tmp_path / "tournaments").glob("*.json")] == ["plays"]
    why = f"it has not begun, and nobody entered it for {days} days"
    assert heard[-1] == f"The tournament waits is cancelled: {why}."
    all_.found("anna", "lost", "swiss", MINUTE, 1, 3_600.0)
    (tmp_path / "tournaments" / "lost.json").unlink()
    all_.do_due_steps()
    assert not list(tmp_path.glob("*fault*"))
    assert all_.tournament("lost")

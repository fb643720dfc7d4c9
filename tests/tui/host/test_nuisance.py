"""What a member of a club might do to annoy others with the means that every member has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.hosting.club.desk import Desk
from engine.hosting.club.owner import Owner
from engine.hosting.club.sessions import A_MINUTE, AT_A_TABLE
from engine.hosting.company import Company as Sitting
from engine.hosting.company import HostedTable
from engine.hosting.hub import Hub
from engine.hosting.leaving import MOST_OFFERS
from engine.hosting.seating import MOST_ASKED, MOST_REFUSED
from engine.hosting.terms import USUAL, Limits
from tests.tui.host.far import company, until
from tests.tui.host.near import QUICK, begun, running_hub
from tests.tui.host.test_killed import cup, opened
from tests.tui.host.test_leaving import TEAMS
from tests.tui.host.test_lines import comes as lines_of
from tests.tui.host.test_tournament import battle_of
from tui.host.connection.admission import Users


async def test_nobody_is_asked_over_and_over_to_let_an_order_be_taken_back(tmp_path: Path) -> None:
    """A request that was withdrawn and made again counts as another one."""
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        battle, back = hosted.running(), hosted.taking_back
        for seat in "AB":
            asked = next(each for each in battle.pending() if each.seat == seat)
            battle.answer(seat, asked.options[0].id)
        for _ in range(MOST_REFUSED):
            back.ask("A")
            back.refuse("ben")
        with pytest.raises(Refused, match="taking back was refused 3 times; play first"):
            back.ask("A")
        question = battle.pending()[0]
        battle.answer(question.seat, question.options[0].id)
        for _ in range(MOST_ASKED - MOST_REFUSED):
            back.ask("A")
            back.ask("A")  # the same request
            back.refuse("anna")
        with pytest.raises(Refused, match="times, which is the limit"):
            back.ask("A")
        back.ask("B")
        back.grant("anna")


async def test_nobody_is_asked_over_and_over_to_take_a_seat(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        hub.count_connection("eve")
        for _ in range(MOST_OFFERS):
            hosted.leaving.hand("anna", "A", "eve")
            hosted.leaving.decline("anna")
        with pytest.raises(Refused, match="offers, which is the limit"):
            hosted.leaving.hand("anna", "A", "eve")
        hosted.leaving.hand("anna", "A", "ensign")
        assert not hosted.seating.seats_of("anna"), "a computer is asked nothing"


def test_a_minute_later_one_may_speak_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("engine.hosting.club.sessions.time.monotonic", lambda: now[0])
    hub = Hub(tmp_path)
    for number in range(A_MINUTE):
        now[0] = 100.0 + number
        hub.say("anna", "ahoy")
    now[0] = 159.9
    with pytest.raises(Refused, match="10 times a minute"):
        hub.say("anna", "well?")
    now[0] = 160.0
    hub.say("anna", "well?")
    with pytest.raises(Refused, match="10 times a minute"):
        hub.say("anna", "and?")
    hub.say("ben", "ahoy")


async def test_challenges_and_rematches_are_messages_too(tmp_path: Path) -> None:
    """A person who challenges, withdraws and challenges again cannot send notices without end."""
    async with running_hub(tmp_path, replace(USUAL, battles_a_person=100)) as hub:
        hub.count_connection("ben")
        for _ in range(A_MINUTE):
            hub.withdraw("anna", hub.challenge("anna", "ben", QUICK))
        with pytest.raises(Refused, match="10 times a minute"):
            hub.challenge("anna", "ben", QUICK)
        with pytest.raises(Refused, match="10 times a minute"):
            hub.say("anna", "well?")
        hub.challenge("ben", "anna", QUICK)
        hosted = begun(hub, "anna", "ben")
        hosted.leaving.resign("anna", hosted.seats[0].fights_for)
        with pytest.raises(Refused, match="10 times a minute"):
            hub.rematch("anna", hosted)
        hub.rematch("ben", hosted)


async def test_one_player_does_not_fill_the_log_of_a_battle_with_talk(tmp_path: Path) -> None:
    async with running_hub(tmp_path, Limits()) as hub:
        hosted = begun(hub, "anna", "ben")
        one, other = (
            Sitting(HostedTable(hosted, hosted.shown_to(name), name), hub)
            for name in ("anna", "ben")
        )
        for number in range(AT_A_TABLE):
            one.say("A", f"{number}", to_side=False)
        with pytest.raises(Refused, match="30 times a minute"):
            one.say("A", "more", to_side=False)
        other.say("B", "enough", to_side=False)
        assert sum(each.kind == "chat" for each in hosted.running().log) == AT_A_TABLE + 1


async def test_nobody_sits_on_both_sides_of_a_battle_of_teams(tmp_path: Path) -> None:
    """Otherwise the person could read what the others say to their own side, and see their
    orders.
    """
    async with running_hub(tmp_path) as hub:
        hosted = hub.found_battle("anna", TEAMS)
        union, confederacy = (
            [seat.key for seat in hosted.seats if seat.fights_for == side]
            for side in dict.fromkeys(seat.fights_for for seat in hosted.seats)
        )
        hosted.sit("anna", union[0])
        hosted.sit("ben", confederacy[0])
        with pytest.raises(Refused, match="you fight against this side, and would see its secrets"):
            hosted.sit("ben", union[1])
        hosted.leave_seat("anna", union[0])
        hosted.sit("ben", union[1])  # nobody else is there
        with pytest.raises(Refused, match="ben fights on both sides, and would see your secrets"):
            hosted.sit("anna", union[0])
        hosted.leave_seat("ben", confederacy[0])
        hosted.sit("anna", confederacy[0])
        hosted.sit("ben", union[0])


async def test_a_tournament_is_cancelled_by_its_founder_until_it_begins_then_by_an_owner(
    tmp_path: Path,
) -> None:
    hub, all_ = opened(tmp_path)
    hub.owners = frozenset({"olga"})
    anna, ben, olga = (Desk(hub, name) for name in ("anna", "ben", "olga"))
    for name in ("one", "two"):
        anna.execute(f"organize {name} swiss quickstart")
    with pytest.raises(Refused, match="2 tournaments of yours are not over"):
        anna.execute("organize three swiss quickstart")
    with pytest.raises(Refused, match="only its founder cancels"):
        ben.execute("cancel one")
    assert anna.execute("cancel ONE") == ["The tournament is cancelled."]
    assert not (tmp_path / "tournaments" / "one.json").exists()
    anna.execute("organize one robin quickstart rounds=2")
    for desk in (anna, ben):
        desk.execute("enter one")
    anna.execute("begin one")
    with pytest.raises(Refused, match="an owner of the host may cancel it"):
        anna.execute("cancel one")
    (meeting,) = all_.tournament("one").this_round
    olga.execute("cancel one")
    assert all_.tournament("one").over
    assert meeting.battle not in hub.battles, "a battle that has not begun goes"
    with pytest.raises(Refused, match="the tournament is over"):
        olga.execute("cancel one")
    hub.close()
    hub, all_ = opened(tmp_path)
    all_.do_due_steps()
    assert [(each.name, each.over) for each in all_] == [("one", True), ("two", False)]
    owner = Owner(hub, Users(tmp_path / "users", is_open=True), lambda: None)
    assert owner.execute("delete two", "a test") == ["The tournament two is cancelled."]
    assert [each.name for each in all_] == ["one"]
    hub.close()


async def test_a_battle_that_has_begun_outlives_its_tournament(tmp_path: Path) -> None:
    cup(tmp_path)
    hub, all_ = opened(tmp_path)
    first, second = all_.tournament("cup").this_round
    hosted = battle_of(hub, first)
    all_.cancel("cup")
    assert second.battle not in hub.battles
    hosted.leaving.resign(first.first, next(iter(hosted.seating.sides(first.first))))
    assert len(hub.results) == 1
    assert all_.tournament("cup").over
    hub.close()


async def test_a_person_without_a_voice_founds_no_tournament(tmp_path: Path) -> None:
    """Its name would be read by everybody."""
    hub, _ = opened(tmp_path)
    hub.sanctions.mute("eve")
    with pytest.raises(Refused, match="has muted you"):
        Desk(hub, "eve").execute("organize anna-cheats swiss quickstart")
    hub.close()


async def test_the_word_for_the_dice_of_a_person_without_a_voice_is_its_hash(
    tmp_path: Path,
) -> None:
    """All players read these words in the pledge; the hash is mixed into the seed as well."""
    async with company(tmp_path) as people:
        people.host.hub.sanctions.mute("eve")
        anna, eve = await lines_of(people, "anna"), await lines_of(people, "eve")
        await anna.types("found quickstart", "Founded.")
        await eve.types("list", "1 Quick start")
        for lines, side, word in ((anna, "red", "porpoise"), (eve, "blue", "anna cheats")):
            await lines.types(f"sit 1 {side}", "Any word of yours")
            await lines.types(word, "> ")
        await until(lambda: people.battles[0].battle)
        words = people.battles[0].agreement.words
    assert words["A"] == "porpoise"
    assert re.fullmatch("[0-9a-f]{16}", words["B"])


async def test_guests_are_sent_away_and_kept_out_by_their_name(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        eve = await lines_of(people, "guest")
        owner = people.host.owner
        assert owner.execute("who", "a test")[0].startswith("guest: since")
        assert owner.execute("kick guest", "a test") == ["1 connection of guest ended."]
        await eve.ends()
        eve = await lines_of(people, "guest")
        told = owner.execute("ban guest come under a name", "a test")
        assert told == ["guest is banned.", "A connection of a guest ended."]
        await eve.ends()
        await until(lambda: not list(people.host.hub.sessions))
        assert people.host.answer("", "help", "", False).refused
        owner.execute("unban guest", "a test")
        await lines_of(people, "guest")

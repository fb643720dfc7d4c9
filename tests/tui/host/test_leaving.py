"""Leaving a battle on a host: resigning, draws, agreed ends, and seats that pass to others."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.base.text import are
from engine.game.question import Sheet
from engine.hosting.hosted import HostedBattle
from engine.hosting.lobby_rows import facts, ways_out
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from engine.kernel.fair import matches_pledge
from engine.review.report import render_report, report
from engine.sitting.battle_log import BattleLog
from tests.tui.host.far import Far, company
from tests.tui.host.far import until as far_until
from tests.tui.host.near import QUICK, Near, begun, near, running_hub, until
from tui.cli import main

TEAMS = Terms(
    game="iron_oak",
    scenario="hampton_roads",
    options={"union_seats": 2, "confederate_seats": 2},
)
WEEK = 7 * 86400.0


def why_not(do: Callable[[], Any]) -> str:
    """Return the sentence with which an action is refused."""
    with pytest.raises(Refused) as caught:
        do()
    return str(caught.value)


def told(hosted: HostedBattle) -> list[str]:
    """Return the entries in a battle's file that are not from its rules."""
    assert hosted.battle
    steps = (each for each in hosted.battle.log if each.kind not in ("command", "reveal"))
    return [" ".join(filter(None, (e.kind, e.seat, e.text))) for e in steps]


def proved(hosted: HostedBattle) -> str:
    """Return how a battle ended according to its file, after its dice and end were proved."""
    with Battle.open(hosted.path, write=False) as battle:
        proof, outcome = battle.verify(), battle.outcome()
        assert proof.ok, proof.text
        assert outcome is not None
        assert battle.header.fairness
        assert matches_pledge(battle.log[-1].text, battle.header.fairness)
        return outcome.reason


async def choose(person: Near, label: str) -> None:
    """Open the page with the ways to leave, and highlight one of them."""
    await person.press("X")
    await person.sees("LEAVING")
    for _ in range(20):
        if label in person.foot.splitlines()[0]:
            return
        await person.press("down")
    raise AssertionError(f"no line {label}\n{person.text}")


async def test_who_resigns_is_asked_once_more_and_the_proof_is_there_for_all(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna, near(hub, "ben") as ben:
        hosted = begun(hub, "anna", "ben")
        await anna.press("enter")
        await ben.press("enter")
        await choose(anna, "Resign as Red")
        assert "Your side gives up: it has lost." in anna.text
        await anna.press("enter")
        assert "Resign as Red: sure?" in anna.foot
        await anna.press("n", "enter", "down", "enter", "escape")
        assert hosted.standing == "running"
        await anna.press("escape")
        await choose(anna, "Resign as Red")
        await anna.press("enter", "y")
        for each in (anna, ben):
            await each.sees("BLUE WINS: Red resigned")
            await each.press("V")
            await each.sees("Verdict: PROVED", "it ended outside the rules")
            await each.press("escape", "L")
            await each.sees("anna (Red) resigns.")
        assert proved(hosted) == "Red resigned"
        await anna.press("X")
        await anna.sees("the battle is over")
        await ben.press("M")
        await ben.sees("BLUE WINS: Red resigned")


async def test_a_draw_is_offered_taken_back_declined_and_agreed(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna, near(hub, "ben") as ben:
        hosted = begun(hub, "anna", "ben")
        await anna.press("enter")
        await ben.press("enter")
        await choose(anna, "Offer a draw")
        await anna.press("enter", "y")
        await anna.sees("ben is asked.")
        await ben.sees("Anna (Red) offers a draw. Agree?")
        await choose(anna, "Withdraw your proposal")
        await anna.press("enter", "y")
        await ben.sees("YOUR CHOICE")
        await choose(anna, "Offer a draw")
        await anna.press("enter", "y")
        await ben.sees("offers a draw. Agree?")
        await ben.press("X")  # any other key leaves the question where it is, or answers no
        await ben.press("n")
        await anna.sees("ben does not agree.")
        await choose(ben, "Propose to end it here")
        await ben.press("enter", "y")
        await anna.sees("Ben (Blue) proposes to end it here, with no winner. Agree?")
        await anna.press("y")
        for each in (anna, ben):
            await each.sees("NO WINNER: all agreed to end it here")
        assert told(hosted) == [
            "offer A draw", "decline A own", "offer A draw", "decline B",
            "offer B stop", "agree A", "end stop",
        ]  # fmt: skip
        assert proved(hosted) == "all agreed to end it here, with no winner"


async def test_an_offer_stands_after_a_new_start_of_the_host_and_in_the_lobby(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        hosted.leaving.propose("anna", "draw")
        assert "this proposal is still open:" in why_not(
            lambda: hosted.leaving.propose("ben", "stop")
        )
        name = hosted.agreement.id
    async with running_hub(tmp_path) as hub, near(hub, "ben") as ben:
        await ben.sees("ASKS YOU", "you are asked: anna (Red) offers")
        await ben.press("enter", "y")
        await ben.sees("A DRAW: all agreed on a draw")
        assert hub.battles[name].standing == "finished"


async def test_a_seat_is_handed_to_a_computer_or_to_a_person_who_agrees(tmp_path: Path) -> None:
    terms = replace(QUICK, watching="nobody")
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna") as anna,
        near(hub, "ben") as ben,
        near(hub, "carl") as carl,
    ):
        hosted = begun(hub, "anna", "ben", terms=terms)
        await anna.press("enter")
        old = hosted.shown_to("anna")
        unwanted = "the players of this battle do not want watchers"
        assert why_not(lambda: hosted.shown_to("carl")) == unwanted
        assert "would see its secrets" in why_not(lambda: hosted.leaving.hand("anna", "A", "ben"))
        assert why_not(lambda: hosted.leaving.hand("ben", "A", "carl")) == "this is not your seat"
        await choose(anna, "Hand Red over to")
        await anna.press("enter")
        await anna.sees("HAND RED OVER TO")
        for _ in range(9):
            if "carl" in anna.foot.splitlines()[0]:
                break
            await anna.press("down")
        await anna.press("enter", "y")
        await anna.sees("carl is asked.")
        await carl.sees("you are asked: anna (Red) wants", "to hand the seat over to you")
        await carl.press("enter", "y")
        await carl.sees("YOUR CHOICE")
        await anna.sees("LOBBY")  # nobody is to watch, she neither
        assert why_not(lambda: old.answer("A", "0"))
        assert hosted.seating.seats_of("carl") == ("A",)
        await ben.press("enter")
        hosted.leaving.hand("carl", "A", "ensign")
        await ben.press("L")  # the ensign may have laid a card since
        await ben.sees("the ensign plays on for", "carl (Red).")
        assert told(hosted) == ["hand A carl", "hand A the ensign"]
        assert hosted.seating.player_name("A") == "ensign"
    async with running_hub(tmp_path) as hub:
        (again,) = hub.battles.values()
        assert again.seating.player_name("A") == "ensign"
        assert again.seating.seats_of("ben") == ("B",)


async def test_a_host_that_was_killed_between_both_files_follows_the_battles(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        assert hosted.battle
        hosted.battle.leave("hand", "A", "carl")
        hosted.battle.leave("hand", "B", "the captain")
    async with running_hub(tmp_path) as hub:
        (again,) = hub.battles.values()
        assert (again.seating.person_of("A"), again.seating.player_name("B")) == ("carl", "captain")


def kept_waiting(hosted: HostedBattle, seconds: float) -> None:
    """Make the latest order, and everybody's last presence, so many seconds old."""
    hosted.asked_since = time.time() - seconds
    hosted.seating.agreement = replace(hosted.agreement, seen={}, created="2020-01-01T00:00:00")


async def test_the_seat_of_who_stays_away_is_given_away_by_the_vote_of_most(
    tmp_path: Path,
) -> None:
    terms = replace(TEAMS, away=int(WEEK))
    async with running_hub(tmp_path) as hub, near(hub, "ben") as ben, near(hub, "dora") as dora:
        hosted = begun(hub, "anna", "ben", "carl", "dora", terms=terms)
        seat = next(
            each for each in hosted.asked() if hosted.seating.person_of(each) in ("anna", "carl")
        )
        absent = hosted.seating.person_of(seat)
        assert f"{absent} has not kept you waiting for 7 days" in why_not(
            lambda: hosted.leaving.replace("ben", seat, "captain")
        )
        kept_waiting(hosted, WEEK + 1)
        foe = next(
            person
            for person in ("ben", "dora")
            if "would see" in hosted.leaving.why_not_have(person, seat)
        )
        voter = {"ben": ben, "dora": dora}[foe]
        for each in (ben, dora):
            await each.press("enter")
        await choose(voter, "Let another play")
        await voter.press("enter")
        await voter.sees("LET ANOTHER PLAY", "you (not now)")
        await voter.press("escape", "escape")
        hosted.leaving.replace(foe, seat, "captain")
        assert hosted.seating.player_name(seat) == absent  # one of three is not most of them
        other = dora if voter is ben else ben
        await other.sees(f"proposes that a captain takes over for {absent}")
        await other.press("y")
        assert hosted.seating.player_name(seat) == "captain"
        assert told(hosted) == [f"hand {seat} the captain"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"away": 0}, "in this battle absent players keep their seats"),
        ({"away": 3600}, "ben has not kept you waiting for 1 hour yet"),
        ({"away": 60}, ""),
    ],
)
async def test_nobody_loses_a_seat_who_is_there_or_was_not_waited_for(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "ben") as ben:
        hosted = begun(hub, "anna", "ben", terms=replace(QUICK, **change))
        kept_waiting(hosted, 120)
        assert hosted.leaving.why_not_replace("B") == told
        if not told:
            await ben.press("enter")
            assert "has not kept you waiting" in hosted.leaving.why_not_replace("B")
            await ben.press("M")
            kept_waiting(hosted, 120)
            assert why_not(lambda: hosted.leaving.replace("carl", "B", "ensign"))
            hosted.leaving.replace("anna", "B", "ensign")  # nobody else is to be asked
            assert hosted.seating.player_name("B") == "ensign"
            assert hosted.leaving.why_not_replace("B") == "a computer has this seat already"


async def test_a_no_of_one_does_not_end_a_vote_that_can_still_be_won(tmp_path: Path) -> None:
    terms = replace(TEAMS, away=60)
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", "carl", "dora", terms=terms)
        seat = hosted.asked()[0]
        absent = hosted.seating.person_of(seat)
        first, second, third = (name for name in ("anna", "ben", "carl", "dora") if name != absent)
        kept_waiting(hosted, 120)
        hosted.leaving.replace(first, seat, "captain")
        hosted.leaving.decline(second)
        assert hosted.leaving.asks(third)
        assert hosted.leaving.asks(second) is None
        assert (
            why_not(lambda: hosted.leaving.decline(second)) == "nobody has proposed anything to you"
        )
        hosted.leaving.decline(third)
        assert hosted.leaving.proposal is None
        hosted.leaving.replace(first, seat, "captain")
        hosted.leaving.decline(second)
        hosted.leaving.agree(third)
        assert hosted.seating.player_name(seat) == "captain"


async def test_in_a_team_the_others_fight_on_and_the_last_person_gives_the_side_up(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", "carl", "dora", terms=TEAMS)
        ((side, _),) = hosted.seating.sides("anna").items()
        friend = next(
            name for name in ("ben", "carl", "dora") if side in hosted.seating.sides(name)
        )
        hosted.leaving.resign("anna", side)
        assert hosted.standing == "running"
        assert hosted.seating.seats_of("anna") == ()
        assert why_not(lambda: hosted.leaving.resign("anna", side)) == "this is not your seat"
        hosted.leaving.resign(friend, side)
        assert hosted.standing == "finished"
        assert proved(hosted).endswith("resigned")


@pytest.mark.parametrize(("person", "side", "said"), [("anna", "A", "Red"), ("ben", "B", "Blue")])
async def test_who_resigns_gives_up_no_seat_of_others(
    tmp_path: Path, person: str, side: str, said: str
) -> None:
    """This is so whichever seat is the first of the battle."""
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        hosted.leaving.resign(person, side)
        assert proved(hosted) == f"{said} resigned"


async def test_a_battle_that_everybody_has_left_is_adjourned_and_not_played_by_computers(
    tmp_path: Path,
) -> None:
    """Its clock gives a minute, after which computer players would take the seats."""
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=replace(QUICK, clock=60))
        async with near(hub, "anna") as anna:
            await anna.press("enter")
            hosted.clock.expire("B")
            assert hosted.plays("B")
            await anna.press("M")
            await anna.sees("adjourned: no player was there")
            assert hosted.battle
            entries = len(hosted.battle.log)
            await anna.press("enter")
            await anna.sees("P play on")
            await anna.press("P")
            assert hosted.standing == "running"
            assert not hosted.plays("B")  # it is asked, and its time runs anew
            await anna.press("M")
        hosted.clock.expire("A")
        assert hosted.standing == "adjourned"
        assert hosted.agreement.adjourned == "Red's time ran out, and no player was there"
        assert why_not(hosted.running).startswith("the battle is adjourned: Red's time ran out")
        assert len(hosted.battle.log) == entries


async def test_against_computers_one_may_resign_or_stop_but_they_take_no_draw(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", terms=replace(QUICK, computers={"B": "ensign"}))
        draw = next(each for each in ways_out(hosted, "anna", []) if "draw" in each.label)
        assert draw.why_not == "your opponents are computer players, which never accept a draw"
        assert why_not(draw.do) == draw.why_not
        hosted.leaving.propose("anna", "stop")
        assert hosted.standing == "finished"
        for late in (
            lambda: hosted.leaving.propose("anna", "stop"),
            lambda: hosted.leaving.resign("anna", "A"),
            lambda: hosted.leaving.hand("anna", "A", "ensign"),
            lambda: hosted.leaving.agree("anna"),
        ):
            assert why_not(late) in ("the battle is over", "nobody has proposed anything to you")


async def test_who_watches_gives_nothing_up_and_a_gathering_tells_what_is_agreed(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "") as guest, near(hub, "carl") as carl:
        await carl.press("n", "enter")
        await carl.sees(
            "Clock: 3 days a choice, then a computer plays.",
            "keeps the other players waiting for 7 days",
            "Watched live, hands hidden.",
            "Advice: on request.",
        )
        hosted = begun(hub, "anna", "ben")
        assert why_not(lambda: hosted.leaving.propose("", "draw")) == (
            "only a player of the battle can do this"
        )
        await guest.press("down", "enter")
        await guest.sees("You watch")
        await guest.press("X")
        await guest.sees("people who watch have no seat to give up")
        before = os.stat(hosted.path).st_size
        assert (
            why_not(lambda: hosted.leaving.agree("anna")) == "nobody has proposed anything to you"
        )
        assert os.stat(hosted.path).st_size == before


async def test_who_does_not_want_it_is_not_asked_over_and_over(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        leaving = hosted.leaving
        leaving.propose("anna", "draw")
        leaving.decline("ben")
        assert why_not(lambda: leaving.propose("anna", "stop")) == (
            "this offer was declined a moment ago; play first, then offer it again"
        )
        leaving.hand("anna", "A", "carl")
        leaving.decline("carl")
        assert why_not(lambda: leaving.hand("anna", "A", "carl")) == "carl does not want it"
        for _ in range(50):
            leaving.propose("ben", "draw")
            leaving.decline("ben")
        assert why_not(lambda: leaving.propose("ben", "draw")) == (
            "you have made 50 offers, which is the limit"
        )
        assert hosted.battle
        asked = hosted.battle.pending()[0]
        hosted.battle.answer(asked.seat, asked.options[0].id)
        leaving.propose("anna", "draw")
        assert leaving.asks("ben")


async def test_four_in_teams_one_leaves_for_good_and_the_proof_is_on_each_screen(
    tmp_path: Path,
) -> None:
    """The persons use real SSH connections: a computer player takes the seat, and the others agree
    on a draw.
    """
    async with company(tmp_path) as people:
        begun(people.host.hub, "anna", "ben", "carl", "dora", terms=TEAMS)
        (hosted,) = people.battles
        assert hosted.battle
        persons: dict[str, Far] = {}
        for name in ("anna", "ben", "carl", "dora"):
            persons[name] = await people.comes(name, (80, 24))
            await persons[name].sees("LOBBY", "Hampton Roads")
            persons[name].press("enter")
            await persons[name].sees("TURN")
        await _play(hosted, 8)
        (side,) = hosted.seating.sides("anna")
        own = hosted.seating.seats_of("anna")
        persons["anna"].press("X")
        await persons["anna"].sees("LEAVING", "A computer takes over")
        persons["anna"].press("enter", "y")
        await persons["anna"].sees("You watch")
        assert hosted.seating.seats_of("anna") == ()
        assert [hosted.seating.player_name(key) for key in own] == ["lieutenant"] * len(own)
        await _play(hosted, 8)
        hosted.leaving.propose("ben", "draw")
        for name in ("carl", "dora"):
            await persons[name].sees("offers a draw. Agree?")
            persons[name].press("y")
        for far in persons.values():
            await far.sees("A DRAW", "all agreed on a draw")
            far.press("V")
            await far.sees("PROOF OF THE DICE", "Verdict: PROVED")
        log = [line.text for line in BattleLog(hosted.battle).lines("")]
        assert any("the lieutenant plays on for anna (" in text for text in log)
        assert side
        assert proved(hosted) == "all agreed on a draw"


async def _play(hosted: HostedBattle, choices: int) -> None:
    """Let persons give the proposed answer, or the first one, so many times; computer players
    answer for others.
    """
    battle = hosted.battle
    assert battle
    for _ in range(choices):
        await far_until(lambda: any(map(hosted.seating.person_of, hosted.asked())))
        asked = next(each for each in hosted.questions() if hosted.seating.person_of(each.seat))
        sheet = isinstance(asked, Sheet)
        battle.answer(asked.seat, asked.proposed if sheet else asked.options[0].id)


async def test_what_a_proposal_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        leaving, battle = hosted.leaving, hosted.shown_to("anna")
        mine, his = hosted.seating.seats_of("anna")[0], hosted.seating.seats_of("ben")[0]
        assert why_not(lambda: leaving.replace("anna", mine, "captain"))
        assert leaving.why_not_have("ben", his) == "choose a person who does not have the seat yet"
        assert leaving.why_not_have("", his) == "choose a person who does not have the seat yet"
        assert "to leave a battle of a host, use the page for leaving" in why_not(
            lambda: battle.leave("resign", mine)
        )
        assert not told(hosted)


async def test_what_is_proposed_about_a_seat_reads_right_for_each_person(tmp_path: Path) -> None:
    terms = replace(TEAMS, away=60)
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", "carl", "dora", terms=terms)
        for name in ("anna", "ben", "dora", "emma"):
            hub.count_connection(name)
            hosted.screen_opened(name)
        absent = hosted.seating.seats_of("carl")[0]
        name = next(seat.name for seat in hosted.seats if seat.key == absent)
        hosted.asked_since -= 100
        hosted.seating.agreement = replace(hosted.agreement, created="2026-01-01T00:00:00")
        hosted.seating.timed_out.add(absent)
        hosted.leaving.replace("ben", absent, "emma")
        proposal = hosted.leaving.proposal
        assert proposal
        told = f"takes over for carl ({name})"
        assert proposal.text_for("anna") == f"ben proposes that emma {told}"
        assert proposal.text_for("emma") == f"ben proposes that you take over for carl ({name})"
        assert facts(hosted, "emma", hub.persons)[-1][0] != ""
        why_not = hosted.leaving.why_not_ask("emma", absent)
        assert why_not == f"this proposal is still open: ben proposes that emma {told}"
        assert are(sorted(proposal.waits_for)) == "anna, dora and emma are"
        for person in ("anna", "emma", "dora"):
            if hosted.leaving.asks(person):
                hosted.leaving.agree(person)
        assert hosted.seating.seats_of("emma") == (absent,)
        battle = hosted.running()
        log = [line.text for line in BattleLog(battle).lines("")]
        assert log[-1] == f"emma plays on for carl ({name})."
        seats = battle.game.seats(battle.at(0))
        whole = report(battle)
        assert whole.players[absent] == ("carl", "emma")
        sides = whole.against.split(" against ")
        assert len(sides) == 2
        assert f"carl, then emma ({name})" in whole.against
        assert all(" and " in side for side in sides), "allies are not against each other"
        assert whole.against in render_report(whole, "text").splitlines()[1]
        gone = [seat for seat in seats if seat.fights_for == seats[0].fights_for]
        for seat in gone:
            battle.leave("resign", seat.key)
        path = hosted.path
    told = verdict(path)
    assert told.startswith("right, ")
    who = [f"{hosted.seating.person_of(seat.key)} ({seat.name})" for seat in gone]
    assert f"; it ended outside the rules: {' and '.join(who)} resigned" in told


def verdict(path: Path) -> str:
    """Return what `verify` prints about a file, without the file's name."""
    out = StringIO()
    with redirect_stdout(out):
        main(["verify", str(path)])
    return out.getvalue().removeprefix(f"{path}: ").strip()


async def test_a_seat_is_back_until_a_computer_plays_it_again(tmp_path: Path) -> None:
    terms = replace(QUICK, clock=600)
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = begun(hub, "anna", "ben", terms=terms)
        await anna.press("enter")
        hosted.clock.expire("A")
        await anna.sees("Your time ran out: a computer plays for you.")
        battle = hosted.running()
        await until(lambda: "A" not in hosted.asked(), lambda: "the computer's card")
        await anna.press("down")
        await anna.sees("You have your seat back.")
        battle.answer("B", next(q for q in battle.pending() if q.seat == "B").options[0].id)
        while "A" not in hosted.asked():
            question = battle.pending()[0]
            battle.answer(question.seat, question.options[0].id)
        hosted.clock.expire("A")
        await anna.sees("Your time ran out: a computer plays for you.")
        assert "You have your seat back." not in anna.text

"""A battle between persons as each of them sees it: whose turn it is, chat, taking back, the
clock.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.hosting.hosted import HostedBattle
from engine.hosting.terms import Terms
from engine.players import make_player
from tests.tui.host.near import Near, begun, near, running_hub, until
from tui.host.hosted_battle import HostedBattleScreen

LATE = "Your time ran out"


def clocked(seconds: int, late: str) -> Terms:
    return Terms(game="oak_iron", scenario="quickstart", clock=seconds, late=late)  # type: ignore[arg-type]


async def lay_cards(*persons: Near) -> None:
    """Let all players choose their first card, so that dice are rolled."""
    for each in persons:
        await each.sees("YOUR CHOICE")
        await each.press("enter")


def positions(hosted: HostedBattle) -> int:
    assert hosted.battle
    return hosted.battle.position


async def test_whose_choice_it_is_by_name_and_where_they_are(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        begun(hub, "anna", "ben")
        await anna.press("enter")
        assert anna.foot.startswith(" YOUR CHOICE  choose the initiative card")
        await anna.press("enter")
        await anna.sees("Waiting for ben (Blue, away) to choose.")
        async with near(hub, "ben") as ben:
            await anna.sees("Waiting for ben (Blue, elsewhere) to choose.")
            assert "1 battle waits for your choice" in ben.text
            await ben.press("enter")
            await anna.sees("Waiting for ben (Blue) to choose.")
            await ben.press("?")
            assert "Red: anna" in ben.text


async def test_an_answer_on_its_way_when_a_battle_is_adjourned_is_refused(tmp_path: Path) -> None:
    """The screen of the person who answers has not been notified yet."""
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = begun(hub, "anna", "ben", terms=clocked(60, "adjourn"))
        await anna.press("enter")
        await anna.sees("YOUR CHOICE")
        screen = anna.app.screen
        assert isinstance(screen, HostedBattleScreen)
        hosted.clock.expire("B")
        (asked,) = (each for each in hosted.battle.pending() if each.seat == "A")  # type: ignore[union-attr]
        with pytest.raises(Refused, match="the battle is adjourned: Blue's time ran out"):
            screen.course.submit("A", Answer(asked.options[0].id))
        assert positions(hosted) == 0


async def test_what_is_said_is_read_by_all_and_watchers_are_silent(tmp_path: Path) -> None:
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna") as anna,
        near(hub, "") as guest,
    ):
        hosted = begun(hub, "anna", "ben")
        await anna.press("enter")
        await guest.press("enter")
        await guest.sees("You watch. Waiting for anna (Red) and ben (Blue, away)")
        await anna.press("T")
        await anna.types("good luck, ben")
        await guest.sees('anna (Red): "good luck, ben"')
        for key, told in (
            ("T", "a guest may read and watch, but not talk"),
            ("N", "a guest may read and watch, but not talk"),
            ("u", "people who watch cannot take anything back"),
            ("ctrl+t", "people who watch cannot take anything back"),
            ("U", "people who watch cannot take anything back"),
            ("P", "only a player of the battle can resume it"),
        ):
            await guest.press(key)
            await guest.sees(told)
        await guest.press("enter", "down", "enter")
        assert positions(hosted) == 0


async def test_a_take_back_over_dice_is_refused_given_up_and_granted(tmp_path: Path) -> None:
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna", (120, 40), "xterm") as anna,
        near(hub, "ben", (120, 40), "xterm") as ben,
    ):
        hosted = begun(hub, "anna", "ben")
        await anna.press("enter")
        await ben.press("enter")
        await lay_cards(anna, ben)
        await ben.press("u")
        await ben.sees("Ask anna to let you take the order back?")
        # What another asks waits until one's own question is answered.
        await anna.press("u")
        await anna.sees("Ask ben to let you take the order back?")
        await anna.press("y")
        await anna.sees("ben is asked whether you may take the order back.")
        await ben.sees("Ask anna to let you take the order back?")
        await ben.press("n")
        await ben.sees("anna (Red) asks to take back: Red lays", "Agree?")
        await ben.press("n")
        await anna.sees("ben does not agree: the order is not taken back.")
        await ben.press("u")
        await ben.press("enter")
        await ben.sees("anna is asked whether you may take the order back.")
        await anna.sees("ben (Blue) asks to take back: Blue lays", "Agree?  y yes   Esc/n no")
        await anna.press("enter")  # it was meant for her own order
        await anna.sees("Agree?")
        assert positions(hosted) == 2
        await anna.press("n")
        await ben.sees("anna does not agree: the order is not taken back.")
        assert positions(hosted) == 2
        await ben.press("ctrl+t", "y")
        await anna.sees("Agree?")
        await ben.press("ctrl+t", "y")
        await until(lambda: "Agree?" not in anna.text, lambda: anna.text)
        await ben.press("ctrl+t", "y")
        await anna.sees("Agree?")
        await anna.press("y")
        await anna.sees("ben (Blue) has taken an order back.")
        assert "is asked" not in ben.text  # nobody is, any more
        assert positions(hosted) == 1
        await anna.press("U")
        await anna.sees("only ben (Blue) may redo the order")
        await ben.press("U")
        await anna.sees("ben (Blue) has redone an order.")
        assert positions(hosted) == 2


async def test_of_two_requests_in_one_moment_the_open_one_is_asked_about(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna", (120, 40), "xterm") as anna:
        hosted = begun(hub, "anna", "ben")
        await anna.press("enter")
        for seat in "AB":
            asked = next(each for each in hosted.running().pending() if each.seat == seat)
            hosted.running().answer(seat, asked.options[0].id)
        hosted.taking_back.ask("B")
        await anna.sees("ben (Blue) asks to take back", "Agree?")
        hosted.taking_back.refuse("ben")
        hosted.leaving.propose("ben", "draw")
        await anna.sees("offers a draw", "Agree?")
        await anna.press("y")
        outcome = hosted.running().outcome()
        assert outcome is not None
        assert outcome.winners == ()


async def test_undo_is_free_until_somebody_else_has_acted(tmp_path: Path) -> None:
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna") as anna,
        near(hub, "ben") as ben,
    ):
        hosted = begun(hub, "anna", "ben")
        await anna.press("enter", "enter")
        await ben.press("enter")
        assert positions(hosted) == 1
        await ben.press("u")
        await ben.sees("Red has acted since")
        await anna.press("u")
        await anna.sees("YOUR CHOICE")
        await ben.sees("anna (Red) has undone the latest order.")
        assert positions(hosted) == 0


async def test_a_computer_plays_for_who_is_late_until_a_key_takes_the_seat_back(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = begun(hub, "anna", terms=clocked(60, "computer"))
        hosted.sit("ben", "B", "")
        await anna.press("enter")
        await anna.sees("YOUR CHOICE, UNDER 1 MINUTE")
        hosted.clock.expire("A")
        await anna.sees(LATE, "Any key takes your seat back")
        await until(lambda: positions(hosted) == 1, lambda: anna.text)
        hosted.clock.expire("B")
        await until(lambda: positions(hosted) > 2, lambda: anna.text)
        await anna.pilot.press(
            "down"
        )  # before the eight choices that computers make for absent people
        assert hosted.seating.timed_out == {"B"}
        await until(lambda: hosted.asked() == ("A",), lambda: anna.text)
        await anna.sees("YOUR CHOICE")


async def test_a_battle_of_who_is_late_is_adjourned_and_played_on(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = begun(hub, "anna", "ben", terms=clocked(1, "adjourn"))
        await anna.press("enter")
        await anna.sees("Adjourned:", "time ran out.")
        await anna.press("enter", "u")
        assert positions(hosted) == 0
        await anna.press("M")
        await anna.sees("LOBBY", "adjourned")
    async with running_hub(tmp_path) as hub, near(hub, "ben") as ben:
        (hosted,) = hub.battles.values()
        assert hosted.standing == "adjourned"
        await ben.press("P")
        await ben.sees("YOUR CHOICE")
        await ben.press("enter")
        assert positions(hosted) == 1


async def test_a_watcher_of_yesterday_learns_nothing_of_today(tmp_path: Path) -> None:
    terms = Terms(game="oak_iron", scenario="quickstart", watching="delayed", delay=1)
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "", (120, 40), "xterm") as guest,
        near(hub, "anna", (120, 40), "xterm") as anna,
        near(hub, "ben", (120, 40), "xterm") as ben,
    ):
        hosted = begun(hub, "anna", "ben", terms=terms)
        for each in (anna, ben, guest):
            await each.press("enter")
        await lay_cards(anna, ben)
        await anna.press("T")
        await anna.types("what a challenge")
        await ben.sees("what a challenge")
        await guest.sees("You watch, 1 turn behind.")
        for hidden in ("challenge", "Waiting", "lays"):
            assert hidden not in guest.text
        await guest.press("M")
        assert "to choose" not in guest.text
        assert positions(hosted) == 2


async def test_nobody_watches_where_the_players_want_none(tmp_path: Path) -> None:
    terms = Terms(game="oak_iron", scenario="quickstart", watching="nobody")
    async with running_hub(tmp_path) as hub, near(hub, "carl") as carl:
        begun(hub, "anna", "ben", terms=terms)
        await carl.press("enter")
        await carl.sees("LOBBY", "the players of this battle do not want watchers")


async def test_what_is_over_is_replayed_and_what_goes_on_as_far_as_seen(
    tmp_path: Path,
) -> None:
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna") as anna,
        near(hub, "") as guest,
    ):
        hosted = begun(hub, "anna", "ben")
        await anna.press("enter")
        await anna.press("R")
        await anna.sees("REPLAY", "0/0")
        await anna.press("escape")
        await anna.press("E")
        await anna.sees("can be reviewed once it is over")
        battle = hosted.battle
        assert battle
        ensign = make_player("ensign", battle.game, 7, "A")
        while asked := battle.pending():
            answer = ensign.choose(battle.view(asked[0].seat), asked[0])
            battle.answer(asked[0].seat, answer)
        await anna.press("R")
        await anna.sees("0/")
        await guest.press("enter", "p", "e", "n", "*")
        await guest.sees("0/")
        assert not list(tmp_path.rglob("exports"))
        assert len(list(tmp_path.glob("*.battle"))) == 1


async def test_who_is_asked_may_ask_for_advice_unless_the_founder_forbids_it(
    tmp_path: Path,
) -> None:
    """The host computes the advice in the background; only anna sees hers."""
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna") as anna,
        near(hub, "ben") as ben,
    ):
        hosted = begun(hub, "anna", "ben")
        for each in (anna, ben):
            await each.press("enter")
            await each.sees("YOUR CHOICE")
        await anna.press("h")
        await anna.sees("-- Advice", "Best by")
        assert "Advice" not in ben.text
        await ben.press("enter")  # his choice is secret: hers is asked as before
        await ben.sees("Waiting for anna")
        await anna.sees("-- Advice", "Best by")
        await anna.press("1", "enter")
        await until(lambda: positions(hosted) >= 2, lambda: anna.text)
    forbidden = Terms(game="oak_iron", scenario="quickstart", advice=False)
    async with running_hub(tmp_path / "other") as hub, near(hub, "anna") as anna:
        begun(hub, "anna", "ben", terms=forbidden)
        await anna.press("enter")
        await anna.sees("YOUR CHOICE")
        await anna.press("h")
        await anna.sees("founded without advice")
        assert "-- Advice" not in anna.text

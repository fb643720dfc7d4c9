"""The screens of a host before a battle: the lobby, the form of a new battle, the page with its
seats.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import calls, facts, in_order, state_of, waits_for
from engine.hosting.terms import Terms
from tests.tui.host.near import QUICK, Near, begun, near, running_hub, until
from tui.host.founding import GatheringScreen

FRAMES = Path(__file__).parent / "frames"
SMALL, LARGE = ((80, 24), "vt100", "80x24_ascii"), ((120, 40), "xterm-256color", "120x40_unicode")
BOTH = pytest.mark.parametrize(("size", "term", "name"), [SMALL, LARGE])
UNEVEN = "found squadrons of"
FLEET = Terms(
    game="oak_iron",
    scenario="fleet",
    options={"a_side": 4},
    computers={"B": "lieutenant", "F": "ensign"},
    word="sesame",
    clock=180,
    late="adjourn",
    watching="delayed",
)


@pytest.fixture(autouse=True)
def told_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every battle the same secret and day, because pledge and date are shown."""
    monkeypatch.setattr("engine.hosting.hub.random_secret", lambda: "5ec2e7" * 10 + "0000")
    monkeypatch.setattr("engine.hosting.lobby_rows.date_text", lambda _: "1 May 2026")


def same(picture: str, shown: str) -> None:
    """Compare a screen with its stored picture; UPDATE_FRAMES=1 stores it anew."""
    kept = FRAMES / f"{picture}.txt"
    if os.environ.get("UPDATE_FRAMES"):
        kept.write_text(shown + "\n", encoding="utf-8")
    assert shown + "\n" == kept.read_text(encoding="utf-8")


@BOTH
async def test_the_lobby_says_who_plays_and_whose_choice_it_is(
    tmp_path: Path, size: tuple[int, int], term: str, name: str
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna", size, term) as anna:
        hub.count_connection("")
        begun(hub, "anna", "ben")
        hub.found_battle("carl", QUICK)
        begun(hub, "ben", "dora")
        fleet = hub.found_battle("ben", FLEET)
        fleet.sit("ben", "A", "", "sesame")
        fleet.sit("dora", "C", "", "sesame")
        await anna.press("home")
        same(f"lobby_{name}", anna.text)
        await anna.press("down")
        same(f"lobby_fleet_{name}", anna.text)
        if name.endswith("ascii"):
            assert anna.text.isascii()


@BOTH
async def test_the_terms_of_a_new_battle(
    tmp_path: Path, size: tuple[int, int], term: str, name: str
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna", size, term) as anna:
        await anna.press(
            "n", "down", "left", "up", "down", "down", "down", "down", "down", "down", "right"
        )
        same(f"founding_{name}", anna.text)


@BOTH
async def test_the_seats_of_a_battle_that_gathers(
    tmp_path: Path, size: tuple[int, int], term: str, name: str
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "dora", size, term) as dora:
        fleet = hub.found_battle("ben", FLEET)
        fleet.sit("ben", "A", "grapeshot", "sesame")
        await dora.press("enter")
        same(f"gathering_{name}", dora.text)


async def test_a_new_host_says_how_to_begin(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        assert "n sets one up" in anna.text
        await anna.press("n", "enter")
        assert "GATHERING   Quick start" in anna.text
        await anna.press("enter")
        await anna.types("ahoy")
        await anna.sees("anna, with the word 'ahoy'", "Waiting for somebody to play Blue")


async def test_a_long_list_scrolls_and_the_highlighted_battle_stays(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        for number in range(40):
            hub.found_battle(f"captain{number}", QUICK)
        await anna.press("end")
        await anna.sees("founded by captain0")
        hub.found_battle("late", QUICK)
        await anna.press("enter")
        await anna.sees("GATHERING", "by captain0")


def test_a_new_start_of_the_host_keeps_the_order_of_founding(tmp_path: Path) -> None:
    hub = Hub(tmp_path)
    founded = [hub.found_battle("anna", QUICK).agreement.id for _ in range(12)]
    hub.close()
    assert list(Hub(tmp_path).battles) == founded


async def test_the_highlight_leaves_a_seat_that_somebody_takes(tmp_path: Path) -> None:
    """An earlier refusal is no longer shown, either."""
    async with running_hub(tmp_path) as hub, near(hub, "ben", (80, 24), "xterm") as ben:
        hosted = hub.found_battle("anna", QUICK)
        screen = GatheringScreen(hosted)
        ben.app.push_screen(screen)
        await ben.sees("GATHERING", "Enter sits down as Red")
        screen.say("Red is taken")
        hosted.sit("anna", "A", "word")
        await ben.sees("Enter sits down as Blue")
        assert "Red is taken" not in ben.foot


async def test_a_seat_taken_while_one_types_ones_word_is_not_exchanged_for_another(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "ben", (80, 24), "xterm") as ben:
        hosted = hub.found_battle("anna", QUICK)
        ben.app.push_screen(GatheringScreen(hosted))
        await ben.press("enter")
        await ben.sees("You will be Red. Any word of yours, to mix into the dice:")
        hosted.sit("anna", "A", "word")
        await until(lambda: "anna" in ben.text, lambda: ben.text)
        await ben.types("grapeshot")
        await ben.sees("this seat is taken")
        assert list(hosted.seating.free) == ["B"]
        assert hosted.standing == "open"


async def test_the_highlight_stays_on_ones_own_seat_and_where_nothing_has_changed(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "ben", (80, 24), "xterm") as ben:
        hosted = hub.found_battle("anna", QUICK)
        ben.app.push_screen(screen := GatheringScreen(hosted))
        await ben.press("down")
        screen.say("Blue is taken")
        hub.notify_changed()
        await until(lambda: "Blue is taken" not in ben.foot, lambda: ben.text)
        assert "Enter sits down as Blue" in ben.foot
        hosted.sit("ben", "B", "word")
        await ben.sees("You are in. Waiting for somebody to play Red")
        assert screen.seat.key == "B"


async def test_whoever_looks_on_while_the_last_seat_is_taken_may_watch(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "carl", (80, 24), "xterm") as carl:
        hosted = hub.found_battle("anna", QUICK)
        hosted.sit("anna", "A", "word")
        carl.app.push_screen(GatheringScreen(hosted))
        await carl.press("down")
        await carl.sees("Enter sits down as Blue")
        hosted.sit("ben", "B", "word")
        await carl.sees("It has begun: Enter watches it")


async def test_a_private_battle_asks_for_its_word(tmp_path: Path) -> None:
    terms = Terms(game="oak_iron", scenario="quickstart", word="sesame")
    async with running_hub(tmp_path) as hub, near(hub, "ben") as ben:
        hosted = hub.found_battle("anna", terms)
        await ben.press("enter")
        assert "sesame" not in ben.text
        await ben.press("enter")
        await ben.types("open")
        assert "not its invitation word" in ben.text
        await ben.press("enter")
        await ben.types("sesame")
        await ben.types("ahoy")
        assert hosted.seating.seats_of("ben") == ("A",)


async def test_only_its_founder_withdraws_a_battle_and_only_before_it_begins(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        begun(hub, "anna", "ben")
        await anna.press("x")
        await anna.sees("cannot be withdrawn")
        others = hub.found_battle("carl", QUICK)
        await anna.sees("free v free")  # a list that changes takes away what is said of it
        await anna.press("end", "x")
        await anna.sees("only its founder")
        async with near(hub, "carl") as carl:
            await anna.press("enter")
            await carl.press("home", "x")
            await anna.sees("withdrawn")
        assert others.seating.free == ("A", "B")
        assert len(hub.battles) == 1
    async with running_hub(tmp_path) as hub:
        assert len(hub.battles) == 1


async def turned_to(near: Near, scenario: str) -> None:
    """Change the scenario in the form of a new battle until it is this one."""
    for _ in range(12):
        if scenario in near.foot:
            return
        await near.press("right")
    raise AssertionError(f"{scenario} is not offered:\n{near.text}")


async def turned_left(near: Near, until: Callable[[], bool]) -> None:
    """Change the value of the highlighted row until a function returns True."""
    for _ in range(30):
        if until():
            return
        await near.press("left")
    raise AssertionError(near.text)


async def test_ready_squadrons_are_chosen_or_drawn(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.press("n", "down")
        await turned_to(anna, "Engagement")
        await anna.press("left", "enter")
        (drawn,) = hub.battles.values()
        assert drawn.agreement.terms.scenario in ("skirmish", "patrol")
        assert "squadrons" not in drawn.agreement.terms.options
        await anna.press("escape", "n", "down")
        await turned_to(anna, "Skirmish")
        await anna.press("end", "right", "enter")
        chosen = list(hub.battles.values())[-1].agreement.terms.options["squadrons"]
        assert len(chosen) == 2
        assert all("/" not in name for name in chosen)


async def test_a_set_up_that_does_not_go_together_is_a_sentence_and_can_be_mended(
    tmp_path: Path,
) -> None:
    """Squadrons of a fleet have different sizes: the form says so, and refuses to create the
    battle.
    """
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.press("n", "down")
        await turned_to(anna, "Fleet")
        await anna.press("end", "right", "up")
        await turned_left(anna, lambda: UNEVEN in anna.foot)
        await anna.press("enter")
        assert UNEVEN in anna.foot
        assert not hub.battles
        await turned_left(anna, lambda: UNEVEN not in anna.foot)
        await anna.press("enter")
        await anna.sees("GATHERING")


async def test_a_guest_founds_nothing_and_sits_nowhere(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "") as guest:
        await guest.press("n")
        assert "a guest may watch, but not set up" in guest.text
        await guest.press("A")
        assert "a guest has no name here" in guest.text
        hosted = hub.found_battle("anna", QUICK)
        await guest.sees("Enter shows the seats of")
        await guest.press("enter", "enter")
        assert "a guest may watch, but not play" in guest.text
        assert hosted.seating.free == ("A", "B")


async def test_an_empty_lobby_says_why_a_key_does_nothing(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        for key, told in (
            ("w", "only a battle that has begun can be watched"),
            ("r", "only a battle that is over can be replayed"),
        ):
            await anna.press(key)
            assert told in anna.foot
        await anna.press("x", "P", "enter", "T", "enter")
        assert "LOBBY" in anna.text
        assert "Nobody else" not in anna.foot, "nothing was said"
        await anna.press("T")
        await anna.types("ahoy")
        await anna.sees("Nobody else is in the lobby now")
        hub.count_connection("dora")
        await anna.press("T")
        await anna.types("ahoy")
        assert "Nobody else" not in anna.foot


@pytest.mark.parametrize(
    ("person", "seats"),
    [
        ("anna", ["Red: anna, YOUR CHOICE", "Blue: ensign, to choose"]),
        ("carl", ["Red: anna, away, to choose", "Blue: ensign, to choose"]),
        ("", ["Red: anna, away, to choose", "Blue: ensign, to choose"]),
    ],
)
async def test_a_person_is_away_who_is_not_connected_and_a_computer_never_is(
    tmp_path: Path, person: str, seats: list[str]
) -> None:
    hub = Hub(tmp_path)
    hosted = begun(hub, "anna", terms=replace(QUICK, computers={"B": "ensign"}))
    assert [text for text, _ in facts(hosted, person, {person: 1})][2:4] == seats
    free = hub.found_battle(person or "carl", QUICK)
    told = [text for text, _ in facts(free, person, {person: 1})]
    assert ("Red: free" in told, "Blue: free" in told) == (True, True)


async def test_a_key_to_play_on_is_named_to_the_players_of_an_adjourned_battle(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        async with near(hub, "anna", (140, 24)) as anna:
            assert "P play on" not in anna.foot
            await anna.press("enter")
            await anna.sees("TURN 1", "T talk")
            assert "P play on" not in anna.foot
        hosted.adjourn("a test")
        for person, named in (("anna", True), ("carl", False), ("", False)):
            async with near(hub, person, (140, 24)) as far:
                assert ("P play on" in far.foot) == named, far.foot
                await far.sees("plays on" if named else "watches")
                await far.press("enter")
                await far.sees("TURN 1", "M lobby")
                assert ("P play on" in far.foot) == named, far.foot


async def test_settings_name_no_path_of_the_host_and_are_kept_for_each_person(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        async with near(hub, "anna") as anna:
            await anna.press("O", "right")
            assert "Your settings are kept on the host" in anna.text
            assert "/" not in anna.text.partition("Kept")[2].partition("\n")[0]
        assert (tmp_path / "settings" / "anna.toml").exists()
        assert not (tmp_path / "settings" / "ben.toml").exists()


async def test_g_goes_to_the_next_battle_that_waits_and_says_so_when_none_does(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        for person in ("anna", "ben"):
            async with near(hub, person) as far:
                waits = waits_for(hosted, person)
                assert ("g next" in far.text) == waits
                await far.press("g")
                await far.sees("YOUR CHOICE" if waits else "no battle waits for you")
        async with near(hub, "carl") as carl:
            await carl.press("g")
            await carl.sees("no battle waits for you")


async def test_what_waits_is_first_and_one_key_goes_from_one_to_the_next(tmp_path: Path) -> None:
    """A choice, a proposal and a reserved seat wait; after them nothing is left."""
    async with running_hub(tmp_path) as hub, near(hub, "anna", (100, 30)) as anna:
        offered, chosen = begun(hub, "anna", "ben"), begun(hub, "anna", "ben")
        for hosted in (offered, chosen):
            battle = hosted.running()
            while waits_for(hosted, "anna") != (hosted is chosen):
                question = battle.pending()[0]
                battle.answer(question.seat, question.options[0].id)
        offered.leaving.propose("ben", "draw")
        hub.challenge("ben", "anna", QUICK)
        for _ in range(3):
            begun(hub, "anna", "ben").adjourn("dinner")
        told = [state_of(each, "anna") for each in in_order(hub.battles.values(), "anna")]
        assert sorted(told[:3]) == ["ASKS YOU", "INVITES YOU", "YOUR CHOICE"]
        assert told[3:] == ["adjourned"] * 3
        seen = []
        while any(calls(each, "anna") for each in hub.battles.values()):
            await anna.sees("g next")
            await anna.press("g")
            if "GATHERING" in anna.text:
                seen.append("invitation")
                hub.decline("anna", next(e for e in hub.battles.values() if e.battle is None))
            elif "offers a draw" in anna.text:
                seen.append("question")
                await anna.press("n")
            else:
                seen.append("choice")
                await anna.sees("YOUR CHOICE")
                while waits_for(chosen, "anna"):
                    asked = chosen.running().pending()[0]
                    chosen.running().answer(asked.seat, asked.options[0].id)
            await anna.press("q" if seen[-1] == "invitation" else "M")
            await anna.sees("LOBBY")
            assert len(seen) < 6, anna.text
        assert sorted(seen) == ["choice", "invitation", "question"]
        await until(lambda: "g next" not in anna.text, lambda: anna.text)


async def test_what_a_gathering_says_is_wrapped_where_the_screen_ends(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "ben", (80, 24)) as ben:
        word = "a long word that only the friends of ben know"
        ben.app.push_screen(GatheringScreen(hub.found_battle("ben", replace(FLEET, word=word))))
        await ben.sees("GATHERING")
        told = " ".join(ben.text.split())
        assert f"Private. Its invitation word is {word}: tell it to your friends." in told


async def test_whoever_leaves_a_table_hears_no_more_of_its_battle(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = begun(hub, "anna", "ben")
        heard = hosted.running()._observers._observers
        before = list(heard)
        anna.app.enter_battle(hosted)
        await anna.sees("TURN 1")
        assert len(heard) > len(before)
        await anna.press("M")
        await until(lambda: not hosted.screens["anna"], lambda: anna.text)
        assert heard == before

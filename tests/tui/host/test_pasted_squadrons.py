"""A squadron or design of the player's own is pasted into the form of a new battle, on a host and
locally.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from engine.base.errors import WeatherGageError
from engine.files.squadron_files import LONGEST_TEXT, parse_pasted
from engine.hosting.hub import Hub
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.sitting.setting_up.rows import MOST_PASTED
from tests.tui.host.far import company
from tests.tui.host.near import Near, near, running_hub
from tests.tui.host.test_founding import form_of
from tests.tui.running import house, until
from tui.battle.screen import BattleScreen
from tui.host.founding import FoundingScreen
from tui.start.new_battle import SetupScreen
from tui.terminal.keyboard import LONGEST_PASTE

READY = {
    ("oak_iron", "skirmish"): "flying_gang",
    ("oak_iron", "fleet"): "flying_gang",
    ("wooden_ships", "any_ships"): "channel_squadron",
    ("iron_oak", "own_battle"): "river_mouth",
}
NAMES = {"flying_gang": "The Flying Gang", "channel_squadron": "Channel squadron",
         "river_mouth": "The mouth of the river"}  # fmt: skip


def text_of(game: str, ready: str, name: str = "My own") -> str:
    """Return the text of a shipped squadron under another name, as a terminal pastes it."""
    text = system(game).building.ready()[ready].read_text("utf-8")
    assert NAMES[ready] in text
    return text.replace(NAMES[ready], name, 1).replace("\n", "\r")


async def paste(anna: Near, screen: FoundingScreen, text: str, seat: int = 0) -> None:
    """Paste a text into the row for the squadron of a seat."""
    lines = [line.what for line in screen.lines]
    screen._move(lines.index("squadron") + seat)
    anna.app.post_message(events.Paste(text))
    await anna.pilot.pause()


@pytest.mark.parametrize("at", READY, ids="-".join)
async def test_what_is_pasted_sails_and_a_new_start_of_the_host_has_it(
    tmp_path: Path, at: tuple[str, str]
) -> None:
    game, scenario = at
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        screen = await form_of(anna, game, scenario)
        await paste(anna, screen, text_of(game, READY[at]))
        await anna.sees("< My own >", "your own.")
        await anna.press("enter")
        await anna.sees("GATHERING")
        (hosted,) = hub.battles.values()
        start = hosted.start
    again = Hub(tmp_path)
    (kept,) = again.battles.values()
    assert kept.start == start
    for seat in kept.seating.free:
        kept.sit("anna", seat, "word")
    assert kept.battle
    assert kept.battle.header.options["squadrons"]
    path = kept.path
    again.close()
    assert Battle.open(path, write=False).state == kept.battle.state


async def test_a_paste_comes_whole_over_a_line(tmp_path: Path) -> None:
    """A host reads it slowly, because no keyboard sends so much at once."""
    async with company(tmp_path) as people:
        anna = await people.comes("anna")
        await anna.sees("LOBBY")
        anna.press("n")
        await anna.sees("NEW BATTLE")
        (app,) = people.host._apps
        screen = app.screen
        assert isinstance(screen, FoundingScreen)
        screen.form.choose("oak_iron", "skirmish")
        anna.press("\x1b[F")
        await anna.sees("< drawn by lot >")
        anna.press("\x1b[200~", LEGAL, "\x1b[201~")
        await anna.sees("< My own >")
        anna.press("enter")
        await anna.sees("GATHERING")


async def test_it_sails_at_a_keyboard_as_well(tmp_path: Path) -> None:
    async with house(tmp_path, start=SetupScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.form.choose("oak_iron", "skirmish")
        screen.index = [line.what for line in screen.lines].index("squadron")
        app.post_message(events.Paste(text_of("oak_iron", "flying_gang")))
        await until(pilot, lambda: screen.form.choice.squadrons, "it is taken")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        assert app.battle
        names = {squadron.name for squadron in app.battle.state.squadrons.values()}
        assert "My own" in names


LEGAL = text_of("oak_iron", "flying_gang")
BAD = {
    "too long": (LEGAL + "#" * LONGEST_TEXT, "is too long"),
    "cut by the terminal": ("#" * LONGEST_PASTE, "is too long"),
    "a long line": (LEGAL + "#" * 2001, "has a line of more than"),
    "cut short": (LEGAL[:300], "not TOML"),
    "cut before its ships": (LEGAL[: LEGAL.index("[[ships]]")], "ships"),
    "another game": (
        text_of("wooden_ships", "channel_squadron"),
        "My own is a squadron of Wooden Ships",
    ),
    "no game": ('game = "chess"\r', "chess"),
    "nothing": ("", "is empty"),
    "no table": ("hello", "not TOML"),
    "another size": (LEGAL.replace('"skirmish"', '"patrol"'), "patrol"),
    "controls": (LEGAL.replace("\r", "\x1b[2J\r", 3), "not TOML"),
    "a path": ("/etc/passwd", "not TOML"),
    "deep": ("a = " + "[" * 1500, "not TOML"),
}


@pytest.mark.parametrize("what", BAD)
async def test_what_is_no_squadron_is_told_in_a_sentence_and_changes_nothing(
    tmp_path: Path, what: str
) -> None:
    text, told = BAD[what]
    async with running_hub(tmp_path) as hub, near(hub, "anna", (120, 40)) as anna:
        screen = await form_of(anna, "oak_iron", "skirmish")
        before, fit = screen.form.choice, len(screen.form.fit)
        await paste(anna, screen, text)
        assert told in screen.said
        assert (screen.form.choice, len(screen.form.fit)) == (before, fit)
        assert anna.app.screen is screen
        await anna.press("enter")
        await anna.sees("GATHERING")


async def test_twice_is_once_for_each_seat_and_another_size_of_fleet_keeps_it(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        screen = await form_of(anna, "oak_iron", "fleet")
        form = screen.form
        await paste(anna, screen, LEGAL)
        await paste(anna, screen, LEGAL)
        await paste(anna, screen, LEGAL, 1)
        assert len(form.pasted) == 1
        assert len(form.choice.squadrons) == 2
        form.turn(form.who()[2], 1)
        assert len(form.seats) == 6
        assert form.choice.squadrons == {}
        assert [kept.title for kept in form.fit].count("My own") == 1
        form.choose("oak_iron", "patrol")
        assert not any(kept.text for kept in form.fit)


async def test_a_paste_goes_to_a_line_that_is_typed_and_else_to_a_seat(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        screen = await form_of(anna, "oak_iron", "skirmish")
        anna.app.post_message(events.Paste(LEGAL))
        await anna.sees("highlight the line of a squadron, and paste a")
        await anna.press("i")
        anna.app.post_message(events.Paste("ses\x1bame"))
        await anna.sees("ses?ame")
        await anna.press("enter")
        assert screen.terms.word == "ses?ame"
        for number in range(MOST_PASTED + 1):
            await paste(anna, screen, text_of("oak_iron", "flying_gang", f"Gang {number}"))
        assert len(screen.form.pasted) == MOST_PASTED
        assert "at most 16 squadrons" in screen.said


def test_what_a_name_hides_reaches_no_terminal() -> None:
    kept = parse_pasted(text_of("oak_iron", "flying_gang", "M\x1b[2Jy\u202e own"))
    assert kept.title == "M?[2Jy? own"
    with pytest.raises(WeatherGageError):
        parse_pasted("\x00\x01")

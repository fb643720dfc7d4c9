"""The application: what a player reads when it has to stop, and what it needs of a terminal."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual._compositor import Compositor
from textual.geometry import Size

from engine.base.errors import FileFault
from engine.game.parts.part import import_object
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tests.tui.pseudo_terminal import Terminal
from tests.tui.running import house, screen_of, until
from tui.app import WeatherGageApp, exit_message
from tui.battle.screen import BattleScreen
from tui.host.app import HOST_OPENERS
from tui.openers import OPENERS
from tui.screens.base import BaseScreen
from tui.screens.reference import ReferenceScreen
from tui.terminal.lines import Lines
from tui.terminal.terminal import MOST

BROKEN = """
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tui.app import WeatherGageApp
from tui.screens.settings import Settings

class Broken:
    def choose(self, view, decision):
        raise ZeroDivisionError("nobody is to see this")

WeatherGageApp(Settings(), Battle.new(PondGame(), "duel", 7), {"B": Broken()}).run(mouse=False)
"""
PLAIN = """
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tui.app import WeatherGageApp
from tui.screens.settings import Settings

WeatherGageApp(
    Settings(), Battle.new(PondGame(), "duel", 7), glyphs="ascii", depth="none"
).run(mouse=False)
"""


def test_a_fault_of_the_program_ends_it_in_one_sentence() -> None:
    """It says: Weather Gage had to stop (...).

    Every command up to here is saved. There is no traceback.
    """
    with Terminal(BROKEN, 80, 24) as terminal:
        terminal.leave("")
        assert "Weather Gage had to stop" in terminal.text
        assert "Every command up to here" in terminal.text
        assert "Traceback" not in terminal.text


async def test_a_screen_is_no_larger_than_it_may_be(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, size=(1000, 500)) as (app, pilot):
        assert app.size == app.screen.size == MOST
        app.post_message(events.Resize.from_dimensions((5000, 5000), (0, 0)))
        await pilot.pause(0.05)
        assert app.size == app.screen._compositor.size == MOST
        app.post_message(events.Resize.from_dimensions((100, 5000), None))
        drawn = app.screen._compositor
        await until(pilot, lambda: drawn.size == (100, MOST[1]), "the size")
        assert app.size == drawn.size


@pytest.mark.parametrize("term", ["vt100", "dumb"])
def test_a_plain_terminal_is_played_on(term: str) -> None:
    """On a terminal with ASCII and no colours the hand-over is shown, then Red's orders."""
    with Terminal(PLAIN, 80, 24, term) as terminal:
        terminal.read(terminal.shows("Pass the keyboard to Red"))
        terminal.press("\r", terminal.shows(">1. Steer"))
        terminal.press(" ", terminal.shows("[.]" if term == "dumb" else "Looking round"))
        assert terminal.text.isascii()
        colours = {cell.fg for row in terminal.screen.buffer.values() for cell in row.values()}
        assert colours == {"default"}
        assert terminal.leave("\x11") == 0


@pytest.mark.parametrize(
    "said",
    [
        b"\x1b[1114112u",
        b"\x1b[1;1;55296u",
        b"\xe9",
        b"\x1b[48;0;0;0;0t\x1b[<0;1;1M",
        b"\x1b[1;;;;u",
    ],
    ids=repr,
)
def test_what_a_terminal_cannot_have_meant_ends_nothing(said: bytes) -> None:
    """This is an impossible key, a character of another encoding, or an empty size; the next key
    works.
    """
    with Terminal(PLAIN, 80, 24) as terminal:
        terminal.read(terminal.shows("Pass the keyboard to Red"))
        os.write(terminal.tty, said)
        terminal.press("\r", terminal.shows(">1. Steer"))
        assert terminal.leave("\x11") == 0


def test_errors_for_a_player_are_said_as_they_are() -> None:
    assert exit_message(FileFault("saves/a.battle: line 3 is damaged")) == (
        "saves/a.battle: line 3 is damaged"
    )
    assert "\n" not in exit_message(ValueError("two\nlines"))


def test_the_mouse_is_off_over_ssh() -> None:
    assert WeatherGageApp.wants_mouse({})
    assert not WeatherGageApp.wants_mouse({"SSH_CONNECTION": "10.0.0.1 22"})


async def test_another_palette_and_glyph_set_hold_at_once(tmp_path: Path) -> None:
    """The same battle is drawn in ASCII, then in Unicode."""
    battle = Battle.new(PondGame(), "duel", 7)
    async with house(tmp_path, battle=battle) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        assert screen_of(app).isascii()
        app.repaint(palette="colour-blind", glyphs="unicode")
        await until(pilot, lambda: not screen_of(app).isascii(), "Unicode")
        assert app.ink.palette == "colour-blind"


async def test_a_room_that_is_left_before_it_stands_draws_over_no_other(tmp_path: Path) -> None:
    """A key arrives before the menu is ready: the help is shown, and the menu sends nothing."""
    async with house(tmp_path) as (app, pilot):
        menu = app.screen
        assert isinstance(menu, BaseScreen)
        await pilot.press("?")
        menu._settle()
        menu.repaint()
        assert not menu.is_current
        assert not menu.ready
        await pilot.press("escape")
        await until(pilot, lambda: menu.is_current and menu.ready, "the menu again")


async def test_lines_of_a_closed_screen_may_still_change(tmp_path: Path) -> None:
    """A task that was waiting may draw once more on a screen that was closed meanwhile."""
    async with house(tmp_path) as (app, pilot):
        menu = app.screen
        await pilot.press("?")
        await until(pilot, lambda: app.screen is not menu, "the help")
        shut, lines = app.screen, app.screen.query(Lines).first()
        await pilot.press("escape")
        await until(pilot, lambda: not shut.is_attached, "the help is closed")
        await lines.remove()
        lines.show([(("text", "too late"),)])
        lines.touch(1, 0, 1)
        assert lines.texts == ["too late"]


async def test_a_screen_that_is_seen_again_is_composed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual requests this three times: when the upper screen closes, when it is removed, and when
    this one is shown.
    """
    battle = Battle.new(PondGame(), "duel", 7)
    async with house(tmp_path, battle=battle) as (app, pilot):
        await pilot.press("enter")
        below = app.screen
        composed: list[Compositor] = []
        chops = Compositor._render_chops

        def counted(compositor: Compositor, *args: Any) -> Any:
            composed.append(compositor)
            return chops(compositor, *args)

        monkeypatch.setattr(Compositor, "_render_chops", counted)
        for key in ("?", "ctrl+p", "O"):
            await pilot.press(key)
            await until(pilot, lambda: app.screen is not below, "another screen")
            over = app.screen
            composed.clear()
            await pilot.press("escape")
            gone = lambda over=over: app.screen is below and not over.is_attached  # noqa: E731
            await until(pilot, gone, "the battle again")
            await pilot.pause()
            # The upper screen may still have drawn itself when the key came.
            assert composed.count(below._compositor) == 1


async def test_a_page_without_room_for_its_lines_draws_none(tmp_path: Path) -> None:
    async with house(tmp_path, start=ReferenceScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, ReferenceScreen)
        drawn = screen.sheet.text
        for size in (Size(0, 24), Size(80, 2)):
            screen.lay(size)
            assert screen.sheet.text == drawn


# Screens are opened by name: each name that is asked for must be in the table of openers.


PLACE = re.compile(r"\bscreen\(\s*\"([\w.]+:\w+)\"")
TUI = Path(__file__).resolve().parents[2] / "tui"
ASKED = re.compile(r"\b(?:open_screen\(|screen_named[(,])\s*\"(\w+)\"")


def asked_for(folder: Path) -> set[str]:
    """Return the names of screens that the modules of a folder open."""
    return {
        name
        for path in folder.rglob("*.py")
        for name in ASKED.findall(path.read_text(encoding="utf-8"))
    }


def test_every_screen_that_is_asked_for_by_name_has_an_opener() -> None:
    wanted = asked_for(TUI)
    assert {"replay", "aftermath", "reference", "hand_over"} <= wanted
    assert wanted - asked_for(TUI / "host") <= set(OPENERS)
    assert wanted <= set(HOST_OPENERS)


def test_a_host_opens_no_replay_and_no_page_of_its_own_making() -> None:
    """For a screen that a host must refuse, `HOST_OPENERS` has another opener than `OPENERS`."""
    for name in ("menu", "replay", "aftermath"):
        assert HOST_OPENERS[name] is not OPENERS[name]


def test_every_screen_of_the_tables_is_where_its_row_says() -> None:
    """A row names its class in a string, which no type checker examines."""
    texts = [(TUI / name).read_text(encoding="utf-8") for name in ("openers.py", "host/app.py")]
    places = [place for text in texts for place in PLACE.findall(text)]
    assert len(places) > len(OPENERS) / 2
    assert all(issubclass(import_object(place), BaseScreen) for place in places)

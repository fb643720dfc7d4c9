"""The screens of the settings, and of cards and rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import MouseScrollDown, MouseScrollUp, Paste

from engine.game.parts.words import Term
from tests.pond.words import PondWords
from tests.tui.running import house, screen_of
from tui.screens import reference
from tui.screens.help import HelpScreen
from tui.screens.reference import ReferenceScreen
from tui.screens.settings import Settings, load
from tui.screens.settings_screen import SettingsScreen
from tui.start import saved_battles

TERMS = (
    Term("gunboat", "Gunboat", "ship", ("one gun", "two hits")),
    Term("reach", "Reach", "rule", ("a gun reaches five inches",), "inferred"),
)


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Store settings in a folder of this test, so that the settings of the person who runs it are
    neither read nor changed.
    """
    monkeypatch.setenv("WEATHERGAGE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: tmp_path / "none")


async def test_a_changed_setting_holds_at_once_and_next_time(tmp_path: Path) -> None:
    """On the line of the glyphs Right changes to ASCII: the page is drawn in ASCII, and the file
    says so.
    """
    async with house(tmp_path, glyphs="unicode", start=SettingsScreen) as (app, pilot):
        assert not screen_of(app).isascii()
        await pilot.press("right")
        assert screen_of(app).isascii()
        await pilot.press("down", "right")
        assert app.ink.palette == "colour-blind"
        await pilot.press("down", "left")
        assert app.ink.depth == "none"
    settings, notice = load()
    assert not notice
    expected = Settings(
        glyphs="ascii", palette="colour-blind", color="none", animation=False, guide=False
    )
    assert settings == expected


async def test_what_waits_for_the_next_start_says_so(tmp_path: Path) -> None:
    """The mouse is switched on or off when the program starts, and the prompt says that."""
    async with house(tmp_path, start=SettingsScreen) as (app, pilot):
        await pilot.press("up", "up", "right")
        assert "Mouse: on, from the next start on" in screen_of(app)


async def test_typing_narrows_the_reference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed letters search, Backspace widens the result again; figures that were not seen in print
    have a ~.
    """
    monkeypatch.setattr(PondWords, "terms", lambda self: TERMS)
    monkeypatch.setattr(reference, "systems", lambda: ("pond",))
    async with house(tmp_path, start=ReferenceScreen) as (app, pilot):
        assert "Gunboat" in screen_of(app)
        assert "Reach~" in screen_of(app)
        await pilot.press(*"five")
        seen = screen_of(app)
        assert "Gunboat  " not in seen
        assert "a gun reaches five inches" in seen
        assert "not seen in print: reconstructed" in seen
        await pilot.press(*"xx")
        assert "Nothing has this name" in screen_of(app)
        await pilot.press("escape", "tab")
        assert "Reach" not in screen_of(app)
        assert "one gun" in screen_of(app)


async def test_the_palette_says_when_nothing_matches(tmp_path: Path) -> None:
    """Words that match no command give a line that says so."""
    async with house(tmp_path) as (app, pilot):
        await pilot.press("ctrl+p", *"xyzzy")
        assert "No command has 'xyzzy'." in screen_of(app)
        await pilot.press(*["backspace"] * 5)
        assert "Nothing is called" not in screen_of(app)


async def test_the_wheel_goes_through_a_page_as_the_arrows_do(tmp_path: Path) -> None:
    async with house(tmp_path, start=SettingsScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        places = []
        for event in (MouseScrollDown, MouseScrollDown, MouseScrollUp):
            screen._forward_event(event(screen, 1, 1, 0, 0, 0, False, False, False))
            await pilot.pause()
            places.append(screen.index)
        assert places == [1, 2, 1]


async def test_help_is_paged_and_the_palette_takes_what_is_pasted_and_leaves(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as (app, pilot):
        await pilot.press("question_mark")
        screen = app.screen
        assert isinstance(screen, HelpScreen)
        await pilot.press("pagedown")
        below = screen.top
        await pilot.press("pageup")
        assert (below > 0, screen.top) == (True, 0)
        await pilot.press("escape", "ctrl+p")
        palette = app.screen
        palette.post_message(Paste("sett"))
        await pilot.pause()
        assert "sett" in screen_of(app)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert app._exit


async def test_what_is_too_small_can_still_be_left(tmp_path: Path) -> None:
    async with house(tmp_path, size=(20, 2)) as (app, pilot):
        assert "sett" not in screen_of(app)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert app._exit

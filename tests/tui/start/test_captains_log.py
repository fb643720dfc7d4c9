"""The captain's log on the screen, in lines and as a command: the same list of battles, and their
stories.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine.files.test_career import fought
from tests.tui.running import house, screen_of, until
from tui.cli import main
from tui.plain.menu import PlainMenu
from tui.replay.screen import ReplayScreen
from tui.review.aftermath import StoryScreen
from tui.start.captains_log import LogScreen
from tui.start.menu import MenuScreen


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "saves"
    folder.mkdir()
    fought(folder / "first.battle", "boarding", A="human", B="captain")
    fought(folder / "second.battle", "frigates", A="human", B="lieutenant")
    return folder


async def test_the_log_is_opened_from_the_menu_and_tells_a_story(saves: Path) -> None:
    async with house(saves, (100, 30), start=MenuScreen) as (app, pilot):
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        menu.index = [item.name for item in menu.items].index("Captain's log")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LogScreen), "the log")
        screen = app.screen
        assert isinstance(screen, LogScreen)
        await until(pilot, lambda: len(screen.entries) == 2 and not screen.busy, "all are read")
        assert "2: won 1, lost 1" in screen_of(app)
        await pilot.press("enter")
        assert "choose a battle below" in screen_of(app)
        await pilot.press("/", *"sainte", "enter")
        assert "Won against captain: prize Sainte Anne" in screen_of(app)
        await pilot.press("enter")
        assert isinstance(app.screen, StoryScreen)
        assert app.screen.about_game == "oak_iron"
        assert "Turn 1." in screen_of(app)
        before = screen_of(app)
        await pilot.press("pagedown")
        assert screen_of(app) != before
        await pilot.press("q")
        assert app.screen is screen
        await pilot.press("r")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.reel.n == 0


async def test_an_empty_log_says_what_fills_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    async with house(tmp_path / "none", (80, 24), start=LogScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, LogScreen)
        await until(pilot, lambda: not screen.busy, "all are read")
        assert "No battle of yours is over yet" in screen_of(app)
        await pilot.press("enter")
        assert "No battle of yours is over yet" in screen_of(app)


async def test_the_log_in_lines(saves: Path) -> None:
    typed = iter(["log", "log 1", "log 9", "quit"])
    written: list[str] = []

    async def read(_: str) -> str | None:
        return next(typed)

    await PlainMenu(str(saves), read, written.append).run()
    said = " ".join(written)
    assert "Battles: 2: won 1, lost 1." in said
    assert "Prizes: 1: Sainte Anne." in said
    assert "The day belonged to the British" in said
    assert "there is no battle 9 in the log; the last is 2" in said.lower()


def test_the_command_prints_the_career_its_stories_and_json(
    saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "--saves", str(saves)]) == 0
    printed = capsys.readouterr().out
    assert "Battles: 2: won 1, lost 1" in printed
    assert "Turn 1." not in printed
    assert main(["log", "--story", "--saves", str(saves)]) == 0
    assert "Turn 1." in capsys.readouterr().out
    assert main(["log", "--json", "--saves", str(saves)]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {tuple(row["prizes"]) for row in rows} == {("Sainte Anne",), ()}
    assert "seed" not in rows[0]
    assert main(["log", "--saves", str(tmp_path / "none")]) == 0
    assert "No battle of yours is over yet" in capsys.readouterr().out

"""A screen is drawn as a whole only once, unless its layout or its colours have changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual._compositor import LayoutUpdate
from textual.screen import Screen

from tests.tui.running import house, save_battle, until
from tui.app import WeatherGageApp
from tui.battle.screen import BattleScreen
from tui.screens.base import BaseScreen
from tui.screens.settings_screen import SettingsScreen


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which the names of screens sent as a whole are added."""
    sent: list[str] = []
    display = WeatherGageApp._display

    def noted(app: WeatherGageApp, screen: Screen[Any], renderable: Any) -> None:
        if isinstance(renderable, LayoutUpdate):
            sent.append(type(screen).__name__)
        display(app, screen, renderable)

    monkeypatch.setattr(WeatherGageApp, "_display", noted)
    return sent


async def test_a_screen_is_drawn_once_when_it_opens_and_once_when_it_is_seen_again(
    tmp_path: Path, whole: list[str]
) -> None:
    save_battle(tmp_path, "Duel", turns=2)
    async with house(tmp_path) as (app, pilot):
        app.show("settings")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen), "the settings")
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, SettingsScreen), "the menu")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        await pilot.pause()
        assert whole == ["MenuScreen", "SettingsScreen", "MenuScreen", "BattleScreen"]


def changed_before_it_stands(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[BaseScreen], None]
) -> None:
    """Let screens change something in the settings after their first frame was sent."""
    settle, done = SettingsScreen._settle, []

    def changed(screen: SettingsScreen) -> None:
        if not done:
            done.append(screen)
            change(screen)
            screen._clear_arrangement_cache()
            screen._refresh_layout()
        settle(screen)

    monkeypatch.setattr(SettingsScreen, "_settle", changed)


async def test_other_colours_before_it_stands_are_drawn(
    tmp_path: Path, whole: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed_before_it_stands(monkeypatch, lambda screen: screen.game_app.repaint(palette="light"))
    async with house(tmp_path) as (app, pilot):
        whole.clear()
        app.show("settings")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen), "the settings")
        assert len(whole) > 1


async def test_a_layout_that_changes_before_it_stands_is_drawn(
    tmp_path: Path, whole: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = SettingsScreen.plan

    def shifted(screen: BaseScreen) -> None:
        monkeypatch.setattr(
            SettingsScreen,
            "plan",
            lambda self, size: {
                widget: place.translate((1, 0)) for widget, place in plan(self, size).items()
            },
        )

    changed_before_it_stands(monkeypatch, shifted)
    async with house(tmp_path) as (app, pilot):
        whole.clear()
        app.show("settings")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen), "the settings")
        assert len(whole) > 1

"""A battle of Iron & Oak looked back on: the costliest order, its price, and trying it again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.sitting.kinds.tried import GUARDED
from engine.systems.iron_oak.review import IronOakReview
from tests.engine.systems.iron_oak.review.test_hindsight import last_turn
from tests.tui.running import house, screen_of, until
from tui.review.aftermath import AftermathScreen
from tui.review.hindsight_screen import HindsightScreen, TriedScreen


async def test_the_costliest_order_is_tried_again_until_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Held beside the edge that wins: told with both chances; held again, then taken over it."""
    monkeypatch.setattr(IronOakReview, "played_on", 12)
    battle = last_turn("maneuver_0")
    position = battle.position
    start = lambda: AftermathScreen(battle, lambda _: None)  # noqa: E731
    async with house(tmp_path, start=start) as (app, pilot):
        await pilot.press("h")
        screen = app.screen
        assert isinstance(screen, HindsightScreen)
        await until(pilot, lambda: "by 12 battles" in screen_of(app), "all is played on")
        seen = " ".join(screen_of(app).split())
        assert "Orders of the turn Monitor" in seen
        assert "better Maneuver 1: next box" in seen
        told = re.search(r"wins (\d+)% -> 0% chance of winning", seen)
        assert told, seen
        assert int(told[1]) > 0
        await pilot.press("t")
        tried = app.screen
        assert isinstance(tried, TriedScreen)
        await until(pilot, lambda: tried.ready and tried.session.orders, "the sheet")
        assert "TRY AGAIN" in screen_of(app)
        await pilot.press("2", "enter")
        await until(pilot, lambda: "Try again." in screen_of(app), "that it was not the best")
        assert re.search(r"\d\.\d points of 40 VP less", screen_of(app))
        await pilot.press("x")
        await until(pilot, lambda: "Try again." in screen_of(app), "no sheet is sealed")
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Found" in screen_of(app), "the best")
        await pilot.press("q")
        assert app.screen is screen
    assert battle.position == position


async def test_nothing_is_redone_or_taken_back_while_an_order_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IronOakReview, "played_on", 0)
    battle = last_turn("maneuver_0")
    start = lambda: AftermathScreen(battle, lambda _: None)  # noqa: E731
    async with house(tmp_path, start=start) as (app, pilot):
        await pilot.press("h")
        screen = app.screen
        assert isinstance(screen, HindsightScreen)
        await until(pilot, lambda: screen.hindsight.over and screen.choices, "all is judged")
        await pilot.press("t")
        tried = app.screen
        assert isinstance(tried, TriedScreen)
        await until(pilot, lambda: tried.ready and tried.session.orders, "the sheet")
        for key in ("U", "ctrl+t"):
            await pilot.press(key)
            assert GUARDED[:20] in " ".join(screen_of(app).split())

"""While a computer player thinks, a person can look around on the chart as usual."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, cast

from engine.files.saves import begin
from engine.game.decision import Answer
from engine.kernel.registry import system
from engine.players.player import Progress, ProgressCallback
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen


class Slow:
    """A computer player that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.told = threading.Event()

    def choose(self, view: Any, question: Any) -> Answer:
        """Wait until the thinking is stopped."""
        assert self.told.wait(60)
        return Answer(question.options[0].id)


async def test_the_cursor_ships_and_lists_are_there_while_a_computer_thinks(tmp_path: Path) -> None:
    players = {"A": "human", "B": "ensign"}
    battle = begin(system("oak_iron"), "quickstart", players, tmp_path, 1)
    slow = Slow()
    try:
        async with house(tmp_path, battle=battle, players={"B": slow}) as (app, pilot):
            screen = cast(BattleScreen, app.screen)
            await pilot.press("enter")
            await until(pilot, lambda: "is thinking" in screen_of(app), "the thinking")
            at, view = screen.viewport.at, screen.viewport.view
            await pilot.press("space", "right", "right", "down")
            assert screen.viewport.at != at
            await pilot.press("space", "left")
            assert screen.viewport.view != view or screen.viewport.at != at
            selected = screen.viewport.selected
            await pilot.press("tab")
            assert screen.viewport.selected != selected
            await pilot.press("L")
            assert "Enter shows the ship of the highlighted line" in screen_of(app)
            slow.told.set()
    finally:
        slow.told.set()


class Telling(Slow):
    """A slow computer player that reports its progress."""

    hears: ProgressCallback | None = None

    def choose(self, view: Any, question: Any) -> Answer:
        """Report progress once, then wait until the thinking is stopped."""
        if self.hears:
            self.hears(Progress(7, 2, "Hold fire"))
        return super().choose(view, question)


async def test_the_prompt_says_how_far_a_computer_is_that_says_so(tmp_path: Path) -> None:
    players = {"A": "human", "B": "ensign"}
    battle = begin(system("oak_iron"), "quickstart", players, tmp_path, 1)
    telling = Telling()
    try:
        async with house(tmp_path, battle=battle, players={"B": telling}) as (app, pilot):
            await pilot.press("enter")
            await until(
                pilot,
                lambda: "round 7, 2 answers still compared" in screen_of(app),
                "how far it is",
            )
            assert ": the computer is thinking, round 7" in screen_of(app)
            telling.told.set()
            await until(pilot, lambda: "round 7" not in screen_of(app), "the end of it")
    finally:
        telling.told.set()

"""Runs the application in tests, with battles on the pond, and reads its screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from textual.pilot import Pilot

from engine.game.decision import Answer
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tests.tui.rest import PATIENCE, drawn, idle
from tui.app import WeatherGageApp
from tui.openers import Opener
from tui.screens.base import BaseScreen
from tui.screens.settings import Settings
from tui.terminal.cells import as_sent


def save_battle(folder: Path, name: str, turns: int = 1, **players: str) -> Path:
    """Save a battle on the pond after some turns (99 means its end), and return its path."""
    path = folder / f"{name}.battle"
    options = {"players": {"A": players.get("a", "human"), "B": players.get("b", "ensign")}}
    battle = Battle.new(
        PondGame(), "duel", 7, options, path=path, created="2026-11-20T12:00:00", title=name
    )
    while battle.pending() and battle.game.turn(battle.state) <= turns:
        battle.answer(battle.pending()[0].seat, Answer(battle.pending()[0].options[-1].id))
    battle.close()
    return path


@asynccontextmanager
async def house(
    saves: Path,
    size: tuple[int, int] = (80, 24),
    start: Callable[[], BaseScreen] | None = None,
    opener: Opener | None = None,
    **options: Any,
) -> AsyncIterator[tuple[WeatherGageApp, Pilot[None]]]:
    """Run the application without animations during the block; its first screen is the menu.

    Another first screen is made by `start`, or by `opener` if it needs the application.
    """
    options.setdefault("glyphs", "ascii")
    if start is not None:
        opener = lambda _: start()  # noqa: E731
    settings = options.pop("settings", Settings(animation=False, guide=False))
    app = WeatherGageApp(settings, saves=saves, start=opener, **options)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: True, "the first screen")
        yield app, pilot


def screen_of(app: WeatherGageApp) -> str:
    """Return the text that is on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(as_sent(strip.text).rstrip() for strip in strips)


async def until(pilot: Pilot[None], condition: Callable[[], object], what: str) -> None:
    """Wait until a condition is true, and the screen accepts keys and has drawn everything.

    If this takes too long, the error names `what`, and what the screen still waits for.
    """
    end, app = monotonic() + PATIENCE, pilot.app
    while not (condition() and drawn(app.screen)):
        if monotonic() >= end:
            waits = {
                "condition": bool(condition()),
                "drawn": drawn(app.screen),
                "callbacks": app.screen._callbacks,
                "workers": list(app.workers),
                "running": app.is_running,
                "tasks": [task.get_coro() for task in asyncio.all_tasks()],
            }
            raise AssertionError(f"this never came: {what}\n{screen_of(app)}\n{waits}")  # type: ignore[arg-type]
        await pilot.pause()


async def at_rest(pilot: Pilot[None]) -> None:
    """Wait until all keys are processed, and nothing is read, computed or drawn in the
    background.
    """
    app = pilot.app
    await until(
        pilot,
        lambda: idle(app) and not any(worker.is_running for worker in app.workers),
        "rest",
    )

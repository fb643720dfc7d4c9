"""What a battle opens with: when and where it was fought, and what was at stake."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import get_ident

import pytest

from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.screen.screen import IronOakScreen
from tests.tui.running import house, screen_of, until
from tui.review.aftermath import AftermathScreen
from tui.screens.settings import Settings
from tui.start.new_battle import SetupScreen

COMPUTER = {"A": make_player("ensign", IronOak(), 1, "A")}
"""{seat: computer player}: the Confederate moves first and is played by a person."""
WHEN = "8 Mar 1862, Newport News Point"


def hampton_roads() -> Battle:
    return Battle.new("iron_oak", "hampton_roads_day_1", 5)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_new_battle_opens_with_a_picture_that_any_key_puts_away(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """The key that closes it answers no question; the log keeps its text."""
    battle, settings = hampton_roads(), Settings(guide=False)
    async with house(tmp_path, size, settings=settings, battle=battle, players=COMPUTER) as (
        app,
        pilot,
    ):
        await until(pilot, lambda: WHEN in screen_of(app), "the picture")
        told = " ".join(screen_of(app).split())
        assert "has met an ironclad" in told or "met an ironclad" in told
        assert screen_of(app).isascii()
        assert "a step back" not in screen_of(app)
        assert "Press any key when you have read this." in screen_of(app)
        assert app.screen.session.opening is not None  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: "+----" not in screen_of(app).splitlines()[1], "the chart")
        assert battle.position == 0
        await pilot.press("L", *["up"] * 40)
        assert WHEN in " ".join(app.screen.panel.text.split())  # type: ignore[attr-defined]
        await until(pilot, lambda: app.screen.session.orders, "the question")  # type: ignore[attr-defined]
        await pilot.press("home", "enter")
        await until(pilot, lambda: "Press any key when" in screen_of(app), "the picture again")
        await pilot.press("x")
        await until(pilot, lambda: "Press any key when" not in screen_of(app), "the log")
        assert battle.position == 0


@pytest.mark.parametrize(
    "settings",
    [Settings(animation=False, guide=False), Settings(scenes=False, guide=False)],
)
async def test_without_pictures_the_log_alone_says_it(tmp_path: Path, settings: Settings) -> None:
    async with house(tmp_path, settings=settings, battle=hampton_roads(), players=COMPUTER) as held:
        app, pilot = held
        await pilot.pause()
        assert app.screen.session.opening is None  # type: ignore[attr-defined]
        await pilot.press("L", *["up"] * 40)
        assert WHEN in " ".join(app.screen.panel.text.split())  # type: ignore[attr-defined]


async def test_a_battle_that_goes_on_opens_with_nothing(tmp_path: Path) -> None:
    battle = hampton_roads()
    question = battle.pending()[0]
    battle.answer(question.seat, dict(question.proposed))  # type: ignore[union-attr]
    settings = Settings(guide=False)
    async with house(tmp_path, settings=settings, battle=battle, players=COMPUTER) as (app, pilot):
        await pilot.pause()
        assert app.screen.session.opening is None  # type: ignore[attr-defined]


async def test_the_form_of_a_new_battle_says_what_is_at_stake(tmp_path: Path) -> None:
    async with house(tmp_path, start=SetupScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        while screen.choice.game != "iron_oak":
            await pilot.press("right")
        await pilot.press("down")
        while screen.choice.scenario != "hampton_roads_day_1":
            await pilot.press("right")
        assert "is over." in screen_of(app)


async def test_what_history_saw_stands_beside_what_happened_here(tmp_path: Path) -> None:
    """It is not shown before the end: who looks back earlier reads only about this battle."""
    battle = hampton_roads()

    def look_back() -> AftermathScreen:
        return AftermathScreen(battle, lambda _: None)

    async with house(tmp_path, start=look_back) as (app, _):
        assert "In history" not in screen_of(app)
    while (questions := battle.pending()) and battle.outcome() is None:
        question = questions[0]
        proposed = getattr(question, "proposed", None)
        battle.answer(
            question.seat,
            dict(proposed) if proposed is not None else Answer(question.options[0].id),  # type: ignore[union-attr]
        )
    async with house(tmp_path, start=look_back) as (app, _):
        assert "In history: Virginia rammed and sank Cumberland" in screen_of(app)


async def test_what_takes_long_to_load_is_loaded_while_the_first_screen_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[int] = []
    monkeypatch.setattr("tui.battle.screen.READING", 0.01)
    monkeypatch.setattr(IronOakScreen, "prefetch", lambda _: loaded.append(get_ident()))
    async with house(tmp_path, battle=hampton_roads(), players=COMPUTER) as (_, pilot):
        await until(pilot, lambda: loaded, "the loading")
    assert loaded != [get_ident()]
    assert len(loaded) == 1


OVERLAYS = """
import sys
from engine.kernel.battle import Battle
from engine.kernel.registry import system
game = system(sys.argv[1])
battle = Battle.new(game, sys.argv[2], 5)
game.screen.prefetch()
before = set(sys.modules)
for ship in game.screen.subjects(battle.state):
    for overlay in game.screen.overlays():
        game.screen.overlay(battle.state, overlay.id, ship)
print({name.partition(".")[0] for name in set(sys.modules) - before} & {"engine", "numpy"})
"""
"""Shows every overlay of every ship after prefetching, and prints what that loads."""


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("oak_iron", "quickstart"), ("iron_oak", "drewrys_bluff"), ("wooden_ships", "mars_hercule")],
)
def test_no_overlay_waits_for_a_module_after_prefetching(game: str, scenario: str) -> None:
    run = [sys.executable, "-c", OVERLAYS, game, scenario]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "set()\n"


async def test_a_window_that_is_too_small_shows_no_picture_and_breaks_nothing(
    tmp_path: Path,
) -> None:
    battle, settings = hampton_roads(), Settings(guide=False)
    rooms = house(tmp_path, (40, 10), settings=settings, battle=battle, players=COMPUTER)
    async with rooms as (app, pilot):
        await pilot.pause(0.2)
        assert "80" in screen_of(app)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: WHEN in screen_of(app), "the picture")

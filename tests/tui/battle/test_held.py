"""Two keys pause an animation and go through it step by step; any other key ends it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from engine.kernel.battle import Battle
from engine.players import make_player
from engine.sitting.battle_log import steps
from engine.systems.wooden_ships.game import WoodenShips
from tests.engine.systems.wooden_ships.at_sea import sea, ship
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.screens.settings import Settings


@asynccontextmanager
async def revealed(folder: Path) -> AsyncIterator[tuple[BattleScreen, Pilot[None], Battle]]:
    """Open a battle in which two ships sail at each other, while the revealing of both sheets is
    animated.
    """
    game = WoodenShips()
    state = sea(ship("A1", "J20", 3, "br-sol2-74"), ship("B1", "N20", 5), wind=4)
    battle = Battle.from_state(game, state, 7)
    players = {"B": make_player("ensign", game, 7, "B")}
    wanted = Settings(animation=True, guide=False)
    async with house(folder, battle=battle, players=players, settings=wanted) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders and not screen.session.playing, "orders")
        await until(pilot, lambda: not screen.course.stage.just_ended, "the moment after")
        screen.press("x")
        screen.press("y")
        while not screen.session.playing:
            await pilot.pause()
        yield screen, pilot, battle


async def test_arrows_hold_what_is_played_and_go_back_and_on(tmp_path: Path) -> None:
    async with revealed(tmp_path) as (screen, pilot, battle):
        found = steps(battle, battle.position, "A")
        assert len(found) > 3
        screen.press("shift+right")
        await until(pilot, lambda: "Step " in screen.session.sentence, "the play is held")
        at = int(screen.session.sentence.split()[1])
        for _ in range(len(found)):
            screen.press("shift+left")
            await pilot.pause()
        await until(pilot, lambda: "Step 1 of" in screen.session.sentence, "the first step")
        for number in range(1, 4):
            told = f"Step {number} of {len(found)}: {found[number - 1].line}"
            assert screen.session.sentence == told
            seen = screen_of(pilot.app)  # type: ignore[arg-type]
            assert f"Step {number} of {len(found)}" in seen
            if number < 3:
                screen.press("shift+right")
                await until(
                    pilot,
                    lambda n=number: f"Step {n + 1} of" in screen.session.sentence,  # type: ignore[misc]
                    "a step on",
                )
        assert screen.session.playing
        assert 1 <= at <= len(found)


async def test_any_other_key_goes_on_to_the_end(tmp_path: Path) -> None:
    async with revealed(tmp_path) as (screen, pilot, _):
        screen.press("shift+left")
        await until(pilot, lambda: "Step " in screen.session.sentence, "the play is held")
        assert screen.session.playing
        screen.press("space")
        await until(pilot, lambda: not screen.session.playing, "the end")
        assert screen.session.sentence == ""
        assert not screen.session.chart.looking
        await until(pilot, lambda: screen.session.orders, "the next question")
        assert not screen.session.sentence

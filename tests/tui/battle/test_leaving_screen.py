"""Leaving a battle at one keyboard in ways outside of its rules: resigning, a draw, an end without
a winner.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.kernel.battle import Battle
from engine.players import Player, make_player
from tests.pond.game import PondGame
from tests.tui.running import house, screen_of, until
from tui.app import WeatherGageApp
from tui.battle.screen import BattleScreen


def begun(folder: Path, **players: str) -> tuple[Battle, dict[str, Player]]:
    """Return (a battle on the pond, {seat: computer player}); other seats are played by persons."""
    options = {"players": {"A": "human", "B": "human", **players}}
    battle = Battle.new(PondGame(), "duel", 7, options, path=folder / "one.battle", title="One")
    return battle, {seat: make_player(name, battle.game, 7, seat) for seat, name in players.items()}


async def at_the_battle(app: WeatherGageApp, pilot: Pilot[None]) -> None:
    """Take the keyboard if it is passed, and wait for the battle screen."""
    if not isinstance(app.screen, BattleScreen):
        await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")


@pytest.mark.parametrize(
    ("players", "line", "told"),
    [
        ({"B": "ensign"}, "Resign as", "WINS"),
        ({}, "Agree on a draw", "A DRAW"),
        ({"B": "ensign"}, "End it here", "NO WINNER"),
    ],
)
async def test_a_battle_is_left_once_it_was_asked_again(
    tmp_path: Path, players: dict[str, str], line: str, told: str
) -> None:
    battle, others = begun(tmp_path, **players)
    async with house(tmp_path, (80, 24), battle=battle, players=others) as (app, pilot):
        await at_the_battle(app, pilot)
        await pilot.press("X")
        for _ in range(4):
            if line in screen_of(app).splitlines()[-2]:
                break
            await pilot.press("down")
        assert line in screen_of(app).splitlines()[-2], screen_of(app)
        for keys in (["enter", "n"], ["enter", "escape"], ["enter", "w"]):
            await pilot.press(*keys)
            assert battle.outcome() is None
            assert "LEAVING" in screen_of(app)
        await pilot.press("enter", "y")
        await pilot.pause()
        assert told in screen_of(app)
        await pilot.press("X")
        assert "the battle is over" in screen_of(app).lower()
    battle.close()
    with Battle.open(tmp_path / "one.battle", write=False) as again:
        assert again.outcome() == battle.outcome()
        assert again.verify().ok


async def test_a_computer_takes_no_draw_and_a_watcher_gives_nothing_up(tmp_path: Path) -> None:
    battle, others = begun(tmp_path, B="ensign")
    async with house(tmp_path, (80, 24), battle=battle, players=others) as (app, pilot):
        await at_the_battle(app, pilot)
        await pilot.press("X", "down")
        assert "Agree on a draw (not now)" in screen_of(app)
        await pilot.press("enter")
        assert "your opponents are computer players, which never accept a draw" in screen_of(app)
        assert battle.outcome() is None
    battle.close()
    with Battle.open(tmp_path / "one.battle", write=False) as watched:
        async with house(tmp_path, (80, 24), battle=watched, players={}) as (app, pilot):
            await at_the_battle(app, pilot)
            await pilot.press("X")
            assert "this battle is being watched" in screen_of(app)

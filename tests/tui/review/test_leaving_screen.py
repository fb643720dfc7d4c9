"""Leaving a battle at one keyboard beside its rules: resigning, a draw, an end with no winner."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tests.tui.running import house, screen_of


def begun(folder: Path, **players: str) -> Battle:
    """Return a battle on the pond of persons, or with computer players."""
    options = {"players": {"A": "human", "B": "human", **players}}
    return Battle.new(PondGame(), "duel", 7, options, path=folder / "one.battle", title="One")


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
    battle = begun(tmp_path, **players)
    async with house(tmp_path, (80, 24)) as (app, pilot):
        app.play(battle)
        await pilot.pause()
        await pilot.press("X")
        while line not in screen_of(app).splitlines()[-2]:
            await pilot.press("down")
        for keys in (["enter", "n"], ["enter", "escape"], ["enter", "up", "down"]):
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
    battle = begun(tmp_path, B="ensign")
    async with house(tmp_path, (80, 24)) as (app, pilot):
        app.play(battle)
        await pilot.pause()
        await pilot.press("X", "down")
        assert "Agree on a draw (not now)" in screen_of(app)
        await pilot.press("enter")
        assert "only computers play against you, and they take no draw" in screen_of(app)
        assert battle.outcome() is None
    battle.close()
    with Battle.open(tmp_path / "one.battle", write=False) as watched:
        async with house(tmp_path, (80, 24)) as (app, pilot):
            app.play(watched)
            await pilot.pause()
            await pilot.press("X")
            assert "this battle is being watched" in screen_of(app)

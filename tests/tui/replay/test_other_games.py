"""Battles of every game are watched step by step: ships that move together move at once; each
battle can be continued.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.chart import Hull, Together
from engine.kernel.battle import Battle
from engine.sitting.battle_log import spectacles_of
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.chart.theatre import frames
from tui.replay.screen import ReplayScreen

SAVES = Path(__file__).resolve().parents[3] / "saves"
SAMPLES = ("sample_frigates", "sample_ironclads", "sample_campaign")


def opened(name: str) -> Battle:
    return Battle.open(SAVES / f"{name}.battle", write=False)


@pytest.mark.parametrize("name", SAMPLES)
async def test_a_battle_is_watched_to_its_tenth_entry_and_played_on_from_there(
    name: str, tmp_path: Path
) -> None:
    battle = opened(name)
    options = {"start": lambda: ReplayScreen(battle)}
    async with house(tmp_path, size=(140, 45), **options) as (app, pilot):
        seen_before = set()
        for _ in range(10):
            await pilot.press("right")
            seen_before.add(screen_of(app))
        assert len(seen_before) > 5  # each step shows something else
        assert "entry 10 of" in screen_of(app)
        await pilot.press("p", "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the new battle")
        assert app.battle
        assert app.battle.header.parent
        assert app.battle.header.parent.entry == 10
        assert app.battle.header.game == battle.header.game
    battle.close()


def test_ships_that_move_at_once_glide_at_once() -> None:
    """Plots are carried out impulse by impulse; if both ships move, every picture has both."""
    battle = opened("sample_frigates")
    together = [
        (view, spectacle)
        for record in battle.entries
        for view, spectacle in spectacles_of(battle, record)
        if isinstance(spectacle, Together) and len(spectacle.parts) == 2
    ]
    assert together
    view, spectacle = together[0]
    scene = battle.game.screen.scene(battle.game.view(view, ""))
    pictures = [frame.scene.marks for frame in frames(scene, spectacle)]
    places = [{mark.key: mark.pose for mark in each if isinstance(mark, Hull)} for each in pictures]
    moved = {key for key in places[0] if places[0][key] != places[-1][key]}
    assert moved == {"A1", "B1"}
    battle.close()

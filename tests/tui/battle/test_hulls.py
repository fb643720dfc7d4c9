"""Ships are drawn with a hull at each usual size of terminal, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.tui.running import house, screen_of
from tui.battle.screen import BattleScreen
from tui.replay.screen import ReplayScreen
from tui.screens.base import BaseScreen
from tui.screens.settings import Settings

HULLS = {
    "oak_iron": ("quickstart", "▜▛"),
    "wooden_ships": ("chesapeake_shannon", "▄▟█►"),
    "iron_oak": ("hampton_roads", "▄▟▒▙▄"),
}
"""{game: (scenario, a piece of a drawn hull)}."""


STILL = Settings(animation=False, guide=False, follow=False)
"""Settings without the zoom on the action, which would show all ships of a duel first, however
small."""


@pytest.mark.parametrize("screen", [BattleScreen, ReplayScreen])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (140, 45)])
@pytest.mark.parametrize("name", sorted(HULLS))
async def test_ships_have_hulls(
    tmp_path: Path, name: str, size: tuple[int, int], screen: type[BaseScreen]
) -> None:
    scenario, hull = HULLS[name]
    battle = Battle.new(system(name), scenario, 3, path=tmp_path / "hulls.battle")
    options = {
        BattleScreen: {"battle": battle, "players": {}, "settings": STILL},
        ReplayScreen: {"start": lambda: ReplayScreen(battle), "settings": STILL},
    }[screen]
    async with house(tmp_path, size, glyphs="unicode", **options) as (app, pilot):
        if not isinstance(app.screen, screen):
            await pilot.press("enter")  # the keyboard is passed
        assert isinstance(app.screen, screen)
        assert hull in screen_of(app)
    battle.close()

"""An order that takes a ship out of the battle asks first, whatever kind it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.registry import system
from tests.tui.running import house, screen_of
from tui.battle.screen import BattleScreen
from tui.files.begin import begin
from tui.screens.settings import Settings

MOST = 600


@pytest.mark.parametrize("confirm", [True, False])
async def test_enter_alone_sails_no_ship_off_the_table_without_a_question(
    confirm: bool, tmp_path: Path
) -> None:
    """Every highlighted order of a quick start is taken, until a ship would leave."""
    game = system("oak_iron")
    battle = begin(game, "quickstart", {"A": "human", "B": "human"}, tmp_path, 11)
    settings = Settings(animation=False, guide=False, confirm_ends=confirm)

    def left() -> bool:
        return any(ship.lost == "left" for ship in battle.state.ships.values())

    async with house(tmp_path, battle=battle, players={}, settings=settings) as (app, pilot):
        for _ in range(MOST):
            await pilot.press("enter")
            asked = isinstance(app.screen, BattleScreen) and app.screen.session.question
            if asked or left():
                break
        assert bool(asked) is confirm
        assert left() is not confirm
        if confirm:
            assert "leaves the table, and the battle. Sure?" in screen_of(app)
            before = battle.position
            await pilot.press("n")
            assert battle.position == before

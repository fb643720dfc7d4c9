"""An order that takes a ship out of the battle asks first, whatever kind it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.decision import Decision
from engine.kernel.registry import system
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.files.begin import begin
from tui.input.orders import Orders
from tui.screens.settings import Settings


@pytest.mark.parametrize("confirm", [True, False])
async def test_enter_alone_sails_no_ship_off_the_table_without_a_question(
    confirm: bool, tmp_path: Path
) -> None:
    """Every highlighted order of a quick start is taken, until a ship would leave."""
    game = system("oak_iron")
    battle = begin(game, "quickstart", {"A": "human", "B": "human"}, tmp_path, 11)
    while True:
        asked = battle.pending()[0]
        assert isinstance(asked, Decision)
        view, answer = battle.view(asked.seat), Orders(asked, lambda *_: None).answer
        if game.screen.preview(view, asked, answer).takes_out:
            break
        battle.answer(asked.seat, answer)
    settings = Settings(animation=False, guide=False, confirm_ends=confirm)

    def left() -> bool:
        return any(ship.lost == "left" for ship in battle.state.ships.values())

    async with house(tmp_path, battle=battle, players={}, settings=settings) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await pilot.press("enter")
        await until(pilot, lambda: screen.session.question or left(), "what comes of it")
        assert bool(screen.session.question) is confirm
        assert left() is not confirm
        if confirm:
            told = " ".join(screen_of(app).split())
            assert "leaves the table, and the battle. Sure?" in told
            await pilot.press("n")
            assert not left()

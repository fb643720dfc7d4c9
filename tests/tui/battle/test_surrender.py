"""To surrender is not offered among the orders, but among the ways to leave a battle."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.sitting.kinds.kind import surrenders
from engine.sitting.sheet_orders import SheetOrders
from tests.tui.battle.test_battle_screen import shown
from tests.tui.running import house, until
from tui.battle.screen import BattleScreen, own_battle


async def test_no_arrow_key_reaches_the_surrender(tmp_path: Path) -> None:
    game = system("wooden_ships")
    battle = Battle.new(game, "mars_hercule", 3)
    foe = {"B": make_player("ensign", game, 3, "B")}
    async with house(tmp_path, opener=lambda app: own_battle(app, battle, foe)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders, "the question")
        orders = screen.session.orders
        assert isinstance(orders, SheetOrders)
        seen = set()
        for _ in orders.slot.options:
            seen.add(orders.option.id)
            await pilot.press("up")
        assert len(seen) == len(orders.slot.options) - 1
        assert "give_up" not in seen
        assert "surrender" not in shown(pilot)
        await pilot.press(":", *"surrender", "enter")
        assert "To surrender, press X: it is one of the ways to leave." in shown(pilot)
        assert not orders.draft
        (way,) = surrenders(screen.session.sitting)
        assert way.label == "Surrender with all ships"
        way.do()
        assert orders.draft["A1"].option == "give_up"
        assert battle.outcome() is None  # it is only written on the sheet
        await pilot.press("x")
        await until(pilot, lambda: "surrender" in shown(pilot), "the question")
        await pilot.press("enter")  # means nothing where harm is done
        assert battle.outcome() is None
        await pilot.press("y")
        await until(pilot, lambda: battle.outcome() is not None, "the end")

"""The sheet of standing choices (answers given in advance): it is opened, left and submitted, while
a sheet is filled or a computer player thinks.
"""

from __future__ import annotations

from pathlib import Path

from engine.kernel.battle import Battle
from engine.players import make_player
from engine.sitting.sheet_orders import SheetOrders
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.state.state import Standing
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.machine import standing_of
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen

COMPUTER = {"B": make_player("ensign", IronOak(), 1, "B")}


def battle() -> Battle:
    return Battle.new("iron_oak", "hampton_roads", 5)


async def test_it_is_sealed_and_what_was_asked_is_there_again_with_its_draft(
    tmp_path: Path,
) -> None:
    fought = battle()
    async with house(tmp_path, battle=fought, players=COMPUTER) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await pilot.press("F")
        orders = screen.session.orders
        assert isinstance(orders, SheetOrders)
        drafted = dict(orders.draft)
        await pilot.press("W")
        seen = screen_of(app)
        assert "Ask about every" in seen
        assert "No other player sees these" in seen
        assert seen.isascii()
        await pilot.press("2", "enter", "x", "y")
        assert fought.state.sides["union"].standing.ask == "never"
        assert fought.position == 1
        again = screen.session.orders
        assert isinstance(again, SheetOrders)
        assert again.sheet.id == orders.sheet.id
        assert again.draft == drafted


async def test_escape_and_the_key_again_change_nothing(tmp_path: Path) -> None:
    fought = battle()
    async with house(tmp_path, battle=fought, players=COMPUTER) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        before = screen.session.orders
        assert isinstance(before, SheetOrders)
        for back in ("escape", "W"):
            await pilot.press("W", "2", "enter", back)
            after = screen.session.orders
            assert isinstance(after, SheetOrders)
            assert after.sheet.id == before.sheet.id
        assert fought.position == 0
        assert fought.state.sides["union"].standing == Standing()


async def test_the_table_that_ships_fire_from_is_spelt_and_kept(tmp_path: Path) -> None:
    fought = Battle.new("wooden_ships", "rosas_bay", 5)
    players = {"B": make_player("ensign", WoodenShips(), 1, "B")}
    async with house(tmp_path, battle=fought, players=players) as (app, pilot):
        assert "W standing" in screen_of(app)
        await pilot.press("W")
        assert "All ships  fire at any table" in screen_of(app)
        await pilot.press("4", "enter", "y")
        assert standing_of(fought.state, "A").fire_from == 4
        assert fought.pending()[0].kind == "orders"
        cards = [str(fought.game.screen.card(fought.view(seat), "A1")) for seat in "AB"]
        assert ["standing choice: fires from hit table 4 on" in card for card in cards] == [
            True,
            False,
        ]
        await pilot.press("W")
        assert "fire from hit table 4 on" in screen_of(app)


async def test_where_nothing_may_be_changed_it_is_said(tmp_path: Path) -> None:
    fought = Battle.new("oak_iron", "quickstart", 5)
    async with house(tmp_path, battle=fought, players={}) as (app, pilot):
        await pilot.press("enter", "W")
        assert "there are no standing choices to change here" in screen_of(app)


async def test_enter_picks_and_enter_again_goes_on(tmp_path: Path) -> None:
    """All other slots are filled here.

    What was just picked is kept by a second Enter; another key drops it.
    """
    fought = battle()
    async with house(tmp_path, battle=fought, players=COMPUTER) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        orders = screen.session.orders
        assert isinstance(orders, SheetOrders)
        for _ in range(len(orders.sheet.slots)):
            if orders.slot.at_most == 1:
                await pilot.press("enter")
        assert orders.slot.label == "Ask about cards"
        assert "Enter pick" in screen_of(app)
        await pilot.press("enter")
        asked = orders.option.id
        assert orders.picks == [asked]
        assert "Enter go on" in screen_of(app)
        await pilot.press("down", "up")
        assert "Enter drop" in screen_of(app)
        await pilot.press("enter")
        assert orders.picks == []
        await pilot.press("enter", "enter")
        assert "All answers are filled in. Seal the sheet?" in screen_of(app)
        await pilot.press("y")
        assert fought.position >= 1


async def test_advice_that_agrees_with_what_is_picked_drops_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, battle=battle(), players=COMPUTER) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        orders = screen.session.orders
        assert isinstance(orders, SheetOrders)
        orders.go_to(len(orders.sheet.slots) - 1)
        assert orders.slot.label == "Ask about cards"
        picked = []
        for _ in range(3):
            await pilot.press("h")
            await until(pilot, lambda: screen.session.adviser.chosen == 0, "the advice")
            await pilot.press("enter")
            picked.append(tuple(orders.draft["cards"].picks))
            orders.go_to(len(orders.sheet.slots) - 1)
        assert picked[0]
        assert len(set(picked)) == 1

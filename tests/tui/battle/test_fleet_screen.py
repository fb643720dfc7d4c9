"""A battle of eight squadrons on the screen: there is room for hands, players and points even at 80
by 24.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.game.panel import SideLine
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from tests.engine.systems.oak_iron.lines_of_battle import lines_of_battle
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.battle.side_screens import HandOverScreen


def fleets() -> Battle:
    """Return 32 ships in two fleets of four seats each, before the first cards."""
    return Battle.from_state(system("oak_iron"), lines_of_battle(32, squadrons=8), 7)


async def test_a_long_hand_is_paged_through(tmp_path: Path) -> None:
    """H shows A's cards first; PgDn scrolls to what is known of the other hands; the orders stay
    visible.
    """
    battle = fleets()
    others = {key: make_player("ensign", battle.game, 1, key) for key in "BCDEFGH"}
    async with house(tmp_path, battle=battle, players=others) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "A's choice of a card")
        await pilot.press("H")
        assert "Hand of A" in screen_of(app)
        assert "Careful Aim" in screen.panel.text
        assert "-- Orders" in screen.panel.text
        await pilot.press(*["pagedown"] * 9)
        assert "Hand of H" in screen_of(app)
        assert "Hand of A" not in screen_of(app)
        await pilot.press(*["pageup"] * 9, "H")
        assert "Hand of" not in screen_of(app)


async def test_the_keyboard_goes_round_all_seats_before_cards_are_revealed(tmp_path: Path) -> None:
    """Eight persons share the keyboard: it is passed to A, B and so on to H, and each sees only one
    hand.
    """
    battle = fleets()
    asked = []
    async with house(tmp_path, battle=battle) as (app, pilot):
        for key in "ABCDEFGH":
            await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over")
            asked.append(screen_of(app).strip())
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, BattleScreen), f"{key}'s choice")
            screen = app.screen
            assert isinstance(screen, BattleScreen)
            assert screen.session.table.viewer_seat == key
            await pilot.press("enter")
    assert asked == [f"Pass the keyboard to {key}, then press Enter" for key in "ABCDEFGH"]


async def test_squadrons_of_a_fleet_carry_their_letter_first(tmp_path: Path) -> None:
    """This is also so at 80 by 24, with strike points and ships."""
    battle = fleets()
    others = {key: make_player("ensign", battle.game, 1, key) for key in "BCDEFGH"}
    async with house(tmp_path, battle=battle, players=others) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "A's choice of a card")
        roster = screen.session.game.screen.roster(screen.session.view)
        for row in roster:
            if isinstance(row, SideLine):
                assert row.letter == row.key
        assert re.search(r"H H +0/4", screen_of(app))

"""A shared keyboard: between two secret choices the screen shows only that the keyboard is to be
passed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.decision import Answer
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.battle.side_screens import HandOverScreen
from tui.screens.settings import Settings

SAVES = Path(__file__).resolve().parents[3] / "saves"


async def test_only_the_hand_over_is_shown_between_secret_choices(tmp_path: Path) -> None:
    """The keyboard is passed to Red, who presses Enter and chooses; then to Blue, when Red's choice
    is no longer visible.
    """
    battle = Battle.new(PondGame(), "duel", 7)
    async with house(tmp_path, battle=battle) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over to Red")
        assert screen_of(app).strip() == "Pass the keyboard to Red, then press Enter"
        await pilot.press("L", "question_mark", "right")
        assert screen_of(app).strip() == "Pass the keyboard to Red, then press Enter"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "Red's choice")
        assert "RED" in screen_of(app)
        await pilot.press("right", "enter")
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over to Blue")
        assert screen_of(app).strip() == "Pass the keyboard to Blue, then press Enter"
        await pilot.press("enter")
        await until(pilot, lambda: "BLUE" in screen_of(app), "Blue's choice")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        assert screen.view.boats["A"].order is None


async def test_a_take_back_asks_the_other_seat(tmp_path: Path) -> None:
    """The question is whether Red allows Blue to take the order back; n leaves everything as it
    is, and Enter does nothing.
    """
    battle = Battle.new(PondGame(), "duel", 7)
    battle.answer("A", Answer("steer"))
    battle.answer("B", Answer("steer"))
    async with house(tmp_path, battle=battle) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the choice")
        await pilot.press("u")
        assert "may Blue take the order back?" in screen_of(app)
        assert "y yes Esc/n no (not Enter)" in " ".join(screen_of(app).split())
        await pilot.press("enter")
        assert battle.position == 2
        assert "may Blue take the order back?" in screen_of(app)
        await pilot.press("n")
        assert battle.position == 2
        await pilot.press("u", "y")
        await until(pilot, lambda: battle.position == 1, "it is taken back")


async def test_a_hand_in_an_open_choice_is_shown_after_the_keyboard_was_passed(
    tmp_path: Path,
) -> None:
    """The choice is not secret but the hand is: its player must have the keyboard before it is
    shown.
    """
    battle = Battle.open(SAVES / "sample_boarding.battle", write=False).fork(74)
    settings = Settings(animation=False, guide=False)
    async with house(tmp_path, battle=battle, settings=settings) as (app, pilot):
        screen = app.screen_stack[0]
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "the open choice")
        assert screen.session.table.seat_at_keyboard == ""
        await pilot.press("H")
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over")
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen, "the battle")
        assert screen.session.table.seat_at_keyboard == battle.pending()[0].seat
        assert screen.session.shows == "hand"


async def test_nothing_is_drawn_below_the_page_that_passes_the_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The battle is first drawn, as a whole, for the player who has the keyboard."""
    drawn: list[str] = []
    lay = BattleScreen._lay_panel

    def noted(screen: BattleScreen) -> None:
        drawn.append(type(screen.app.screen).__name__)
        lay(screen)

    monkeypatch.setattr(BattleScreen, "_lay_panel", noted)
    battle = Battle.new("pond", "duel", 7)
    async with house(tmp_path, battle=battle) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over to Red")
        assert not drawn
        await pilot.press("enter")
        await until(pilot, lambda: "RED" in screen_of(app), "Red's question")
        assert set(drawn) == {"BattleScreen"}

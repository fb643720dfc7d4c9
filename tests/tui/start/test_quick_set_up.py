"""A quick set-up: the computer proposes each choice, Enter takes it, and it may be changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files.saved_battles import computers
from engine.files.saves import PROPOSED, begin
from engine.kernel.registry import system
from tests.pond.game import PondGame
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.start import saved_battles
from tui.start.new_battle import SetupScreen

SEATS = {"A": "human", "B": "ensign"}


@pytest.fixture(autouse=True)
def no_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the sample battles."""
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: tmp_path / "none")


async def test_the_form_offers_it_where_there_is_a_set_up(tmp_path: Path) -> None:
    """The quick start has no set-up; for a patrol the form has a row for it, and the battle stores
    the choice.
    """
    async with house(tmp_path, start=SetupScreen) as (app, pilot):
        form = app.screen
        assert isinstance(form, SetupScreen)
        assert "Set-up" not in screen_of(app)
        await pilot.press("down")
        while form.choice.scenario != "patrol":
            await pilot.press("right")
        assert "Set-up        by hand" in screen_of(app)
        lines = [entry.what for entry in form.lines]
        await pilot.press(*["down"] * (lines.index("set-up") - form.index), "right")
        assert "< quick, with proposals >" in screen_of(app)
        assert "press Enter to take it" in " ".join(screen_of(app).split())
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        assert app.battle
        assert app.battle.header.options[PROPOSED]


async def test_each_choice_is_proposed_and_enter_takes_it(tmp_path: Path) -> None:
    """There are four choices with one Enter each; the proposal is highlighted and visible
    before.
    """
    battle = begin(system("oak_iron"), "patrol", SEATS, tmp_path, 5, proposed=True)
    async with house(tmp_path, battle=battle, players=computers(battle)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        for _ in range(4):
            await until(pilot, lambda: screen.session.advised, "a proposal")
            assert screen.session.adviser.chosen == 0
            assert screen.session.orders
            at, best = battle.position, screen.session.adviser.answers[0]
            assert screen.session.orders.answer == best.answer
            await pilot.press("enter")
            await until(pilot, lambda at=at: battle.position > at, "it is taken")  # type: ignore[misc]


async def test_once_the_battle_goes_on_nothing_is_proposed(tmp_path: Path) -> None:
    battle = begin(PondGame(), "duel", SEATS, tmp_path, 5, proposed=True)
    async with house(tmp_path, battle=battle, players=computers(battle)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "the first question")
        assert not screen.session.advising


async def test_a_proposal_may_be_changed(tmp_path: Path) -> None:
    """Escape keeps the proposal highlighted; another order can be highlighted and taken as
    usual.
    """
    game = system("oak_iron")
    battle = begin(game, "patrol", SEATS, tmp_path, 5, proposed=True)
    async with house(tmp_path, battle=battle, players=computers(battle)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.advised, "a proposal")
        assert screen.session.orders
        proposed, start = screen.session.orders.answer.option, battle.position
        await pilot.press("escape", "down")
        changed = screen.session.orders.answer.option
        assert changed != proposed
        await pilot.press("enter")
        await until(pilot, lambda: battle.position > start, "it is taken")
        decision = game.pending(battle.at(start))[0]
        assert battle.entries[start].command == decision.option(changed).command

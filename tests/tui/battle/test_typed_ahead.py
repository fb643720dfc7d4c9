"""Several keys that arrive at once: each goes to the screen that is visible when its turn comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tests.tui.running import save_battle
from tests.tui.wired import Wired, wired
from tui.battle.screen import BattleScreen
from tui.battle.side_screens import HandOverScreen
from tui.replay.screen import ReplayScreen
from tui.review.aftermath import AftermathScreen
from tui.start.menu import MenuScreen


async def ended(person: Wired) -> None:
    await person.until(lambda: not person.app.is_running, "the end")


async def test_help_is_left_and_then_the_game(tmp_path: Path) -> None:
    """One q leaves the help. The menu needs two, because the first one asks for confirmation."""
    async with wired(saves=tmp_path) as person:
        person.writes("?", "q", "q", "q")
        await ended(person)


async def test_help_is_left_once(tmp_path: Path) -> None:
    """A single q leaves only the help, whatever keys came before it."""
    async with wired(saves=tmp_path) as person:
        person.writes("?", "down", "down", "q")
        await person.sees("Quick start")
        assert isinstance(person.app.screen, MenuScreen)


async def test_the_palette_takes_one_enter_and_the_battle_the_next(tmp_path: Path) -> None:
    battle = Battle.new("oak_iron", "quickstart", 1)
    async with wired(saves=tmp_path, battle=battle, players={}) as person:
        await person.sees("Pass the keyboard to")
        person.writes("enter")
        await person.until(lambda: isinstance(person.app.screen, BattleScreen), "the battle")
        person.writes("ctrl+p", "enter", "enter")
        await person.until(lambda: battle.position >= 1, "an order")


async def test_keys_written_before_the_hand_over_do_not_pass_it(tmp_path: Path) -> None:
    """Red's surplus Enters do not count as Blue's: a hand is shown only to the player who has the
    keyboard.
    """
    battle = Battle.new(PondGame(), "duel", 7)
    async with wired(saves=tmp_path, battle=battle) as person:
        await person.sees("Pass the keyboard to Red")
        person.writes("enter")
        await person.until(lambda: isinstance(person.app.screen, BattleScreen), "Red's choice")
        person.writes("enter", "enter", "enter", "enter")
        await person.sees("Pass the keyboard to Blue")
        hand_over = person.app.screen
        assert isinstance(hand_over, HandOverScreen)
        assert battle.position == 1
        await person.until(lambda: hand_over.ready, "its first frame")
        person.writes("enter")
        await person.until(lambda: isinstance(person.app.screen, BattleScreen), "Blue's choice")


@pytest.mark.parametrize("keys", [("E", "q", "q"), ("E", "enter", "q", "q", "q")])
async def test_the_look_back_is_left_once(tmp_path: Path, keys: tuple[str, ...]) -> None:
    path = save_battle(tmp_path, "Duel", turns=99)
    battle = Battle.open(path, write=False)

    async with wired(saves=tmp_path, start=lambda _: ReplayScreen(battle)) as person:
        person.writes(*keys)
        await ended(person)


async def test_whoever_is_left_takes_no_clicks(tmp_path: Path) -> None:
    """The second click of a double click does nothing on a screen that was closed by the first."""
    path = save_battle(tmp_path, "Duel", turns=99)
    battle = Battle.open(path, write=False)
    async with wired(saves=tmp_path, start=lambda _: ReplayScreen(battle)) as person:
        replay = person.app.screen
        person.writes("E")
        await person.until(lambda: isinstance(person.app.screen, AftermathScreen), "the look back")
        here, there = "\x1b[<0;5;5M", "\x1b[<0;5;5m"
        person.app.terminal.receive(f"{here}{there}{here}{there}".encode())
        person.writes("escape")
        await person.until(lambda: person.app.screen is replay, "the replay")

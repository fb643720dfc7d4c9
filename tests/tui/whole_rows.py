"""A position of any game after some random answers, and whether its panel cuts what has room."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from tests.tui.running import house, until
from tui.battle.screen import BattleScreen
from tui.files.begin import begin

LOOKS = 3
"""Orders that are highlighted one after the other."""
CUT = ("..", "…")


def position(game: str, scenario: str, answers: int, seed: int, folder: Path) -> Battle:
    """Return a battle between two persons after so many answers of random players."""
    battle = begin(system(game), scenario, {"A": "human", "B": "human"}, folder, seed)
    minds = {
        seat.key: make_player("ensign", battle.game, seed, seat.key)
        for seat in battle.game.seats(battle.state)
    }
    for _ in range(answers):
        if not battle.pending():
            break
        question = battle.pending()[0]
        seat = question.seat
        battle.answer(seat, minds[seat].choose(battle.view(seat), question))
    return battle


async def panel_is_whole(battle: Battle, folder: Path) -> None:
    """Look at a battle at 80 by 24: no text and no label is cut while a row of it is blank."""
    async with house(folder, battle=battle, players={}) as (app, pilot):
        if not isinstance(app.screen, BattleScreen):
            await pilot.press("enter")  # the keyboard is passed
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready, "its first frame")
        for _ in range(LOOKS):
            await pilot.pause()
            whole(screen)
            await pilot.press("down")


def whole(screen: BattleScreen) -> None:
    """Assert that nothing is cut on the panel while a row of it is blank."""
    rows = screen.panel.text.splitlines()
    rows += [""] * (screen.panel.size.height - len(rows))
    if all(row.strip() for row in rows):
        return
    shown = "\n".join(rows)
    assert not [row for row in rows if row.rstrip().endswith(CUT)], shown
    told = " ".join(" ".join(row.lstrip(" >").split()) for row in rows)
    orders = screen.session.orders
    for number, option in enumerate(orders.decision.options if orders else (), 1):
        if f" {number}. " in told:
            assert " ".join(option.label.split()) in told, shown

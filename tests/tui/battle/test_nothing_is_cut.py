"""At 80 by 24 no order is cut while a row of the panel is free, in any game."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.registry import system
from engine.players import make_player
from tests.tui.running import house, until
from tui.battle.screen import BattleScreen
from tui.files.begin import begin

PLACES = [
    ("oak_iron", "quickstart", 31),
    ("oak_iron", "patrol", 90),
    ("oak_iron", "skirmish", 60),
    ("wooden_ships", "mars_hercule", 25),
    ("wooden_ships", "nile", 4),
    ("iron_oak", "hampton_roads", 6),
    ("iron_oak", "drewrys_bluff", 40),
    ("iron_oak_campaign", "campaign", 30),
]
"""A game, a scenario, and how many answers of random players lie before."""
LOOKS = 3
"""Orders that are highlighted one after the other."""


@pytest.mark.parametrize(("game", "scenario", "answers"), PLACES)
async def test_no_label_is_cut_while_a_row_is_free(
    game: str, scenario: str, answers: int, tmp_path: Path
) -> None:
    battle = begin(system(game), scenario, {"A": "human", "B": "human"}, tmp_path, 11)
    minds = {
        seat.key: make_player("ensign", battle.game, 1, seat.key)
        for seat in battle.game.seats(battle.state)
    }
    for _ in range(answers):
        question = battle.pending()[0]
        seat = question.seat
        battle.answer(seat, minds[seat].choose(battle.view(seat), question))
    async with house(tmp_path, battle=battle, players={}) as (app, pilot):
        if not isinstance(app.screen, BattleScreen):
            await pilot.press("enter")  # the keyboard is passed
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders, "a question")
        for _ in range(LOOKS):
            rows = screen.panel.text.splitlines()
            orders = screen.session.orders
            assert orders
            if any(not row.strip() for row in rows):
                told = " ".join(" ".join(row.lstrip(" >").split()) for row in rows)
                for number, option in enumerate(orders.decision.options, 1):
                    if f" {number}. " in told:
                        assert " ".join(option.label.split()) in told
            await pilot.press("down")

"""The odds of an attack in the smallest terminal: the line of dice, and a bar for each possible
damage.
"""

from __future__ import annotations

from pathlib import Path

from engine.game.decision import Decision
from engine.players import make_player
from engine.systems.oak_iron.state.commands import Fire
from tests.tui.running import house, until
from tests.tui.whole_rows import position
from tui.battle.screen import BattleScreen

ATTACKS = 4
"""The number of the attack that is examined: damage from 0 to 4 points, five bars."""


async def test_at_80x24_an_attack_is_chosen_by_its_dice_and_bars(tmp_path: Path) -> None:
    battle = position("oak_iron", "quickstart", 0, 5, tmp_path)
    minds = {seat: make_player("lieutenant", battle.game, 5, seat) for seat in "AB"}
    left = ATTACKS
    while True:
        asked = battle.pending()[0]
        assert isinstance(asked, Decision)
        left -= asked.kind == "attack" and isinstance(asked.options[0].command, Fire)
        if not left:
            break
        battle.answer(asked.seat, minds[asked.seat].choose(battle.view(asked.seat), asked))
    async with house(tmp_path, (80, 24), battle=battle, players={}) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: "Chance (%) of damage" in screen.panel.text, "the odds")
        rows = [row.strip() for row in screen.panel.text.splitlines()]
        assert [row.split()[0] for row in rows if "#" in row] == ["0", "1", "2", "3", "4"]
        assert "4 broad - 1 fatigue = 3" in rows
        assert any(row.startswith("crippled <1%  shaken 0%") for row in rows)

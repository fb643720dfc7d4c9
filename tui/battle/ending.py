"""How a battle ended, in the words of its seats."""

from __future__ import annotations

from engine.kernel.seen import SeenBattle
from tui.drama.acts import winners


def how_it_ended(battle: SeenBattle) -> str:
    """Return who won, `RED WINS`; '' while the battle goes on. A fleet wins as one."""
    return winners(battle, battle.state)

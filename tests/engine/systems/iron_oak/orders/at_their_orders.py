"""A battle in which all seats give their orders at the same time."""

from __future__ import annotations

from engine.game.question import Fill, Sheet
from engine.kernel.battle import Battle
from engine.systems.iron_oak.state import steps as st


def ordering(**options: object) -> Battle:
    """Return the battle of Memphis while its order sheets are open."""
    battle = Battle.new("iron_oak", "memphis", 4, options=options)
    while not isinstance(battle.state.agenda[-1], st.GiveOrders):
        question = battle.pending()[0]
        assert isinstance(question, Sheet)
        battle.submit(question.seat, Fill(question.id, question.proposed))
    return battle

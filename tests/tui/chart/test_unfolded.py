"""The events of a command, one by one: what is asked between them, and what is told of them.

Every entry of every recorded battle is drawn event by event in tests/runs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.arena import crews
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.kernel.seen import visible_events

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    "name", ["oak_iron", "wooden_ships", "iron_oak", "iron_oak_campaign", "series:oak_iron"]
)
def test_between_the_events_of_a_command_nothing_is_asked(name: str) -> None:
    game = system(name)
    scenario = next(iter(game.scenarios()))
    battle = Battle.new(game, scenario, seed=3)
    players = crews(game, battle.state, 3, "ensign", "ensign")
    unfolded = 0
    while unfolded < 20 and battle.pending():
        question = battle.pending()[0]
        view = battle.view(question.seat)
        battle.answer(question.seat, players[question.seat].choose(view, question))
        happened = battle.unfolded(battle.position)
        for each in happened[:-1]:
            assert game.pending(each.after) == ()
            assert game.pending(game.view(each.after, question.seat)) == ()
        if happened:
            assert game.pending(happened[0].before)
            assert happened[-1].after is battle.state
        unfolded += len(happened)


@pytest.mark.parametrize(
    "path", ["saves/sample_boarding", "saves/sample_frigates", "saves/sample_campaign"]
)
def test_nobody_is_told_of_bookkeeping(path: str) -> None:
    """Log, reports, replays and lines get the events that they show from `visible_events` alone."""
    with Battle.open(ROOT / f"{path}.battle", write=False) as battle:
        silent, kept = battle.game.bookkeeping, 0
        for record in battle.entries[:60]:
            kept += sum(isinstance(event, silent) for event in record.events)
            told = visible_events(battle, record.at)
            assert not any(isinstance(each.event, silent) for each in told)
            assert len(told) == sum(not isinstance(event, silent) for event in record.events)
    assert kept

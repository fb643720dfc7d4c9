"""Attack: the printed orders of new battles of every game, typed back through each parser of
lines.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.kernel.battle import Battle
from engine.kernel.registry import system, systems
from engine.players import make_player
from tests.family.typed_back import typed_back

ENTRIES = 120
"""The number of commands after which a battle is stopped."""


def attack(seed: int) -> None:
    """Let ensigns play a battle of any game and scenario, and type its printed orders back."""
    random = Random(seed)
    game = system(random.choice(sorted(systems())))
    battle = Battle.new(game, random.choice(sorted(game.scenarios())), seed)
    players = {
        seat.key: make_player("ensign", game, seed, seat.key) for seat in game.seats(battle.state)
    }
    seen: set[Any] = set()
    for _ in range(ENTRIES):
        if battle.outcome():
            break
        assert list(typed_back(game, battle.state, random, seen)) == []
        question = battle.pending()[0]
        battle.answer(
            question.seat,
            players[question.seat].choose(battle.view(question.seat), question),
        )

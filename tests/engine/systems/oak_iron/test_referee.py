"""Random battles, checked by a second implementation of the rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from engine.arena import crews, play_out
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.systems.oak_iron.state.state import SAILS, Rules
from tests.engine.systems.oak_iron.invariants import closed_in
from tests.engine.systems.oak_iron.referee import judged


def fought(seed: int, rules: Rules) -> Battle:
    """Return a close fight between the quick start's ships, damaged from the start, played at
    random.
    """
    game, random = system("oak_iron"), Random(seed)
    state = closed_in(game.set_up("quickstart"), random)
    squadrons = {key: replace(each, fortune=2) for key, each in state.squadrons.items()}
    worn = {
        key: replace(
            ship,
            fatigue=random.randrange(6),
            damage=random.randrange(8),
            sail=random.choice(SAILS[1:]),
        )
        for key, ship in state.ships.items()
    }
    state = replace(state, rules=rules, squadrons=squadrons, ships=worn)
    battle = Battle.from_state(game, state, seed, scenario="quickstart")
    play_out(battle, crews(game, state, seed, "ensign", "ensign"))
    return battle


@pytest.mark.parametrize("rules", [Rules(), Rules(quick_start=True)], ids=["all", "quick start"])
def test_referee_finds_no_fault_in_random_battles(rules: Rules) -> None:
    found: Counter[str] = Counter()
    for seed in range(8):
        found += judged(fought(seed, rules))
    for judged_once in ("broadside hull", "partial_fire hull", "movement", "FatigueRemoved"):
        assert found[judged_once], judged_once
    assert bool(found["partial_fire rigging"]) is not rules.quick_start

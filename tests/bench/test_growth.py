"""How the time for a decision grows with the fleets: two lines of battle under all rules."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import pytest

from engine.arena import crews, play_out
from engine.base.dice import Dice
from engine.game.game import fold_events
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from tests.bench.conftest import Figure
from tests.engine.systems.oak_iron.lines_of_battle import lines_of_battle

pytestmark = pytest.mark.bench
GAME: Any = system("oak_iron")
DECISIONS, BATTLES = 1200, 4


def each_decision(ships: int) -> float:
    """Return the milliseconds of a random decision: to ask it, to decide it, and to apply its
    events.
    """
    spent, made = 0.0, 0
    for seed in range(BATTLES):
        state, dice = lines_of_battle(ships), Dice(seed)
        players = {seat: make_player("ensign", GAME, seed, seat) for seat in "AB"}
        for _ in range(DECISIONS // BATTLES):
            began = perf_counter()
            decisions = GAME.pending(state)
            spent += perf_counter() - began
            if not decisions:
                break
            asked = decisions[0]
            answer = players[asked.seat].choose(state, asked)
            command = asked.option(answer.option).filled(asked, answer.dial, answer.at)
            began = perf_counter()
            decided = GAME.decide(state, asked.seat, command, dice)
            state = fold_events(state, decided, GAME.evolve).states[-1]
            spent += perf_counter() - began
            made += 1
    return spent / made * 1000


def test_a_decision_costs_little_more_with_many_ships(figure: Figure) -> None:
    each_decision(4)
    times = {ships: each_decision(ships) for ships in (4, 8, 16, 32)}
    for ships, time in times.items():
        figure(f"a decision with {ships} ships", time, "ms", 10)
    figure("32 ships against 4", times[32] / times[4], "times", 3)


def test_a_whole_engagement_at_random(figure: Figure) -> None:
    times = []
    for seed in range(3):
        began = perf_counter()
        battle = Battle.new(GAME, "engagement", seed)
        play_out(battle, crews(GAME, battle.state, seed, "ensign", "ensign"))
        times.append(perf_counter() - began)
    figure("a random whole engagement with its set-up, slowest of 3", max(times), "s", 10)

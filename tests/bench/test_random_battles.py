"""A thousand random battles with every invariant checked, and how long a lieutenant thinks."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pytest

from engine.arena import crews, play_out
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.bench.conftest import Figure
from tests.engine.systems.oak_iron.invariants import fought

pytestmark = pytest.mark.bench


def test_a_lieutenant_decides_quickly(figure: Figure) -> None:
    game = system("oak_iron")
    times: list[float] = []
    for seed in range(3):
        battle = Battle.new(game, "quickstart", seed)
        players = crews(game, battle.state, seed, "lieutenant", "lieutenant")
        for player in players.values():
            player.choose = timed(player.choose, times)  # type: ignore[method-assign]
        play_out(battle, players)
    times.sort()
    figure("a decision of the lieutenant, median", times[len(times) // 2], "ms", 50)
    figure("a decision of the lieutenant, slowest", times[-1], "ms", 1500)


def timed(choose: Callable[..., object], times: list[float]) -> Callable[..., object]:
    """Return `choose` as a function that adds its milliseconds to `times`."""

    def noted(*words: object) -> object:
        began = perf_counter()
        answer = choose(*words)
        times.append((perf_counter() - began) * 1000)
        return answer

    return noted


@pytest.mark.parametrize("melee", [False, True])
def test_a_thousand_random_battles_keep_every_invariant(melee: bool, figure: Figure) -> None:
    began = perf_counter()
    for seed in range(10_000, 11_000):
        assert fought(seed, "ensign", "ensign", melee).outcome()
    figure(
        f"1,000 random battles checked{', in a melee' if melee else ''}",
        perf_counter() - began,
        "s",
        240,
    )

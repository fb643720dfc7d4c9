"""How long computer players think: a decision, a whole battle, in the processor's own time."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from engine.battle import Battle
from engine.players import Answer
from engine.registry import system
from engine.simulation import crews, play_out
from tests.bench.conftest import Figure

pytestmark = pytest.mark.bench
BATTLES = {"quickstart": 4, "patrol": 2, "skirmish": 1, "fleet": 1}
"""How many battles of each kind are fought; the fleets are two squadrons a side."""
WHOLE = {
    "lieutenant": {"quickstart": 0.6, "patrol": 5, "skirmish": 5, "fleet": 12},
    "captain": {"quickstart": 8, "patrol": 30, "skirmish": 90, "fleet": 240},
}
"""The seconds that a whole battle may take."""


def fought(name: str, scenario: str, seed: int) -> tuple[list[float], float]:
    """Return the milliseconds of every decision of a battle, and the seconds of the whole of it."""
    game, times = system("oak_iron"), list[float]()
    options = {"a_side": 2} if scenario == "fleet" else {}
    began = process_time()
    battle = Battle.new(game, scenario, seed, options)
    players = crews(game, battle.state, seed, name, name)
    for player in players.values():
        player.choose = timed(player.choose, times)  # type: ignore[method-assign]
    play_out(battle, players)
    return times, process_time() - began


def timed(choose: Callable[..., Answer], times: list[float]) -> Callable[..., Answer]:
    """Return the function, with the milliseconds of the processor noted."""

    def noted(*words: object) -> Answer:
        began = process_time()
        answer = choose(*words)
        times.append((process_time() - began) * 1000)
        return answer

    return noted


@pytest.mark.parametrize("scenario", BATTLES)
@pytest.mark.parametrize(("name", "most"), [("lieutenant", 100), ("captain", 1000)])
def test_a_decision(name: str, most: float, scenario: str, figure: Figure) -> None:
    fought(name, "quickstart", 9)  # so that nothing is read or imported for the first time
    found = [fought(name, scenario, seed) for seed in range(BATTLES[scenario])]
    times = sorted(time for each, _ in found for time in each)
    what = f"a decision of the {name}, {scenario}"
    figure(f"{what}, mean of {len(times):,}", sum(times) / len(times), "ms", most / 5)
    figure(f"{what}, p95", times[len(times) * 95 // 100], "ms", most)
    whole = sum(spent for _, spent in found) / len(found)
    rate = f"{1 / whole:.2g} a second a core"
    figure(f"a whole {scenario}, {name} against {name}, {rate}", whole, "s", WHOLE[name][scenario])

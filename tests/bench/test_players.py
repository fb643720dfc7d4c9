"""How long computer players think, in processor time: for a decision, and for a whole battle."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from engine.arena import crews, play_out
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.lookahead.scoring import only_answer
from engine.players import Player, make_player
from tests.bench.conftest import Figure
from tests.engine.systems.oak_iron.lines_of_battle import lines_of_battle

pytestmark = pytest.mark.bench
BATTLES = {"quickstart": 4, "patrol": 2, "skirmish": 1, "fleet": 1}
"""{kind of battle: how many are fought}; fleets have two squadrons a side."""
WHOLE = {
    "lieutenant": {"quickstart": 0.6, "patrol": 5, "skirmish": 5, "fleet": 12},
    "captain": {"quickstart": 8, "patrol": 30, "skirmish": 90, "fleet": 240},
}
"""{computer player: {kind of battle: maximum seconds for a whole one}}."""
DECISIONS = 40
"""How many decisions an admiral makes within a time budget."""
BUDGET = 0.3
"""The seconds that an admiral may think about a decision."""
LATE = 0.3
"""By how many seconds he may be late: he checks the time only between steps of a playout (simulated
continuation)."""


def fought(name: str, scenario: str, seed: int) -> tuple[list[float], float]:
    """Return (milliseconds of every decision of a battle, seconds of the whole battle)."""
    game, times = system("oak_iron"), list[float]()
    options = {"a_side": 2} if scenario == "fleet" else {}
    began = process_time()
    battle = Battle.new(game, scenario, seed, options)
    play_out(battle, clocked(battle, name, times))
    return times, process_time() - began


def clocked(battle: Battle, name: str, times: list[float]) -> dict[str, Player]:
    """Return {seat: computer player} for a battle; the time of each decision is added to
    `times`.
    """
    players = crews(battle.game, battle.state, battle.seed, name, name)
    for player in players.values():
        player.choose = timed(player.choose, times)  # type: ignore[method-assign]
    return players


def timed(choose: Callable[..., Answer], times: list[float]) -> Callable[..., Answer]:
    """Return `choose` as a function that adds its milliseconds of processor time to `times`."""

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


def test_a_captain_among_32_ships(figure: Figure) -> None:
    """He plays two turns with eight squadrons, from the first shots at long range to the melee."""
    times: list[float] = []
    battle = Battle.from_state(system("oak_iron"), lines_of_battle(32, squadrons=8), 3)
    players = clocked(battle, "captain", times)
    while battle.state.turn < 3 and battle.pending():
        decision = battle.pending()[0]
        answer = players[decision.seat].choose(battle.view(decision.seat), decision)
        option = decision.option(answer.option)
        battle.submit(decision.seat, option.filled(decision, answer.dial, answer.at))
    times.sort()
    figure("a decision of the captain, 32 ships, p95", times[len(times) * 95 // 100], "ms", 1000)
    figure("a decision of the captain, 32 ships, slowest", times[-1], "ms", 3000)


@pytest.mark.parametrize("ships", [4, 32])
def test_an_admiral_keeps_his_budget(ships: int, figure: Figure) -> None:
    """The time for advice counts; only if advice alone takes longer may he be later."""
    game = system("oak_iron")
    battle = Battle.new(game, "quickstart", 3)
    if ships > 4:
        battle = Battle.from_state(game, lines_of_battle(ships, squadrons=8), 3)
    captain = make_player("captain", game, 3, "A")
    admiral = make_player(f"admiral:{BUDGET}s", game, 3, "A")
    over, spent = list[float](), list[float]()
    while len(over) < DECISIONS and battle.pending():
        decision = battle.pending()[0]
        view = battle.view(decision.seat)
        began = process_time()
        answer = captain.choose(view, decision)
        advised = process_time()
        if only_answer(decision) is None:
            answer = admiral.choose(view, decision)
            spent.append((process_time() - advised) * 1000)
            over.append(spent[-1] - 1000 * max(BUDGET, advised - began))
        battle.answer(decision.seat, Answer(answer.option, answer.dial, answer.at))
    spent.sort()
    what = f"a decision of the admiral with {BUDGET} s, {ships} ships"
    figure(f"{what}, mean of {len(spent)}", sum(spent) / len(spent), "ms", 1000 * (BUDGET + LATE))
    figure(f"{what}, late at most", max(0.0, *over), "ms", 1000 * LATE)

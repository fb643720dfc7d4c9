"""Wooden Ships & Iron Men: a thousand random battles, how long a battle takes, and how that grows
with the ships.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.kit.dataset import using
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from tests.bench.conftest import Figure
from tests.engine.systems.wooden_ships.turn.test_random_battles import BESIDE, at_random, check

pytestmark = pytest.mark.bench
GAME = WoodenShips()
DUELS = tuple(key for key in GAME.scenarios() if GAME.set_up(key).kind == "single")
BATTLES = 1000
WAYS = {"struck", "firepower", "immobility", "seat"}


@pytest.fixture(autouse=True)
def _figures() -> Iterator[None]:
    """Make the game's data current, because invariants call rules from outside of the game."""
    with using(GAME.data):
        yield


def fought(scenario: str, seed: int, options: dict[str, object], seen: Counter[str]) -> State:
    """Play a battle at random to its end and check every invariant; count in `seen` what
    happened.
    """
    random, dice = Random(seed), Dice(seed)
    state = GAME.settled(GAME.set_up(scenario, options), dice)
    while questions := GAME.pending(state):
        question = random.choice(questions)
        command = at_random(question, random)  # type: ignore[arg-type]
        beside = GAME.aside(state, question.seat) if random.random() < BESIDE else None
        if beside is not None:
            command = at_random(beside, random)
        for event in GAME.decide(state, question.seat, command, dice):
            _count(event, seen)
        state = check(state, question.seat, command, dice)
        hidden = GAME.view(state, "")
        assert not any(hidden.sealed.values())
    return state


def _count(event: ev.AnyEvent, seen: Counter[str]) -> None:
    seen[type(event).__name__] += 1
    if isinstance(event, ev.SideFired):
        names = ("hull", "gun", "crew", "rigging")
        seen.update(f"{n} hit" for n, hits in zip(names, event.hits, strict=True) if hits)
    elif isinstance(event, ev.ShipSurrendered):
        seen[event.how] += 1
    elif isinstance(event, ev.SeatGaveUp):
        seen["seat"] += 1


def test_random_battles_keep_every_invariant(figure: Figure) -> None:
    seen: Counter[str] = Counter()
    began = perf_counter()
    for seed in range(BATTLES):
        options: dict[str, object] = {"closer_start": 1 + seed % 4, "dbp_boards": seed % 3 == 0}
        fought(DUELS[seed % len(DUELS)], seed, options, seen)
    for scenario in GAME.scenarios():
        for seed in range(5):
            near = {} if scenario == "nile" else {"closer_start": 2}
            fought(scenario, seed, near, seen)
    figure(f"{BATTLES} duels and 5 of each scenario, checked", perf_counter() - began, "s", 600)
    for seed in range(5):
        allied = {"by_nation": True, "signals": True, "closer_start": 2}
        fought("algeciras", seed, allied, seen)
        fought("algeciras", seed, {**allied, "captains": 2, "deal": "choice"}, seen)
    print("\n" + "\n".join(f"{count:8} {name}" for name, count in sorted(seen.items())))
    # Squadrons are made before anybody is asked, and nobody opens a sheet again here.
    assert {kind.__name__ for kind in get_args(ev.AnyEvent)} - {
        "SheetReopened",
        "SquadronMade",
    } <= set(seen)
    assert seen.keys() >= WAYS | {"hull hit", "gun hit", "crew hit", "rigging hit"}


def played(scenario: str, seed: int, most: int = 10_000) -> tuple[float, int]:
    """Play a battle at random without checks, at most `most` commands; return (seconds,
    commands).
    """
    random, dice = Random(seed), Dice(seed)
    state = GAME.settled(GAME.set_up(scenario), dice)
    began, commands = perf_counter(), 0
    while (questions := GAME.pending(state)) and commands < most:
        command = at_random(questions[0], random)  # type: ignore[arg-type]
        state = GAME.decide(state, questions[0].seat, command, dice).states[-1]
        commands += 1
    return perf_counter() - began, commands


def test_a_random_duel_is_quick(figure: Figure) -> None:
    times = sorted(played(key, seed)[0] * 1000 for key in DUELS for seed in range(5))
    figure("a whole random duel, median", times[len(times) // 2], "ms", 60)
    figure("a whole random duel, slowest", times[-1], "ms", 200)


@pytest.mark.parametrize("fleet", [2, 10, 20, 40])
def test_growth_with_the_number_of_ships(fleet: int, figure: Figure) -> None:
    whole = GAME.set_up("trafalgar")
    half = fleet // 2
    kept = [key for key in whole.ships if int(key[1:]) <= half]
    state = replace(
        whole,
        ships={key: replace(whole.ships[key], enter_turn=0) for key in kept},
    )
    random, dice = Random(1), Dice(1)
    state = GAME.settled(state, dice)
    began, turns = perf_counter(), 12
    while state.turn <= turns and (questions := GAME.pending(state)):
        command = at_random(questions[0], random)  # type: ignore[arg-type]
        state = GAME.decide(state, questions[0].seat, command, dice).states[-1]
    spent = (perf_counter() - began) / max(1, state.turn - 1)
    figure(f"a turn of {fleet} ships, a ship", spent / fleet * 1000, "ms", 1.5)


def test_sixty_ships(figure: Figure) -> None:
    random, dice = Random(2), Dice(2)
    state = GAME.settled(GAME.set_up("trafalgar"), dice)
    asking: list[float] = []
    sealing: list[float] = []
    for _ in range(100):
        fresh = replace(state)  # another state: nothing is cached for it
        began = perf_counter()
        questions = GAME.pending(fresh)
        asking.append((perf_counter() - began) * 1000)
        command = at_random(questions[0], random)  # type: ignore[arg-type]
        began = perf_counter()
        state = GAME.decide(fresh, questions[0].seat, command, dice).states[-1]
        sealing.append((perf_counter() - began) * 1000)
    figure("sheets of 60 ships, median", sorted(asking)[50], "ms", 2)
    figure("a sheet of 60 ships sealed, median", sorted(sealing)[50], "ms", 5)

"""What a decision costs as the fleets grow: two lines of battle under all rules."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import pytest

from engine.battle import Battle
from engine.dice import Dice
from engine.game import system
from engine.oak_iron.records import book
from engine.oak_iron.scenarios import damage_boxes, fatigue_boxes
from engine.oak_iron.state import Rules, Ship, Squadron, State, Table, Terrain
from engine.oak_iron.steps import ChooseCards, RevealCards
from engine.plane.pose import Pose
from engine.players import make_player
from engine.simulation import crews, play_out
from tests.bench.conftest import Figure

pytestmark = pytest.mark.bench
GAME: Any = system("oak_iron")
TYPES = ("sixth_rate", "corvette", "fifth_rate", "light_galleon")
APART = 4.0
"""Inches from ship to ship in line: all of a line is in Formation."""
HAND = ("down", "careful_aim", "effective_fire", "rolling_broadsides", "fire_as_she_bears")
SEA = (
    Terrain("T1", "island", ((2, 2), (8, 1), (10, 5), (5, 8), (1, 6))),
    Terrain("T2", "shoal", ((60, 38), (67, 37), (69, 43), (63, 46))),
    Terrain("T3", "fog", ((30, 20), (42, 19), (44, 26), (31, 28))),
    Terrain("T4", "rocks", ((20, 40), (24, 39), (25, 43), (21, 44))),
)
DECISIONS, BATTLES = 1200, 4


def lines_of_battle(ships: int) -> State:
    """Return so many ships in two lines, nine inches apart, mid-table and heading east."""
    return State(
        title=f"{ships} ships",
        rules=Rules(events=True),
        table=Table(72, 48, "north"),
        squadrons={
            key: Squadron(key, key, flagship=f"{key}1", fortune=3, hand=HAND) for key in "AB"
        },
        ships={
            ship.id: ship
            for key, y in (("A", 19.5), ("B", 28.5))
            for ship in line(key, ships // 2, y)
        },
        terrain=SEA,
        agenda=(RevealCards(), ChooseCards()),
    )


def line(key: str, ships: int, y: float) -> list[Ship]:
    """Return the ships of one line, the first ahead."""
    head = 36 + (ships - 1) * APART / 2 - 2
    kinds = [TYPES[place % len(TYPES)] for place in range(ships)]
    return [
        Ship(
            f"{key}{place + 1}",
            key,
            kind,
            Pose(head - place * APART, y, 90),
            skill=1,
            damage_boxes=damage_boxes(book().ships[kind]),
            fatigue_boxes=fatigue_boxes(book().ships[kind]),
        )
        for place, kind in enumerate(kinds)
    ]


def each_decision(ships: int) -> float:
    """Return the milliseconds of a random decision: asked, decided and folded."""
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
            for event in GAME.decide(state, asked.seat, command, dice):
                state = GAME.evolve(state, event)
            spent += perf_counter() - began
            made += 1
    return spent / made * 1000


def test_a_decision_costs_little_more_with_many_ships(figure: Figure) -> None:
    each_decision(4)
    times = {ships: each_decision(ships) for ships in (4, 8, 16, 32)}
    for ships, time in times.items():
        figure(f"a decision with {ships} ships", time, "ms", 10)
    figure("32 ships against 4", times[32] / times[4], "times", 10)


def test_a_whole_engagement_at_random(figure: Figure) -> None:
    times = []
    for seed in range(3):
        began = perf_counter()
        battle = Battle.new(GAME, "engagement", seed)
        play_out(battle, crews(GAME, battle.state, seed, "ensign", "ensign"))
        times.append(perf_counter() - began)
    figure("a random whole engagement with its set-up, slowest of 3", max(times), "s", 10)

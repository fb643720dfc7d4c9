"""Fire compared with a second implementation of the rules, on whole fleets in random positions."""

from __future__ import annotations

from random import Random

import pytest

from engine.base.dice import Dice
from engine.space.hexes import Hex
from engine.systems.wooden_ships.inspection import inspect
from engine.systems.wooden_ships.set_up.scenarios import set_up
from engine.systems.wooden_ships.state.state import Ship, State
from tests.engine.systems.wooden_ships.at_sea import GAME
from tests.engine.systems.wooden_ships.turn.test_random_battles import at_random

FIRST = [1, 4, 7, 10, 13]
BASE = {
    1: [1, 1, 0, -1, -2, -2, -3, -3, -3, -3],
    4: [2, 2, 1, 0, -1, -1, -2, -2, -2, -2],
    7: [3, 2, 1, 0, -1, -1, -2, -2, -2, -2],
    10: [4, 3, 2, 1, 0, 0, -1, -1, -1, -1],
    13: [5, 4, 3, 2, 1, 1, 0, 0, 0, 0],
}
QUALITY = {
    1: {"elite": 1, "crack": 1, "average": 0, "green": 0, "poor": -1},
    4: {"elite": 2, "crack": 1, "average": 0, "green": 0, "poor": -1},
    7: {"elite": 2, "crack": 2, "average": 0, "green": -1, "poor": -1},
    10: {"elite": 2, "crack": 2, "average": 0, "green": -1, "poor": -2},
    13: {"elite": 3, "crack": 2, "average": 0, "green": -1, "poor": -2},
}
INITIAL = {1: 1, 4: 1, 7: 2, 10: 2, 13: 2}
RAKE = {1: 1, 4: 2, 7: 3, 10: 4, 13: 5}
VECTORS = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]


def cube(place: Hex) -> tuple[int, int]:
    return place[0], place[1] - (place[0] - place[0] % 2) // 2


def hexes(ship: Ship) -> list[tuple[int, int]]:
    q, s = cube(ship.bow)
    dq, ds = VECTORS[ship.facing - 1]
    return [(q, s), (q - dq, s - ds)]


def far(one: tuple[int, int], other: tuple[int, int]) -> int:
    dq, ds = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(ds), abs(dq + ds))


def play(ship: Ship, hand: int) -> set[tuple[int, int]]:
    """Return the hexes in the play of one side (1 starboard, -1 port), up to 30 steps away."""
    near, wide = (VECTORS[(ship.facing - 1 + hand * turn) % 6] for turn in (1, 2))
    return {
        (q + a * near[0] + b * wide[0], s + a * near[1] + b * wide[1])
        for q, s in hexes(ship)
        for a in range(31)
        for b in range(31)
        if a or b
    }


def expected(state: State, ship: Ship, hand: int, target: Ship) -> tuple[bool, int | None]:
    """Return (whether a target is in the field of fire, the table number of the shot)."""
    mine, theirs = hexes(ship), hexes(target)
    inside = [each for each in theirs if each in play(ship, hand)]
    if not any(min(far(here, each) for here in mine) <= 10 for each in inside):
        return False, None
    range_ = min(far(here, there) for here in mine for there in theirs)
    at = 0 if hand < 0 else 1
    guns = ship.guns[at] + (ship.carronades[at] if range_ <= 2 else 0)
    if not guns:
        return True, None
    row = max(first for first in FIRST if first <= guns)
    raked = not any(set(mine) & play(target, side) for side in (1, -1))
    lost = sum(
        1 for full, left in zip(ship.printed.crew, ship.crew, strict=True) if full and not left
    )
    quality = ship.prize.quality if ship.prize else ship.quality
    total = BASE[row][range_ - 1] + QUALITY[row][quality] + (RAKE[row] if raked else 0)
    total += INITIAL[row] if ship.loaded[at] == "initial" else 0
    total += -2 if ship.prize else -lost
    return True, min(8, total)


@pytest.mark.parametrize("seed", range(2))
def test_fields_and_tables_of_whole_fleets(seed: int) -> None:
    random, dice = Random(seed), Dice(seed)
    state = GAME.settled(set_up("arbuthnot_destouches", {"closer_start": 2}), dice)
    looked = 0
    for _ in range(60):
        question = GAME.pending(state)[0]
        state = GAME.decide(state, question.seat, at_random(question, random), dice).states[-1]  # type: ignore[arg-type]
        if GAME.pending(state)[0].kind != "orders" or state.sealed:
            continue
        for key, facts in inspect(state).items():
            if state.ships[key].parties:
                continue
            for other, at in facts["targets"].items():
                for side, hand in (("port", -1), ("starboard", 1)):
                    found = at[side]["in_field"], at[side].get("table")
                    assert found == expected(state, state.ships[key], hand, state.ships[other]), (
                        key,
                        side,
                        other,
                    )
                    looked += found[0]
    assert looked > 20

"""Rules that take several turns, played turn by turn."""

from __future__ import annotations

import pytest

from engine.base.dice import Dice
from engine.game.question import Fill, Sheet
from engine.systems.wooden_ships.gunnery.shot import shot_at
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import GAME, Loaded, of, open_all, sea, ship


def one_turn(state: State, **orders: str) -> tuple[State, set[str]]:
    """Play a turn, all staying unless ordered; return it with the ships that drifted."""
    turn, drifted = state.turn, set[str]()
    while state.turn == turn and state.outcome is None:
        state, events = open_all(state, orders, Loaded(*[6] * 60))
        for event in of(ev.Drifted, events):
            drifted |= event.places.keys()
    return state, drifted


def test_a_still_ship_of_the_line_drifts_every_other_turn() -> None:
    state = sea(ship("A1", "J20", 2, still=1), ship("B1", "ZZ1", 2), wind=1)
    seen = []
    for _ in range(4):
        state, drifted = one_turn(state, B1="1")
        seen.append("A1" in drifted)
    assert seen == [True, False, True, False]


def test_a_frigate_drifts_every_turn() -> None:
    state = sea(ship("A1", "J20", 2, "br-f3-36"), ship("B1", "ZZ1", 2), wind=1)
    seen = []
    for _ in range(4):
        state, drifted = one_turn(state, B1="1")
        seen.append("A1" in drifted)
    assert seen == [False, True, True, True]


def test_a_pair_that_fouled_drifts_in_the_second_phase_from_then() -> None:
    pair = [
        ship("A1", "J20", 1, "br-f3-36", fouled=["B1"]),
        ship("B1", "K20", 1, "br-f3-36"),
    ]
    state, seen = sea(*pair, ship("B2", "ZZ1", 2)), []
    for _ in range(3):
        state, drifted = one_turn(state, B2="1")
        seen.append({"A1", "B1"} <= drifted)
    assert seen == [False, True, True]
    # She was carried two hexes to the north.
    assert state.ships["A1"].bow == (9, 18)


def test_two_guns_and_three_carronades_fire_as_five_when_near() -> None:
    state = sea(
        ship("A1", "J20", 1, "constitution_am", guns={"port": 2, "starboard": 2}),
        ship("B1", "Z1", 1),
    )
    firer = state.ships["A1"]
    assert firer.carronades[0] == 3
    assert [shot_at(firer, "port", far, "").guns for far in (2, 3)] == [5, 2]
    assert [shot_at(firer, "port", far, "").base for far in (2, 3)] == [2, 0]


@pytest.mark.parametrize("seed", range(3))
def test_equals_that_are_grappled_fight_to_an_end_by_what_is_proposed_to_both(seed: int) -> None:
    """With all hands on defence on both sides nobody fired, fought or plotted again."""
    pair = (ship("A1", "J20", 1, grappled={"B1": 1}), ship("B1", "K20", 1))
    state, dice = sea(*pair, kind="single", phase="boarding"), Dice(seed)
    while state.outcome is None and state.turn < 50:
        question = GAME.pending(state)[0]
        assert isinstance(question, Sheet)
        fill = Fill(question.id, dict(question.proposed))
        state = GAME.decide(state, question.seat, fill, dice).states[-1]
    assert state.outcome is not None
    assert state.fired
    assert "nobody fires" not in state.outcome.reason

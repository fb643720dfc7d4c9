"""The whole way of an order is what the dice bring, counted over every way in which they fall."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.systems.iron_oak.foresight import maneuver_odds
from engine.systems.iron_oak.foresight.maneuver_odds import after_a_hit, hold_here, way_to
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Move, State
from tests.engine.systems.every_fall import every_fall
from tests.engine.systems.iron_oak.table import position, ship

SLOW = "css_huntsville"
"""A d4 of maneuver dice at heavy damage: few ways in which the dice may fall."""


def carried_out(state: State, **move: str) -> dict[tuple[str, bool, bool], float]:
    """Return the chance of each end of a maneuver: box, aground, fouled."""
    state = replace(
        state, move=Move(ship=SLOW, order=move["way"], **move), agenda=(st.CarryOut(SLOW),)
    )

    def run(dice: Dice) -> tuple[str, bool, bool]:
        ledger = Ledger(state, dice)
        RULES.advance(ledger)
        moved = ledger.state.ships[SLOW]
        return moved.box, moved.grounded, bool(moved.fouled)

    return every_fall(state.dice, run)


def sea(box: str = "C3", hits: int = 8, **board: Any) -> State:
    return position(
        [ship("uss_monitor", "E5")],
        [ship(SLOW, box, hits=hits)],
        active="confederate",
        board={"terrain": [{"kind": "sandbar", "box": "B3"}], **board},
    )


def test_one_box_with_a_sandbar_is_the_dice_over_every_fall() -> None:
    state = sea()
    found = way_to(state, state.ships[SLOW], "B3")
    told = carried_out(state, way="maneuver_1", goal="B3")
    assert found.arrives == pytest.approx(told["B3", False, False])
    assert found.stays == pytest.approx(told["C3", False, False])
    assert found.stopped == pytest.approx(told["B3", True, False])
    (stop,) = found.stops
    assert stop.comes == "aground"
    assert (stop.least, stop.most) == (pytest.approx(found.stopped), pytest.approx(found.stopped))


def test_two_boxes_count_the_hazard_of_the_middle_one() -> None:
    state = sea()
    found = way_to(state, state.ships[SLOW], "A3", "B3")
    told = carried_out(state, way="maneuver_2", goal="A3", via="B3")
    assert found.arrives == pytest.approx(told["A3", False, False])
    assert found.stopped == pytest.approx(told["B3", True, False])


def test_holding_over_a_shoal_may_run_her_aground() -> None:
    state = sea("D3", shoals=[{"band": "row D", "depth": 1}])
    found = hold_here(state, state.ships[SLOW])
    assert found.stopped == pytest.approx(carried_out(state, way="hold")["D3", True, False])
    assert (found.stays, found.arrives + found.stopped) == (0, pytest.approx(1))


def test_two_hazards_of_a_box_are_told_from_least_to_most() -> None:
    state = sea(markers=[{"kind": "obstruction", "box": "B3"}])
    found = way_to(state, state.ships[SLOW], "B3")
    assert {stop.comes for stop in found.stops} == {"aground", "fouled"}
    assert all(stop.least < stop.most for stop in found.stops)
    assert found.arrives + found.stays + found.stopped == pytest.approx(1)
    assert sum(stop.least for stop in found.stops) < found.stopped


def test_one_more_hit_is_told_only_where_it_changes_something() -> None:
    state = sea(hits=6)
    whole, near_striking = state.ships[SLOW], replace(state.ships[SLOW], hits=7)
    assert after_a_hit(state, whole, "C2") is None
    worse = after_a_hit(state, near_striking, "C2")
    assert worse == pytest.approx(7 / 96)  # a d4 against d8d6


def test_a_hazard_that_nobody_passes_stops_her_whatever_else_lies_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = sea()
    chances = {"mine": 0.0, "sandbar": 0.25}
    monkeypatch.setattr(maneuver_odds, "passes", lambda state, ship, box: chances)
    monkeypatch.setattr(maneuver_odds, "safe", lambda state, ship, box: 0.0)
    found = hold_here(state, state.ships[SLOW])
    assert (found.arrives, found.stopped) == (0.0, 1.0)
    stops = {stop.hazard: (stop.least, stop.most) for stop in found.stops}
    assert stops == {"mine": (0.25, 1.0), "sandbar": (0.0, 0.75)}

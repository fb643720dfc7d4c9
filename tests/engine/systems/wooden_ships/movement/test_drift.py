"""Drifting, standing still, waiting (Wooden Ships & Iron Men, Movement Rules, Drifting)."""

from __future__ import annotations

import pytest

from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import of, sea, ship
from tests.engine.systems.wooden_ships.movement.test_collisions import (
    carried,
    collisions,
    contests,
    places,
)


def drifted(state: State, *faces: int, **orders: str) -> set[str]:
    found = of(ev.Drifted, carried(state, *faces, **orders))
    return {key for each in found for key in each.places}


@pytest.mark.parametrize(
    ("record", "still", "drifts"),
    [
        ("br-sol2-74", 0, False),
        ("br-sol2-74", 1, True),
        ("br-sol2-74", 2, False),
        ("br-sol2-74", 3, True),
        ("br-sol1-98", 2, False),
        ("br-f3-36", 0, False),
        ("br-f3-36", 1, True),
        ("br-f3-36", 2, True),
    ],
)
def test_ships_of_the_line_drift_every_other_turn(record: str, still: int, drifts: bool) -> None:
    state = sea(ship("A1", "J20", 2, record, still=still))
    assert drifted(state, A1="0") == ({"A1"} if drifts else set())


def test_drift_is_one_hex_downwind_and_keeps_the_facing() -> None:
    state = sea(ship("A1", "J20", 4, "br-f3-36", still=1), wind=3)
    assert places(carried(state, A1="0")) == {"A1": (10, 21, 4)}


def test_a_turn_alone_is_no_hex_of_her_own() -> None:
    state = sea(ship("A1", "J20", 2, "br-f3-36", still=1))
    events = carried(state, A1="L")
    assert places(events) == {"A1": (9, 19, 1)}  # turned, then carried north
    assert of(ev.MovementEnded, events)[0].still == {"A1": 2}


def test_an_own_hex_resets_the_count() -> None:
    state = sea(ship("A1", "J20", 2, "br-f3-36", still=5))
    assert of(ev.MovementEnded, carried(state, A1="1L"))[0].still == {"A1": 0}


def test_a_hex_that_was_undone_does_not_count() -> None:
    state = sea(ship("A1", "J20", 1, still=3), ship("B1", "J19", 2))
    assert of(ev.MovementEnded, carried(state, A1="1"))[0].still["A1"] == 4


def test_who_collided_does_not_drift() -> None:
    state = sea(
        ship("A1", "J20", 1, "br-f3-36", still=1), ship("B1", "J19", 2, "br-f3-36", still=1)
    )
    assert drifted(state, A1="1") == set()


def test_a_group_drifts_together_at_the_rate_of_its_slowest() -> None:
    pair = [ship("A1", "J20", 1, "br-f3-36", still=1), ship("B1", "K20", 1, still=1)]
    pair[0]["fouled"] = ["B1"]
    assert drifted(sea(*pair)) == {"A1", "B1"}
    pair[0]["still"] = pair[1]["still"] = 2
    assert drifted(sea(*pair)) == set()  # three still turns, with a ship of the line


def test_a_group_waits_for_the_least_still_of_its_ships() -> None:
    pair = [ship("A1", "J20", 1, "br-f3-36", still=4), ship("B1", "K20", 1, "br-f3-36")]
    pair[0]["fouled"] = ["B1"]
    assert drifted(sea(*pair)) == set()


def test_surrendered_ships_drift() -> None:
    assert drifted(sea(ship("A1", "J20", 2, "br-f3-36", hull=0, still=1))) == {"A1"}


def test_land_stops_drift() -> None:
    state = sea(ship("A1", "J20", 2, "br-f3-36", still=1), land=[["J19", "K19", "K18"]])
    assert drifted(state, A1="0") == set()


def test_land_stops_drift_beside_the_place_that_she_has_turned_to() -> None:
    """Land to the north of her stern stops the drift if she heads 3, but not if she heads 2."""
    land = [["I19", "H19", "H18"]]
    clear, beside = (sea(ship("A1", "J20", facing, "br-f3-36", still=1), land=land)
                     for facing in (2, 3))  # fmt: skip
    assert [drifted(clear, A1=plot) for plot in ("0", "R")] == [{"A1"}, set()]
    assert [drifted(beside, A1=plot) for plot in ("0", "L")] == [set(), {"A1"}]


def test_a_ship_in_the_way_holds_her_hex() -> None:
    state = sea(ship("A1", "J20", 2, "br-f3-36", still=1), ship("B1", "J18", 1))
    events = carried(state, A1="0", B1="0")
    assert contests(events) == [("held", "B1", ("A1",))]
    assert collisions(events) == [("A1", "B1")]
    assert places(events) == {}


def test_a_whole_group_is_put_back_with_one_of_its_ships() -> None:
    state = sea(
        ship("A1", "J20", 2, "br-f3-36", still=1, fouled=["A2"]),
        ship("A2", "K21", 2, "br-f3-36", still=1),
        ship("B1", "J18", 1),
    )
    assert places(carried(state)) == {}


@pytest.mark.parametrize(
    ("still", "order", "waited"), [(1, "0", 1), (0, "0", 0), (1, "L", 0), (3, "0", 1)]
)
def test_a_dismasted_ship_counts_drifting_turns(still: int, order: str, waited: int) -> None:
    state = sea(ship("A1", "J20", 2, "br-f3-36", rigging=[0] * 4, still=still))
    found = of(ev.MovementEnded, carried(state, A1=order))[0].waited
    assert found.get("A1", 0) == waited


def test_motionless_is_who_kept_both_hexes() -> None:
    state = sea(
        ship("A1", "J20", 2),
        ship("A2", "P20", 2, "br-f3-36", still=1),
        ship("A3", "Z20", 2),
    )
    ended = of(ev.MovementEnded, carried(state, A1="0", A2="0", A3="L"))[0]
    assert ended.motionless == ("A1",)

"""The plays of guns (where they can point), fields of fire, rakes (Wooden Ships & Iron Men, Combat
Rules).
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.space.hexes import DIRECTIONS, STEPS, axial, offset, read_label, step, turned
from engine.systems.wooden_ships.gunnery.fire_orders import (
    closest,
    field,
    picks,
    why_not,
    why_not_at,
)
from engine.systems.wooden_ships.gunnery.shot import bears, near_side, rake
from tests.engine.systems.wooden_ships.at_sea import sea, ship

J20 = read_label("J20")


@pytest.mark.parametrize(
    ("side", "labels"),
    [("starboard", "K20 K21 K22"), ("port", "I20 I21 I22"), (None, "J19 J22 J20 J21 K19 K23")],
)
def test_the_hexes_beside_a_ship_that_faces_north(side: str | None, labels: str) -> None:
    for text in labels.split():
        assert bears(J20, 1, read_label(text)) == side, text


@given(
    st.sampled_from(DIRECTIONS),
    st.integers(0, 12),
    st.integers(0, 12),
    st.sampled_from([1, -1]),
    st.booleans(),
)
def test_a_play_is_what_two_directions_span_from_bow_and_stern(
    facing: int, a: int, b: int, hand: int, from_stern: bool
) -> None:
    start = step(J20, turned(facing, 3)) if from_stern else J20
    q, s = axial(start)
    one, other = STEPS[turned(facing, hand)], STEPS[turned(facing, 2 * hand)]
    place = offset((q + a * one[0] + b * other[0], s + a * one[1] + b * other[1]))
    expected = ("starboard" if hand > 0 else "port") if a or b else None
    assert bears(J20, facing, place) == expected


@given(st.sampled_from(DIRECTIONS), st.integers(-14, 14), st.integers(-14, 14))
def test_nothing_else_is_in_a_play(facing: int, q: int, s: int) -> None:
    place = offset((axial(J20)[0] + q, axial(J20)[1] + s))
    spanned = {
        offset((p + a * one[0] + b * other[0], r + a * one[1] + b * other[1]))
        for hand in (1, -1)
        for one, other in [(STEPS[turned(facing, hand)], STEPS[turned(facing, 2 * hand)])]
        for p, r in (axial(J20), axial(step(J20, turned(facing, 3))))
        for a in range(30)
        for b in range(30)
        if a or b
    }
    assert (bears(J20, facing, place) is not None) == (place in spanned)


def test_a_field_ends_at_ten_hexes_and_counts_ship_to_ship() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "T20", 1), ship("B2", "U12", 1))
    assert field(state, state.ships["A1"], "starboard") == {"B1": 10}
    assert why_not_at(state, state.ships["A1"], "starboard", state.ships["B2"]) == (
        "she is not in the field of fire"
    )


def test_range_is_ship_to_ship() -> None:
    # B1's bow is ahead of A1, out of both plays; her stern is in the play, both are near.
    state = sea(ship("A1", "J20", 1), ship("B1", "J19", 6))
    assert bears(J20, 1, state.ships["B1"].bow) is None
    assert field(state, state.ships["A1"], "starboard") == {"B1": 1}


def test_friends_and_surrendered_ships_block_when_they_are_closer() -> None:
    for blocker in (ship("A2", "L20", 1), ship("B2", "L20", 1, hull=0)):
        state = sea(ship("A1", "J20", 1), ship("B1", "N20", 1), blocker)
        assert closest(state, state.ships["A1"], "starboard") == (blocker["id"],)
        assert not picks(state, "A1", "starboard")
        assert why_not(state, state.ships["A1"], "starboard") == (
            f"{blocker['id']} blocks the field of fire"
        )


def test_a_friend_at_the_same_range_does_not_block() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "L20", 1), ship("A2", "L22", 1))
    assert picks(state, "A1", "starboard") == ("B1",)


def test_a_ship_without_crew_may_be_fired_at() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "L20", 1, crew=[0, 0, 0]))
    assert picks(state, "A1", "starboard") == ("B1",)


def test_the_two_sides_are_independent() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "L20", 1), ship("A2", "I20", 1))
    assert picks(state, "A1", "starboard") == ("B1",)
    assert why_not(state, state.ships["A1"], "port") == "A2 blocks the field of fire"


def test_nearer_land_blocks() -> None:
    ships = ship("A1", "J20", 1), ship("B1", "P20", 1)
    clear = sea(*ships, land=[["S20", "T20", "T21"]])
    assert picks(clear, "A1", "starboard") == ("B1",)
    shut = sea(*ships, land=[["L20", "M20", "L21"]])
    assert why_not(shut, shut.ships["A1"], "starboard") == "closer land blocks the fire"


def test_among_equals_the_highest_table_counts() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "L20", 1), ship("B3", "L22", 1))
    assert picks(state, "A1", "starboard") == ("B1", "B3")
    # B3 turned so that none of her guns bear on A1.
    state = sea(ship("A1", "J20", 1), ship("B1", "L20", 1), ship("B3", "L22", 6))
    assert closest(state, state.ships["A1"], "starboard") == ("B1", "B3")
    assert rake(state.ships["A1"], state.ships["B3"])
    assert picks(state, "A1", "starboard") == ("B3",)


@pytest.mark.parametrize(
    ("bow", "raked", "near"),
    [
        ("J10", "bow", "either"),
        ("K10", "bow", "either"),
        ("J30", "stern", "either"),
        ("K30", "stern", "either"),
        ("P20", "", "starboard"),
        ("D20", "", "port"),
        ("O17", "bow", "either"),
        ("O18", "", "starboard"),
    ],
)
def test_rakes_look_at_both_plays_of_the_target(bow: str, raked: str, near: str) -> None:
    state = sea(ship("A1", bow, 2), ship("B1", "J20", 1))
    firer, target = state.ships["A1"], state.ships["B1"]
    assert rake(firer, target) == raked
    assert near_side(firer, target) == near

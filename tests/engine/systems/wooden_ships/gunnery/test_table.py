"""The hit determination table and its modifiers (Wooden Ships & Iron Men, Combat Rules)."""

from __future__ import annotations

import pytest

from engine.systems.wooden_ships.gunnery.fire_orders import picks, why_not
from engine.systems.wooden_ships.gunnery.shot import (
    SideShot,
    guns_at,
    open_aims,
    outcomes,
    shot,
    shot_at,
)
from engine.systems.wooden_ships.state.state import Ship
from tests.engine.systems.wooden_ships.at_sea import sea, ship

ROUND = {"port": "round", "starboard": "round"}


def gunner(guns: int, carronades: int = 0, quality: str = "average", **fields: object) -> Ship:
    """Return a ship with this many guns on each side."""
    record = "sp-sol1-130"
    state = sea(
        ship(
            "A1",
            "J20",
            1,
            record,
            guns={"port": guns, "starboard": guns},
            quality=quality,
            **fields,
        )
    )
    return state.ships["A1"]


def test_eight_crack_guns_at_range_4_fired_first() -> None:
    assert shot_at(gunner(8, quality="crack"), "port", 4, "").table == 4


def test_carronades_count_up_to_range_2() -> None:
    state = sea(ship("A1", "J20", 1, "br-sol2-74", guns={"port": 2, "starboard": 2}))
    two_and_two = state.ships["A1"]
    assert [guns_at(two_and_two, "port", far) for far in (1, 2, 3)] == [4, 4, 2]
    assert shot_at(two_and_two, "port", 2, "").base == 2
    assert shot_at(two_and_two, "port", 3, "").base == 0


def test_the_highest_table_is_8() -> None:
    aimed = shot_at(gunner(13, quality="elite"), "port", 1, "bow")
    assert (aimed.base, aimed.modifiers.total, aimed.table) == (5, 10, 8)


def test_below_0_the_side_does_not_fire() -> None:
    aimed = shot_at(gunner(3, quality="poor", loaded=ROUND), "port", 7, "")
    assert (aimed.table, aimed.fires) == (-4, False)
    far = sea(
        ship("A1", "J20", 1, quality="poor", loaded=ROUND, guns={"port": 3, "starboard": 3}),
        ship("B1", "Q20", 1),
    )
    assert not picks(far, "A1", "starboard")
    assert why_not(far, far.ships["A1"], "starboard") == "hit table -4 is below 0"


def test_table_4_at_the_hull_with_a_2() -> None:
    assert outcomes(4, "hull")[1] == (1, 1, 1, 0)


def test_mars_rakes_hercule() -> None:
    state = sea(ship("A1", "X18", 2, "mars_br"), ship("B1", "AA21", 6, "hercule_fr"))
    aimed = shot(state.ships["A1"], "starboard", state.ships["B1"])
    assert (aimed.range, aimed.guns, aimed.base, aimed.rake) == (4, 9, 0, "bow")
    found = aimed.modifiers
    assert (found.crew, found.initial, found.rake, found.sections) == (2, 2, 3, 0)
    assert aimed.table == 7


@pytest.mark.parametrize(
    ("fields", "sections"),
    [
        ({}, 0),
        ({"crew": [1, 7, 7]}, 0),
        ({"crew": [0, 7, 7]}, -1),
        ({"crew": [0, 0, 7]}, -2),
    ],
)
def test_lost_sections_count(fields: dict[str, object], sections: int) -> None:
    assert shot_at(gunner(9, **fields), "port", 1, "").modifiers.sections == sections


def test_sections_in_parties_count_and_a_lost_one_counts_once() -> None:
    state = sea(
        ship(
            "A1",
            "J20",
            1,
            crew=[0, 5, 4],
            fouled=["B1"],
            parties=[{"sections": [1, 2], "kind": "DBP"}],
        ),
        ship("B1", "K20", 1),
    )
    assert shot_at(state.ships["A1"], "port", 1, "").modifiers.sections == -2


def test_a_section_printed_without_squares_never_counts() -> None:
    small = sea(ship("A1", "J20", 1, "lady_prevost_br")).ships["A1"]
    assert 0 in small.printed.crew
    assert shot_at(small, "port", 1, "").modifiers.sections == 0


def test_a_prize_fires_with_minus_2_and_her_captors_quality() -> None:
    state = sea(
        ship(
            "B1",
            "J20",
            1,
            crew=[0, 0, 4],
            prize={"seat": "A", "squares": 3, "quality": "elite"},
        ),
        ship("A1", "Z1", 1),
    )
    found = shot_at(state.ships["B1"], "port", 1, "").modifiers
    assert (found.crew, found.sections, found.captured) == (2, 0, -2)


def test_aims_that_are_open() -> None:
    state = sea(ship("A1", "J20", 1, fouled=["B1"]), ship("B1", "K20", 1), ship("B2", "P20", 1))
    ships = state.ships
    assert open_aims(state, ships["A1"], ships["B1"], 1) == ("hull",)
    assert open_aims(state, ships["A1"], ships["B2"], 5) == ("hull", "rigging")
    assert open_aims(state, ships["A1"], ships["B2"], 6) == ("rigging",)
    free = sea(
        ship("A1", "J20", 1, fouled=["B1"]),
        ship("B1", "K20", 1),
        rules={"hull_when_snagged": False},
    )
    assert open_aims(free, free.ships["A1"], free.ships["B1"], 1) == ("hull", "rigging")


def test_without_guns_there_is_no_table() -> None:
    assert shot_at(gunner(0), "port", 1, "") == SideShot(1, 0)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"loaded": {"starboard": "empty"}}, "the side is not loaded"),
        ({"guns": {"starboard": 0}, "carronades": {"starboard": 0}}, "the side has no guns left"),
        ({"guns": {"starboard": 0}}, "the side has only carronades, which do not reach so far"),
        ({"hull": 0}, "she has surrendered"),
        ({"crew": [0, 0, 0]}, "she has no crew"),
        ({"rescued": True}, "she was rescued in this turn"),
    ],
)
def test_why_a_side_stays_silent(fields: dict[str, object], told: str) -> None:
    state = sea(ship("A1", "J20", 1, "br-sol2-74", **fields), ship("B1", "M20", 1))
    assert why_not(state, state.ships["A1"], "starboard") == told

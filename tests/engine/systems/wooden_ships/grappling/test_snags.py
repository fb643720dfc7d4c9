"""Getting clear of a ship, grappling, casting off. Wooden Ships & Iron Men, Collisions and Fouling,
Grappling and boarding parties.
"""

from __future__ import annotations

import pytest

from engine.systems.wooden_ships.fleet import grappled_with, group
from engine.systems.wooden_ships.grappling import chance
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import (
    ASKED,
    GAME,
    Loaded,
    of,
    open_all,
    sea,
    sheet,
    ship,
)


def fouled_pair(**fields: object) -> State:
    return sea(
        ship("A1", "J20", 1, fouled=["B1", "A2"], **fields),
        ship("A2", "I20", 1),
        ship("B1", "K20", 1),
        phase="unfouling",
    )


@pytest.mark.parametrize(
    ("wanted", "tried"),
    [
        ("all", [("A1", "A2"), ("A1", "B1")]),
        ("friends", [("A1", "A2")]),
        ("enemies", [("A1", "B1")]),
        ("none", []),
    ],
)
def test_whom_a_ship_tries_to_get_clear_of(wanted: str, tried: list[tuple[str, str]]) -> None:
    _, events = open_all(fouled_pair(), {"A1": wanted}, Loaded(6, 6))
    assert [(each.ship, each.other) for each in of(ev.UnfoulTried, events)] == tried


def test_both_may_try_and_a_pair_that_is_free_rolls_no_more() -> None:
    answers = {"A1": "enemies", "B1": "all"}
    after, events = open_all(fouled_pair(), answers, Loaded(3, 2))
    assert [(each.face, each.freed) for each in of(ev.UnfoulTried, events)] == [
        (3, False),
        (2, True),
    ]
    assert after.fouled == (("A1", "A2"),)
    _, events = open_all(fouled_pair(), answers, Loaded(1))
    assert len(of(ev.UnfoulTried, events)) == 1


def test_a_ship_that_is_free_gets_an_order() -> None:
    state = sea(ship("A1", "J20", 1, fouled=["B1"]), ship("B1", "K20", 1), phase="unfouling")
    after, _ = open_all(state, {"A1": "all"}, Loaded(1))
    assert [slot.id for slot in sheet(after).slots] == ["A1"]


@pytest.mark.parametrize("fields", [{"hull": 0}, {"crew": [0, 0, 0]}])
def test_who_has_struck_or_no_crew_does_not_try(fields: dict[str, object]) -> None:
    state = fouled_pair(**fields)
    asked = [slot.id for each in GAME.pending(state) for slot in each.slots]  # type: ignore[union-attr]
    assert "A1" not in asked


def alongside(motionless: int = 0, **head: object) -> State:
    return sea(
        ship("A1", "J20", 1, motionless=motionless > 0),
        ship("B1", "K20", 1, motionless=motionless > 1),
        phase="grappling",
        **head,
    )


@pytest.mark.parametrize(("motionless", "highest"), [(0, 2), (1, 3), (2, 4)])
def test_motionless_ships_are_easier_to_grapple(motionless: int, highest: int) -> None:
    state = alongside(motionless)
    assert chance(state, state.ships["A1"], state.ships["B1"]) == highest
    for face in (highest, highest + 1):
        after, events = open_all(state, {"A1": "B1"}, Loaded(face))
        (tried,) = of(ev.GrappleTried, events)
        assert (tried.limit, tried.holds) == (highest, face == highest)
        assert grappled_with(after, "A1") == ({"B1": 1} if face == highest else {})


def test_the_bonus_can_be_switched_off() -> None:
    state = alongside(2, rules={"motionless_bonus": False})
    assert chance(state, state.ships["A1"], state.ships["B1"]) == 2


def test_both_may_add_a_grapple() -> None:
    after, _ = open_all(alongside(), {"A1": "B1", "B1": "A1"}, Loaded(2, 1))
    assert grappled_with(after, "B1") == {"A1": 2}


@pytest.mark.parametrize("other", [{"id": "A2"}, {"hull": 0}, {"surrendered": "firepower"}])
def test_friends_and_surrendered_ships_need_no_die(other: dict[str, object]) -> None:
    beside = {**ship("B1", "K20", 1), **other}
    state = sea(ship("A1", "J20", 1), beside, phase="grappling", A=ASKED)
    key = str(beside["id"])
    after, events = open_all(state, {"A1": key}, Loaded())
    assert of(ev.GrappleTried, events)[0].face == 0
    assert grappled_with(after, "A1") == {key: 1}
    assert chance(state, state.ships["A1"], state.ships[key]) == 6


def test_only_adjacent_ships_are_grappled() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "L20", 1))
    assert chance(state, state.ships["A1"], state.ships["B1"]) == 0


def test_up_to_three_ships_have_an_option_for_every_set() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "K20", 1), ship("B2", "I20", 1), phase="grappling")
    options = [option.id for option in sheet(state).slots[0].options]
    assert options == ["none", "B1", "B2", "B1+B2"]


def test_more_ships_have_a_slot_each() -> None:
    state = sea(
        ship("A1", "J20", 1),
        ship("B1", "K20", 1),
        ship("B2", "I20", 1),
        ship("B3", "J18", 1),
        ship("B4", "J22", 1),
        phase="grappling",
    )
    assert [slot.id for slot in sheet(state).slots] == ["A1:B1", "A1:B2", "A1:B3", "A1:B4"]
    after, _ = open_all(state, {"A1:B2": "B2", "A1:B4": "B4"}, Loaded(2, 2))
    assert grappled_with(after, "A1") == {"B2": 1, "B4": 1}


def test_each_grapple_is_cast_off_by_its_own_die() -> None:
    state = sea(ship("A1", "J20", 1, grappled={"B1": 3}), ship("B1", "K20", 1), phase="ungrappling")
    after, events = open_all(state, {"A1": "B1", "B1": "A1"}, Loaded(2, 3, 6, 1, 4))
    assert [each.face for each in of(ev.CastOffTried, events)] == [2, 3, 6, 1, 4]
    assert grappled_with(after, "A1") == {"B1": 1}


def test_friends_are_cast_off_without_a_die() -> None:
    state = sea(ship("A1", "J20", 1, grappled={"A2": 2}), ship("A2", "K20", 1), phase="ungrappling")
    after, _ = open_all(state, {"A1": "A2"}, Loaded())
    assert after.grappled == ()


def test_a_grapple_of_this_turn_can_be_cast_off() -> None:
    after, _ = open_all(alongside(), {"A1": "B1"}, Loaded(2))
    assert GAME.pending(after)[0].kind == "ungrappling"


def test_groups_are_joined_through_others() -> None:
    state = sea(
        ship("A1", "J20", 1, fouled=["B1"]),
        ship("B1", "K20", 1, grappled={"A2": 1}),
        ship("A2", "L20", 1),
        ship("A3", "Z20", 1),
    )
    assert group(state, "A2") == ("A1", "A2", "B1")
    assert group(state, "A3") == ("A3",)


def test_a_line_is_not_asked_to_grapple_itself() -> None:
    line = (ship("A1", "J20", 1), ship("A2", "I20", 1), ship("B1", "Z1", 1))
    assert GAME.pending(sea(*line, phase="grappling")) == ()
    held = sea(*line[:2], ship("B1", "K20", 1), phase="grappling")
    assert [option.id for option in sheet(held).slots[0].options] == ["none", "B1"]
    asked = sea(*line, phase="grappling", A={"neighbours": ["A1"]})
    assert [(slot.id, len(slot.options)) for slot in sheet(asked).slots] == [("A1", 2)]

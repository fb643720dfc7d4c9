"""Striking, surrender by firepower and immobility, ships that protect others, rescue. Wooden Ships
& Iron Men, Damage Effects, Surrender.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.wooden_ships.fleet import status
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.surrender import ShotCircumstances, forced_surrenders
from tests.engine.systems.wooden_ships.at_sea import Loaded, of, open_all, sea, ship

NO_GUNS: dict[str, Any] = {
    "guns": {"port": 0, "starboard": 0},
    "carronades": {"port": 0, "starboard": 0},
}
BARE: dict[str, Any] = {"rigging": [0, 0, 0]}


def fire(
    *ships: dict[str, Any],
    faces: tuple[int, ...] = (1,),
    order: str = "starboard:hull",
    **head: Any,
) -> tuple[State, list[ev.AnyEvent]]:
    state = sea(*ships, phase="combat", **head)
    return open_all(state, {"A1": order}, Loaded(*faces, *[1] * 40))


def surrenders(events: list[ev.AnyEvent]) -> list[tuple[str, str]]:
    return [(each.ship, each.how) for each in of(ev.ShipSurrendered, events)]


def points(state: State) -> dict[str, str]:
    return {key: seat.points for key, seat in state.seats.items()}


def test_a_ship_without_hull_has_struck() -> None:
    after, events = fire(ship("A1", "J20", 1), ship("B1", "K20", 1, hull=1), ship("B2", "ZZ1", 1))
    assert surrenders(events) == [("B1", "struck")]
    assert points(after) == {"A": "24", "B": "0"}
    assert "struck" in status(after, after.ships["B1"])


def test_points_are_shared_by_seats_that_put_a_hit_on_the_hull() -> None:
    after, _ = open_all(
        sea(
            ship("A1", "J20", 1),
            ship("A2", "J23", 1),
            ship("C1", "N20", 1),
            ship("B1", "L21", 1, hull=1),
            ship("B2", "ZZ1", 1),
            phase="combat",
            A={"side": "x"},
            C={"side": "x"},
        ),
        {"A1": "starboard:hull", "A2": "starboard:hull", "C1": "port:hull"},
        Loaded(*[1] * 40),
    )
    assert points(after) == {"A": "12", "B": "0", "C": "12"}


@pytest.mark.parametrize(
    ("fields", "bow", "aim", "how"),
    [
        (NO_GUNS, "K20", "hull", ("firepower",)),
        (NO_GUNS, "K20", "rigging", ("firepower",)),
        (NO_GUNS, "L20", "hull", ()),
        ({"guns": {"port": 0, "starboard": 0}}, "K20", "hull", ()),
        (BARE, "K20", "hull", ()),
    ],
)
def test_what_forces_a_surrender(
    fields: dict[str, Any], bow: str, aim: Any, how: tuple[str, ...]
) -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", bow, 1, "br-sol2-74", **fields))
    far = 1 if bow == "K20" else 2
    assert (
        forced_surrenders(
            state, state.ships["A1"], state.ships["B1"], ShotCircumstances(far, False, aim)
        )
        == how
    )


def test_a_rake_of_the_hull_takes_a_ship_without_rigging() -> None:
    raked = ship("A1", "X18", 2, "mars_br"), ship("B1", "AA21", 6, "hercule_fr", **BARE)
    more = ship("B2", "ZZ90", 1)
    after, events = fire(*raked, more)
    assert surrenders(events) == [("B1", "immobility")]
    assert after.ships["B1"].surrendered == "immobility"
    assert points(after)["A"] == "23"
    _, events = fire(*raked, more, order="starboard:rigging")
    assert not surrenders(events)


@pytest.mark.parametrize(
    ("protector", "bow", "safe"),
    [
        ("br-sol2-74", "K31", True),
        ("br-sol2-74", "K33", False),
        ("br-f3-36", "K31", False),
        ("br-sol1-98", "K31", True),
    ],
)
def test_a_friend_as_large_as_the_firer_protects_within_ten(
    protector: str, bow: str, safe: bool
) -> None:
    _, events = fire(
        ship("A1", "J20", 1), ship("B1", "K20", 1, **NO_GUNS), ship("B2", bow, 1, protector)
    )
    assert surrenders(events) == ([] if safe else [("B1", "firepower")])


@pytest.mark.parametrize("fields", [{"hull": 0}, {"crew": [0, 0, 0]}])
def test_a_protector_has_crew_and_has_not_surrendered(fields: dict[str, Any]) -> None:
    _, events = fire(
        ship("A1", "J20", 1), ship("B1", "K20", 1, **NO_GUNS), ship("B2", "K30", 1, **fields)
    )
    assert surrenders(events) == [("B1", "firepower")]


def test_the_shot_that_takes_the_last_gun_does_not_take_the_ship() -> None:
    _, events = fire(
        ship("A1", "J20", 1),
        ship("B1", "K20", 1, guns={"port": 1, "starboard": 0}, carronades=NO_GUNS["carronades"]),
        ship("B2", "ZZ1", 1),
        faces=(3,),
    )
    assert not surrenders(events)


def test_a_ship_without_crew_counts_once_and_lies_still() -> None:
    after, events = fire(
        ship("A1", "J20", 1), ship("B1", "K20", 1, crew=[0, 0, 1]), ship("B2", "ZZ1", 1)
    )
    assert [each.ship for each in of(ev.CrewKilled, events)] == ["B1"]
    assert points(after)["A"] == "24"
    assert "crewless" in status(after, after.ships["B1"])
    # Killed a second time, after a friend's crew had come aboard: nothing more.
    again, events = fire(
        ship("A1", "J20", 1),
        ship("B1", "K20", 1, crew=[0, 0, 1], awards={"crew": {"A": 24}}),
        ship("B2", "ZZ1", 1),
        A={"points": 24},
    )
    assert of(ev.CrewKilled, events)
    assert points(again)["A"] == "24"


def test_a_prize_that_would_surrender_is_her_crews_again() -> None:
    held = {"seat": "B", "squares": 3, "quality": "average"}
    after, events = fire(
        ship("A1", "J20", 1),
        ship("A2", "K20", 1, prize=held, awards={"capture": {"B": 48}}, **NO_GUNS),
        ship("B1", "ZZ1", 1),
        B={"points": 50},
        faces=(2,),
    )
    assert not surrenders(events)
    assert [(each.ship, each.how) for each in of(ev.ShipRetaken, events)] == [("A2", "fire")]
    assert points(after) == {"A": "0", "B": "2"}


def test_prisoners_rise_when_fire_thins_the_prize_crew() -> None:
    held = {"seat": "B", "squares": 2, "quality": "average"}
    after, events = fire(
        ship("A1", "J20", 1),
        ship("A2", "K20", 1, "sp-sol1-130", crew=[0, 5, 7], prize=held),
        ship("B1", "ZZ1", 1),
    )
    assert of(ev.ShipRetaken, events)[0].how == "revolt"
    assert after.ships["A2"].prize is None


def test_a_ship_that_surrenders_again_pays_once_and_a_rescue_takes_that_back() -> None:
    state = sea(
        ship("A1", "J20", 1),
        ship("B1", "K20", 1, awards={"surrender": {"A": 24}}, **NO_GUNS),
        ship("B2", "K24", 1, "br-f3-36", loaded={"port": "empty"}),
        ship("A9", "A1", 1, loaded={"port": "empty"}),
        phase="combat",
        A={"points": 24},
    )
    after, events = open_all(state, {"A1": "starboard:hull"}, Loaded(*[1] * 40))
    assert surrenders(events) == [("B1", "firepower")]
    assert of(ev.ShipRescued, events)
    assert not of(ev.PointsGiven, events)
    assert points(after) == {"A": "0", "B": "0"}
    held = {"seat": "A", "squares": 3, "quality": "average"}
    _, struck = fire(
        ship("A1", "J20", 1),
        ship("A2", "K20", 1, hull=1, prize={**held, "seat": "B"}, awards={"surrender": {"B": 24}}),
        ship("B1", "ZZ1", 1),
        B={"points": 48},
    )
    assert surrenders(struck) == [("A2", "struck")]
    assert not of(ev.PointsGiven, struck)


def surrendered(how: str = "firepower", **fields: Any) -> dict[str, Any]:
    return ship("B1", "J20", 1, surrendered=how, awards={"surrender": {"A": "23/2"}}, **fields)


def next_turn(*ships: dict[str, Any], **head: Any) -> tuple[State, list[ev.AnyEvent]]:
    """Play a turn from its loading phase to the orders of the next; return (state, events)."""
    empty = {"port": "empty", "starboard": "empty"}
    idle = ship("A9", "A1", 1, loaded=empty)
    return open_all(
        sea(*ships, idle, phase="loading", A={"points": "25/2"}, **head), {}, Loaded(*[1] * 9)
    )


def test_a_friend_within_five_frees_a_ship_and_the_points_are_gone() -> None:
    after, events = next_turn(surrendered(), ship("B2", "J26", 1))
    assert [each.ship for each in of(ev.ShipRescued, events)] == ["B1"]
    assert points(after)["A"] == "1"
    assert status(after, after.ships["B1"]) == ["rescued"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (surrendered(), ship("B2", "J27", 1)),
        (surrendered("seat"), ship("B2", "J26", 1)),
        (surrendered(hull=0), ship("B2", "J26", 1)),
        (surrendered(), ship("B2", "J26", 1, crew=[0, 0, 0])),
        (surrendered(), ship("B2", "J26", 1, hull=0)),
    ],
)
def test_who_is_not_rescued(first: dict[str, Any], second: dict[str, Any]) -> None:
    _, events = next_turn(first, second, ship("B9", "ZZ99", 1))
    assert not of(ev.ShipRescued, events)


def test_rescue_can_be_switched_off() -> None:
    _, events = next_turn(surrendered(), ship("B2", "J26", 1), rules={"rescue": False})
    assert not of(ev.ShipRescued, events)


def test_a_rescued_ship_is_idle_for_a_turn() -> None:
    after, _ = next_turn(surrendered(), ship("B2", "J26", 1))
    after, _ = open_all(after)
    while after.turn == 2:
        after, _ = open_all(after)
    assert not after.ships["B1"].rescued

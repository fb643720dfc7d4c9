"""Routine orders with names: the same order as last turn, and following the ship ahead."""

from __future__ import annotations

from engine.space.hexes import distance
from engine.systems.wooden_ships.fleet import hexes
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.sailing import parse_plot, plots, plotted, ship_ahead
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import open_all, sea, sheet, ship

GAME = WoodenShips()


def offered(state: State, ship_id: str) -> dict[str, str]:
    return {each.name: each.option for each in GAME.answering.offers(state, sheet(state), ship_id)}


def line() -> State:
    """Return three ships in line ahead, with two hexes of water between them."""
    return sea(
        ship("A1", "J10", 1),
        ship("A2", "J14", 1),
        ship("A3", "J18", 1),
        ship("B1", "Z30", 1),
    )


def test_the_ship_ahead_is_the_nearest_on_her_course() -> None:
    state = line()
    ahead = [ship_ahead(state, state.ships[each]) for each in ("A1", "A2", "A3")]
    assert [each and each.id for each in ahead] == [None, "A1", "A2"]


def test_no_enemy_nobody_abeam_and_nobody_on_the_opposite_course_is_followed() -> None:
    state = sea(
        ship("A1", "J18", 1), ship("A2", "M18", 1), ship("A3", "J12", 4), ship("B1", "J15", 1)
    )
    assert ship_ahead(state, state.ships["A1"]) is None


def test_who_follows_keeps_her_station() -> None:
    """The first ship sails two hexes ahead, so the ship behind her, with two hexes of water
    between, does so too.
    """
    state = line()
    assert offered(state, "A1") == {}
    assert offered(state, "A2") == {"follow A1": "2"}


def test_who_follows_turns_where_the_ship_ahead_has_turned() -> None:
    """The first ship will sail one hex ahead and turn; the ship behind is to end astern of her on
    the new course.
    """
    state = sea(
        ship("A1", "J10", 1, order="1R"), ship("A2", "J13", 1), ship("B1", "Z30", 1), wind=2
    )
    (plot,) = offered(state, "A2").values()
    column, row, facing = plotted(state, state.ships["A1"], parse_plot("1R")).path[-1]
    astern = hexes(hexes((column, row), facing)[1], facing)[1]
    places = {
        text: (plotted(state, state.ships["A2"], parse_plot(text)).path or ((9, 13, 1),))[-1]
        for text in plots(state, state.ships["A2"])
    }
    nearest = min(distance(place[:2], astern) for place in places.values())
    assert distance(places[plot][:2], astern) == nearest
    assert places[plot][2] == facing


def test_the_same_as_last_turn_is_offered_when_it_is_still_legal() -> None:
    state = line()
    while sheet(state).kind != "orders" or state.turn == 1:
        state, _ = open_all(state, {"A1": "1", "A2": "1R", "A3": "2"})
    assert offered(state, "A1") == {"same as last turn": "1"}
    assert offered(state, "A3")["same as last turn"] == "2"


def test_nothing_is_offered_on_other_sheets() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "L20", 1), phase="combat")
    assert offered(state, "A1") == {}

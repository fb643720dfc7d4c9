"""The prospects of a ship's next move, which are part of a side's score."""

from __future__ import annotations

from math import tanh

import pytest
from msgspec.structs import replace

from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.sailing.grapple import as_if
from engine.systems.oak_iron.state.state import Rules, State
from engine.systems.oak_iron.thinking.measure.outlook import MOVING, MUCH, prospects
from engine.systems.oak_iron.thinking.measure.reach import base, next_moves
from engine.systems.oak_iron.thinking.measure.weights import weight
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship
from tests.engine.systems.oak_iron.thinking.measure.test_guns import by_rule


def meeting(x: float, y: float, heading: float) -> State:
    """Return a corvette that heads east in mid-table, and a fluyt at the given place; the wind is
    from the north.
    """
    ours = ship("A1", "corvette", 18, 18, 90)
    return Skirmish(ours, ship("B1", "fluyt", x, y, heading), rules=Rules()).state


def by_the_rules(state: State, ship: str, foe: str) -> float:
    """Return the worth of the best shot after any next move by the rules, less the return fire."""
    places, best = next_moves(state, ship, base(state, ship)), 0.0
    for number in range(places.x.size):
        then = as_if(state, ship, places[0].pose(number))
        mine = max(by_rule(then, "broadside", side, ship, foe) for side in ("port", "starboard"))
        back = max(by_rule(then, "broadside", side, foe, ship) for side in ("port", "starboard"))
        best = max(best, mine - MOVING * back)
    return MUCH * tanh(best / MUCH)


@pytest.mark.parametrize(
    ("x", "y", "heading"),
    [(24, 20, 90), (26, 18, 0), (20, 12, 200), (12, 19, 270), (29, 24, 315), (34, 34, 90)],
)
def test_it_is_the_best_shot_of_a_next_move_by_the_rules_less_half_of_what_comes_back(
    x: float, y: float, heading: float
) -> None:
    state = meeting(x, y, heading)
    found = prospects(state)
    assert found["A1"] == pytest.approx(by_the_rules(state, "A1", "B1"))
    assert found["B1"] == pytest.approx(by_the_rules(state, "B1", "A1"))


def test_who_is_far_off_promises_nothing_and_who_is_near_does() -> None:
    assert prospects(meeting(34, 34, 90)) == {"A1": 0.0, "B1": 0.0}
    assert prospects(meeting(24, 20, 90))["A1"] > 1.0


def test_a_ship_that_is_gone_has_no_prospect_and_gives_none() -> None:
    state = meeting(24, 20, 90)
    sunk = replace(state.ships["B1"], lost="sunk", pose=None)
    assert prospects(replace(state, ships={**state.ships, "B1": sunk})) == {"A1": 0.0}


def test_a_side_stands_the_better_the_more_its_guns_may_do_next() -> None:
    def terms(state: State, seat: str) -> dict[str, float]:
        return {reason.term: reason.worth for reason in OakIron().thinking.evaluate(state, seat)}

    state = meeting(22, 17, 0)
    stout = replace(state.ships["B1"], type="third_rate")
    outgunned = replace(state, ships={**state.ships, "B1": stout})
    for each in (state, outgunned):
        found = prospects(each)
        gained = weight("prospect") * (found["A1"] - found["B1"])
        assert terms(each, "A")["prospect"] == pytest.approx(gained)
        assert terms(each, "B")["prospect"] == pytest.approx(-gained)
    assert terms(outgunned, "A")["prospect"] < terms(state, "A")["prospect"]

"""Which enemy a computer player chases, and how it catches up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.space.plane.hull import Hull, hull_at
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.objective_task import quarry, strength, to_go
from engine.systems.oak_iron.thinking.quick_worth import PlaceScores
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship

FOE = hull_at(Pose(18.0, 18.0, 0.0), 2.5, 1.25)


def alone() -> State:
    """Return the small battle without one of Blue's ships, so that Red is stronger."""
    return with_ship(small_battle(), "B2", pose=None, lost="left")


def ship(x: float, y: float, heading: float) -> Hull:
    return hull_at(Pose(x, y, heading), 2.5, 1.25)


def test_nobody_is_hunted_while_the_enemy_is_a_match() -> None:
    assert quarry(small_battle(), "A1") is None
    assert quarry(alone(), "B1") is None


def test_the_last_of_the_enemy_is_hunted_and_no_ship_that_is_out_of_action() -> None:
    found = quarry(alone(), "A1")
    assert found is not None
    assert found.id == "B1"
    wreck = with_ship(alone(), "B1", damage=7, fatigue=7)
    assert quarry(wreck, "A1") is None


def test_a_worn_ship_is_hunted_before_a_fresh_one_that_is_nearer() -> None:
    state = with_ship(small_battle(), "B2", pose=Pose(20.0, 16.5, 0.0), damage=6, fatigue=6)
    found = quarry(state, "A1")
    assert found is not None
    assert found.id == "B2"
    near = quarry(with_ship(state, "B2", damage=4, fatigue=0), "A1")
    assert near is not None
    assert near.id == "B1"


def test_strength_goes_with_damage_and_fatigue() -> None:
    fresh = small_battle().ships["A1"]
    half = replace(fresh, damage=fresh.damage_boxes)
    assert half.spent == pytest.approx(0.5)
    assert strength([fresh, half]) == pytest.approx(1.5)


def test_from_afar_a_hunter_heads_for_her_quarry() -> None:
    headings = (0.0, 90.0, 180.0, 270.0)
    found = {each: to_go(ship(4.0, 18.0, each), 3, FOE) for each in headings}
    assert min(found, key=lambda each: found[each]) == 90.0
    assert max(found, key=lambda each: found[each]) == 270.0


def test_near_she_has_it_abeam_rather_than_ahead_or_astern() -> None:
    abeam = to_go(ship(14.5, 15.0, 0.0), 3, FOE)
    astern_of_it = to_go(ship(18.0, 10.5, 0.0), 3, FOE)
    assert abeam < astern_of_it - 1.0


def test_a_hunter_comes_about_for_a_quarry_that_she_has_passed() -> None:
    state = with_ship(alone(), "A1", pose=Pose(22.0, 30.0, 90.0))
    places = PlaceScores(with_ship(state, "B1", pose=Pose(8.0, 30.0, 270.0)))
    on, about = Pose(25.0, 30.0, 90.0), Pose(25.0, 30.0, 135.0)
    assert places.at("A1", about) > places.at("A1", on)

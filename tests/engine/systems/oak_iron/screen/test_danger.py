"""The danger overlay: the damage to expect at each place that a ship can reach, compared with the
rules.
"""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from engine.space.plane.many import Bases
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.gunnery.odds import attack_odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.screen.danger import APART, damage_at, danger
from engine.systems.oak_iron.screen.screen import overlay
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import State
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

PLACES = [(14.0, 20.0, 0.0), (14.0, 20.0, 90.0), (20.0, 24.0, 180.0), (17.0, 12.0, 45.0)]


def state(**enemy: object) -> State:
    mine = ship("A1", "corvette", 14, 20, 180)
    theirs = ship("B1", "fluyt", 20, 20, 180, **enemy)
    return Skirmish(mine, theirs, initiative="A").state


def by_the_rules(view: State, place: tuple[float, float, float]) -> float:
    """Return the damage that one enemy's loaded sides, or its Partial Fire, would do by the
    rules.
    """
    moved = replace(view.ships["A1"], pose=Pose(*place))
    there = replace(view, ships={**view.ships, "A1": moved})
    loaded = partial = 0.0
    for side in ("port", "starboard"):
        at = shot(there, "B1", "A1", "broadside", side)
        if at.legal:
            loaded += attack_odds(there, "B1", "A1", at, "broadside").mean_damage
    at = shot(there, "B1", "A1", "partial_fire")
    if at.legal:
        partial = attack_odds(there, "B1", "A1", at, "partial_fire").mean_damage
    return max(loaded, partial)


@pytest.mark.parametrize("enemy", [{}, {"reload": ("starboard",)}, {"damage": 3}])
def test_each_figure_is_what_the_rules_would_give(enemy: dict[str, object]) -> None:
    view = state(**enemy)
    base = hull(view.ships["A1"])
    for place in PLACES:
        lies = Bases.of(Pose(*place), base.length, base.width)
        found = float(damage_at(view, view.ships["A1"], lies)[0])
        assert found == pytest.approx(by_the_rules(view, place), abs=1e-9)


@pytest.mark.parametrize(
    ("place", "enemy", "worst"),
    [
        (PLACES[0], {}, 2.0654),  # four dice of her guns at musket shot, two hits in the mean
        (PLACES[0], {"reload": ("starboard",)}, 33 / 64),  # one die of her crew
        (PLACES[2], {}, 49 / 64),  # the same at pistol shot, out of her broadside paths
        (PLACES[3], {}, 0.0),  # out of her paths at cannon shot
    ],
)
def test_figures_are_those_of_every_face_of_the_dice(
    place: tuple[float, float, float], enemy: dict[str, object], worst: float
) -> None:
    """At musket shot four of eight faces hit, at pistol shot six; a hit is one damage.

    The critical die of one skull may add one damage (1 in 64 with one die); two skulls cripple.
    """
    view = state(**enemy)
    base = hull(view.ships["A1"])
    lies = Bases.of(Pose(*place), base.length, base.width)
    found = float(damage_at(view, view.ships["A1"], lies)[0])
    assert found == pytest.approx(worst, abs=5e-5)


def test_labels_stand_apart_and_the_worst_of_what_is_near_is_told() -> None:
    view = state()
    marks = danger(view, view.ships["A1"])
    assert len(marks) > 1
    assert max(float(mark.text) for mark in marks) > 0
    for one in marks:
        assert all(np.hypot(*np.subtract(one.at, two.at)) >= APART for two in marks if two != one)


def test_what_is_hidden_changes_nothing() -> None:
    """The cards in the enemy's hand have no influence: different hands give the same overlay."""
    view = GAME.view(state(), "A")
    squadron = replace(view.squadrons["B"], hand=("down", "reload"))
    other = replace(view, squadrons={**view.squadrons, "B": squadron})
    assert overlay(view, "danger", "A1") == overlay(other, "danger", "A1") != ()


@pytest.mark.parametrize("held", [{"aground": True}, {"sail": "anchored"}])
def test_a_ship_that_lies_still_is_told_of_her_own_place_alone(held: dict[str, object]) -> None:
    view = state()
    fast = replace(view, ships={**view.ships, "A1": replace(view.ships["A1"], **held)})
    (spot,) = danger(fast, fast.ships["A1"])
    assert spot.at == pytest.approx((14.0, 20.0))
    assert spot.text == f"{by_the_rules(fast, (14.0, 20.0, 180.0)):.1f}"


def test_an_enemy_too_far_off_to_reach_any_place_is_no_danger() -> None:
    view = state()
    far = replace(view.ships["B1"], pose=Pose(34.0, 2.0, 0.0))
    lies = Bases.of(Pose(2.0, 34.0, 0.0), 2.0, 1.0)
    apart = replace(view, ships={**view.ships, "B1": far})
    assert damage_at(apart, view.ships["A1"], lies).tolist() == [0.0]

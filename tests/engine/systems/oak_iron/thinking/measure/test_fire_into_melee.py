"""Fire at an enemy in close combat with a consort: a prize, or a consort freed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.space.plane.many import Bearings
from engine.systems.oak_iron.gunnery.odds import Odds, attack_odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state.sides import first_side
from engine.systems.oak_iron.state.state import Rules, Ship, State
from engine.systems.oak_iron.thinking.measure.guns import Guns, melee_fire_terms
from engine.systems.oak_iron.thinking.measure.melee import (
    capture_scale,
    crew,
    crew_under_fire,
    fight,
)
from engine.systems.oak_iron.thinking.measure.reach import base
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

OURS = ship("A1", "fifth_rate", 18, 18, 0, moved=True, fatigue=3)
HOLDER = ship("B1", "fifth_rate", 19.3, 18, 0, moved=True, fatigue=2)
CONSORT = ship("A2", "fifth_rate", 23.0, 18, 0, moved=True)
FAR = [ship(f"B{number}", "sloop", 34, 3 * number, 0, moved=True) for number in range(3, 11)]


def sea(*ships: Ship, held: bool = True) -> State:
    """Return a view in which B1 holds A1, and a consort of hers has guns to fire."""
    entangled = (("A1", "B1"),) if held else ()
    return Skirmish(*ships, rules=Rules(), phase="attack", entangled=entangled).state


def adds(state: State) -> dict[str, float]:
    """Return the terms that A2's broadside at B1 has beyond the harm it does."""
    return dict(melee_fire_terms(state, "A2", "B1", volley(state)))


def volley(state: State) -> Odds:
    """Return the odds of A2's port broadside at B1."""
    at = shot(state, "A2", "B1", "broadside", "port")
    assert at.legal
    return attack_odds(state, "A2", "B1", at, "broadside")


def test_in_a_crowd_every_point_of_fatigue_brings_her_capture_nearer() -> None:
    found = adds(sea(OURS, HOLDER, CONSORT, *FAR))
    assert found["prize"] > 0.0
    assert found["grip"] > 0.0
    worn = adds(sea(OURS, replace(HOLDER, fatigue=4), CONSORT, *FAR))
    assert worn["prize"] > found["prize"]


def test_it_eases_a_tired_crew_more_than_a_fresh_one() -> None:
    tired, fresh = (
        adds(sea(replace(OURS, fatigue=points), HOLDER, CONSORT, *FAR))["grip"] for points in (4, 0)
    )
    assert tired > fresh


def test_among_few_the_prize_is_hers_to_be_shaken_and_no_more() -> None:
    state = sea(OURS, HOLDER, CONSORT)
    assert adds(state) == {"prize": volley(state).shaken}


def test_it_adds_nothing_that_an_enemy_is_held_by_nobody_or_by_who_takes_no_prize() -> None:
    assert adds(sea(OURS, HOLDER, CONSORT, *FAR, held=False)) == {}
    assert adds(sea(replace(OURS, fatigue=7), HOLDER, CONSORT, *FAR)) == {}


@pytest.mark.parametrize("few", [True, False])
def test_in_a_crowd_places_are_looked_for_from_which_to_fire_into_the_fight(few: bool) -> None:
    ships = (OURS, HOLDER, CONSORT, *(() if few else FAR))
    held, free = sea(*ships), sea(*ships, held=False)
    worths = [
        max(
            float(side[0])
            for side in Guns(state).broadsides(
                "A2", "B1", Bearings(base(state, "A2"), base(state, "B1"))
            )
        )
        for state in (held, free)
    ]
    assert (worths[0] > worths[1]) is not few


def test_the_blow_that_shakes_her_makes_her_a_prize() -> None:
    state = sea(OURS, replace(HOLDER, fatigue=6), CONSORT, *FAR)
    own, foe = crew_under_fire(state, "A1", "B1"), crew(state, "B1", "A1")
    unaided = fight(own, foe, float(first_side(state) == "A")).taken
    shaken = 1.0 - volley(state).fatigue[0]
    sure = capture_scale(state, "B1", "prize") * shaken * (1.0 - unaided)
    assert adds(state)["prize"] == pytest.approx(sure)

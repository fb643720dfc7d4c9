"""Worths of volleys at many places, compared with the shots that the rules allow there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.space.plane.many import Bases, Bearings
from engine.systems.oak_iron.gunnery.odds import attack_odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Rules, State
from engine.systems.oak_iron.thinking.measure.expected_harm import harm, point_scale
from engine.systems.oak_iron.thinking.measure.guns import SIDES, Guns
from engine.systems.oak_iron.thinking.measure.reach import base
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

ALL = Rules()


def duel(x: float, y: float, heading: float, rules: Rules = ALL, **rest: Any) -> State:
    """Return a fifth rate that heads north in mid-table, and a corvette somewhere."""
    ours = ship("A1", "fifth_rate", 18, 18, 0)
    kind = rest.pop("kind", "corvette")
    return Skirmish(ours, ship("B1", kind, x, y, heading, **rest), rules=rules).state


def by_rule(
    state: State, kind: str, side: str = "", firer: str = "A1", target: str = "B1"
) -> float:
    """Return what a shot is worth as the rules would roll it, 0 where they forbid it."""
    at = shot(state, firer, target, kind, side)  # type: ignore[arg-type]
    if not at.legal:
        return 0.0
    return harm(state, target, attack_odds(state, firer, target, at, kind))  # type: ignore[arg-type]


def evaluated(state: State, firer: str = "A1", target: str = "B1") -> dict[str, float]:
    """Return what the guns of a ship are worth by the evaluation, by side and as Partial Fire."""
    guns, bearings = Guns(state), Bearings(base(state, firer), base(state, target))
    sides = guns.broadsides(firer, target, bearings)
    found = {side: float(each[0]) for side, each in zip(SIDES, sides, strict=True)}
    return {**found, "partial_fire": float(guns.partial(firer, target, bearings.gaps)[0])}


PLACES = {
    "yard arm": (19.6, 18.0, 0.0),
    "pistol": (21.0, 18.0, 0.0),
    "musket": (23.5, 18.0, 0.0),
    "cannon": (26.0, 18.0, 0.0),
    "too far": (33.0, 18.0, 0.0),
    "out of the path": (18.0, 23.0, 0.0),
    "at a corner of the path": (21.0, 19.7, 45.0),
    "her bow": (22.0, 18.0, 270.0),
    "her stern": (22.0, 18.0, 90.0),
    "her stern at musket shot": (24.0, 18.2, 80.0),
    "her stern at cannon shot": (27.0, 18.0, 90.0),
    "to port": (14.0, 18.0, 90.0),
}


@pytest.mark.parametrize("quick_start", [False, True])
@pytest.mark.parametrize("place", PLACES)
def test_a_volley_is_worth_what_its_odds_are_by_band_and_rake(
    place: str, quick_start: bool
) -> None:
    state = duel(*PLACES[place], rules=Rules(quick_start=quick_start))
    found = evaluated(state)
    for side in SIDES:
        assert found[side] == pytest.approx(by_rule(state, "broadside", side))
    assert found["partial_fire"] == pytest.approx(by_rule(state, "partial_fire"))


@settings(max_examples=120)
@given(
    st.floats(8.0, 28.0), st.floats(8.0, 28.0), st.floats(0, 359), st.integers(0, 5), st.booleans()
)
def test_anywhere_the_evaluation_agrees_with_the_rules(
    x: float, y: float, heading: float, worn: int, ours: bool
) -> None:
    """Apart from its assumptions: clear lines of sight, and bases that do not touch."""
    state = duel(round(x, 4), round(y, 4), round(heading, 4), damage=worn, fatigue=worn // 2)
    firer, target = ("A1", "B1") if ours else ("B1", "A1")
    if distance(state, "A1", "B1") < 0.01:
        return
    found = evaluated(state, firer, target)
    for side in SIDES:
        at = shot(state, firer, target, "broadside", side)
        if "line of sight" not in at.why_not:
            assert found[side] == pytest.approx(by_rule(state, "broadside", side, firer, target))


def test_a_stern_rake_is_worth_more_than_a_bow_rake_and_that_more_than_a_broadside() -> None:
    """On a ship with sides to speak of, which a stern rake goes round."""
    abeam, bow, stern = (
        evaluated(duel(22.0, 18.0, heading, kind="fourth_rate")) for heading in (0.0, 270.0, 90.0)
    )
    assert stern["starboard"] > bow["starboard"] > abeam["starboard"] > 0.0
    assert stern["port"] == bow["port"] == abeam["port"] == 0.0


def test_the_nearer_the_more_a_volley_is_worth() -> None:
    worths = [evaluated(duel(x, 18.0, 0.0))["starboard"] for x in (21.0, 23.5, 26.0, 33.0)]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == 4
    assert worths[-1] == 0.0


def test_many_places_are_looked_up_as_each_alone() -> None:
    state = duel(22.0, 18.0, 90.0)
    there = Bases(*np.array(list(PLACES.values())).T, 2.0, 1.0)
    table = Guns(state).broadsides("A1", "B1", Bearings(base(state, "A1"), there))
    for number, place in enumerate(PLACES.values()):
        alone = evaluated(duel(*place))
        assert [float(side[number]) for side in table] == [alone[side] for side in SIDES]


def test_a_point_counts_more_on_who_is_worn_and_on_a_flagship() -> None:
    fresh = duel(22.0, 18.0, 0.0)
    worn = duel(22.0, 18.0, 0.0, damage=3, fatigue=3)
    other = replace(
        fresh, squadrons={k: replace(s, flagship="") for k, s in fresh.squadrons.items()}
    )
    scales = [point_scale(state, state.ships["B1"]) for state in (other, fresh, worn)]
    assert scales == sorted(scales)
    assert len(set(scales)) == 3

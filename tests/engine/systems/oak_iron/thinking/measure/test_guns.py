"""The worth of shots from many places, compared with the shots that the rules allow there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.space.plane.hull import Hull, Side, hull_at
from engine.space.plane.many import Bases, Bearings
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.odds import attack_odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state.ships import distance
from engine.systems.oak_iron.state.state import Rules, Ship, State
from engine.systems.oak_iron.table.sight import in_broadside_path, raking
from engine.systems.oak_iron.thinking.measure.expected_harm import (
    attack_terms,
    decisive,
    harm,
    point_scale,
    value_of_loss,
)
from engine.systems.oak_iron.thinking.measure.guns import SIDES, Guns, rakes
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.weights import weight
from tests.engine.space.plane.shapes import hulls
from tests.engine.space.plane.test_many import EACH, bases, sides, size
from tests.engine.space.plane.test_many import SIDES as ANY_SIDES
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

ALL = Rules()


def duel(x: float, y: float, heading: float, rules: Rules = ALL, **rest: Any) -> State:
    """Return a fifth rate that heads north in mid-table, and a corvette at the given place."""
    ours = ship("A1", "fifth_rate", 18, 18, 0)
    kind = rest.pop("kind", "corvette")
    return Skirmish(ours, ship("B1", kind, x, y, heading, **rest), rules=rules).state


def by_rule(
    state: State, kind: str, side: str = "", firer: str = "A1", target: str = "B1"
) -> float:
    """Return the worth of a shot by the rules; 0 if it is not allowed."""
    at = shot(state, firer, target, kind, side)  # type: ignore[arg-type]
    if not at.legal:
        return 0.0
    return harm(state, target, attack_odds(state, firer, target, at, kind))  # type: ignore[arg-type]


def evaluated(state: State, firer: str = "A1", target: str = "B1") -> dict[str, float]:
    """Return {side, or Partial Fire: worth of a ship's shot} by the evaluation."""
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
    """The evaluation assumes clear lines of sight and bases that do not touch; apart from that both
    agree.
    """
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
    """The target has thick sides, which a shot through the stern avoids."""
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


# Worth of an attack where one blow may decide the battle.


OURS = ship("A1", "third_rate", 18, 18, 0, moved=True)
WORN = ship("B1", "sloop", 20.5, 18, 0, moved=True, damage=6, fatigue=7)


def battle(*ships: Ship) -> Skirmish:
    """Return a battle under all rules in its Attack Phase."""
    return Skirmish(OURS, *ships, rules=Rules(), phase="attack")


def consorts(count: int) -> list[Ship]:
    return [ship(f"B{number}", "sloop", 4, 3 * number, 0) for number in range(2, 2 + count)]


@pytest.mark.parametrize(("others", "ends"), [(0, True), (1, True), (2, False), (4, False)])
def test_a_ship_is_decisive_where_her_side_withdraws_without_her(others: int, ends: bool) -> None:
    """Two strike points make a side of one remaining ship withdraw, but not a side of two."""
    assert decisive(battle(WORN, *consorts(others)).state, "B1") is ends


def test_points_that_are_borne_already_make_a_ship_decisive() -> None:
    crippled = ship("B9", "sloop", 4, 30, 0, damage=7)
    assert decisive(battle(WORN, *consorts(1), crippled).state, "B1")
    assert not decisive(battle(WORN, *consorts(2)).state, "B1")


def test_who_is_crippled_gives_but_one_point_more() -> None:
    lamed = ship("B1", "sloop", 20.5, 18, 0, moved=True, damage=7, fatigue=5)
    crippled = ship("B9", "sloop", 4, 30, 0, damage=7)
    assert decisive(battle(lamed, *consorts(1), crippled).state, "B1")
    assert not decisive(battle(lamed, *consorts(2), ship("B9", "sloop", 4, 30, 0)).state, "B1")


def test_an_end_that_decides_is_worth_the_more_the_likelier_it_is() -> None:
    alone, among = battle(WORN).state, battle(WORN, *consorts(3)).state
    at = shot(alone, "A1", "B1", "broadside", "starboard")
    assert at.legal
    found = odds.attack_odds(alone, "A1", "B1", at, "broadside")
    assert 0.0 < found.out_of_action == attack_terms(alone, "B1", found)["decisive"]
    assert attack_terms(among, "B1", found)["decisive"] == 0.0
    more = value_of_loss(alone, alone.ships["B1"]) - value_of_loss(among, among.ships["B1"])
    assert more == pytest.approx(weight("decisive"))


def test_a_wreck_decides_nothing_any_more() -> None:
    wreck = ship("B1", "sloop", 20.5, 18, 0, damage=7, fatigue=7)
    assert not decisive(battle(wreck).state, "B1")
    assert decisive(battle(WORN).state, "B1")


# Broadside paths and raking lines of many bases agree with those of one base.


RAKES = {None: 0, "bow": 1, "stern": 2}


@given(hulls(), hulls(6.0, 30.0), sides)
def test_paths_are_those_of_one_base(one: Hull, other: Hull, side: Side) -> None:
    found = bool(Bearings(bases(one), bases(other)).in_paths(EACH)[ANY_SIDES.index(side)][0])
    clearly = in_broadside_path(one, side, other)
    if found != clearly:  # a hair's breadth of the edge: a nudge decides it either way
        nudged = {
            in_broadside_path(one, side, hull_at(other.pose.moved(way, 1e-6), *size(other)))
            for way in (0.0, 90.0, 180.0, 270.0)
        }
        assert len(nudged) == 2


@given(hulls(), hulls(6.0, 30.0), sides)
def test_rakes_are_those_of_one_base(one: Hull, other: Hull, side: Side) -> None:
    found = int(rakes(bases(one), side, bases(other))[0])
    if found != RAKES[raking(one, side, other)]:
        nudged = {
            raking(one, side, hull_at(other.pose.moved(way, 1e-6), *size(other)))
            for way in (0.0, 90.0, 180.0, 270.0)
        }
        assert len(nudged) >= 2


@given(st.floats(-20, 20), st.floats(1.0, 20.0), st.floats(-25, 25), sides)
def test_a_target_athwart_the_line_is_raked_as_by_one_base(
    north: float, out: float, heading: float, side: Side
) -> None:
    """In random positions raking is rare; in these it is frequent."""
    hand = 90.0 if side == "starboard" else 270.0
    for stern_on in (0.0, 180.0):
        one = hull_at(Pose(18, 18, 0), 2.5, 1.25)
        head = (hand + stern_on + heading) % 360.0
        other = hull_at(
            Pose(18 + (1 if hand < 180 else -1) * (out + 2), 18 + north / 20, head), 2, 1
        )
        assert rakes(bases(one), side, bases(other)).tolist() == [RAKES[raking(one, side, other)]]

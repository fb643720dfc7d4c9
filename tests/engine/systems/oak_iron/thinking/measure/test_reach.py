"""Forecasts of where a ship may move next, compared with the courses by the rules."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.space.plane.many import Bases
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import turns_twice
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.sailing.grapple import as_if
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import Activation, State, Table
from engine.systems.oak_iron.table.sight import point_of_sail
from engine.systems.oak_iron.thinking.measure.reach import (
    BEAM,
    EYE,
    ROUGH,
    base,
    moves,
    next_moves,
    off_wind,
    speeds,
    turns,
)
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

TYPES = ("corvette", "fluyt", "third_rate")
"""Types of ship: one that is Yare (turns easily), one that is not, and one of the largest."""
WAYS = ("start", "end")
headings = st.integers(0, 359).map(float)


def at_sea(kind: str, heading: float, weather: str = "north", **rest: Any) -> State:
    """Return one ship alone on open water, with an enemy at the far end."""
    table = Table(100.0, 100.0, weather)  # type: ignore[arg-type]
    return Skirmish(
        ship("A1", kind, 50, 50, heading, **rest), ship("B1", x=5, y=5), table=table
    ).state


def close(found: Pose, wanted: Pose) -> bool:
    """Return whether two poses are equal except for the rounding of each part of the move."""
    turned = abs((found.heading - wanted.heading + 180.0) % 360.0 - 180.0)
    return math.dist(found.at, wanted.at) <= 5e-4 and turned <= 5e-4


def poses(places: Bases) -> list[Pose]:
    return [places.pose(number) for number in range(len(places.x))]


def run(state: State, command: do.Sail, then: float = 0.0) -> Pose:
    """Return the final pose of a move, with a second turn by the same tool."""
    way = course.trace(state, "A1", command)
    assert way is not None
    if not then:
        return way.end
    return course.turn(as_if(state, "A1", way.end), "A1", then, way.speed).end


def after_a_change(state: State, way: int, command: do.Sail) -> Pose:
    """Return the final pose of a move after a Seamanship Action has changed the heading.

    Her point of sail is the one at the beginning of her activation.
    """
    point = point_of_sail(hull(state.ships["A1"]), "north", state.table.size)[0]
    state = replace(state, activation=Activation(ship="A1", phase="movement", point=point))
    turned = course.trace(state, "A1", do.ChangeHeading(way * book().measures.tools[1].turn))
    assert turned is not None
    return run(as_if(state, "A1", turned.end), command)


@pytest.mark.parametrize("kind", TYPES)
@settings(max_examples=15)
@given(headings, st.sampled_from(["north", "east", "south", "west"]))
def test_moves_end_where_their_orders_lead(kind: str, heading: float, weather: str) -> None:
    state = at_sea(kind, heading, weather)
    speed = course.move_speed(state, "A1")
    if not speed:
        return
    twice = turns_twice(state, state.ships["A1"])
    found = moves(base(state, "A1"), speed, turns(speed), twice)
    kinds = set()
    for number, pose in enumerate(poses(found.ends)):
        command = found.command(number)
        kinds.add(command.turn)
        then = float(found.after[number]) if command.turn == "both" else 0.0
        assert close(pose, run(state, command, then))
    assert kinds == {"none", "start", "end", *(["both"] if twice else [])}


@pytest.mark.parametrize("kind", TYPES)
def test_moves_hold_the_sharpest_turns_and_none_beyond_the_tool(kind: str) -> None:
    state = at_sea(kind, 180.0)
    for speed, tool in book().measures.tools.items():
        found = moves(base(state, "A1"), speed, turns(speed), twice=False)
        for angles in (found.before, found.after):
            assert (angles.min(), angles.max()) == (-tool.turn, tool.turn)
        assert not (found.before * found.after).any()


@settings(max_examples=40)
@given(headings, st.sampled_from(TYPES), st.sampled_from(["north", "east", "south", "west"]))
def test_the_points_of_sail_are_told_by_the_angle_off_the_wind(
    heading: float, kind: str, weather: str
) -> None:
    state = at_sea(kind, heading, weather)
    off = float(off_wind(state, base(state, "A1"))[0])
    lies = point_of_sail(hull(state.ships["A1"]), state.table.weather_edge, state.table.size)
    if abs(off - EYE) > 0.01 and abs(off - BEAM) > 0.01:
        assert lies == ("eye" if off < EYE else "windward" if off < BEAM else "large",)


def nearest(places: Bases, pose: Pose) -> tuple[float, float]:
    """Return (inches, degrees) from a pose to the nearest of some places."""
    turned = np.abs((places.heading - pose.heading + 180.0) % 360.0 - 180.0)
    away = np.hypot(places.x - pose.x, places.y - pose.y)
    best = int(np.argmin(away + turned / 20.0))
    return float(away[best]), float(turned[best])


@pytest.mark.parametrize("kind", TYPES)
@settings(max_examples=12)
@given(headings.filter(lambda heading: abs((heading + 180) % 360 - 180) > 46))
def test_next_moves_are_legal_and_lie_near_every_legal_end(kind: str, heading: float) -> None:
    """A legal end is near if it lies between two turns that were tried; of second turns only the
    largest were tried.
    """
    state = at_sea(kind, heading)
    speed = course.move_speed(state, "A1")
    most = book().measures.tools[speed].turn
    there = next_moves(state, "A1", base(state, "A1"))[0]
    tried = [do.Sail()] + [do.Sail(way, share * most) for share in ROUGH if share for way in WAYS]  # type: ignore[arg-type]
    legal = [run(state, command) for command in tried]
    if turns_twice(state, state.ships["A1"]):
        legal += [
            run(state, do.Sail("both", one * most), other * most)
            for one in (-1, 1)
            for other in (-1, 1)
        ]
    legal += [
        after_a_change(state, heading_change, do.Sail("end", share * most) if share else do.Sail())
        for heading_change in (-1, 1)
        for share in (-1, 0, 1)
    ]
    found = poses(there)
    assert len(found) == len(legal)
    assert all(any(close(pose, wanted) for wanted in legal) for pose in found)
    assert all(any(close(pose, wanted) for pose in found) for wanted in legal)
    for angle in range(-int(most), int(most) + 1, 7):
        for way in WAYS:
            away, turned = nearest(there, run(state, do.Sail(way, float(angle))))  # type: ignore[arg-type]
            assert away <= 0.6
            assert turned < most / 3


def test_a_ship_in_the_winds_eye_may_turn_on_the_spot_and_go_nowhere() -> None:
    for kind in TYPES:
        state = at_sea(kind, 0.0)
        there = next_moves(state, "A1", base(state, "A1"))[0]
        most = book().measures.tools[1].turn
        for share in ROUGH:
            wanted = course.turn(state, "A1", share * most).end
            assert any(close(pose, wanted) for pose in poses(there))
        assert max(math.dist(pose.at, (50.0, 50.0)) for pose in poses(there)) < 3.5


@pytest.mark.parametrize("heading", [0.0, 70.0, 180.0])
@pytest.mark.parametrize("held", ["aground", "anchored", "entangled"])
def test_a_ship_that_is_held_stays_where_she_lies(held: str, heading: float) -> None:
    state = at_sea("corvette", heading, sail="anchored" if held == "anchored" else "battle")
    if held == "aground":
        state = replace(
            state, ships={**state.ships, "A1": replace(state.ships["A1"], aground=True)}
        )
    if held == "entangled":
        state = replace(state, entangled=(("A1", "B1"),))
    assert set(speeds(state, "A1").values()) == {0}
    here = state.ships["A1"].pose
    assert here is not None
    assert all(close(pose, here) for pose in poses(next_moves(state, "A1", base(state, "A1"))[0]))


def test_next_moves_are_asked_of_many_places_at_once() -> None:
    state = at_sea("corvette", 90.0)
    starts = Bases(*np.array([(50, 50, 180), (20, 30, 60), (40, 40, 0)], float).T, 2.0, 1.0)
    table = next_moves(state, "A1", starts)
    assert table.x.shape[0] == 3
    for number in range(3):
        alone = next_moves(state, "A1", starts[[number]])[0]
        assert np.allclose(table[number].x, alone.x)
        assert np.allclose(table[number].heading, alone.heading)

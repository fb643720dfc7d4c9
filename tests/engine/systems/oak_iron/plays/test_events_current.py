"""The event Strong Current: which ships drift, where to, and how far (Oak & Iron ch. 5, Events)."""

from __future__ import annotations

import pytest

from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import distance, hull
from tests.engine.systems.oak_iron.plays.test_events import drawn, pond
from tests.engine.systems.oak_iron.skirmish import ship


def test_current() -> None:
    play = pond(
        ship("A1", "fluyt", 10, 20, 0),
        ship("A2", "fluyt", 10, 22.9, 0),
        ship("A3", "fluyt", 20, 20, 0, aground=True),
        ship("B1", "corvette", 30, 34.7, 0),
    )
    drawn(play, "current", "skull cannon")
    assert play.facts(ev.CurrentSet)[0].edge == "north"
    north = {key: play[key].pose.y for key in ("A1", "A2", "A3")}  # type: ignore[union-attr]
    assert north["A2"] == pytest.approx(23.9)
    assert north["A1"] == pytest.approx(21.0), "the ship nearer the edge went first"
    assert north["A3"] == 20
    assert max(corner[1] for corner in hull(play["B1"]).corners) <= 36
    assert not play.facts(ev.Collided)


@pytest.mark.parametrize(
    ("die", "east", "north"),
    [("cannon", 0, 1), ("musket", 1, 0), ("swords", 0, -1), ("sail", -1, 0)],
)
def test_current_sets_to_the_edge_that_the_die_names(die: str, east: float, north: float) -> None:
    wreck = ship("B1", "corvette", 30, 18, 0, damage=7, fatigue=7)
    held = (ship("A2", "corvette", 20, 5, 0), ship("B2", "corvette", 21, 5, 0))
    play = pond(ship("A1", "fluyt", 8, 18, 0), *held, wreck, entangled=(("A2", "B2"),))
    before = {key: each.pose for key, each in play.state.ships.items()}
    drawn(play, "current", f"skull {die}")
    for key, start in before.items():
        there = play[key].pose
        assert start is not None
        assert there is not None
        adrift = key in ("A1", "B1")
        assert there.x - start.x == pytest.approx(east * adrift)
        assert there.y - start.y == pytest.approx(north * adrift)


@pytest.mark.parametrize(
    ("die", "x", "y"),
    [("cannon", 18, 34.4), ("musket", 34.9, 18), ("swords", 18, 1.6), ("sail", 1.1, 18)],
)
def test_current_carries_nobody_off_the_table(die: str, x: float, y: float) -> None:
    play = drawn(
        pond(ship("A1", "fluyt", x, y, 0), ship("B1", x=9, y=9)), "current", f"skull {die}"
    )
    places = [place for corner in hull(play["A1"]).corners for place in corner]
    assert play.facts(ev.ShipMoved)
    assert min(places) >= 0
    assert max(places) <= 36


def test_current_stops_short_of_contact() -> None:
    play = pond(ship("A1", "fluyt", 10, 20, 0), ship("B1", "fluyt", 10, 23, 0, aground=True))
    drawn(play, "current", "skull skull")
    assert 0.002 < distance(play.state, "A1", "B1") < 0.004


def test_current_moves_nobody_who_lies_at_the_edge() -> None:
    play = drawn(
        pond(ship("A1", "fluyt", 18, 34.75, 0), ship("B1", x=9, y=9)), "current", "skull cannon"
    )
    assert [moved.ship for moved in play.facts(ev.ShipMoved)] == ["B1"]

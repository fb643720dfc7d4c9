"""Links between ships in line, and chains of such links (Formation)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from engine.space.plane.contact import gap
from engine.space.plane.hull import Edge, Hull, hull_at
from engine.space.plane.pose import Pose, unit
from engine.systems.oak_iron.table.sight import Link, chain, links
from tests.engine.space.plane.shapes import hulls, moved

SHIPS = {
    "A1": hull_at(Pose(10, 10, 0), 2, 1),
    "A2": hull_at(Pose(10, 14, 0), 2, 1),
    "A3": hull_at(Pose(10.4, 19, 5), 2, 1),
}


def test_ships_in_line_are_linked_nearest_first() -> None:
    found = links(SHIPS, {}, 6)
    assert [(link.ahead, link.astern) for link in found] == [("A2", "A1"), ("A3", "A2")]
    assert found[0].gap == pytest.approx(2)


def test_the_chain_runs_from_the_leader_aft() -> None:
    found = links(SHIPS, {}, 6)
    assert chain(found, "A1") == chain(found, "A3") == ("A3", "A2", "A1")
    assert chain(found, "B1") == ("B1",)


def test_a_gap_equal_to_the_reach_links_and_more_does_not() -> None:
    assert len(links({key: SHIPS[key] for key in ("A1", "A2")}, {}, 2.0)) == 1
    assert links({key: SHIPS[key] for key in ("A1", "A2")}, {}, 1.998)
    assert links({key: SHIPS[key] for key in ("A1", "A2")}, {}, 1.997) == ()


def test_ships_that_meet_bow_to_bow_or_sail_abreast_are_not_linked() -> None:
    assert links({"A": SHIPS["A1"], "B": hull_at(Pose(10, 14, 180), 2, 1)}, {}, 6) == ()
    assert links({"A": SHIPS["A1"], "B": hull_at(Pose(12, 10, 0), 2, 1)}, {}, 6) == ()


def test_a_body_across_the_whole_lane_breaks_the_link_and_half_does_not() -> None:
    pair = {key: SHIPS[key] for key in ("A1", "A2")}
    across = hull_at(Pose(10, 12, 90), 2, 1)
    beside = hull_at(Pose(11, 12, 90), 2, 1)
    assert links(pair, {"B": across}, 6) == ()
    assert len(links(pair, {"B": beside}, 6)) == 1
    islet = Polygon([(9, 11.5), (11, 11.5), (10, 12.5)])
    assert links(pair, {"islet": islet}, 6) == ()


def test_two_bodies_that_hide_the_lane_together_break_the_link() -> None:
    pair = {key: SHIPS[key] for key in ("A1", "A2")}
    halves = {"B": hull_at(Pose(9, 12, 90), 2, 1), "C": hull_at(Pose(11, 12.5, 90), 2, 1)}
    assert links(pair, halves, 6) == ()


@pytest.mark.parametrize("heading", [0, 180])
def test_each_ship_is_linked_once_forward_and_once_aft(heading: float) -> None:
    # Two narrow ships abreast, both in full sight of the third: the nearer one is linked.
    rivals = {
        "A1": hull_at(Pose(10, 14, heading), 2, 1),
        "A2": hull_at(Pose(9.7, 10.2, heading), 2, 0.5),
        "A3": hull_at(Pose(10.3, 10, heading), 2, 0.5),
    }
    for key in ("A2", "A3"):
        assert len(links({"A1": rivals["A1"], key: rivals[key]}, {}, 6)) == 1
    found = links(rivals, {}, 6)
    assert [{link.ahead, link.astern} for link in found] == [{"A1", "A2"}]


def test_a_circle_of_links_is_a_chain_of_all() -> None:
    found = (Link("A", "B", 1), Link("B", "C", 1), Link("C", "A", 1))
    assert sorted(chain(found, "B")) == ["A", "B", "C"]


def _looks(hull: Hull, edge: Edge, other: Hull, face: Edge, others: list[Hull], rays: int) -> bool:
    """Tell whether one of many perpendiculars to an edge meets the other ship's edge before
    anything else.
    """
    (ax, ay), (bx, by) = hull.ends(edge)
    east, north = unit(hull.outward(edge))
    facing = LineString(other.ends(face))
    for step in range(rays):
        share = (step + 0.5) / rays
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        ray = LineString(((x, y), (x + 12 * east, y + 12 * north)))
        if not ray.intersects(facing):
            continue
        far = ray.intersection(facing).distance(Point(x, y))
        first = min(
            ray.intersection(body.polygon).distance(Point(x, y))
            for body in [other, *others]
            if ray.intersects(body.polygon)
        )
        if first >= far - 1e-6:
            return True
    return False


def _both_look(hull: Hull, leader: Hull, others: list[Hull], rays: int) -> bool:
    return _looks(hull, "bow", leader, "stern", others, rays) and _looks(
        leader, "stern", hull, "bow", others, rays
    )


@settings(max_examples=80)
@given(hulls(17, 19), hulls(17, 22), st.lists(hulls(16, 22), max_size=2))
def test_a_link_is_what_perpendiculars_both_ways_show(
    hull: Hull, leader: Hull, others: list[Hull]
) -> None:
    blockers = {str(number): body for number, body in enumerate(others)}
    bodies = [hull, leader, *others]
    if any(gap(a, b) == 0 for i, a in enumerate(bodies) for b in bodies[:i]):
        return
    linked = any(link.astern == "A" for link in links({"A": hull, "B": leader}, blockers, 6.0))
    if gap(hull, leader) > 6 or not _both_look(hull, leader, others, 4001 if linked else 101):
        assert not linked
    else:
        assert linked


@given(st.floats(0, 360), st.floats(-5, 5))
def test_links_stay_when_the_whole_plane_turns(angle: float, east: float) -> None:
    turned = {key: moved(ship, (18, 18), angle, east, 1) for key, ship in SHIPS.items()}
    pairs = [(link.ahead, link.astern) for link in links(turned, {}, 6)]
    assert pairs == [("A2", "A1"), ("A3", "A2")]

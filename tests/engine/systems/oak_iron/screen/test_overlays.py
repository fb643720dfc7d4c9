"""Range rings, broadside paths, formation links, points of sail and measuring."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.chart import Spot, Trace
from engine.game.panel import Words
from engine.kernel.opening import read_position
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.screen.scene import measure, ship_at
from engine.systems.oak_iron.screen.screen import overlay, overlays, points_of_sail
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.table.sight import points
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship

POSITIONS = Path(__file__).parents[4] / "positions"


def traces(view: State, overlay_id: str, key: str, kind: str) -> list[Trace]:
    marks = overlay(view, overlay_id, key)
    return [mark for mark in marks if isinstance(mark, Trace) and mark.kind == kind]


def texts(rows: tuple[object, ...]) -> list[str]:
    return ["".join(span.text for span in row.spans) for row in rows if isinstance(row, Words)]


def test_every_overlay_draws_something_for_a_ship_in_line() -> None:
    for each in overlays():
        assert overlay(small_battle(), each.id, "A1"), each.id


def test_rings_lie_at_the_bands_of_the_records_from_the_base() -> None:
    rings = traces(small_battle(), "range", "A1", "ring")
    assert [ring.label for ring in rings] == ['pistol 3"', 'musket 6"', 'cannon 12"']
    north = max(y for _, y in rings[1].points)
    assert north == pytest.approx(20.0 + 1.25 / 2 + 6.0)


def test_paths_are_barred_at_each_band_on_a_loaded_side_only() -> None:
    state = with_ship(small_battle(), "A1", reload=("port",))
    assert len(traces(state, "arcs", "A1", "path")) == 4
    bars = traces(state, "arcs", "A1", "bar")
    assert [bar.label for bar in bars] == ["P", "M", "C"]
    assert [bar.points[0][1] for bar in bars] == pytest.approx([16.375, 13.375, 7.375])


def test_a_formation_link_runs_from_stern_to_bow() -> None:
    (link,) = traces(small_battle(), "formation", "A1", "link")
    assert link.points == (pytest.approx((10.75, 20.0)), pytest.approx((9.0, 20.0)))
    assert overlay(small_battle(), "formation", "B1") == ()
    assert overlay(small_battle(), "formation", "") == (link,)


def test_a_ship_that_is_gone_has_no_rings() -> None:
    gone = with_ship(small_battle(), "B2", pose=None, lost="left")
    assert overlay(gone, "range", "B2") == ()


def test_points_of_sail_carry_the_speed_in_each() -> None:
    labels = [mark.text for mark in points_of_sail(small_battle(), "A1") if isinstance(mark, Spot)]
    assert labels == ["eye 0", "large 3", "windward 2", "windward 2"]


@settings(max_examples=60)
@given(heading=st.integers(0, 359), key=st.sampled_from(["A1", "A2"]))
def test_the_rays_part_the_headings_as_the_rules_do(heading: int, key: str) -> None:
    state = with_ship(small_battle(), key, pose=Pose(10.0, 10.0, float(heading)))
    rays = [mark for mark in points_of_sail(state, key) if isinstance(mark, Trace)]
    (x, y), (ex, ey) = rays[0].points
    eye = math.degrees(math.atan2(ex - x, ey - y))
    off = abs((heading + 180) % 360 - 180)
    if abs(off - eye) < 0.1 or off == 90:
        return
    expected = "eye" if off < eye else "windward" if off < 90 else "large"
    assert points(state, key) == (expected,)


def test_measuring_between_ships_is_from_base_to_base_with_sight_and_guns() -> None:
    found = measure(small_battle(), (12.5, 20.2), (12.0, 16.5))
    lines = texts(found.rows)
    assert lines[0].startswith('range 2.2"  pistol shot, bearing 180')
    assert "A1 sees B1 from her starboard" in lines
    assert "A1 can fire starboard: 5 dice" in lines
    assert any(isinstance(mark, Trace) and mark.kind == "sight" for mark in found.marks)


def test_a_ship_in_between_blocks_the_sight() -> None:
    state = with_ship(small_battle(), "A2", type="first_rate", pose=Pose(12.0, 18.25, 90.0))
    state = with_ship(state, "B1", pose=Pose(12.0, 16.0, 90.0))
    found = measure(state, (12.0, 20.0), (12.0, 16.0))
    assert "A1 has no line of sight to B1" in texts(found.rows)
    kinds = {mark.kind for mark in found.marks if isinstance(mark, Trace)}
    assert kinds == {"measure", "blocked"}


def test_measuring_from_a_ship_to_open_water_starts_at_her_base() -> None:
    for start, end in (((12.0, 20.0), (12.0, 24.0)), ((12.0, 24.0), (12.0, 20.0))):
        found = measure(small_battle(), start, end)
        assert texts(found.rows)[0] == 'range 3.4"  musket shot, bearing 0'


def test_measuring_open_water_is_point_to_point() -> None:
    found = measure(small_battle(), (1.0, 1.0), (1.0, 33.0))
    assert texts(found.rows) == ['range 32"  beyond cannon shot, bearing 0']
    assert ship_at(small_battle(), (1.0, 1.0)) == ""


def test_odds_are_those_of_the_best_shot_at_each_enemy_in_reach() -> None:
    """A1 rakes B1 at musket shot and has B2 in her other path; B3 is out of range.

    Seven dice (six of hers, one for Formation) hit with four of eight faces: 127 in 128.
    """
    game, state, _, _ = read_position(str(POSITIONS / "among_islands.toml"))
    view = game.view(state, "")
    lines = [mark for mark in overlay(view, "odds", "A1") if isinstance(mark, Trace)]
    assert [line.kind for line in lines] == ["rake", "sight"]
    assert [line.label for line in lines] == ["99%", "99%"]
    assert overlay(view, "odds", "B3") == ()


def test_odds_of_a_side_to_reload_are_those_of_partial_fire() -> None:
    """A1 has three dice of her crew against B1 at pistol shot; B2 is beyond cannon shot.

    Two hits (six of eight faces) do harm: 54 in 64. One hit does harm only as a skull with a skull,
    sail or swords on the critical die: 9 in 64, 1 in 6, 5 in 8.
    """
    view = small_battle()
    spent = with_ship(view, "A1", reload=("port", "starboard"))
    lines = traces(spent, "odds", "A1", "sight")
    assert [line.label for line in lines] == ["86%"]

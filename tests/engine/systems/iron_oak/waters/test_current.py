"""The modifier of the current (Iron & Oak 5.1.1), and depths of water (Iron & Oak 1.1)."""

from __future__ import annotations

import pytest

from engine.systems.iron_oak.data.facts import Current
from engine.systems.iron_oak.state.state import Board
from engine.systems.iron_oak.waters import current_drm, depth, leaves_hulk, steps_of


@pytest.mark.parametrize(
    ("speed", "start", "goal", "via", "drm"),
    [
        ("slow", "C3", "C4", "", 1),
        ("moderate", "C3", "C4", "", 1),
        ("fast", "C3", "C4", "", 2),
        ("slow", "C3", "C2", "", 0),
        ("moderate", "C3", "C2", "", -1),
        ("fast", "C3", "B2", "", -2),
        ("fast", "C3", "B4", "", 0),
        ("fast", "C3", "B3", "", 0),
        ("fast", "C2", "C4", "C3", 2),
        ("fast", "C2", "B4", "C3", 0),
        ("fast", "C5", "off:right", "", 2),
        ("fast", "off:left", "C1", "", 2),
        ("fast", "off:right", "C5", "", -2),
        ("none", "C3", "C4", "", 0),
    ],
)
def test_with_the_current_all_the_way_or_against_it_at_all(
    speed: str, start: str, goal: str, via: str, drm: int
) -> None:
    board = Board(current=Current("right", speed))  # type: ignore[arg-type]
    assert current_drm(board, steps_of(start, goal, via)) == drm


def test_the_smaller_depth_counts_and_unmarked_is_deep() -> None:
    board = Board(current=Current("none", "none"), shoals={"row A": 3, "column 5": 1})
    assert [depth(board, box) for box in ("A1", "A5", "C5", "C3")] == [3, 1, 1, None]
    assert [leaves_hulk(board, box) for box in ("A1", "A5", "C3")] == [False, True, False]

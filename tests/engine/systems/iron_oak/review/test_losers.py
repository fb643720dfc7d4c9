"""Whom a turning point goes against: the side that lost by it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.iron_oak.review import _Counting
from engine.systems.iron_oak.state import events as ev
from tests.engine.systems.iron_oak.table import position, ship


@pytest.mark.parametrize(
    ("event", "loser"),
    [
        (ev.Captured("css_virginia", "union"), "B"),
        (ev.Silenced("css_virginia"), "B"),
        (ev.ShipsLeft(("css_virginia",), "left"), ""),
    ],
)
def test_a_turning_point_goes_against_who_lost_by_it(event: Any, loser: str) -> None:
    state = position([ship("uss_monitor", "B2")], [ship("css_virginia", "C3")])
    assert _Counting(state).loser(event) == loser

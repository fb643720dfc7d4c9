"""Whom a turning point goes against: the side that lost by it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.oak_iron.review import _Counting
from engine.systems.oak_iron.state import events as ev
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship


@pytest.mark.parametrize(
    ("event", "loser"),
    [
        (ev.AdmiralKilled("B"), "B"),
        (ev.BecameCrippled("B1"), "B"),
        (ev.ShipRecaptured("A1"), "B"),  # whose prize she was
    ],
)
def test_a_turning_point_goes_against_who_lost_by_it(event: Any, loser: str) -> None:
    state = with_ship(small_battle(), "A1", captured_by="B")
    assert _Counting(state).loser(event) == loser

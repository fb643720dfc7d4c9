"""Whom a turning point goes against: the side that lost by it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.wooden_ships.review import _Counting
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Prize
from tests.engine.systems.wooden_ships.at_sea import sea, ship


def test_a_ship_that_is_retaken_is_her_captors_loss() -> None:
    state = sea(ship("A1", "N20", 1), ship("B1", "N10", 4))
    prize = Prize(seat="B", squares=2, quality="crack")
    state = replace(state, ships=state.ships | {"A1": replace(state.ships["A1"], prize=prize)})
    counted = _Counting(state)
    assert counted.loser(ev.ShipRetaken("A1", "revolt")) == "B"
    assert counted.loser(ev.SeatGaveUp("A")) == "A"
    assert counted.loser(ev.ShipSurrendered("A1", "struck")) == "A"

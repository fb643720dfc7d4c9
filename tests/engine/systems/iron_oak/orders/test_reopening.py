"""Sealed orders are taken back until the last seat has sealed its own (Iron & Oak 3.2)."""

from __future__ import annotations

import pytest

from engine.base.errors import Refused
from engine.game.sheet import Fill, Reopen, Sheet
from engine.kernel.battle import Battle
from engine.systems.iron_oak.game import IronOak
from tests.engine.systems.iron_oak.orders.at_their_orders import ordering

GAME = IronOak()


def seal(battle: Battle, seat: str) -> None:
    sheet = next(each for each in battle.pending() if each.seat == seat)
    assert isinstance(sheet, Sheet)
    battle.submit(seat, Fill(sheet.id, sheet.proposed))


def test_alternating_movement_lets_a_side_reopen_until_the_other_seals() -> None:
    battle = ordering(alternating=True)
    before = battle.state
    assert GAME.reopens(before, "A") is None
    seal(battle, "A")
    assert {question.seat for question in battle.pending()} == {"B"}
    battle.reopen("A")
    assert battle.state.ships == before.ships
    assert battle.state.sides == before.sides
    seal(battle, "A")
    seal(battle, "B")
    assert battle.why_not_reopen("A") == "there is no sheet of yours that is sealed and secret"
    with pytest.raises(Refused, match="no orders are being given"):
        battle.submit("A", Reopen())


def test_a_team_seat_reopens_its_own_orders_and_not_its_friends() -> None:
    battle = ordering(union_seats=3)
    first, second, third = (each.seat for each in battle.pending())
    seal(battle, first)
    seal(battle, second)
    kept = {id: ship.order for id, ship in battle.state.ships.items() if ship.seat == second}
    battle.reopen(first)
    assert {id: battle.state.ships[id].order for id in kept} == kept
    assert {each.seat for each in battle.pending()} == {first, third}
    assert battle.verify().ok

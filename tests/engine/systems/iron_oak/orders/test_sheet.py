"""The order sheet: drafts of it, and orders taken back as long as another seat's are to come."""

from __future__ import annotations

import pytest

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.question import Fill, Reopen, Sheet
from engine.kernel.battle import Battle
from engine.systems.iron_oak.game import IronOak
from tests.engine.systems.iron_oak.orders.at_their_orders import ordering
from tests.engine.systems.iron_oak.table import ship, table

GAME = IronOak()


def test_all_hold_or_all_go_on_and_who_cannot_keeps_her_order() -> None:
    play = table(
        [ship("uss_monitor", "C3"), ship("uss_minnesota", "C4", grounded=True)],
        [ship("css_virginia", "A1")],
    )
    sheet = play.question("A")
    assert isinstance(sheet, Sheet)
    hold, on = GAME.answering.drafts(play.state, sheet, {})
    assert (hold.name, on.name) == ("hold", "to the next box")
    assert {id: answer.option for id, answer in hold.answers.items()} == {
        "uss_monitor": "maneuver_0",
        "uss_minnesota": "stay",
    }
    assert {id: answer.option for id, answer in on.answers.items()} == {"uss_monitor": "maneuver_1"}
    assert not sheet.faults({**sheet.proposed, **on.answers})


def test_one_ship_is_followed_by_all_to_whom_her_order_is_open() -> None:
    """Once two have their orders nobody can say whom to follow."""
    play = table(
        [ship("uss_monitor", "C3"), ship("uss_zouave", "C4"), ship("uss_minnesota", "C4")],
        [ship("css_virginia", "A1")],
    )
    sheet = play.question("A")
    assert isinstance(sheet, Sheet)
    draft = {"uss_zouave": Answer("maneuver_2")}
    first = GAME.answering.drafts(play.state, sheet, draft)[0]
    assert first.name == "as Zouave"
    assert {id: each.option for id, each in first.answers.items()} == {
        "uss_monitor": "maneuver_2",
        "uss_minnesota": "maneuver_2",
    }
    both = {**draft, "uss_monitor": Answer("anchor")}
    assert GAME.answering.drafts(play.state, sheet, both)[0].name == "hold"


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
    assert battle.why_not_reopen("A") == "you have no sealed sheet that is still secret"
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

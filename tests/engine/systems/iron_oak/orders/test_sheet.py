"""The order sheet: its drafts, and orders that are taken back while another seat has not sealed
yet.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engine.base.dice import Dice
from engine.base.errors import Refused, SetUpFault
from engine.game.chart import Lit, Trace
from engine.game.decision import Answer
from engine.game.question import Fill, Reopen, Sheet
from engine.kernel.battle import Battle
from engine.players.player import Lieutenant
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.orders.sheet import PLAN, planned_by
from engine.systems.iron_oak.screen.scene import box_at
from engine.systems.iron_oak.set_up import set_up
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.iron_oak.orders.at_their_orders import ordering
from tests.engine.systems.iron_oak.table import ship, table
from tests.engine.systems.iron_oak.test_random_battles import random_command

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
    """A draft that follows one ship is offered only while exactly one ship has an order."""
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


# Plans of allied seats: friends see where a ship means to go, the enemy and watchers never.


TEAMS = {"plans": True, "union_seats": 2, "confederate_seats": 2, "alternating": True}


def order_sheet(battle: Battle, seat: str) -> Sheet:
    sheet = next(each for each in battle.pending() if each.seat == seat)
    assert isinstance(sheet, Sheet)
    return sheet


def planned(battle: Battle, seat: str) -> tuple[str, str]:
    """Seal a seat's sheet with one planned move; return (ship, box that she plans to reach)."""
    sheet = order_sheet(battle, seat)
    slot = next(each for each in sheet.slots if planned_by(each.id))
    goal = next(option.id for option in slot.options if not option.id.startswith("off:"))
    battle.submit(seat, Fill(sheet.id, {**sheet.proposed, slot.id: Answer(goal)}))
    return planned_by(slot.id), goal


def drawn(view: State) -> list[Any]:
    """Return the marks of planned moves on a chart."""
    marks = GAME.screen.scene(view).marks
    lit = [mark for mark in marks if isinstance(mark, Lit)]
    return lit + [mark for mark in marks if isinstance(mark, Trace) and mark.kind == "link"]


def test_a_plan_is_asked_for_where_the_switch_is_on_and_the_side_is_shared() -> None:
    for options, asked in (
        ({"union_seats": 2}, False),
        ({"plans": True, "union_seats": 2}, True),
    ):
        slots = order_sheet(ordering(**options), "A").slots
        assert any(planned_by(slot.id) for slot in slots) is asked
        assert all(not slot.needs for slot in slots if planned_by(slot.id))
    with pytest.raises(SetUpFault, match="plans: needs a side of several seats"):
        set_up("memphis", {"plans": True})


def test_friends_see_a_sealed_plan_and_the_enemy_and_watchers_never() -> None:
    battle = ordering(**TEAMS)
    own, friend, *enemies = (seat.key for seat in GAME.seats(battle.state))
    ship, goal = planned(battle, own)
    for seat in (own, friend):
        view = GAME.view(battle.state, seat)
        lit, line = drawn(view)
        assert lit.text.startswith(">")
        assert box_at(lit.at) == box_at(line.points[-1]) == goal
        assert f"means to go to {goal}" in str(GAME.screen.card(view, ship))
    for seat in (*enemies, ""):
        view = GAME.view(battle.state, seat)
        assert drawn(view) == []
        assert "means to go" not in str(GAME.screen.card(view, ship))
        assert goal not in {each.plan for each in view.ships.values()}


def test_an_enemy_sees_the_same_whatever_is_planned() -> None:
    """In a random battle, planned moves are removed or changed; the view of the other side stays
    equal.
    """
    random, dice = Random(5), Dice(5)
    state = GAME.settled(set_up("memphis", TEAMS), dice)
    differed = 0
    for _ in range(60):
        for side, other in (("union", "confederate"), ("confederate", "union")):
            changed = {
                id: msgspec.structs.replace(ship, plan=random.choice(("", "A1", "off:left")))
                for id, ship in state.ships.items()
                if ship.control == side
            }
            another = msgspec.structs.replace(state, ships={**state.ships, **changed})
            differed += any(state.ships[id].plan != each.plan for id, each in changed.items())
            for seat in (*state.sides[other].seats, ""):
                assert GAME.view(another, seat) == GAME.view(state, seat)
        questions = rules.pending(state)
        question = questions[0]
        command = random_command(question, random)
        decided = GAME.decide(state, question.seat, command, dice)
        state = decided.states[-1]
    assert differed > 60


def test_a_plan_is_gone_when_orders_are_reopened_and_when_she_has_acted() -> None:
    battle = ordering(**TEAMS)
    ship, _ = planned(battle, "A")
    battle.reopen("A")
    assert battle.state.ships[ship].plan == ""
    ship, goal = planned(battle, "A")
    assert battle.state.ships[ship].plan == goal
    officer = Lieutenant(GAME, 2)
    while not battle.state.ships[ship].acted:
        question = battle.pending()[0]
        battle.answer(
            question.seat, officer.choose(GAME.view(battle.state, question.seat), question)
        )
    assert battle.state.ships[ship].plan == ""
    assert battle.verify().ok


def test_an_empty_plan_is_not_written() -> None:
    given = ev.OrdersGiven("A", "union", {"a": "stay"})
    assert b"plans" not in msgspec.json.encode(given)


def test_a_lieutenant_tells_where_its_order_leads() -> None:
    """A lieutenant plans a goal of the order that it gives, and nothing for a ship that stays."""
    battle = ordering(**TEAMS)
    told = 0
    for seat in ("A", "B", "C", "D"):
        sheet = order_sheet(battle, seat)
        draft = Lieutenant(GAME, 1).fill(GAME.view(battle.state, seat), sheet)
        for key in (slot.id for slot in sheet.slots if slot.id in battle.state.ships):
            goes = draft[key].option in {"maneuver_1", "maneuver_2"}
            assert (PLAN + key in draft) is goes
            told += goes
        battle.submit(seat, Fill(sheet.id, dict(draft)))
    assert told


def test_a_form_offers_seats_and_plans_where_a_side_has_several_ships() -> None:
    names = [each.name for each in GAME.building.switches("memphis")]
    assert names == ["union_seats", "confederate_seats", "plans"]
    assert GAME.building.switches("hampton_roads")

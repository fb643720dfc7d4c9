"""The turn: sheets in secret, arrival, phases without a question.

Wooden Ships & Iron Men, Movement input window.
"""

from __future__ import annotations

import pytest

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.question import Fill, Reopen
from engine.systems.wooden_ships.sailing.orders import proposed
from engine.systems.wooden_ships.state import events as ev
from tests.engine.systems.wooden_ships.at_sea import (
    GAME,
    Loaded,
    filled,
    of,
    open_all,
    sea,
    sheet,
    ship,
)

TWO = ship("A1", "J20", 2), ship("B1", "Z1", 2)


def test_orders_are_opened_together_when_the_last_is_in() -> None:
    state = sea(*TWO)
    first = GAME.decide(state, "B", filled(sheet(state, "B"), {"B1": "1"}), Dice(1))
    assert [type(event) for event in first] == [ev.SheetSealed]
    waiting = first.states[-1]
    assert [each.seat for each in GAME.pending(waiting)] == ["A"]
    second = GAME.decide(waiting, "A", filled(sheet(waiting), {"A1": "2"}), Dice(1))
    opened = of(ev.SheetsOpened, second)[0]
    assert opened.answers == {"A": {"A1": Answer("2")}, "B": {"B1": Answer("1")}}
    assert second.states[-1].turn == 2
    assert second.states[-1].sealed == {}


def test_a_sealed_sheet_may_be_opened_again_until_the_last_is_in() -> None:
    state = sea(*TWO)
    with pytest.raises(Refused, match="no sealed sheet"):
        GAME.decide(state, "A", Reopen(), Dice(1))
    waiting = GAME.decide(state, "A", filled(sheet(state), {"A1": "2"}), Dice(1)).states[-1]
    back = GAME.decide(waiting, "A", Reopen(), Dice(1)).states[-1]
    assert back == state
    assert [each.seat for each in GAME.pending(back)] == ["A", "B"]


@pytest.mark.parametrize(
    ("seat", "command", "told"),
    [
        ("A", Fill("orders 1", {"A1": Answer("9")}), "'9' is not open"),
        ("A", Fill("orders 1", {}), "nothing is chosen"),
        ("A", Fill("orders 2", {"A1": Answer("1")}), "is not open now"),
        ("A", Fill("orders 1", {"A1": Answer("1"), "B1": Answer("1")}), "not on this sheet"),
        ("C", Fill("orders 1", {"A1": Answer("1")}), "no choice for seat C"),
    ],
)
def test_what_is_refused(seat: str, command: Fill, told: str) -> None:
    with pytest.raises(Refused, match=told):
        GAME.decide(sea(*TWO), seat, command, Dice(1))


def test_each_seat_answers_for_the_ships_that_it_holds() -> None:
    state = sea(*TWO, ship("B2", "Q9", 1, prize={"seat": "A", "squares": 3}))
    assert [slot.id for slot in sheet(state).slots] == ["A1", "B2"]
    assert [slot.id for slot in sheet(state, "B").slots] == ["B1"]


def test_what_is_proposed_is_a_draft_then_the_same_as_last_turn_then_ahead() -> None:
    state = sea(ship("A1", "J20", 2, "br-f3-36", order="1L"), ship("B1", "Z1", 4))
    assert sheet(state).proposed["A1"] == Answer("1L")
    after, _ = open_all(sea(ship("A1", "J20", 2, "br-f3-36"), TWO[1]), {"A1": "1R1L"})
    assert after.ships["A1"].last_order == "1R1L"
    assert sheet(after).proposed["A1"] == Answer("1R1L")
    fresh = sea(ship("A1", "J20", 2, "br-f3-36"))
    assert proposed(fresh.ships["A1"], ("0", "1", "2", "2L")) == "2"


def test_a_turn_without_contact_is_one_sheet_a_seat() -> None:
    state, kinds = sea(*TWO), []
    for _ in range(5):
        kinds.append(GAME.pending(state)[0].kind)
        state, _ = open_all(state)
    assert kinds == ["orders"] * 5
    assert state.turn == 6


def test_ships_arrive_at_the_start_of_their_turn() -> None:
    state = sea(*TWO, ship("B2", "Q9", 1, enter_turn=2), ship("B3", "Q9", 1, enter_turn=2))
    assert [slot.id for slot in sheet(state, "B").slots] == ["B1"]
    after, events = open_all(state)
    # The second one stands two hexes further astern.
    assert [(each.ship, each.bow) for each in of(ev.ShipArrived, events)] == [
        ("B2", (16, 9)),
        ("B3", (16, 11)),
    ]
    assert [slot.id for slot in sheet(after, "B").slots] == ["B1", "B2", "B3"]


def test_an_arriving_ship_goes_further_astern_while_her_place_is_taken() -> None:
    state = sea(
        ship("A1", "Q10", 3),
        TWO[1],
        ship("B2", "Q9", 1, enter_turn=2),
    )
    _, events = open_all(state)
    assert of(ev.ShipArrived, events)[0].bow == (16, 11)


def test_all_hands_in_parties_may_not_move_in_the_next_turn() -> None:
    state = sea(
        ship("A1", "J20", 1, fouled=["B1"]),
        ship("B1", "K20", 1),
        phase="boarding",
    )
    answers = {
        f"{who}:{n}": kind for who, kind in (("A1", "OBP:B1"), ("B1", "DBP")) for n in (1, 2, 3)
    }
    after, _ = open_all(state, answers, Loaded(*[6] * 30))
    assert after.ships["A1"].all_hands
    assert after.ships["B1"].all_hands

"""The turn: secret sheets, arrival of ships, phases without a question. Wooden Ships & Iron Men,
Movement input window.
"""

from __future__ import annotations

import pytest

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.question import Fill, Reopen, Sheet
from engine.systems.wooden_ships.gunnery.shot import shot_at
from engine.systems.wooden_ships.sailing import proposed
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
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
        ("A", Fill("orders 1", {"A1": Answer("9")}), "'9' is not possible"),
        ("A", Fill("orders 1", {}), "nothing is chosen"),
        ("A", Fill("orders 2", {"A1": Answer("1")}), "is closed"),
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


# Rules that take several turns, played turn by turn.


def one_turn(state: State, **orders: str) -> tuple[State, set[str]]:
    """Play a turn in which ships without an order stay; return (state, ships that drifted)."""
    turn, drifted = state.turn, set[str]()
    while state.turn == turn and state.outcome is None:
        state, events = open_all(state, orders, Loaded(*[6] * 60))
        for event in of(ev.Drifted, events):
            drifted |= event.places.keys()
    return state, drifted


def test_a_still_ship_of_the_line_drifts_every_other_turn() -> None:
    state = sea(ship("A1", "J20", 2, still=1), ship("B1", "ZZ1", 2), wind=1)
    seen = []
    for _ in range(4):
        state, drifted = one_turn(state, B1="1")
        seen.append("A1" in drifted)
    assert seen == [True, False, True, False]


def test_a_frigate_drifts_every_turn() -> None:
    state = sea(ship("A1", "J20", 2, "br-f3-36"), ship("B1", "ZZ1", 2), wind=1)
    seen = []
    for _ in range(4):
        state, drifted = one_turn(state, B1="1")
        seen.append("A1" in drifted)
    assert seen == [False, True, True, True]


def test_a_pair_that_fouled_drifts_in_the_second_phase_from_then() -> None:
    pair = [
        ship("A1", "J20", 1, "br-f3-36", fouled=["B1"]),
        ship("B1", "K20", 1, "br-f3-36"),
    ]
    state, seen = sea(*pair, ship("B2", "ZZ1", 2)), []
    for _ in range(3):
        state, drifted = one_turn(state, B2="1")
        seen.append({"A1", "B1"} <= drifted)
    assert seen == [False, True, True]
    # She was carried two hexes to the north.
    assert state.ships["A1"].bow == (9, 18)


def test_two_guns_and_three_carronades_fire_as_five_when_near() -> None:
    state = sea(
        ship("A1", "J20", 1, "constitution_am", guns={"port": 2, "starboard": 2}),
        ship("B1", "Z1", 1),
    )
    firer = state.ships["A1"]
    assert firer.carronades[0] == 3
    assert [shot_at(firer, "port", far, "").guns for far in (2, 3)] == [5, 2]
    assert [shot_at(firer, "port", far, "").base for far in (2, 3)] == [2, 0]


@pytest.mark.parametrize("seed", range(3))
def test_equals_that_are_grappled_fight_to_an_end_by_what_is_proposed_to_both(seed: int) -> None:
    """Once all hands stood by to defend on both sides, so that nobody ever fired, fought or sailed
    again.
    """
    pair = (ship("A1", "J20", 1, grappled={"B1": 1}), ship("B1", "K20", 1))
    state, dice = sea(*pair, kind="single", phase="boarding"), Dice(seed)
    while state.outcome is None and state.turn < 50:
        question = GAME.pending(state)[0]
        assert isinstance(question, Sheet)
        fill = Fill(question.id, dict(question.proposed))
        state = GAME.decide(state, question.seat, fill, dice).states[-1]
    assert state.outcome is not None
    assert state.fired
    assert "nobody fires" not in state.outcome.reason

"""What is hidden from other seats."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.game import standing_command
from engine.game.question import Draft, Fill, Sheet
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.sitting.talk import Talk
from engine.systems.wooden_ships.inspection import inspect
from engine.systems.wooden_ships.machine import standing_of, standing_sheet, view
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import Standing, State
from engine.systems.wooden_ships.words.words import tell
from tests.engine.systems.wooden_ships.at_sea import GAME as AT_SEA_GAME
from tests.engine.systems.wooden_ships.at_sea import Loaded, filled, of, sea, sheet, ship

SHIPS = (
    ship("A1", "J20", 2, "br-f3-36", order="1L1R"),
    ship("B1", "Z1", 2, order="2"),
    ship("C1", "Q9", 2, order="1R"),
)


def test_sealed_sheets_and_drafts_are_their_own_seats() -> None:
    state = sea(*SHIPS, C={"side": "A"})
    state = AT_SEA_GAME.decide(state, "A", filled(sheet(state), {"A1": "1L1R"}), Dice(1)).states[-1]
    own, foe, ally, nobody = (view(state, seat) for seat in ("A", "B", "C", ""))
    assert own.sealed == state.sealed
    assert own.ships["A1"].order == "1L1R"
    for seen in (foe, ally, nobody):
        assert seen.sealed == {"A": {}}
        assert seen.ships["A1"].order == ""
        assert b"1L1R" not in msgspec.json.encode(seen)
    assert foe.ships["B1"].order == "2"
    assert inspect(state)["A1"]["executed"] is not None
    assert inspect(own)["A1"]["executed"] is None


def test_questions_are_the_same_in_the_view() -> None:
    state = sea(*SHIPS, C={"side": "A"})
    for seat in "ABC":
        assert sheet(view(state, seat), seat) == sheet(state, seat)


def test_states_and_events_come_back_from_bytes() -> None:
    state = sea(*SHIPS, C={"side": "A"})
    raw = msgspec.json.encode(state)
    assert msgspec.json.decode(raw, type=type(state)) == state
    decided = AT_SEA_GAME.decide(state, "A", filled(sheet(state), {"A1": "2"}), Dice(1))
    raw = msgspec.json.encode(list(decided))
    assert msgspec.json.decode(raw, type=list[AnyEvent]) == list(decided)


# Standing choices are kept for later turns, changed at any time, and nobody else sees them.


GAME = system("wooden_ships")
PAIR = (ship("A1", "X18", 2, "mars_br"), ship("B1", "AA21", 6, "hercule_fr"))
"""Two ships at range 4: A1 fires at B1 with table 7; B1 has no shot at all."""


def choose(state: State, draft: Draft, seat: str = "A") -> tuple[State, list[Any]]:
    command = standing_command(GAME, state, seat, draft)
    decided = GAME.decide(state, seat, command, Loaded())
    return decided.states[-1] if decided.states else state, list(decided)


def asked(state: State) -> list[str]:
    return [question.seat for question in GAME.pending(state)]


def test_a_ship_fires_from_the_chosen_table_on_and_stays_loaded_below() -> None:
    """The option "Fire if HDT is at least" (a number of the hit table) stays valid in the following
    turns.
    """
    state = sea(*PAIR, phase="combat")
    assert asked(state) == ["A"]
    seven, _ = choose(state, {"fire": Answer("7")})
    assert asked(seven) == ["A"]
    eight, events = choose(state, {"fire": Answer("8")})
    assert [question.kind for question in GAME.pending(eight)] == ["orders", "orders"]
    assert eight.turn == 2
    assert not of(ev.SideFired, events)
    assert eight.ships["A1"].loaded == ("initial", "initial")
    assert standing_of(eight, "A") == Standing(8)


def test_one_ship_may_have_a_table_of_her_own() -> None:
    state = sea(*PAIR, ship("A2", "ZZ90", 1), phase="combat")
    state, _ = choose(state, {"fire:A2": Answer("8")})
    assert asked(state) == ["A"]
    state, _ = choose(state, {"fire": Answer("8"), "fire:A1": Answer("3")})
    assert standing_of(state, "A") == Standing(8, {"A2": 8, "A1": 3})
    assert asked(state) == ["A"]
    again, _ = choose(state, {"fire:A1": Answer("as_all"), "fire:A2": Answer("0")})
    assert standing_of(again, "A") == Standing(8, {"A2": 0})


def test_a_side_below_the_table_is_closed_and_says_so() -> None:
    state = sea(
        *(ship("A1", "J20", 1, loaded={"port": "round"}), ship("B1", "K20", 1)),
        ship("B2", "H20", 1),
        phase="combat",
    )
    high, _ = choose(state, {"fire": Answer("5")})
    (slot,) = sheet(high).slots
    assert {option.id for option in slot.options} == {"hold", "starboard:hull", "starboard:rigging"}
    (closed,) = [each for each in slot.closed if each.label == "Port"]
    assert closed.why_not == "table 3: her standing choice is to fire only from table 5 on"


def test_of_targets_that_the_owner_chooses_those_below_are_left_out() -> None:
    state = sea(
        *(ship("A1", "J20", 1), ship("B1", "L19", 1), ship("B2", "L21", 6)),
        phase="combat",
        rules={"choose_target": True},
    )
    tables = {option.id for option in sheet(state).slots[0].options}
    assert {"starboard:hull@B1", "starboard:hull@B2"} <= tables
    high, _ = choose(state, {"fire": Answer("6")})
    left = {option.id for option in sheet(high).slots[0].options}
    assert left == {"hold", "starboard:hull@B2", "starboard:rigging@B2"}


def test_neighbours_of_ones_own_line_are_asked_about_on_demand() -> None:
    battle, other = (Battle.new("wooden_ships", "trafalgar", 5) for _ in range(2))
    assert {kind for _, kind in kinds_of_a_turn(battle)} == {"orders", "combat"}
    from_the_start = Battle.new("wooden_ships", "trafalgar", 5, {"ask_neighbours": "true"})
    assert {("A", "boarding"), ("B", "boarding")} <= kinds_of_a_turn(from_the_start)
    other.submit(
        "A", standing_command(GAME, other.state, "A", {"neighbours": Answer(picks=("*",))})
    )
    kinds = kinds_of_a_turn(other)
    assert {("A", "grappling"), ("A", "boarding")} <= kinds
    assert not {("B", "grappling"), ("B", "boarding")} & kinds


def kinds_of_a_turn(battle: Battle) -> set[tuple[str, str]]:
    """Answer all questions of a turn as proposed; return pairs (seat, kind of question)."""
    kinds, turn = set(), battle.state.turn
    while battle.state.turn == turn:
        question = battle.pending()[0]
        assert isinstance(question, Sheet)
        kinds.add((question.seat, question.kind))
        battle.answer(question.seat, dict(question.proposed))
    return kinds


def test_a_program_at_the_pipe_chooses_too() -> None:
    talk = Talk()
    talk.answer('{"op": "new", "scenario": "trafalgar", "seed": 7}')
    told = talk.answer('{"op":"do","seat":"B","sheet":"standing","fill":{"fire:B2":"4"}}')
    assert [event["fact"] for event in told["events"]] == ["standing"]
    assert talk.battle.state.standing["B"] == Standing(0, {"B2": 4})
    told = talk.answer('{"op":"do","seat":"B","sheet":"standing","fill":{"fire:B2":"9"}}')
    assert "'9' is not possible" in told["error"]


def test_nobody_else_learns_of_it() -> None:
    state = sea(*PAIR)
    before = view(state, "B"), view(state, "")
    after, (event,) = choose(state, {"fire": Answer("6")})
    assert (view(after, "B"), view(after, "")) == before
    assert standing_of(view(after, "A"), "A") == Standing(6)
    assert [tell(state, event, seat) for seat in ("A", "B", "")] == ["", "", ""]


def test_what_a_sheet_leaves_out_stays_and_what_it_proposes_is_what_holds() -> None:
    state = sea(*PAIR, ship("A2", "ZZ90", 1), A={"fire_from": 3, "neighbours": ["A2"]})
    assert choose(state, {})[0] == state
    of_a = standing_sheet(state, "A")
    assert of_a is not None
    assert choose(state, of_a.proposed)[0] == state
    none, _ = choose(state, {"neighbours": Answer()})
    assert standing_of(none, "A") == Standing(3)


def test_a_position_names_standing_choices() -> None:
    first = {**PAIR[0], "fire_from": 5}
    assert sea(*PAIR).standing is not sea(first, PAIR[1]).standing
    assert standing_of(sea(first, PAIR[1], A={"fire_from": 2}), "A") == Standing(2, {"A1": 5})


@pytest.mark.parametrize(
    ("seat", "draft", "why"),
    [
        ("A", {"fire": Answer("9")}, "'9' is not possible"),
        ("A", {"fire:B1": Answer("3")}, "'fire:B1' is not on this sheet"),
        ("", {}, "there are no standing choices to change"),
    ],
)
def test_what_is_no_choice_is_refused(seat: str, draft: dict[str, Answer], why: str) -> None:
    with pytest.raises(Refused, match=why):
        choose(sea(*PAIR), draft, seat)


def test_who_has_no_ship_left_has_nothing_to_choose() -> None:
    state = sea(ship("A1", "J20", 1, hull=0), ship("A2", "N20", 1, crew=[0, 0, 0]), PAIR[1])
    assert standing_sheet(state, "A") is None
    with pytest.raises(Refused, match="no ship"):
        GAME.decide(state, "A", Fill("standing"), Loaded())

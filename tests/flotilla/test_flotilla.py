"""Sheets work wherever decisions do: in battles, drafts, computer players, programs, and `talk`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import ProgramFault, Refused
from engine.game.decision import Answer
from engine.game.question import Sheet
from engine.kernel.battle import Battle
from engine.lookahead.scoring import random_draft
from engine.players import dismiss, make_player
from engine.players.program import Program
from engine.sitting.talk import Talk
from tests.flotilla.facts import Fired
from tests.flotilla.play import BLUE, RED, TEXTS, melee

OFFICERS = ("ensign", "lieutenant", "captain")


# The battle ---------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_random_sheets_are_legal_and_a_whole_battle_is_proved(seed: int) -> None:
    battle, random = melee(seed), Random(seed)
    while battle.pending():
        sheet = random.choice(battle.pending())
        assert isinstance(sheet, Sheet)
        view = battle.view(sheet.seat)
        battle.answer(sheet.seat, random_draft(battle.game, view, sheet, random))
        if random.random() < 0.2 and not battle.why_not_reopen(sheet.seat):
            battle.reopen(sheet.seat)
    fired = sum(isinstance(event, Fired) for each in battle.entries for event in each.events)
    assert battle.game.dice_rolled(battle.state) == fired
    assert battle.outcome()
    assert battle.verify().ok


def test_a_sealed_sheet_is_in_no_other_view_and_in_nobody_elses_log() -> None:
    battle = melee()
    (event,) = battle.answer("A", RED)
    assert battle.view("A").sealed == {"A": RED}
    assert battle.view("B").sealed == battle.view("").sealed == {"A": {}}
    tell = battle.game.words.tell
    assert tell(battle.at(0), event, "A") == "Red: Lark ahead, to starboard; Wren to port"
    assert tell(battle.at(0), event, "B") == tell(battle.at(0), event, "")
    assert tell(battle.at(0), event, "B") == "Red: seals its orders"


def test_a_sheet_may_be_opened_again_until_the_other_is_sealed() -> None:
    battle = melee()
    assert battle.why_not_reopen("A") == "you have no sealed sheet that is still secret"
    battle.answer("A", RED)
    assert battle.why_not_reopen("B")
    battle.reopen("A")
    assert [question.seat for question in battle.pending()] == ["A", "B"]
    assert battle.drafts.of("A", "orders 1") == RED
    battle.answer("B", BLUE)
    battle.answer("A", RED)
    assert battle.state.turn == 2
    with pytest.raises(Refused, match="you have no sealed sheet that is still secret"):
        battle.reopen("A")
    assert battle.verify().ok


def test_what_was_sealed_is_drafted_again_by_undo_and_by_a_take_back(tmp_path: Path) -> None:
    path = tmp_path / "melee.battle"
    battle = melee(path=path)
    battle.answer("A", RED)
    assert battle.drafts.of("A", "orders 1") == {}
    battle.undo("A")
    assert battle.drafts.of("A", "orders 1") == RED
    battle.redo("A")
    assert battle.drafts.of("A", "orders 1") == {}
    battle.answer("B", BLUE)
    assert battle.why_not_undo("B") == "dice were rolled"
    battle.answer("A", {"A1": Answer("1"), "A2": Answer("1")})
    battle.take_back("B")  # over the sheet that A has sealed since
    assert battle.drafts.of("B", "orders 1") == BLUE
    battle.take_back("A")
    assert battle.drafts.of("A", "orders 1") == RED
    battle.close()
    again = Battle.open(path)
    assert again.drafts.of("A", "orders 1") == RED
    assert again.drafts.of("B", "orders 1") == BLUE
    again.close()


def test_a_new_battle_knows_nothing_of_drafts_that_another_has_left(tmp_path: Path) -> None:
    path = tmp_path / "melee.battle"
    battle = melee(path=path)
    battle.drafts.keep("A", "orders 1", RED)
    battle.close()
    path.unlink()
    battle = melee(path=path)
    assert battle.drafts.of("A", "orders 1") == {}
    battle.close()
    assert [each.name for each in tmp_path.glob("*.drafts")] == []


# Computer players ---------------------------------------------------------------------


@pytest.mark.parametrize("name", OFFICERS)
def test_each_computer_player_fills_whole_battles(name: str) -> None:
    for seed in range(3):
        battle = melee(seed)
        players = {seat: make_player(name, battle.game, seed, seat) for seat in "AB"}
        while battle.pending():
            sheet = battle.pending()[seed % len(battle.pending())]
            battle.answer(sheet.seat, players[sheet.seat].choose(battle.view(sheet.seat), sheet))
        assert battle.outcome()
        assert battle.verify().ok


LOOP = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)["question"]
    fill = {each["id"]: each["proposed"] or each["options"][0]["id"] for each in asked["slots"]}
    print({answer}, flush=True)
"""


def program(battle: Battle, answer: str) -> Program:
    """Return a program that plays Blue: for each sheet it prints `answer`, a Python expression."""
    code = LOOP.replace("{answer}", answer)
    return Program(shlex.join([sys.executable, "-c", code]), battle.game, 1, "B", patience=10.0)


def test_a_program_over_a_pipe_fills_sheets() -> None:
    battle = melee()
    player = program(battle, 'json.dumps({"sheet": asked["sheet"], "fill": fill})')
    try:
        while battle.state.turn < 3:
            battle.answer("A", battle.pending()[0].proposed)  # type: ignore[union-attr]
            (sheet,) = battle.pending()
            battle.answer("B", player.choose(battle.view("B"), sheet))
    finally:
        dismiss([player])
    sealed = battle.entries[1].command
    assert sealed.answers == {"B1": Answer("1"), "B2": Answer("1"), "guns": Answer("B1")}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ('json.dumps({"option": "1"})', "this question needs a whole sheet"),
        ('json.dumps({"fill": {"B1": "1"}})', "Pinson: nothing is chosen"),
        ('json.dumps({"fill": {**fill, "B1": "9"}})', "Merle: '9' is not possible"),
        ('\'{"fill": {"B1": "1", "B1": "R", "B2": "1"}}\'', "'B1' is filled in twice"),
        ('json.dumps({"sheet": "orders 9", "fill": fill})', "the sheet 'orders 9' is closed"),
    ],
)
def test_a_program_that_fills_a_sheet_wrong_is_told_in_a_sentence(answer: str, why: str) -> None:
    battle = melee()
    player = program(battle, answer)
    with pytest.raises(ProgramFault, match=why):
        player.choose(battle.view("B"), battle.pending()[1])
    assert battle.position == 0


# Over a line --------------------------------------------------------------------------


@pytest.fixture
def talk() -> Talk:
    """Return a `Talk` session in which a new battle is open."""
    talk = Talk()
    assert say(talk, op="new", scenario="melee", game="flotilla", seed=7)["ok"]
    return talk


def say(talk: Talk, **request: Any) -> dict[str, Any]:
    return talk.answer(msgspec.json.encode(request))


def test_a_sheet_is_asked_with_its_slots_checked_filled_and_opened_again(talk: Talk) -> None:
    red, blue = say(talk, op="pending")["pending"]
    assert (red["sheet"], red["seat"], red["secret"]) == ("orders 1", "A", True)
    assert [slot["id"] for slot in red["slots"]] == ["A1", "A2", "guns"]
    lark, _, guns = red["slots"]
    assert (lark["label"], lark["subject"], lark["spelt"]) == ("Lark", "A1", "1LR")
    assert (lark["proposed"], lark["needs"], guns["needs"], guns["at_most"]) == (
        "1",
        True,
        False,
        2,
    )
    assert guns["costs"]["A1"] == {"powder": 1}
    assert red["purses"] == [{"name": "powder", "have": 3}]
    faults = say(talk, op="check", seat="A", fill={"A1": "1R"})["faults"]
    assert faults == [{"slot": "A2", "why": "Wren: nothing is chosen"}]
    assert say(talk, op="check", seat="A", fill=TEXTS)["faults"] == []
    done = say(talk, op="do", seat="A", fill=TEXTS)
    assert [each["seat"] for each in done["pending"]] == ["B"]
    assert say(talk, op="view", seat="B")["view"]["sealed"] == {"A": {}}
    again = say(talk, op="reopen", seat="A")
    assert [each["seat"] for each in again["pending"]] == ["A", "B"]
    assert say(talk, op="do", seat="A", fill=TEXTS, sheet="orders 1")["ok"]
    fill = {"B1": "1", "B2": "R1", "guns": "B1 B2"}
    assert blue["purses"][0]["have"] == 3
    assert say(talk, op="do", seat="B", fill=fill)["pending"][0]["sheet"] == "orders 2"


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (
            {"op": "do", "option": "1"},
            'this question needs a whole sheet: send "fill" without "option": Red: ',
        ),
        (
            {"op": "do", "fill": TEXTS, "option": "1"},
            'this question needs a whole sheet: send "fill" without "option"',
        ),
        ({"op": "do"}, 'this question needs a whole sheet: send "fill" without "option": Red: '),
        ({"op": "do", "fill": {"A1": "1"}}, "Wren: nothing is chosen"),
        ({"op": "do", "fill": {**TEXTS, "B1": "1"}}, "'B1' is not on this sheet"),
        (
            {"op": "do", "fill": {**TEXTS, "A1": "1LLL"}},
            "Lark: '1LLL' is not possible; possible: 1, L",
        ),
        ({"op": "do", "fill": {**TEXTS, "A1": "1 L"}}, "Lark: at most 1 may be chosen"),
        ({"op": "do", "fill": {**TEXTS, "guns": "A1 A1"}}, "Guns: an option is picked twice"),
        ({"op": "do", "fill": {**TEXTS, "A1": "1 dial=3"}}, "Lark: 1 has no dial"),
        ({"op": "do", "fill": {**TEXTS, "A1": "1 at=3,3"}}, "Lark: this option takes no place"),
        (
            {"op": "do", "fill": {**TEXTS, "A1": "'1"}},
            "A1: the answer has an opening quotation mark",
        ),
        (
            {"op": "do", "fill": TEXTS, "sheet": "orders 0"},
            "the sheet 'orders 0' is closed",
        ),
        ({"op": "do", "fill": TEXTS, "seat": "B"}, "'A1' is not on this sheet"),
        ({"op": "do", "fill": TEXTS, "seat": "C"}, "there is no choice for seat C now"),
        ({"op": "check", "fill": {"A1": "1"}, "seat": "C"}, "there is no choice for seat C now"),
        ({"op": "reopen"}, "you have no sealed sheet that is still secret"),
    ],
)
def test_a_wrong_sheet_is_refused_in_a_sentence_and_nothing_is_lost(
    talk: Talk, request_: dict[str, Any], why: str
) -> None:
    before = say(talk, op="pending")
    answer = say(talk, **{"seat": "A", **request_})
    assert not answer["ok"]
    assert answer["error"].startswith(why)
    assert "\n" not in answer["error"]
    assert say(talk, op="pending") == before


@pytest.mark.parametrize("op", ["do", "check"])
def test_a_slot_that_is_filled_twice_is_refused(talk: Talk, op: str) -> None:
    line = f'{{"op": "{op}", "seat": "A", "fill": {{"A1": "1", "A2": "1", "A1": "R"}}}}'
    assert talk.answer(line) == {"ok": False, "error": "'A1' is filled in twice"}
    assert talk.battle.position == 0


def test_a_sheet_that_is_sealed_or_comes_too_late_is_refused(talk: Talk) -> None:
    assert say(talk, op="do", seat="A", fill=TEXTS)["ok"]
    again = say(talk, op="do", seat="A", fill=TEXTS)
    assert again["error"] == "there is no choice for seat A now"
    assert say(talk, op="do", seat="B", fill={"B1": "1", "B2": "1"})["ok"]
    late = say(talk, op="do", seat="A", fill=TEXTS, sheet="orders 1")
    assert late["error"] == "the sheet 'orders 1' is closed; fill in 'orders 2'"
    assert say(talk, op="reopen", seat="A")["error"].startswith(
        "you have no sealed sheet that is still secret"
    )
    assert talk.battle.position == 2


def test_a_purse_that_is_overspent_is_said_at_once(talk: Talk) -> None:
    for _ in range(2):
        for seat, keys in (("A", ("A1", "A2")), ("B", ("B1", "B2"))):
            guns = " ".join(keys) if seat == "A" and talk.battle.state.turn == 1 else ""
            say(talk, op="do", seat=seat, fill={**dict.fromkeys(keys, "1"), "guns": guns})
    fill = {"A1": "1", "A2": "1", "guns": "A1 A2"}
    faults = say(talk, op="check", seat="A", fill=fill)["faults"]
    assert faults == [{"slot": "", "why": "powder: 2 kegs, the limit is 1"}]
    assert say(talk, op="do", seat="A", fill=fill)["error"] == faults[0]["why"]

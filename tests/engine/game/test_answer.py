"""Answers as text: what is written can be read back, and a text that cannot be read gets a
reason.
"""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Refused
from engine.game.decision import (
    LONGEST,
    Ambiguous,
    Answer,
    Decision,
    Dial,
    Option,
    Point,
    parse_answer,
)
from engine.game.question import Budget, Fill, Reopen, Sheet, Slot

ids = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1).filter(
    lambda id: not id.startswith(("dial=", "at="))
)
numbers = st.floats(-1e4, 1e4).map(lambda number: round(number, 4))
places = st.tuples(numbers, numbers)


@given(st.builds(Answer, ids, st.none() | numbers, st.none() | places))
def test_an_answer_is_read_back_from_its_text(answer: Answer) -> None:
    assert parse_answer(str(answer)) == answer


@given(st.lists(ids, min_size=2, max_size=5))
def test_several_words_are_picks(picks: list[str]) -> None:
    answer = Answer(picks=tuple(picks))
    assert parse_answer(str(answer)) == answer
    assert answer.chosen == tuple(picks)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "an option's id"),
        ("slide dial=", "not a number"),
        ("slide dial=nan", "not a number"),
        ("slide dial=inf", "not a number"),
        ("deploy at=3", "not a number"),
        ("deploy at=3,x", "not a number"),
        ("'slide", "the answer has an opening quotation mark without a closing one"),
        ("x" * (LONGEST + 1), "an option's id"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        parse_answer(text)


def test_an_ambiguous_order_names_its_readings() -> None:
    refusal = Ambiguous("b", ("broadside B1", "board B1"))
    assert str(refusal) == "'b' could be broadside B1 or board B1; type more of it"
    assert refusal.readings == ("broadside B1", "board B1")


class Placed(msgspec.Struct, frozen=True):
    """A command with a place on the chart."""

    at: Point = (0.0, 0.0)


@pytest.mark.parametrize("at", [(math.nan, math.nan), (1.0, math.nan), (math.inf, 1.0)])
def test_a_place_without_end_is_none_whoever_says_where(at: Point) -> None:
    option = Option("put", "put it", Placed(), area="at")
    asked = Decision("A", "place", "where", (option,))
    assert option.filled(asked, None, (3.0, 4.0)) == Placed((3.0, 4.0))
    with pytest.raises(Refused, match="is outside the allowed area"):
        option.filled(asked, None, at)


# Sheets: several slots filled together, their faults, and what may be sealed.


def options(*ids: str, dial: str = "") -> tuple[Option, ...]:
    return tuple(Option(id, id.upper(), None, dial=dial) for id in ids)


PLOT = Slot("A1", "Mars", options("0", "1", "1L", "1L1", "R"), subject="A1", typed="01LR")
PARTY = Slot("A2.crew", "Swan's crew", options("guns", "pumps", "sails"), at_most=2, needs=False)
GUN = Slot("A2.gun", "Swan's gun", options("lay", dial="angle"), dial=Dial(0, 90, 15), needs=False)
MEN = Slot("men", "Men", options("few", "many"), costs={"few": {"crew": 2}, "many": {"crew": 6}})
SHEET = Sheet(
    "orders 6", "A", "orders", "Orders?", (PLOT, PARTY, GUN, MEN), purses=(Budget("crew", 5),)
)
DRAFT = {"A1": Answer("1L"), "men": Answer("few")}


def test_what_is_filled_well_has_no_fault_and_may_be_sealed() -> None:
    assert SHEET.faults(DRAFT) == ()
    SHEET.validate(Fill("orders 6", dict(DRAFT)))
    whole = DRAFT | {"A2.crew": Answer(picks=("guns", "sails")), "A2.gun": Answer("lay", dial=45)}
    assert SHEET.faults(whole) == ()
    assert SHEET.describe(whole) == "Mars: 1L; Swan's crew: GUNS, SAILS; Swan's gun: LAY; Men: FEW"


@pytest.mark.parametrize(
    ("changed", "slot", "words"),
    [
        ({"A1": None}, "A1", "Mars: nothing is chosen"),
        ({"A1": Answer("9")}, "A1", "Mars: '9' is not possible"),
        ({"A1": Answer("1", dial=3.0)}, "A1", "has no dial"),
        ({"A1": Answer("1", at=(1.0, 1.0))}, "A1", "this option takes no place"),
        ({"A1": Answer(picks=("1", "0"))}, "A1", "at most 1"),
        ({"A1": Answer("1", picks=("0",))}, "A1", "not both"),
        ({"A2.crew": Answer(picks=("guns", "guns"))}, "A2.crew", "picked twice"),
        ({"A2.crew": Answer(picks=("guns", "sails", "pumps"))}, "A2.crew", "at most 2"),
        ({"A2.gun": Answer("lay", dial=7.0)}, "A2.gun", "steps of 15"),
        ({"B1": Answer("0")}, "B1", "'B1' is not on this sheet"),
        ({"men": Answer("many")}, "", "crew: 6, the limit is 5"),
    ],
)
def test_each_fault_names_its_slot_and_refuses_the_seal(
    changed: dict[str, Answer | None], slot: str, words: str
) -> None:
    draft = {key: each for key, each in (DRAFT | changed).items() if each is not None}
    (fault,) = SHEET.faults(draft)
    assert fault.slot == slot
    assert words in fault.why
    with pytest.raises(Refused, match=fault.why.replace("(", r"\(")):
        SHEET.validate(Fill("orders 6", draft))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (Fill("orders 5", dict(DRAFT)), "'orders 5' is closed; fill in 'orders 6'"),
        (Reopen(), "this question needs a whole sheet"),
        ("stay", "this question needs a whole sheet"),
    ],
)
def test_a_late_sheet_and_a_wrong_kind_of_answer_are_refused(command: object, words: str) -> None:
    with pytest.raises(Refused, match=words):
        SHEET.validate(command)


def test_an_order_is_spelt_key_by_key() -> None:
    assert PLOT.spellings("") == {"0": "0", "1": "1", "R": "R"}
    assert PLOT.spellings("1") == {"L": "1L"}
    assert PLOT.spellings("1L1") == {}
    assert PLOT.spellings("x") == {}


def test_a_slot_can_be_put_as_a_question_of_its_own() -> None:
    decision = SHEET.as_decision(PLOT)
    assert (decision.seat, decision.ship, decision.secret) == ("A", "A1", True)
    assert [option.id for option in decision.options] == ["0", "1", "1L", "1L1", "R"]


def test_a_slot_that_is_not_there_is_named() -> None:
    with pytest.raises(Refused, match=r"'B9' is not on this sheet; its slots: A1, A2\.crew"):
        SHEET.slot("B9")

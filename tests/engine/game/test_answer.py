"""Answers as text: what is written is read back, and what cannot be read says why."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Refused
from engine.game.decision import LONGEST, Ambiguous, Answer, Decision, Option, Point, read

ids = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1).filter(
    lambda id: not id.startswith(("dial=", "at="))
)
numbers = st.floats(-1e4, 1e4).map(lambda number: round(number, 4))
places = st.tuples(numbers, numbers)


@given(st.builds(Answer, ids, st.none() | numbers, st.none() | places))
def test_an_answer_is_read_back_from_its_text(answer: Answer) -> None:
    assert read(str(answer)) == answer


@given(st.lists(ids, min_size=2, max_size=5))
def test_several_words_are_picks(picks: list[str]) -> None:
    answer = Answer(picks=tuple(picks))
    assert read(str(answer)) == answer
    assert answer.chosen == tuple(picks)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "an option's id"),
        ("slide dial=", "no number"),
        ("slide dial=nan", "no number"),
        ("slide dial=inf", "no number"),
        ("deploy at=3", "no number"),
        ("deploy at=3,x", "no number"),
        ("'slide", "the answer has an opening quotation mark without a closing one"),
        ("x" * (LONGEST + 1), "an option's id"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        read(text)


def test_an_ambiguous_order_names_its_readings() -> None:
    refusal = Ambiguous("b", ("broadside B1", "board B1"))
    assert str(refusal) == "'b' could be broadside B1 or board B1; type more of it"
    assert refusal.readings == ("broadside B1", "board B1")


class Placed(msgspec.Struct, frozen=True):
    """A command with a place."""

    at: Point = (0.0, 0.0)


@pytest.mark.parametrize("at", [(math.nan, math.nan), (1.0, math.nan), (math.inf, 1.0)])
def test_a_place_without_end_is_none_whoever_says_where(at: Point) -> None:
    option = Option("put", "put it", Placed(), area="at")
    asked = Decision("A", "place", "where", (option,))
    assert option.filled(asked, None, (3.0, 4.0)) == Placed((3.0, 4.0))
    with pytest.raises(Refused, match="is outside the area that is allowed"):
        option.filled(asked, None, at)

"""Each battle of the book says when, where and what was at stake, and what came of it."""

from __future__ import annotations

from textwrap import wrap

import pytest

from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.data.facts import BattleRecord
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.squadrons.reading import OWN
from engine.systems.iron_oak.words.reference import history, opening, when_and_where

BATTLES = list(shipped().scenarios.values())


@pytest.mark.parametrize("record", BATTLES, ids=lambda record: record.id)
def test_a_battle_opens_with_three_sentences_and_ends_with_what_history_saw(
    record: BattleRecord,
) -> None:
    """The sentences fit on the plate: seven lines of 42 columns, its title too."""
    state = IronOak().set_up(record.id)
    told = opening(state)
    assert told is not None
    assert len(record.stakes) == 3
    assert all(each[0].isupper() and each[-1] == "." for each in record.stakes)
    assert told.text.isascii()
    assert len(wrap(told.text, 42)) <= 7
    assert len(told.title) <= 42
    assert history(state).endswith(".")
    assert history(state).isascii()


def test_a_date_may_lack_its_day_and_a_place_is_told_in_short() -> None:
    told = when_and_where(shipped().scenarios["plymouth"])
    assert told == "19 Apr 1864, Roanoke River"
    told = when_and_where(shipped().scenarios["fate_of_arkansas"])
    assert told == "July 1862, Mississippi at Baton Rouge"


def test_a_battle_that_is_in_no_book_tells_nothing() -> None:
    state = IronOak().set_up(OWN)
    assert opening(state) is None
    assert history(state) == ""

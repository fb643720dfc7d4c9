"""Typed words are understood as an option with its dial value, or as an action."""

from __future__ import annotations

import pytest

from engine.base.errors import Refused
from engine.game.decision import Ambiguous, Area, Decision, Dial, Option
from engine.sitting.typed_words import find_terms, resolve_words, search
from tui.input.actions import ACTIONS

TURN = Decision(
    "A",
    "turn",
    "A1: which way?",
    (
        Option("turn_end", 'sail 4", then turn', None, dial="angle"),
        Option("turn_start", 'turn, then sail 4"', None, dial="angle"),
        Option("straight", 'sail 4" straight', None),
    ),
    Dial(-30, 30, 2.5, below="to port", above="to starboard"),
)
ROOM = [action for action in ACTIONS if action.screen == "battle"]


def test_the_start_of_words_finds_an_option() -> None:
    assert search("str", TURN)[0].option == "straight"


def test_a_number_sets_the_dial_and_a_word_its_side() -> None:
    found = search("turn start 20 port", TURN)
    assert [(each.option, each.dial) for each in found] == [("turn_start", -20.0)]
    assert search("turn 12.5 to starboard", TURN)[0].dial == 12.5


def test_a_number_of_the_label_is_no_dial() -> None:
    assert search("sail 4 straight", TURN)[0].dial is None
    assert search("turn sail 4", TURN)[0].dial is None


def test_two_numbers_are_a_place() -> None:
    area = Area((((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)),), (1.0, 1.0))
    options = (Option("deploy", "deploy", None, area="at"),)
    placed = Decision("A", "deploy", "where?", options, area=area)
    assert search("deploy at 3 4.5", placed)[0].at == (3.0, 4.5)


def test_other_words_that_an_option_goes_by_are_found_too() -> None:
    phrases = [(), (), ("A1 holds her course",)]
    assert search("a1 holds", TURN, phrases)[0].option == "straight"


def test_actions_of_the_room_are_found_by_name() -> None:
    assert search("undo", None, (), ROOM)[0].action == "undo"
    assert search("whole ta", None, (), ROOM)[0].action == "whole"


def test_an_empty_line_offers_all_options_in_their_order() -> None:
    assert [each.option for each in search("", TURN)] == ["turn_end", "turn_start", "straight"]


def test_words_that_mean_nothing_find_nothing() -> None:
    assert search("walk the plank", TURN, (), ROOM) == []


def test_figures_of_a_label_are_never_the_value_of_its_dial() -> None:
    for line, dial in (
        ('sail 4", then turn 20 port', -20.0),
        ("sail 4 then turn 20 starboard", 20.0),
        ("turn 20 port, sail 4", -20.0),
        ("turn 4 port", -4.0),
    ):
        assert search(line, TURN)[0].dial == dial, line
    assert search('sail 4", then turn 20 30 port', TURN) == [], "a figure is left over"


def test_a_letter_that_every_label_may_leave_out_means_nothing() -> None:
    assert search("a", TURN) == []
    assert search("to the", TURN) == []


def test_whole_words_mean_one_option_or_the_line_is_refused() -> None:
    phrases: list[tuple[str, ...]] = [(), (), ()]
    assert resolve_words('sail 4", then turn 20 port', TURN, phrases).option == "turn_end"
    assert resolve_words("turn then sail", TURN, phrases).option == "turn_start"
    with pytest.raises(Ambiguous, match=r"could be 1 .* or 2 .*; type more of it"):
        resolve_words("turn 20", TURN, phrases)
    with pytest.raises(Refused, match="'str' is not an answer or command here"):
        resolve_words("str", TURN, phrases)


def test_a_term_of_two_letters_is_found_in_no_text() -> None:
    assert find_terms("The beam of a ship is worth one VP", "iron_oak") == (
        "iron_oak",
        ("sea_beam",),
    )
    with pytest.raises(Refused, match="no word on this screen"):
        find_terms("one VP", "iron_oak")

"""Typed commands: from words to an option with its dial, or to an action."""

from __future__ import annotations

from engine.game.decision import Area, Decision, Dial, Option
from tui.input.actions import ACTIONS
from tui.input.words import search

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

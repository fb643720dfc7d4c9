"""Orders: highlighting options, turning the dial, choosing a place."""

from __future__ import annotations

import pytest

from engine.base.errors import Refused
from engine.game.answer import Answer
from engine.game.decision import Area, Closed, Decision, Dial, Option
from engine.game.game import Seat
from tui.input.keys import Keymap
from tui.input.orders import Orders
from tui.panel.prompts import advice_on, order_lines, prompt_line, sentence_lines
from tui.terminal.lines import text_of

SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
QUESTION = Decision(
    seat="A",
    kind="turn",
    prompt="A1: sail and turn?",
    options=(
        Option("turn", "sail and turn", None, dial="angle"),
        Option("fire", "fire at B2", None, subject="B2"),
        Option("deploy", "deploy", None, area="at"),
    ),
    dial=Dial(-30, 30, 2.5, below="to port", above="to starboard"),
    area=Area((SQUARE,), (1.0, 1.0)),
    closed=(Closed("Anchor", "the water is too deep"),),
    ship="A1",
)
RED = Seat("A", "Red")


def test_what_does_not_come_back_is_not_highlighted_first() -> None:
    point = Option("point", "spend the last point", None, spends=True)
    keep = Option("keep", "keep it", None)
    orders = Orders(Decision("A", "reroll", "Again?", (point, keep)))
    assert orders.option.id == "keep"
    orders.move(-1)
    assert orders.option.id == "point", "who asks for it has it"
    assert Orders(Decision("A", "drop", "Which?", (point,))).option.id == "point"


def test_after_the_last_option_comes_the_first() -> None:
    orders = Orders(QUESTION)
    orders.move(-1)
    assert orders.option.id == "deploy"
    orders.move(1)
    assert orders.option.id == "turn"


def test_the_dial_stops_at_its_ends() -> None:
    orders = Orders(QUESTION)
    assert orders.turn(-3)
    assert orders.answer == Answer("turn", dial=-7.5)
    assert orders.turn(100)
    assert orders.dial_words == "30 to starboard"
    assert not orders.turn(1)


def test_a_value_between_the_steps_is_refused() -> None:
    with pytest.raises(Refused):
        Orders(QUESTION).turn_to(3.0)


def test_a_place_is_kept_whether_it_is_open_or_not() -> None:
    """The game says why a place is not open; the ghost follows the cursor."""
    orders = Orders(QUESTION)
    orders.pick(2)
    assert orders.answer == Answer("deploy", at=(1.0, 1.0))
    orders.place((10.0, 5.0))
    assert orders.answer == Answer("deploy", at=(10.0, 5.0))


def test_a_ship_finds_the_order_about_her() -> None:
    orders = Orders(QUESTION)
    assert orders.about("B2")
    assert orders.option.id == "fire"
    assert not orders.about("B1")


def test_the_prompt_says_whose_choice_which_one_and_the_key() -> None:
    """RED A1 sail and turn: ... [ < 22.5 to port > ]   Enter take."""
    orders = Orders(QUESTION)
    orders.turn(-9)
    line = text_of(prompt_line(RED, orders, Keymap(), 80))
    assert line.startswith(" RED A1  sail and turn: sail and turn [ < 22.5 to port > ]")
    assert line.endswith("Enter take ")
    assert len(line) == 80


def test_a_narrow_prompt_keeps_option_dial_and_key() -> None:
    orders = Orders(QUESTION)
    orders.turn(-9)
    line = text_of(prompt_line(RED, orders, Keymap(), 60))
    assert "[ < 22.5 to port > ]" in line
    assert "Enter take" in line


def test_the_list_marks_the_highlighted_order_and_says_why_not() -> None:
    orders = Orders(QUESTION)
    orders.move(1)
    text = [text_of(line) for line in order_lines(orders, 40, 8, "ascii", why=True)]
    assert text[0].startswith("-- Orders --")
    assert text[2].startswith(">2. fire at B2")
    assert text[4] == "Not open now, and why:"
    assert text[5] == " - Anchor: the water is too deep"


def test_a_short_list_follows_the_highlighted_order() -> None:
    orders = Orders(QUESTION)
    orders.move(2)
    text = [text_of(line) for line in order_lines(orders, 40, 2, "ascii", why=False)]
    assert text[0].startswith("-- Orders, 3 in all")
    assert text[1].startswith(">3. deploy")


def test_a_first_time_player_is_told_what_may_be_done() -> None:
    said = " ".join(advice_on(Orders(QUESTION), Keymap(), looking=False))
    assert "Left/Right turn the dial" in said
    assert "Enter takes it, u undoes" in said


def test_a_sentence_takes_as_many_lines_as_it_needs() -> None:
    lines = sentence_lines("The wind is in her eye, so she cannot sail there now.", 30)
    assert [len(text_of(line)) <= 30 for line in lines] == [True, True]


@pytest.mark.parametrize(
    ("text", "value"),
    [("15", 15.0), ("-15", -15.0), ("15 to port", -15.0), ("5 starboard", 5.0), ("5 degrees", 5.0)],
)
def test_a_value_of_a_dial_is_read_as_it_is_told(text: str, value: float) -> None:
    dial = QUESTION.dial
    assert dial is not None
    assert dial.read(text) == value


@pytest.mark.parametrize("text", ["", "abc", "5 leeward", "nan", "31"])
def test_what_is_no_value_of_a_dial_is_refused(text: str) -> None:
    dial = QUESTION.dial
    assert dial is not None
    with pytest.raises(Refused):
        dial.read(text)

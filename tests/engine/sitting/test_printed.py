"""Printed answers can be typed: labels with numbers, brackets, list numbers; control keys are
refused.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.base.errors import Refused
from engine.game.decision import Ambiguous, Answer, Area, Closed, Decision, Dial, Option
from engine.sitting.printed import Reader, option_text, parse_printed, refuse_controls, why_closed

SAILS = Decision(
    "A",
    "manoeuvre",
    "A2: which way?",
    (
        Option("end", 'sail 3", then turn', ["end"], dial="angle"),
        Option("straight", 'sail 3" straight', ["straight"]),
        Option("speed", "Adjust Speed up to 5", ["speed"]),
        Option("board", "Board B1, 5 dice", ["board"]),
        Option("one", "a counter", ["one"]),
        Option("other", "a counter", ["other"]),
    ),
    Dial(-30, 30, 0.5, below="to port", above="to starboard"),
    ship="A2",
)
WATER = Area((((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)),), (1.0, 1.0))
PLACED = Decision(
    "A",
    "deploy",
    "where?",
    (Option("A1", "A1 Swallow", None, area="at", dial="heading"),),
    Dial(0, 355, 5, endless=True),
    WATER,
)


def said(command: Any) -> str:
    return f"she does {command[0]}"


def read(text: str, decision: Decision = SAILS) -> Answer | None:
    options = tuple(
        option
        if decision is not SAILS or option.id != "end"
        else Option("end", option.label, None, dial="angle")
        for option in decision.options
    )
    changed = Decision(
        decision.seat,
        decision.kind,
        decision.prompt,
        options,
        decision.dial,
        decision.area,
        ship=decision.ship,
    )
    return parse_printed(Reader(changed, said), text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('sail 3", then turn [20 to starboard]', Answer("end", 20.0)),
        ('sail 3", then turn [20 to port].', Answer("end", -20.0)),
        ('sail 3", then turn 25 port', Answer("end", -25.0)),
        ('sail 3", then turn', Answer("end")),
        ('1  sail 3", then turn (30 to port to 30 to starboard)', Answer("end")),
        ("1 [20 to starboard]", Answer("end", 20.0)),
        ("1 20 port", Answer("end", -20.0)),
        ('2. SAIL 3"  straight', Answer("straight")),
        ("Adjust Speed up to 5", Answer("speed")),
        ("A2 Board B1, 5 dice", Answer("board")),
        ("4", Answer("board")),
        ("she does speed", Answer("speed")),
        ("sail", None),
        ("3 5", None),
        ('sail 3", then turn 999', None),
    ],
)
def test_a_line_is_the_answer_that_it_is_printed_for(text: str, answer: Answer | None) -> None:
    assert read(text) == answer


def test_a_place_comes_back_with_all_its_digits() -> None:
    told = PLACED.describe("A1", 45.0, (3.572, 20.3781))
    assert told == "A1 Swallow [45 degrees] at 3.572, 20.3781"
    assert read(told, PLACED) == Answer("A1", 45.0, (3.572, 20.3781))
    assert read(f"1  {option_text(PLACED.options[0], PLACED)}", PLACED) == Answer("A1")


def test_a_value_in_brackets_that_is_off_the_dial_is_refused() -> None:
    with pytest.raises(Refused, match="is not on the dial, which goes from"):
        read('sail 3", then turn [45 to port]')


def test_a_form_of_two_commands_is_refused_and_names_both() -> None:
    with pytest.raises(Ambiguous, match=r"5 \(one\) or 6 \(other\)"):
        read("a counter")
    assert read("6  a counter") == Answer("other")


def test_a_control_character_is_refused_and_named_and_a_closed_answer_says_why() -> None:
    for line, name in (
        ("\x1b[A", "Escape"),
        ("1\x7f", "Delete"),
        ("\x03", "Ctrl.C"),
        ("\x9b", "U.009B"),
    ):
        with pytest.raises(Refused, match=rf"control character in it \({name}\)"):
            refuse_controls(line)
    refuse_controls("1 20 port\r\n")
    closed = (Closed("Reload", "her guns are loaded"),)
    assert why_closed("reload", closed) == "Reload: her guns are loaded"
    assert why_closed("re", closed) == ""

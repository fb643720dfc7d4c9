from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

import tests.pond.game  # noqa: F401 - registers the pond
from engine.arena import crews, play_out
from engine.game.decision import Answer, Reason
from engine.kernel.battle import Battle
from engine.review.curve import CostlyChoice, Trial
from engine.review.report import FORMATS, battle_lines, render_report, report


def begun() -> Battle:
    """Return a duel after one turn, in which both boats have steered ahead."""
    battle = Battle.new("pond", "duel", 5, title="A *fine* day")
    for seat in ("A", "B"):
        battle.answer(seat, Answer("steer", 0.0))
    return battle


def test_a_battle_that_goes_on_says_so() -> None:
    assert render_report(report(begun()), "text") == (
        "A *fine* day, Gunboats on a Pond\n"
        "Red against Blue, seed 5\n"
        "\n"
        "Turn 1, Orders\n"
        "    1  Red: gives an order\n"
        "    2  Blue: gives an order\n"
        "    2  Red runs to (4.4, 4.4)\n"
        "    2  Blue runs to (7.6, 7.6)\n"
        "    2  Turn 1 ends\n"
        "\n"
        "The battle goes on.\n"
    )


def test_no_secret_is_told() -> None:
    battle = begun()
    battle.answer("A", Answer("lay_gun"))
    for form in FORMATS:
        assert "lay the gun" not in render_report(report(battle), form).lower()


def test_what_was_undone_is_not_told_and_take_backs_are_counted() -> None:
    battle = begun()
    battle.take_back("B")
    battle.take_back("A")
    whole = report(battle)
    assert whole.lines == ()
    assert "Commands were taken back twice." in render_report(whole, "text")


def test_a_note_stands_after_its_entry_wherever_that_is() -> None:
    battle = Battle.new("pond", "duel", 5)
    battle.note("a calm morning")
    battle.answer("A", Answer("steer", 0.0))
    battle.note("under way", "A", bookmark=True)
    battle.answer("B", Answer("steer", 0.0))
    lines = render_report(report(battle), "text").split("\n")
    assert lines[3:8] == [
        "Turn 1, Orders",
        "       (note: a calm morning)",
        "    1  Red: gives an order",
        "       (bookmark by A: under way)",
        "    2  Blue: gives an order",
    ]


def test_markdown_shows_every_sign_as_it_is() -> None:
    assert render_report(report(begun()), "md").startswith("# A \\*fine\\* day\n")


@pytest.mark.parametrize("seed", range(4))
def test_json_tells_what_text_tells(seed: int) -> None:
    battle = Battle.new("pond", "duel", seed)
    play_out(battle, crews(battle.game, battle.state, seed, "ensign", "ensign"))
    whole = report(battle)
    data = json.loads(render_report(whole, "json"))
    assert [line["text"] for line in data["lines"]] == [line.text for line in whole.lines]
    assert data["outcome"]["reason"] in render_report(whole, "text")
    assert data["seats"] == {"A": "Red", "B": "Blue"}


def test_some_entries_can_be_told_alone() -> None:
    assert next(line.text for line in battle_lines(begun(), 2, 2)) == "Blue: gives an order"
    assert {line.n for line in battle_lines(begun(), 2, 2)} == {2}


def test_a_costly_choice_is_marked_where_it_was_made_and_listed_with_its_reason() -> None:
    """In text, Markdown and JSON the mark comes after all events of the choice."""
    reason = Reason("rake", "rakes the punt", 2.25)
    choice = CostlyChoice(
        n=2,
        turn=1,
        seat="B",
        name="Blue",
        question="steer?",
        chosen="Steer [0]",
        better="Steer [45]",
        cost=2.5,
        reason=reason,
    )
    whole = report(begun(), ((choice, Trial(n=2, of=60, better=40, chosen=20, squares=24)),))
    lines = render_report(whole, "text").split("\n")
    won = (
        "Blue won 20 of 60 battles played out from here with the choice made (Steer [0]), and 40 "
        "with the better one (Steer [45])"
    )
    assert lines[8:10] == ["    2  Turn 1 ends", f"       (a costly choice: {won})"]
    assert lines[-8:-1] == [
        "",
        "Costliest choices",
        "    2  T1   Blue  steer?",
        "       chosen: Steer [0]",
        "       better: Steer [45]",
        "       because: rakes the punt",
        "       Blue won 20 of 60 battles played out from here with the choice made, and 40 with "
        "the better one",
    ]
    marked = render_report(whole, "md")
    row = "| 2 | T1 | Blue | steer? | Steer \\[0\\] | Steer \\[45\\] | rakes the punt"
    assert f"{row} | 20 of 60 battles after the chosen answer, 40 after the better one |" in marked
    assert (
        json.loads(render_report(whole, "json"))["choices"][0]["reason"]["words"]
        == "rakes the punt"
    )


def fought() -> Battle:
    """Return a finished duel between ensigns."""
    battle = Battle.new("pond", "duel", 5)
    play_out(battle, crews(battle.game, battle.state, 5, "ensign", "ensign"))
    return battle


def test_what_happened_in_history_is_told_after_the_end_in_every_format() -> None:
    whole = report(fought())
    assert whole.outcome is not None
    told = replace(whole, aftermath=replace(whole.aftermath, history="Blue won."))
    for name in FORMATS:
        assert "Blue won." in render_report(told, name), name
        assert "Blue won." not in render_report(whole, name), name
    assert "In history: Blue won." in render_report(told, "md")

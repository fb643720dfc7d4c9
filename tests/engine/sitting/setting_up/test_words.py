"""On the form for a new battle each row has a word, and each of its choices can be typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.base.errors import WeatherGageError
from engine.hosting.terms import Pace, new_form, rows_of
from engine.sitting.setting_up.forms import (
    choices,
    fill,
    form_lines,
    is_typed,
    read_choice,
    read_terms,
    row_lines,
    row_named,
    word_of,
)
from engine.sitting.setting_up.rows import SetUpRows, on_offer


def filled(scenario: str, terms: str) -> SetUpRows:
    form = new_form()
    form.choose(next(each[0] for each in on_offer() if each[1] == scenario), scenario)
    fill(form, lambda: rows_of(form), read_terms(terms))
    return form


def test_every_row_of_every_scenario_is_named_and_every_choice_can_be_typed() -> None:
    form, count = new_form(), 0
    for game, scenario, _ in on_offer():
        form.choose(game, scenario)
        rows = rows_of(form)
        assert len({word_of(row) for row in rows}) == len(rows)
        assert len(form_lines(form, rows)) == len(rows)
        for row in rows:
            assert row_named(rows, word_of(row).upper()) is row
            assert row_lines(form, row)
            for choice in choices(form, row):
                assert read_choice(form, row, choice.typed) == choice.value, (scenario, choice)
                if [each.words for each in choices(form, row)].count(choice.words) == 1:
                    assert read_choice(form, row, choice.words.upper()) == choice.value
                count += 1
    assert count > 1000


@pytest.mark.parametrize(
    ("scenario", "terms", "own", "found"),
    [
        ("quickstart", "clock=a day", "clock", Pace(86400)),
        ("quickstart", "clock=none away=never", "clock", Pace(0)),
        ("quickstart", "clock=usual", "clock", Pace(3 * 86400)),
        ("quickstart", "AWAY=hour", "away", 3600),
        ("quickstart", "advice=no", "advice", False),
        ("quickstart", "watching=nobody late=adjourn", "watching", "nobody"),
        ("quickstart", "watching=not at all late=adjourn", "late", "adjourn"),
        ("quickstart", "word=fair  wind clock=2", "word", "fair  wind"),
        ("quickstart", "word=-", "word", ""),
    ],
)
def test_terms_are_read_by_word_name_or_number(
    scenario: str, terms: str, own: str, found: object
) -> None:
    assert filled(scenario, terms).own[own] == found


def test_a_choice_may_open_rows_which_go_with_it() -> None:
    """Here, dealing by hand adds a row for each ship of a shared fleet."""
    form = filled("algeciras", "caesar_br=2 deal=by hand captains=2")
    assert form.choice.switches == {"captains": "2", "deal": "hand", "caesar_br": "2"}
    told = form_lines(form, rows_of(form))
    assert any(line.endswith("Caesar: to captain 2") for line in told)
    ships = {ship.name: ship.seat for ship in form.start.ships.values()}
    assert ships["Caesar"] == "B"
    british = ("caesar", "pompee", "spencer", "hannibal")
    with pytest.raises(WeatherGageError, match="British 2 gets no ship"):
        fill(form, lambda: rows_of(form), [(f"{name}_br", "1") for name in british])
    fill(form, lambda: rows_of(form), [("deal", "in turn")])
    assert form.choice.switches == {"captains": "2", "deal": "turn"}
    assert not any("Caesar" in line for line in form_lines(form, rows_of(form)))


def test_terms_are_taken_in_whatever_order_they_can_be_had() -> None:
    """`plans` alone is refused; together with a second seat for the Union it is accepted, in any
    order.
    """
    form = filled("memphis", "plans=shared union_seats=2 A=captain")
    assert form.choice.switches == {"plans": "true", "union_seats": "2"}
    assert form.choice.players["A"] == "captain"
    assert filled("fleet", "a_side=3").choice.a_side == 3, "a figure means what it says"
    assert filled("algeciras", "by_nation=2 signals=flagship").choice.switches.keys() == {
        "by_nation",
        "signals",
    }
    assert filled("quickstart", "scenario=patrol set_up=quick").choice.proposed
    sails = filled("skirmish", "sails_A=corsairs of dun").choice.squadrons
    assert sails == {"A": "corsairs_of_dunkirk"}


@pytest.mark.parametrize(
    ("do", "told"),
    [
        (lambda: filled("quickstart", "C=ensign"), "there is no row C; there are game, scenario"),
        (
            lambda: filled("quickstart", "B=nelson"),
            "no 'nelson' for B; choose one of: a person",
        ),
        (lambda: filled("quickstart", "clock=19"), "no '19' for clock; choose one of: 3 days"),
        (lambda: filled("quickstart", "clock="), "no '' for clock"),
        (lambda: filled("quickstart", "clock=minute"), "no 'minute' for clock"),
        (lambda: filled("memphis", "plans=shared"), "needs a side of several seats"),
        (lambda: filled("quickstart", "red clock=a day"), "'red' is not of the form ROW=CHOICE"),
    ],
)
def test_what_is_no_term_is_refused_with_what_there_is(do: Callable[[], object], told: str) -> None:
    with pytest.raises(WeatherGageError) as refused:
        do()
    assert told in str(refused.value)


def test_of_many_choices_those_with_some_words_are_told() -> None:
    form = new_form()
    rows = {word_of(row): row for row in rows_of(form)}
    assert is_typed(rows["word"])
    assert row_lines(form, rows["word"])[-1] == "Type `word` and your words; `word -` for none."
    assert len(row_lines(form, rows["scenario"], "quick")) == 2
    assert row_lines(form, rows["scenario"], "zzz")[-1] == "No choice has 'zzz'."

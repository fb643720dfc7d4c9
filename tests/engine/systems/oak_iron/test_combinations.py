"""Switches, drawn events and drafted cards work in combination; each rule has been tested alone
before.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.state.state import Rules
from tests.engine.systems.oak_iron.combinations import (
    BRINKS,
    EVERY_RULES,
    PAIRED,
    SWITCHES,
    Combination,
    at_large,
    decided,
    few,
    fought,
)


def test_every_switch_objective_event_and_condition_takes_part() -> None:
    book, mixed = shipped(), few()
    assert set(Rules.__struct_fields__) == {*SWITCHES, "quick_start"}
    assert {each.objective for each in mixed} == set(book.objectives)
    assert {each.event for each in mixed} == set(book.events)
    assert {card for each in mixed for card in each.conditions} == set(book.conditions)
    assert {each.objective for each in BRINKS.values()} == set(book.objectives)
    assert len(set(EVERY_RULES)) == 16
    for first in SWITCHES:
        for second in SWITCHES:
            pairs = {(getattr(each, first), getattr(each, second)) for each in PAIRED}
            assert len(pairs) == (2 if first == second else 4)


@pytest.mark.parametrize("rules", PAIRED, ids=lambda each: "".join(map(str, map(int, _set(each)))))
def test_every_way_to_win_is_open_under_every_switch(rules: Rules) -> None:
    for name in BRINKS:
        decided(name, rules)


def test_every_way_to_win_is_open_with_every_condition_and_event() -> None:
    book = shipped()
    conditions, events = sorted(book.conditions), sorted(book.events)
    for number, name in enumerate(BRINKS):
        condition, event = conditions[number % len(conditions)], events[number % len(events)]
        decided(name, Rules(events=True, scrolling_sea=True), (condition,), (event,))


@pytest.mark.parametrize("mixed", few(), ids=lambda each: f"{each.event}, {each.objective}")
def test_lieutenants_play_every_switch_with_every_card(mixed: Combination) -> None:
    fought(mixed, seed=1, short=True)


@pytest.mark.parametrize("number", range(len(PAIRED)))
def test_lieutenants_play_the_quick_start_under_every_switch(number: int) -> None:
    at_large("quickstart", replace(PAIRED[number], quick_start=number % 2 == 0), 3, "lieutenant")


def _set(rules: Rules) -> tuple[bool, ...]:
    return tuple(getattr(rules, name) for name in SWITCHES)

"""Every battle of the book under every switch of the rules, and every way to win it."""

from __future__ import annotations

import pytest

from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.set_up import PLANS
from engine.systems.iron_oak.set_up import SWITCHES as OF_THE_BOOK
from tests.engine.systems.iron_oak.combinations import (
    PAIRED,
    SWITCHES,
    decided,
    every_exit,
    every_way,
    fought,
    sailed_off,
)


def test_any_two_switches_are_tried_in_all_four_ways() -> None:
    assert {*SWITCHES} == {*OF_THE_BOOK, PLANS}
    for first in SWITCHES:
        for second in SWITCHES:
            pairs = {(each[first], each[second]) for each in PAIRED}
            assert len(pairs) == (2 if first == second else 4)


@pytest.mark.parametrize(("number", "scenario"), enumerate(sorted(shipped().scenarios)), ids=str)
def test_lieutenants_play_every_battle_under_the_switches(number: int, scenario: str) -> None:
    fought(scenario, PAIRED[number % len(PAIRED)], seed=number)


def test_every_victory_line_ends_its_battle_under_the_switches() -> None:
    ways = list(every_way())
    assert len(ways) >= 40
    for number, (scenario, line) in enumerate(ways):
        decided(scenario, line, PAIRED[number % len(PAIRED)])


def test_who_is_to_leave_by_an_edge_leaves_and_wins_under_the_switches() -> None:
    exits = list(every_exit())
    assert len(exits) >= 14
    for number, (scenario, line) in enumerate(exits):
        sailed_off(scenario, line, PAIRED[number % len(PAIRED)])

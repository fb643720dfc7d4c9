"""Battles of Wooden Ships & Iron Men under every switch of the rules, and every way to end one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.systems.wooden_ships.state.state import Rules
from tests.engine.systems.wooden_ships.combinations import (
    BRINKS,
    OTHERS,
    PAIRED,
    SWITCHES,
    decided,
    fought,
)

BATTLES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("rosas_bay", {"turn_limit": 6}), ("president", {"turn_limit": 6, "closer_start": 4})),
    *(("mars_hercule", {}), ("constitution_cyane_levant", {"turn_limit": 8})),
    *(("chesapeake_shannon", {}), ("lake_erie", {"turn_limit": 5, "closer_start": 4})),
    *(("pellew_droits", {"turn_limit": 8}), ("algeciras", {"turn_limit": 3})),
)
"""A battle for each setting of the switches."""


def test_any_two_switches_are_tried_in_all_four_ways() -> None:
    limits = {"turn_limit", "quiet_turns"}
    assert {*SWITCHES} == set(Rules.__struct_fields__) - limits
    for first in SWITCHES:
        for second in SWITCHES:
            pairs = {(each[first], each[second]) for each in PAIRED}
            assert len(pairs) == (2 if first == second else 4)


@pytest.mark.parametrize("number", range(len(PAIRED)))
def test_every_way_to_end_a_battle_is_open_under_the_switches(number: int) -> None:
    for name in BRINKS:
        decided(name, PAIRED[number])


@pytest.mark.parametrize("number", range(len(PAIRED)), ids=[name for name, _ in BATTLES])
def test_lieutenants_play_battles_under_the_switches(number: int) -> None:
    scenario, options = BATTLES[number]
    others = OTHERS[number % len(OTHERS)] if scenario == "algeciras" else {}
    fought(scenario, {**PAIRED[number], **options, **others}, seed=number)

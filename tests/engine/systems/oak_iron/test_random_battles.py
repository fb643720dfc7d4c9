"""Whole battles between computer players, every invariant checked at every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.arena import crews, play_out
from engine.kernel.battle import Battle, Change
from engine.kernel.registry import system
from tests.engine.checked import checked
from tests.engine.systems.oak_iron.invariants import (
    fought,
    fought_from_set_up,
    fought_with_any_cards,
)


def test_a_check_after_a_command_fails_whoever_plays_it() -> None:
    def odd(battle: Battle, change: Change) -> None:
        assert change.record.n != 3

    battle = checked(Battle.new(system("oak_iron"), "quickstart", 1), odd)
    with pytest.raises(AssertionError):
        play_out(battle, crews(battle.game, battle.state, 1, "ensign", "ensign"))
    assert battle.position == 3


@pytest.mark.parametrize("seed", range(6))
def test_a_random_quick_start_keeps_every_invariant(seed: int) -> None:
    assert fought(seed, "ensign", "ensign").outcome()


@pytest.mark.parametrize("seed", range(10))
def test_a_random_melee_keeps_every_invariant(seed: int) -> None:
    assert fought(seed, "ensign", "ensign", melee=True).outcome()


@pytest.mark.parametrize("seed", range(2))
def test_a_lieutenant_fights_a_whole_battle(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "fought.battle"
    assert fought(seed, "lieutenant", "ensign", path=path).outcome()


@pytest.mark.parametrize("seed", [0, 3], ids=["eight squadrons", "four squadrons"])
def test_a_random_fleet_battle_keeps_every_invariant(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "fleet.battle" if seed == 0 else None
    assert fought_from_set_up(seed, "fleet", path).outcome()


@pytest.mark.parametrize("seed", range(7))
def test_a_random_patrol_keeps_every_invariant_from_its_set_up_on(seed: int) -> None:
    assert fought_from_set_up(seed, "patrol").outcome()


@pytest.mark.parametrize("seed", range(6))
def test_a_random_skirmish_keeps_every_invariant_from_its_set_up_on(
    seed: int, tmp_path: Path
) -> None:
    path = tmp_path / "skirmish.battle" if seed == 0 else None
    assert fought_from_set_up(seed, "skirmish", path).outcome()


@pytest.mark.parametrize("seed", range(5))
def test_a_battle_with_any_cards_keeps_every_invariant(seed: int) -> None:
    assert fought_with_any_cards(seed).outcome()

"""Whole battles between computer players, every invariant checked at every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.oak_iron.invariants import fought


@pytest.mark.parametrize("seed", range(12))
def test_a_random_quick_start_keeps_every_invariant(seed: int) -> None:
    assert fought(seed, "ensign", "ensign").outcome()


@pytest.mark.parametrize("seed", range(24))
def test_a_random_melee_keeps_every_invariant(seed: int) -> None:
    assert fought(seed, "ensign", "ensign", melee=True).outcome()


@pytest.mark.parametrize("seed", range(2))
def test_a_lieutenant_fights_a_whole_battle(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "fought.battle"
    assert fought(seed, "lieutenant", "ensign", path=path).outcome()

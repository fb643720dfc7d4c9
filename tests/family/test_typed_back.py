"""Whatever is printed as an order of a recorded battle is read as that order."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import tests.pond.game  # noqa: F401  (registers the pond)
from engine.kernel.battle import Battle
from tests.family.moments import BATTLES
from tests.family.typed_back import typed_back

MOST = 40
"""Entries of a battle after which its questions are typed back."""


@pytest.mark.parametrize("path", sorted(BATTLES.glob("*.battle")), ids=lambda path: path.stem)
def test_every_printed_order_is_read_as_that_order(path: Path) -> None:
    random, seen = Random(7), set[Any]()
    with Battle.open(path, write=False) as battle:
        count = len(battle.entries)
        places = sorted(random.sample(range(count), min(MOST, count)))
        wrong = [
            fault for at in places for fault in typed_back(battle.game, battle.at(at), random, seen)
        ]
    assert seen
    assert wrong == []

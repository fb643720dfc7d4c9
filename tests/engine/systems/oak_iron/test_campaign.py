"""A small number of random battles, with random squadrons that must be legal.

The large number in which everything happens is fought by `make bench`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.systems.oak_iron.squadrons.check import legal_squadron
from tests.battles.campaign import Job, campaign, coverage, table
from tests.battles.random_squadrons import legal, random_squadron, write

BATTLES: list[Job] = [
    *(("patrol", seed) for seed in (3, 5, 11)),
    ("skirmish", 10),
    ("engagement", 5),
    ("fleet", 3),
    *(("melee", seed) for seed in (3, 4)),
]
"""Short battles in which much happens; one of them is kept in a file and verified."""
MOST = 0.6
"""These battles must show at least this fraction of what the large number shows."""


def test_a_small_campaign_breaks_nothing_and_sees_most_of_it() -> None:
    fought = list(campaign(BATTLES, 1))
    assert not [battle.fault for battle in fought if battle.fault]
    total = coverage(fought)
    seen = [sign for sign in total if total[sign]]
    assert len(seen) > MOST * len(total), "\n".join(table(total))


@pytest.mark.parametrize("size", ["patrol", "skirmish", "engagement"])
def test_a_random_squadron_is_legal_and_another_with_another_seed(
    size: str, tmp_path: Path
) -> None:
    drawn = [random_squadron(size, Random(seed)) for seed in range(6)]
    assert all(legal(table) for table in drawn)
    assert len({table["faction"] for table in drawn}) > 1
    assert random_squadron(size, Random(0)) == drawn[0]
    roster = legal_squadron(write(drawn[0], tmp_path / "drawn.toml"))
    assert [ship.type for ship in roster.ships] == [ship["type"] for ship in drawn[0]["ships"]]
    assert roster.size == size


def test_an_illegal_squadron_is_known_as_such() -> None:
    table = random_squadron("patrol", Random(1))
    assert not legal({**table, "hand": table["hand"][:-1]})

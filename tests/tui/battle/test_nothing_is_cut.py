"""Any text that a battle's screens cut off ends in a sign for it, in any game and at four sizes.

`make fuzz` tests more.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.tui.whole_rows import SIZES, panel_is_whole, position, some_keys

PLACES = [
    ("oak_iron", "quickstart", 31),
    ("oak_iron", "quickstart", 51),
    ("oak_iron", "patrol", 90),
    ("oak_iron", "skirmish", 60),
    ("wooden_ships", "mars_hercule", 25),
    ("wooden_ships", "nile", 4),
    ("iron_oak", "hampton_roads", 6),
    ("iron_oak", "drewrys_bluff", 40),
    ("iron_oak_campaign", "campaign", 30),
]
"""(game, scenario, number of random answers before the position that is examined)."""


@pytest.mark.parametrize(("game", "scenario", "answers"), PLACES)
async def test_nothing_is_cut_in_silence_nor_while_a_row_is_free(
    game: str, scenario: str, answers: int, tmp_path: Path
) -> None:
    for number, size in enumerate(SIZES):
        folder = tmp_path / str(number)
        folder.mkdir()
        battle = position(game, scenario, answers, 11, folder)
        keys = ["down", "down"] if number == 0 else some_keys(Random(number))
        await panel_is_whole(battle, folder, size, keys)

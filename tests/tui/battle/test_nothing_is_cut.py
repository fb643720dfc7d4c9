"""At 80 by 24 nothing is cut while a row of the panel is free, in any game; more in `make fuzz`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.whole_rows import panel_is_whole, position

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
"""A game, a scenario, and how many answers of random players lie before."""


@pytest.mark.parametrize(("game", "scenario", "answers"), PLACES)
async def test_nothing_is_cut_while_a_row_is_free(
    game: str, scenario: str, answers: int, tmp_path: Path
) -> None:
    battle = position(game, scenario, answers, 11, tmp_path)
    await panel_is_whole(battle, tmp_path)

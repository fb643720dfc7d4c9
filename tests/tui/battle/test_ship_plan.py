"""The drawing of a ship from above: on a page of its own at 80 by 24, on her card in a wide
terminal.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files.saved_battles import computers
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.engine.systems.iron_oak.table import position, ship
from tests.tui.wired import wired

GALENA = ship("uss_galena", "C3", shields={"S": -3}, fires=[2])


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_selected_ship_is_seen_from_the_side(
    size: tuple[int, int], tmp_path: Path
) -> None:
    state = position([GALENA], [ship("css_virginia", "C5")])
    battle = Battle.from_state(
        system("iron_oak"), state, 7, {"players": {"A": "human", "B": "lieutenant"}}
    )
    async with wired(size, saves=tmp_path, battle=battle, players=computers(battle)) as person:
        await person.until(lambda: "Orders" in person.text, "the battle")
        if size == (140, 45):
            assert "S-3" in person.text, "her card has room for it"
        person.writes("i")
        await person.rests()
        person.writes(*"uss galena")
        await person.until(lambda: "S-3" in person.text, "her page")
        for sign in ("S-3", "2", "WL", "~~~~~"):
            assert sign in person.text

"""A box with more than it can show is opened: the cursor lists its contents, and Enter goes through
them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.files.saved_battles import computers
from engine.game.position import read_toml
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.tui.wired import Wired, wired

SHIPS = ("uss_monitor", "uss_galena", "uss_naugatuck", "uss_cairo", "uss_benton", "uss_hartford")
FLEET = "\n".join(f'[[sides.union.ships]]\nid = "{id}"\nbox = "C3"\n' for id in SHIPS)
POSITION = f"""
game = "iron_oak"
[board]
current = {{ direction = "none", speed = "none" }}
terrain = [{{ box = "B2", kind = "high" }}]
[sides.union]
edge = "left"
{FLEET}
[sides.confederate]
edge = "right"
[[sides.confederate.ships]]
id = "css_virginia"
box = "E5"
"""
NAMES = ("Monitor", "Galena", "Naugatuck", "Cairo", "Benton", "Hartford")


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_cursor_on_a_full_box_lists_it_and_enter_goes_through_it(
    size: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "crowd.toml"
    path.write_text(POSITION)
    game = system("iron_oak")
    state, seed = game.positions.read(str(path), read_toml(path))
    battle = Battle.from_state(game, state, seed, {"players": {"A": "human", "B": "lieutenant"}})
    async with wired(size, saves=tmp_path, battle=battle, players=computers(battle)) as person:
        await person.until(lambda: "Orders" in person.text, "the battle")
        person.writes("space")
        await person.until(lambda: "Looking round" in person.text, "the cursor")
        assert "In this box" not in person.text
        person.writes("enter")
        await person.until(lambda: "In this box: 6" in person.text, "the list of the box")
        for name in NAMES:
            assert name in person.text
        person.writes("left")
        await person.until(lambda: "In this box: 6" not in person.text, "the box beside it")
        person.writes("right")
        person.writes("enter")
        await person.until(lambda: "In this box: 6" in person.text, "the list again")
        seen = [chosen(person)]
        for _ in SHIPS[1:]:
            person.writes("enter")
            await person.until(lambda: chosen(person) not in seen, "another one")
            seen.append(chosen(person))
        assert sorted(seen) == sorted(NAMES)


def chosen(person: Wired) -> str:
    """Return the highlighted name in the list."""
    marked = re.search(r">(\w+)  \d+/", person.text)
    return marked[1] if marked else ""


async def test_a_picture_over_the_boxes_is_said_to_be_about_a_ship_by_her_name(
    tmp_path: Path,
) -> None:
    path = tmp_path / "crowd.toml"
    path.write_text(POSITION)
    game = system("iron_oak")
    state, seed = game.positions.read(str(path), read_toml(path))
    battle = Battle.from_state(game, state, seed, {"players": {"A": "human", "B": "lieutenant"}})
    async with wired((140, 45), saves=tmp_path, battle=battle, players=computers(battle)) as person:
        await person.until(lambda: "Orders" in person.text, "the battle")
        person.writes("v")
        await person.until(lambda: "Benton reach" in person.text, "what the picture shows")
        assert "uss_" not in person.text

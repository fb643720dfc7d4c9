"""Lists that a new player understands: names that differ, and scores that say what is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files.saves import samples_folder
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.tui.running import house, screen_of, until
from tui.screens.chooser import SearchedList
from tui.start.new_battle import NewBattleScreen, _names, offers
from tui.terminal.page import TextPage


def test_no_two_battles_of_the_list_look_the_same() -> None:
    names = _names(offers())
    assert len(set(names)) == len(names)
    assert sum(name.endswith("1861-11") for name in names) == 1


def test_the_balance_names_sides_and_no_keys() -> None:
    assert {len(side) > 1 for offer in offers() for side in offer.sides} == {True}


@pytest.mark.parametrize(
    ("sample", "standing"),
    [
        ("broadsides", "strike points: Red 2, Blue 0; ships left: Red 1, Blue 3"),
        ("frigates", "victory points: "),
        ("ironclads", "victory points: Union "),
    ],
)
def test_a_standing_says_what_its_figures_count(sample: str, standing: str) -> None:
    found = [path for path in samples_folder().glob("*.battle") if sample in path.name]
    for path in found:
        with Battle.open(path, write=False) as battle:
            status = battle.game.screen.status(battle.view(""))
            assert status.standing.startswith(standing)
    game = system("wooden_ships")
    status = game.screen.status(game.view(game.set_up("mars_hercule"), ""))
    assert status.standing == "victory points: British 0, French 0"


async def test_a_card_of_a_battle_without_a_person_says_that_computers_played(
    tmp_path: Path,
) -> None:
    players = {"A": "lieutenant", "B": "lieutenant"}
    battle = Battle.new("pond", "duel", 7, path=tmp_path / "a.battle", options={"players": players})
    battle.close()
    async with house(tmp_path, (80, 24)) as (app, pilot):
        await pilot.press("tab")
        seen = screen_of(app)
        assert " computers " in seen
        assert "lieutenants" not in seen


async def test_the_key_of_a_search_typed_again_is_no_word(tmp_path: Path) -> None:
    async with house(tmp_path, start=NewBattleScreen) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, SearchedList), "the list")
        await pilot.press("slash")
        assert "Nothing here" not in screen_of(app)
        await pilot.press(*"nile")
        assert "The Nile" in screen_of(app)


def test_a_list_says_how_many_rows_lie_below_its_edge() -> None:
    page = TextPage(40, 10, "ascii")
    page.window(0, 0, 5, list(range(12)), 0)
    assert any("8 more below" in row for row in map("".join, page.glyphs))

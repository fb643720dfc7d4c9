"""The page of dice: sums, faces, rolls; narrowed by words; its way to an entry; in lines."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.kernel.battle import Battle
from tests.tui.running import house, save_battle, screen_of, until
from tui.cli import main
from tui.replay.screen import ReplayScreen
from tui.review.dice_screen import DiceScreen


async def test_a_sum_leads_to_its_rolls_and_a_roll_to_its_entry(tmp_path: Path) -> None:
    battle = Battle.open("saves/sample_frigates.battle", write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle, battle.position)) as (app, pilot):
        await pilot.press("E", "d")
        await until(pilot, lambda: "By side " in screen_of(app), "the sums")
        screen = app.screen
        assert isinstance(screen, DiceScreen)
        await until(pilot, lambda: "Nobody pledged" in screen_of(app), "what is proved")
        assert "British" in screen_of(app)
        for row in screen.listed()[:12]:
            assert len(row.text) <= 79
        await pilot.press("end", "home", "/", *"british: broad", "enter", "enter")
        assert "with 'British: broadsides'" in screen_of(app)
        found = [screen.listed()[at].text for at in screen.found]
        assert len(found) == 1 + 5  # the sum, and each of its rolls
        await pilot.press("end")
        assert "Enter watches entry 25" in screen_of(app)
        await pilot.press("V", "escape", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")
        assert "entry 25 of 31" in screen_of(app)
        await pilot.press("d")
        await until(pilot, lambda: "By side " in screen_of(app), "the dice from the replay")
        await pilot.press("/", *"zzz", "enter")
        assert "nothing here has the words" in screen_of(app)


async def test_where_no_dice_fell_the_page_says_so(tmp_path: Path) -> None:
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)
    async with house(tmp_path, start=lambda: DiceScreen(battle, lambda n: None)) as (app, pilot):
        await until(pilot, lambda: "No dice have fallen" in screen_of(app), "the page")
        await pilot.press("enter", "down", "end")


def test_the_command_tells_sums_and_rolls_in_lines_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dice", "sample:frigates", "--rolls"]) == 0
    said = capsys.readouterr().out
    for words in ("By side and kind", "British: broadsides", "so far off", "d6, 15 times: 1 x2"):
        assert words in said
    assert "entry 25, British, Shannon: broadsides" in said
    assert main(["dice", "sample:frigates", "--json"]) == 0
    rows = msgspec.json.decode(capsys.readouterr().out)
    assert len(rows) == 15
    assert {"entry", "side", "ship", "kind", "got", "fair", "faces", "mean"} == set(rows[0])
    assert main(["dice", str(save_battle(tmp_path, "Duel", turns=99))]) == 0
    assert "No dice have fallen" in capsys.readouterr().out


async def test_the_dice_between_the_battles_of_a_war_stand_on_the_page_and_in_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By their kind and whose they are; a die of both sides is told so."""
    battle = Battle.open("saves/sample_campaign.battle", write=False)
    async with house(tmp_path, start=lambda: DiceScreen(battle, lambda n: None)) as (app, pilot):
        await until(pilot, lambda: "By side " in screen_of(app), "the sums")
        await pilot.press("/", *"union refit repair", "enter")
        screen = app.screen
        assert isinstance(screen, DiceScreen)
        found = [screen.listed()[at].text for at in screen.found]
        assert len(found) == 1 + 4  # the sum, and the rolls of four refits
        assert "Union: the yard" in found[1]
    assert main(["dice", "sample:campaign", "--rolls"]) == 0
    said = capsys.readouterr().out
    for words in ("Both sides: generation", "Confederacy: refit crew", "Both sides, the war: end"):
        assert words in said

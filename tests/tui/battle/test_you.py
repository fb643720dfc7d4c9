"""The first screen of every game says which side the player is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files.saved_battles import computers
from engine.files.saves import begin
from engine.kernel.registry import system
from engine.sitting.seats import SeatTable
from tests.tui.running import house, screen_of, until
from tui.battle.panel import CUT, _side, you_are


@pytest.mark.parametrize(
    ("game", "scenario", "seat", "expected"),
    [
        ("oak_iron", "quickstart", "A", "You are Red, at the left of the chart."),
        ("oak_iron", "quickstart", "B", "You are Blue, at the right of the chart."),
        ("wooden_ships", "flamborough_head", "A", "You are American, at the bottom of the chart."),
        ("iron_oak", "hampton_roads", "B", "You are Confederate, at the left of the chart."),
        (
            "iron_oak",
            "two_times_june_1861",
            "A",
            "You are Union; your ship waits off the chart, beyond its left edge.",
        ),
        (
            "iron_oak",
            "plum_point",
            "B",
            "You are Confederate, at the left of the chart. 2 of your ships wait beyond "
            "its left edge.",
        ),
        ("iron_oak_campaign", "campaign", "A", "You are Union."),
    ],
)
async def test_the_first_screen_says_who_one_is(
    game: str, scenario: str, seat: str, expected: str, tmp_path: Path
) -> None:
    players = {key: "human" if key == seat else "ensign" for key in "AB"}
    battle = begin(system(game), scenario, players, tmp_path, 1)
    async with house(tmp_path, battle=battle, players=computers(battle)) as (app, pilot):
        await until(pilot, lambda: "You are" in screen_of(app), "who")
        panel = " ".join(app.screen.panel.text.split())  # type: ignore[attr-defined]
        assert panel.startswith(expected)


@pytest.mark.parametrize(
    ("own", "other", "side"),
    [
        ((9.0, 1.0), (1.0, 2.0), "right"),
        ((1.0, 9.0), (2.0, 1.0), "top"),
        ((1.0, 1.0), (1.2, 1.2), ""),
    ],
)
def test_a_side_is_that_of_the_middle_of_the_ships(
    own: tuple[float, float], other: tuple[float, float], side: str
) -> None:
    assert _side([own], [other]) == side
    assert _side([own], []) == _side([], [other]) == ""


def test_who_watches_or_shares_the_keyboard_is_nobody(tmp_path: Path) -> None:
    game = system("oak_iron")
    battle = begin(game, "quickstart", {"A": "human", "B": "human"}, tmp_path, 1)
    scene = game.screen.scene(battle.state)
    assert you_are(SeatTable(battle, {}), scene) == ""
    assert you_are(SeatTable(battle, {"A": None, "B": None}), scene) == ""  # type: ignore[dict-item]


async def test_in_a_full_panel_who_one_is_stands_whole(tmp_path: Path) -> None:
    """Ten ships on a sheet leave only one row: it names the side alone, and no new sign is cut
    off.
    """
    players = {"A": "human", "B": "ensign"}
    battle = begin(system("iron_oak"), "mobile_bay_gauntlet", players, tmp_path, 1)
    async with house(tmp_path, battle=battle, players=computers(battle)) as (app, pilot):
        await until(pilot, lambda: "Enter fill in" in screen_of(app), "the sheet")
        seen = set()
        for _ in range(3):
            await pilot.press("I")
            await pilot.press("tab")
            lines = app.screen.panel.text.splitlines()  # type: ignore[attr-defined]
            seen.add(lines[0].strip())
            told = [line.strip() for line in lines if line.strip().startswith(("New:", "You are"))]
            assert not [line for line in told if line.endswith(CUT)]
        assert "You are Union." in seen

"""Squadrons are chosen for a new battle on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.files.squadron_files import (
    copy,
    list_squadrons,
    option_name,
    playable_squadrons,
    scenario_for,
    squadron_options,
)
from engine.game.game import Seat
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.sitting.setting_up.rows import SetupLine
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.squadrons.builder import BuilderScreen
from tui.squadrons.squadrons import SquadronsScreen
from tui.start.new_battle import SetupScreen

LIST = SquadronsScreen
GAME = system("oak_iron")
PATROLS = {"brethren_of_tortuga", "curacao_convoy", "leeward_station"}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return the player's folder with his own copy of the squadron The Flying Gang."""
    folder = tmp_path / "squadrons"
    copy(next(kept for kept in list_squadrons(folder) if kept.path.stem == "flying_gang"), folder)
    return folder


def test_a_scenario_takes_legal_squadrons_of_its_size(own: Path) -> None:
    assert {kept.path.stem for kept in playable_squadrons(GAME, "patrol", 2, own)} == PATROLS
    skirmish = playable_squadrons(GAME, "skirmish", 2, own)
    assert skirmish[0].path.parent == own
    assert all(kept.ready for kept in skirmish[1:])
    assert playable_squadrons(GAME, "quickstart", 2, own) == []
    assert [scenario_for(kept, GAME) for kept in skirmish] == ["skirmish"] * len(skirmish)


def test_a_seat_without_a_choice_sails_with_a_ready_squadron_by_the_seed(own: Path) -> None:
    fit = playable_squadrons(GAME, "skirmish", 2, own)
    mine = option_name(fit[0])
    assert squadron_options("AB", {}, fit, 7) == {}
    drawn = [squadron_options("AB", {"A": mine}, fit, seed)["squadrons"] for seed in range(3)]
    assert [pair[0] for pair in drawn] == [mine] * 3
    assert {pair[1] for pair in drawn} == {option_name(kept) for kept in fit if kept.ready}
    assert squadron_options("AB", {"B": mine}, fit, 0)["squadrons"][1] == mine


async def test_a_squadron_of_ones_own_is_taken_into_a_battle(tmp_path: Path, own: Path) -> None:
    """p on the copy opens a skirmish in which Red has this squadron, and Blue one that ships with
    the game.
    """
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("down", "down", "down", "p")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen), "the set-up")
        seen = screen_of(app)
        assert "Scenario      Skirmish" in seen
        assert "Red sails     The Flying Gang copy" in seen
        await pilot.press(*["down"] * 5, "left")
        assert "Blue sails  < The Flying Gang >" in screen_of(app)
        assert "100/100 points, 7 ships, came with the game." in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        battle = app.battle
        assert isinstance(battle, Battle)
        assert battle.header.options["squadrons"][1] == "flying_gang"
        assert len(battle.state.ships) == 14


async def test_one_of_wooden_ships_sails_against_one_that_is_made_by_the_seed(
    tmp_path: Path,
) -> None:
    """Shipped squadrons are chosen in a list; for a player without one, the game makes one."""
    async with house(tmp_path, start=LIST) as (app, pilot):
        assert isinstance(app.screen, SquadronsScreen)
        at = next(n for n, each in enumerate(app.screen.kept) if each.title == "Channel squadron")
        await pilot.press(*["down"] * (len(app.screen.games) + at), "p")
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.choice.scenario == "any_ships"
        assert "Channel squadron" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        battle = app.screen.battle  # type: ignore[attr-defined]
        assert [seat.name for seat in battle.state.seats.values()] == ["Channel squadron", "Blue"]
        assert {ship.seat for ship in battle.state.ships.values()} == {"A", "B"}


async def test_a_squadron_that_is_not_legal_is_not_taken_into_a_battle(
    tmp_path: Path, own: Path
) -> None:
    path = next(own.glob("*.toml"))
    path.write_text(path.read_text().replace('size = "skirmish"', 'size = "patrol"'))
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("down", "down", "down", "p")
        assert "is not legal yet" in screen_of(app)


async def test_the_quick_start_and_another_scenario_leave_squadrons_alone(tmp_path: Path) -> None:
    """The rows of squadrons appear and disappear with the scenario, and so do the choices in
    them.
    """
    async with house(tmp_path, start=SetupScreen) as (app, pilot):
        await pilot.press("down")
        while "Patrol" not in screen_of(app):
            assert "drawn by the seed" not in screen_of(app)
            await pilot.press("right")
        await pilot.press("down", "down", "down", "right")
        assert "Brethren of Tortuga" in screen_of(app)
        await pilot.press("up", "up", "up", "right")
        assert "Brethren" not in screen_of(app)
        assert "drawn by the seed" in screen_of(app)


async def test_the_seed_says_how_many_seats_a_fleet_battle_has(tmp_path: Path) -> None:
    """There are two to four squadrons a side, each with its own player."""
    async with house(tmp_path, start=SetupScreen) as (app, pilot):
        await pilot.press("down")
        while "fleet" not in screen_of(app):
            await pilot.press("left")
        await pilot.press("up", "up", *["backspace"] * 18)
        seen = {}
        for seed in range(1, 10):
            await pilot.press("right")
            screen = app.screen
            assert isinstance(screen, SetupScreen)
            assert (screen.choice.seed, screen.line.what) == (seed, "seed")
            seen[len(screen.form.seats)] = [seat.name for seat in screen.form.seats]
            assert list(screen.choice.players) == [seat.key for seat in screen.form.seats]
        assert sorted(seen) == [4, 6, 8]
        assert seen[6] == ["Red A", "Red B", "Red C", "Blue D", "Blue E", "Blue F"]


async def test_a_fault_in_the_hand_highlights_its_card(tmp_path: Path) -> None:
    """The hand contains an unknown card: e highlights it, and Enter drops it."""
    draft = list_squadrons(tmp_path)[0].draft
    assert draft is not None
    hand = (*draft.head["hand"], "no_such_card")
    spoilt = draft.with_value("hand", hand)
    async with house(tmp_path, start=lambda: BuilderScreen(spoilt)) as (app, pilot):
        path = f"hand[{len(hand) - 1}]"
        for _ in range(4):
            await pilot.press("e")
            if path in screen_of(app).splitlines()[-2]:
                break
        await pilot.press("enter")
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        assert screen.draft.head["hand"] == hand[:-1]


async def test_while_a_name_is_typed_the_keys_are_those_of_the_line(tmp_path: Path) -> None:
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("n", "S")
        assert "Esc leaves it" in screen_of(app).splitlines()[-1]
        await pilot.press("escape")
        assert "Esc leaves it" not in screen_of(app)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("oak_iron", "A squadron that came with the game, by the seed."),
        (
            "wooden_ships",
            "A squadron made by the seed, with the same limit of points as the other squadron.",
        ),
    ],
)
async def test_what_sails_for_a_seat_without_a_choice_is_told(
    tmp_path: Path, game: str, told: str
) -> None:
    assert system(game).building.makes == ("made" in told)
    async with house(tmp_path, start=SetupScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.form.choice = replace(screen.choice, game=game)
        assert screen.form.about(SetupLine("squadron", Seat("A", "Red"))) == told

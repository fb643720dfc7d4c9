"""The list of battles that can be begun."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.kernel.registry import system, systems
from engine.kit.dataset import read_table
from engine.kit.records import Evenness, evenness, shipped_folder
from engine.sitting.setting_up.rows import first_battles, on_offer
from tests.tui.host.near import near, running_hub
from tests.tui.pseudo_terminal import ROOT
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.host.founding import FoundingScreen
from tui.screens.help import HelpScreen
from tui.screens.reference import ReferenceScreen
from tui.start.new_battle import (
    FIRST,
    FIRST_OF_GAME,
    NewBattleScreen,
    SetupScreen,
    _names,
    _row,
    offer_facts,
    offers,
)
from tui.start.pick import NAMES


async def test_a_battle_is_found_by_words_and_its_form_follows(tmp_path: Path) -> None:
    """When the player comes back from the form, the list is as before."""
    async with house(tmp_path) as (app, pilot):
        app.enter(NewBattleScreen())
        await until(pilot, lambda: " battles" in screen_of(app), "the list")
        assert "A first battle: half an hour" in screen_of(app)
        await pilot.press(*"zzz")
        await until(pilot, lambda: "0 of " in screen_of(app), "none is found")
        assert "half an hour" not in screen_of(app)
        await pilot.press("backspace", "backspace", "backspace", *"even 1862-03")
        await until(pilot, lambda: "1 of " in screen_of(app), "one is found")
        shown = " ".join(screen_of(app).split())
        assert "First: Hampton Roads 5 7 even" in shown
        assert "5 ships, 7 turns." in shown
        assert "Even: between computer players (captains) Union won 47 of 100" in shown
        assert "Confederacy 53, 0 drawn." in shown
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen), "the form")
        form = app.screen
        assert isinstance(form, SetupScreen)
        assert (form.choice.game, form.choice.scenario) == ("iron_oak", "hampton_roads")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, NewBattleScreen), "the list")


def test_the_readme_gives_a_first_battle_the_time_that_the_list_gives_it() -> None:
    minutes = re.match(r"A first battle: (.+?),", FIRST)
    assert minutes
    assert f"your first quick start {minutes[1]}," in (ROOT / "README.md").read_text("utf-8")


async def test_help_and_terms_of_the_list_are_those_of_the_marked_battle(tmp_path: Path) -> None:
    """The list opens with its search active: even then `?` is the help, and `i` explains the game
    of the highlighted battle.
    """
    async with house(tmp_path) as (app, pilot):
        app.enter(NewBattleScreen())
        await until(pilot, lambda: " battles" in screen_of(app), "the list")
        await pilot.press("?")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen), "the help")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, NewBattleScreen), "the list")
        assert "with '?'" not in screen_of(app)
        await pilot.press("escape", "i")
        await until(pilot, lambda: isinstance(app.screen, ReferenceScreen), "the terms")
        assert isinstance(app.screen, ReferenceScreen)
        assert app.screen.game == offers()[0].game == "oak_iron"


def test_every_battle_is_told_with_its_facts() -> None:
    found = offers()
    assert [each[:2] for each in found] == [each[:2] for each in on_offer()]
    for offer, name in zip(found, _names(found), strict=True):
        assert len(offer.title) < 60
        *_, length, _seats, even = offer_facts(offer)
        assert len(_row(offer, name)) <= NAMES - 4, "the word for the balance is whole"
        assert length.endswith(("turns.", "no last turn."))
        assert offer.sides[0]
        assert even.endswith(("drawn.", "has not been measured."))
    nile = next(each for each in found if each.scenario == "nile")
    assert (nile.ships, nile.turns, nile.system) == (20, 0, "Wooden Ships & Iron Men")


def test_what_was_measured_is_of_battles_that_there_are() -> None:
    for game in systems():
        known = system(game).scenarios()
        path = shipped_folder(game) / "evenness.toml"
        won = read_table(path)["won"] if path.is_file() else {}
        assert set(won) <= set(known)
        assert all(evenness(game, each) is not None for each in won)


def test_even_is_what_chance_may_explain() -> None:
    assert Evenness("x", 31, 19, 0).is_even is False
    assert Evenness("x", 30, 20, 50).is_even
    assert Evenness("x", 40, 60, 0).is_even
    assert not Evenness("x", 39, 61, 0).is_even
    assert evenness("oak_iron", "no such") is None
    assert evenness("iron_oak_campaign", "campaign") is None


# A battle of one's own in the forms: one design for all seats, with its picture.


READY = system("iron_oak").building.ready()["river_mouth"]


def own(folder: Path, name: str, ship: str) -> None:
    """Save the player's own design, with another ship in place of one."""
    folder.mkdir(exist_ok=True)
    text = READY.read_text("utf-8").replace("The mouth of the river", name)
    text = text.replace('    "confederate:destroy:2",\n', "")
    (folder / "mine.toml").write_text(text.replace("uss_galena", ship), "utf-8")


async def test_one_design_is_chosen_for_all_seats_and_its_picture_is_seen(tmp_path: Path) -> None:
    """The form has one row for the design; beside it, at 80 by 24, is the whole board with the
    design's ships.
    """
    own(tmp_path / "squadrons", "Upriver", "uss_keokuk")
    async with house(tmp_path, start=SetupScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.form.choose("iron_oak", "own_battle")
        screen.draw()
        seen = screen_of(app)
        assert "Design        The mouth of the river" in seen
        assert "sails" not in seen
        assert [line.what for line in screen.lines].count("squadron") == 1
        assert " 1   2   3   4   5" in seen
        screen.index = [line.what for line in screen.lines].index("squadron")
        await pilot.press("right")
        seen = screen_of(app)
        assert "Design      < Upriver >" in seen
        told = screen.form.told(screen.line)
        assert "5 ships and forts, your own. Only the Union can win this battle" in told
        assert told[:12] in seen
        assert "uss_keokuk" in screen.form.start.ships
        assert len(screen.form.options()["squadrons"]) == 1


async def test_a_host_has_the_same_line(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.press("n")
        screen = anna.app.screen
        assert isinstance(screen, FoundingScreen)
        screen.form.choose("iron_oak", "own_battle")
        screen.draw()
        assert "Design          The mouth of the river" in anna.text
        assert [line.what for line in screen.lines].count("squadron") == 1


def test_one_battle_of_each_game_is_marked_as_the_first_to_take() -> None:
    """It is the first of its game, short, and measured as even; its page says so."""
    marked = [
        each
        for each, name in zip(offers(), _names(offers()), strict=True)
        if _row(each, name).startswith("First: ")
    ]
    assert [each[:2] for each in marked] == first_battles()
    assert {each.game for each in marked} == {"oak_iron", "iron_oak", "wooden_ships"}
    for offer in marked:
        of_game = [each for each in offers() if each.game == offer.game]
        assert of_game[0] == offer
        assert offer.ships <= 5
        assert offer.even
        assert offer.even.is_even
        assert offer_facts(offer)[0] in (FIRST, FIRST_OF_GAME)


@pytest.mark.parametrize(
    ("keys", "scenario", "words"),
    [
        (["right"], "hampton_roads", "Quick start of Iron & Oak"),
        (["left"], "nymphe_cleopatre", "Quick start of Wooden Ships & Iron Men"),
        (["right", "left"], "quickstart", "Quick start of Oak & Iron"),
    ],
)
async def test_right_chooses_another_game_for_the_quick_start(
    keys: list[str], scenario: str, words: str, tmp_path: Path
) -> None:
    async with house(tmp_path) as (app, pilot):
        await pilot.press("down")
        assert "Right another game" in screen_of(app)
        await pilot.press(*keys)
        assert words in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        assert app.battle
        assert app.battle.header.scenario == scenario
        assert set(app.players) == {"B"}

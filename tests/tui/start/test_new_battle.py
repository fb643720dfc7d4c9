"""The list of battles that may be fought."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.registry import system, systems
from engine.kit.dataset import read_table
from engine.kit.records import Evenness, evenness, shipped_folder
from engine.sitting.setting_up.rows import on_offer
from tests.tui.running import house, screen_of, until
from tui.start.new_battle import NewBattleScreen, offers, told
from tui.start.setup import SetupScreen


async def test_a_battle_is_found_by_words_and_its_form_follows(tmp_path: Path) -> None:
    """Back from the form the list is as it was."""
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
        assert "Hampton Roads, 1862-03-09 5 7t even" in shown
        assert "5 ships, 7 turns." in shown
        assert "Even: between captains Union won 47 of 100, Confederacy 53, 0 drawn." in shown
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen), "the form")
        form = app.screen
        assert isinstance(form, SetupScreen)
        assert (form.choice.game, form.choice.scenario) == ("iron_oak", "hampton_roads")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, NewBattleScreen), "the list")


def test_every_battle_is_told_with_its_facts() -> None:
    found = offers()
    assert [each[:2] for each in found] == [each[:2] for each in on_offer()]
    for offer in found:
        assert len(offer.title) < 60
        *_, length, _seats, even = told(offer)
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
    assert Evenness("x", 33, 17, 0).is_even is False
    assert Evenness("x", 32, 18, 50).is_even
    assert Evenness("x", 35, 65, 0).is_even
    assert not Evenness("x", 34, 66, 0).is_even
    assert evenness("oak_iron", "no such") is None
    assert evenness("iron_oak_campaign", "campaign") is None

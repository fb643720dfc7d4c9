"""The palette leads to every destination from every screen; and hints set keys apart from words."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files.saved_battles import computers
from engine.kernel.battle import Battle
from engine.sitting.typed_words import AT_HOME, MOST_TERMS, ON_A_HOST, terms_to_read
from tests.tui.running import house, save_battle, screen_of, until
from tui.battle.screen import BattleScreen
from tui.host.app import HostedApp
from tui.mail.list_screen import MailListScreen
from tui.openers import OPENERS
from tui.panel.prompts import hint_runs
from tui.replay.screen import ReplayScreen
from tui.screens.reference import ReferenceScreen
from tui.screens.settings_screen import SettingsScreen
from tui.start import saved_battles
from tui.start.menu import MenuScreen
from tui.start.saves_screen import SavesScreen
from tui.terminal.theme import DEPTHS, PALETTES, style_for

WANTED = ("settings", "saves", "host", "join", "mail", "export", "learn")


@pytest.fixture(autouse=True)
def no_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the sample battles."""
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: tmp_path / "none")


def test_every_destination_has_an_opener() -> None:
    assert {each.name for each in AT_HOME} <= set(OPENERS)


def test_a_guest_of_a_host_reaches_nothing_of_its_machine() -> None:
    assert HostedApp.destinations == ON_A_HOST
    assert {each.name for each in ON_A_HOST} == {"menu", "settings", "reference"}


@pytest.mark.parametrize("start", [MenuScreen, SettingsScreen, ReferenceScreen, SavesScreen])
async def test_the_palette_finds_every_destination_from_every_screen(
    tmp_path: Path, start: type
) -> None:
    async with house(tmp_path, start=start, size=(80, 40)) as (app, _):
        for word in WANTED:
            found = app.screen.findings(word)  # type: ignore[attr-defined]
            assert found
            assert word in found[0].label


FIFTY = {
    "zoom": {"nearer", "farther", "whole"}, "zoom in": {"nearer"}, "zoom out": {"farther"},
    "magnify": {"nearer"}, "fit": {"whole"}, "surrender": {"part"}, "concede": {"part"},
    "forfeit": {"part"}, "give up": {"part"}, "theme": {"settings"}, "colour": {"settings"},
    "color": {"settings"}, "sound": {"settings"}, "speed": {"settings"}, "volume": {"settings"},
    "difficulty": {"settings"}, "layout": {"settings"}, "options": {"settings"},
    "preferences": {"settings"}, "exit": {"quit", "end", "menu"}, "close": {"quit", "end"},
    "hint": {"advice"}, "suggestion": {"advice"}, "ai": {"advice"}, "best": {"advice"},
    "statistics": {"aftermath"}, "score": {"aftermath"}, "summary": {"aftermath"},
    "history": {"log", "replay", "saves"}, "messages": {"log"}, "chat": {"log"},
    "roster": {"squadrons"}, "fleet": {"squadrons"}, "units": {"squadrons"},
    "distance": {"measure"}, "range": {"measure", "overlays"}, "ruler": {"measure"},
    "arcs": {"overlays"}, "layers": {"overlays"}, "grid": {"overlays"},
    "screenshot": {"picture"}, "image": {"picture"}, "comment": {"note"},
    "end turn": {"seal", "accept"}, "commit": {"seal", "accept"}, "revert": {"undo"},
    "scroll": {"pan_west", "pan_east"},
    "multiplayer": {"host", "join"}, "video": {"export"}, "pbem": {"mail"}, "load": {"saves"},
    "campaign": {"new_battle"}, "war": {"new_battle"},
    "manual": {"help", "reference"}, "shortcuts": {"help"}, "controls": {"help"},
}  # fmt: skip
"""{words of people who know other games: the actions or places that they mean}."""
SLIPS = {
    "serttings": "settings", "surender": "part", "advise": "advice", "squadrns": "squadrons",
    "replya": "replay", "measrue": "measure", "exprot": "export", "undoo": "undo",
}  # fmt: skip


async def test_other_words_and_slips_of_the_keys_find_what_is_meant(tmp_path: Path) -> None:
    """This holds in the palette of a battle.

    The line of orders, which is carried out as typed, does not guess.
    """
    battle = Battle.open(save_battle(tmp_path, "Duel"))
    async with house(tmp_path, battle=battle, players=computers(battle)) as (app, _):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        for word, meant in FIFTY.items():
            found = [each.action or each.place for each in screen.findings(word)[:6]]
            assert meant & set(found), (word, found)
        for word, meant_ in SLIPS.items():
            found = [each.action or each.place for each in screen.findings(word)[:3]]
            assert meant_ in found, (word, found)
            assert not screen.commands.words.find(word)
        assert not screen.findings("xqzwv")
        assert all(each.label for each in screen.findings("zoom"))


async def test_a_term_of_the_rules_is_found_and_read_about(tmp_path: Path) -> None:
    """A word that is a term is not read as a slip for a command: `rake` is not `take`."""
    async with house(tmp_path) as (app, pilot):
        await pilot.press("ctrl+p", *"rake")
        assert "read about: Rak" in screen_of(app)
        assert "take the highlighted" not in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReferenceScreen), "cards and rules")
        rules = app.screen
        assert isinstance(rules, ReferenceScreen)
        assert rules.term is not None
        assert rules.term.name.startswith("Rak")


def test_terms_are_found_by_all_words_in_one_game_or_in_each() -> None:
    both = [each.about for each in terms_to_read("windward")]
    assert {game for _, game in both} == {"oak_iron", "wooden_ships"}
    assert all("(" in each.label for each in terms_to_read("windward"))
    assert {each.about[1] for each in terms_to_read("windward", "oak_iron")} == {"oak_iron"}
    assert terms_to_read("boarding party", "oak_iron")[0].about[0] == "Boarding Party"
    assert not terms_to_read("bo")
    assert not terms_to_read("windward hydrofoil")
    assert len(terms_to_read("ship")) <= MOST_TERMS


async def test_page_keys_go_a_page_through_the_commands(tmp_path: Path) -> None:
    async with house(tmp_path) as (app, pilot):
        await pilot.press("ctrl+p")
        typed = app.screen.typed  # type: ignore[attr-defined]
        rows = app.screen.size.height - 4  # the last row says how many are below
        assert f"  {len(typed.found) - rows} more" in screen_of(app)
        places = []
        for key in ("pagedown", "pageup", "pagedown", "pagedown", "pagedown", "pagedown"):
            await pilot.press(key)
            places.append(typed.index)
        last = len(typed.found) - 1
        assert places == [min(last, each) for each in (rows, 0, rows, 2 * rows, 3 * rows, 4 * rows)]


async def test_from_a_battle_the_palette_leads_over_it_and_back(tmp_path: Path) -> None:
    """ctrl+p, `mail` and Enter open the battles by mail; Escape leads back to the battle,
    unchanged.
    """
    battle = Battle.open(save_battle(tmp_path, "Duel"))
    async with house(tmp_path, battle=battle, players=computers(battle)) as (app, pilot):
        await pilot.press("ctrl+p", *"mail", "enter")
        await until(pilot, lambda: isinstance(app.screen, MailListScreen), "the list")
        assert "BATTLES BY MAIL" in screen_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        await pilot.press("ctrl+p", *"export", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")
        assert "Export r report in Markdown" in screen_of(app)


async def test_the_list_of_battles_over_a_battle_leaves_it_open(tmp_path: Path) -> None:
    """Another battle may be watched from it; the present one stays open, and its line leads back to
    it.
    """
    other = save_battle(tmp_path, "Other", turns=99)
    battle = Battle.open(save_battle(tmp_path, "Duel"))
    async with house(tmp_path, battle=battle, players=computers(battle)) as (app, pilot):
        await pilot.press("ctrl+p", *"saves", "enter")
        await until(pilot, lambda: isinstance(app.screen, SavesScreen), "the list")
        listed = app.screen
        assert isinstance(listed, SavesScreen)
        names = [saved.path for saved in listed.battles]
        listed.choose(names.index(other))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")
        assert not battle.why_closed
        await pilot.press("q")
        await until(pilot, lambda: app.screen is listed, "the list again")
        assert battle.path
        listed.choose([saved.path for saved in listed.battles].index(battle.path))
        await pilot.press("d")
        assert "this battle is being played" in screen_of(app)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        assert not battle.why_closed


async def test_export_without_a_battle_says_how_one_is_chosen(tmp_path: Path) -> None:
    async with house(tmp_path) as (app, pilot):
        await pilot.press("ctrl+p", *"export", "enter")
        await until(pilot, lambda: isinstance(app.screen, SavesScreen), "the list")
        assert "there e exports it" in screen_of(app)


@pytest.mark.parametrize("style", ["keys", "prompt"])
def test_keys_of_hints_differ_from_words_in_every_palette_and_depth(style: str) -> None:
    """They differ at least by bold, so that this works without colours, too."""
    from tui.input.keys import Hint

    (key, _), (words, _) = hint_runs([Hint("u", "undo")], style)
    for palette in PALETTES:
        for depth in DEPTHS:
            shown, said = style_for(key, palette, depth), style_for(words, palette, depth)
            assert shown.bold
            assert not said.bold
            coloured = palette != "mono" and depth != "none" and not said.reverse
            assert (shown.fg != said.fg) == coloured


async def test_the_prompt_at_80x24_tells_keys_from_words(tmp_path: Path) -> None:
    """At this size there is no line of keys: keys are in the prompt, in bold."""
    battle = Battle.open(save_battle(tmp_path, "Duel"))
    async with house(tmp_path, battle=battle, players=computers(battle)) as (app, pilot):
        shown = app.screen.prompt  # type: ignore[attr-defined]
        await until(pilot, lambda: ("prompt_key", "Enter") in shown._line(0), "the keys")
        assert ("prompt", " take ") in shown._line(0)

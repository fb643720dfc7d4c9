"""The prompt of a page: a sentence of any length shows its reason, or ends in the sign of a cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.sitting.typed_words import find_terms
from tests.tui.running import house, screen_of, until
from tui.screens.page_screen import said_rows
from tui.screens.reference import ReferenceScreen
from tui.screens.settings_screen import SettingsScreen
from tui.start.menu import MenuScreen
from tui.start.new_battle import SetupScreen

FOLDER = "/tmp/" + "x" * 90


@pytest.mark.parametrize(
    ("sentence", "rows"),
    [
        ("It is kept.", ["It is kept."]),
        (
            f"{FOLDER}/saves/duel.battle cannot be imported: line 12 was cut short",
            ["../duel.battle cannot be", "imported: line 12 was cut", "short"][:2],
        ),
        ("word " * 40, ["word word word word word", "word word word word word .."]),
    ],
)
def test_a_sentence_has_two_rows_at_most_and_is_never_cut_in_silence(
    sentence: str, rows: list[str]
) -> None:
    found = said_rows(sentence, 28)
    assert len(found) <= 2
    assert found[0] == rows[0]
    whole = " ".join(found)
    assert "x" * 20 not in whole
    assert whole.endswith(("..", "kept.", "short"))


async def test_a_sentence_stands_above_the_keys_and_a_longer_one_takes_their_row(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, start=SettingsScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        keys = screen_of(app).splitlines()[-1]
        for sentence, foot in (("It is kept.", [" It is kept.", keys]), ("word " * 20, [])):
            screen.say(sentence)
            await pilot.pause()
            rows = screen_of(app).splitlines()
            assert rows[-2:] == (foot or [f" {'word ' * 15}".rstrip(), f" {'word ' * 5}".rstrip()])
            assert "word" not in rows[-3]
            assert "kept." not in rows[-3]


def test_a_path_that_has_room_is_told_whole() -> None:
    told = "/home/anna/saves/duel.battle cannot be read"
    assert said_rows(told, 78) == [told]


# The words on any page are explained: those of the game that most of them are of.


async def test_the_words_on_any_page_are_explained(tmp_path: Path) -> None:
    """In the form of a battle these are terms of its rules; if a page has none, a sentence says
    so.
    """
    async with house(tmp_path) as (app, pilot):
        assert isinstance(app.screen, MenuScreen)
        app.screen.open_screen("setup", None, ("oak_iron", "patrol"))
        await until(pilot, lambda: isinstance(app.screen, SetupScreen), "the form")
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, ReferenceScreen), "the terms")
        assert "what matters now" in screen_of(app)
        assert "Squadron" in screen_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen), "the form")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a Skill\nTest and FATIGUE", {"skill_test", "fatigue"}),
        ("rakes and two broadsides", {"rake", "broadside"}),
        ("brakes", set()),
    ],
)
def test_a_term_is_found_as_words_of_its_own(text: str, names: set[str]) -> None:
    if names:
        game, found = find_terms(text)
        assert {term.lower() for term in found} >= names, (game, found)
    else:
        with pytest.raises(Refused, match="no word on this screen is a term"):
            find_terms(text)

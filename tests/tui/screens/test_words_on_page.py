"""The words on any page are explained: those of the game that most of them are of."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.sitting.typed_words import words_on
from tests.tui.running import house, screen_of, until
from tui.screens.reference import ReferenceScreen
from tui.start.menu import MenuScreen
from tui.start.setup import SetupScreen


async def test_the_words_on_any_page_are_explained(tmp_path: Path) -> None:
    """In the form of a battle those of its rules; where none stands, a sentence says so."""
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
        game, found = words_on(text)
        assert {term.lower() for term in found} >= names, (game, found)
    else:
        with pytest.raises(
            Refused, match="no word on this screen is explained in the terms of the rules"
        ):
            words_on(text)

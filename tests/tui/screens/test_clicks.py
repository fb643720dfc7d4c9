"""Every spot of every page may be clicked, twice: nothing ends, and a list follows the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.every_screen import SCREENS
from tests.tui.wired import wired
from tui.screens.page_screen import PageScreen

PAGES = ("menu", "saves", "squadrons", "builder", "lessons", "mail", "leaving", "set-up")
MOST = 6
"""Spots of a page that are clicked: those of a list are alike."""


@pytest.mark.parametrize("name", PAGES)
async def test_what_can_be_clicked_answers(name: str, tmp_path: Path) -> None:
    screen = SCREENS[name]
    async with wired((100, 30), saves=tmp_path, **screen.options(tmp_path)) as person:
        await person.rests()
        screen.open(person)
        await person.sees(screen.shows)
        await person.rests()
        page = person.app.screen
        assert isinstance(page, PageScreen)
        assert page.spots
        for number in range(min(MOST, len(page.spots))):
            for _ in range(2):
                if person.app.screen is page and number < len(page.spots):
                    page.call_later(page._do, page.spots[number].click)
                    await person.rests()
        assert person.app.is_running

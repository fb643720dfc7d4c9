"""Screens that were left are forgotten, with all that was drawn on them."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest
from textual.strip import Strip

from tests.tui.every_screen import SCREENS
from tests.tui.test_any_size import at_rest
from tests.tui.wired import Wired, wired
from tui.screens.base import BaseScreen

SOME = 3
"""Strips beyond those of the screen below that may remain: what Python has not freed yet."""
OVER = [
    name
    for name in SCREENS
    if name in ("menu's help", "set-up", "saves", "squadrons", "settings", "reference", "terms",
                "battle's help", "replay's help", "look back", "palette")
]  # fmt: skip
"""The screens that lie over another one."""


async def opened_and_left(person: Wired, name: str) -> weakref.ref[BaseScreen]:
    """Open a screen and leave it again; return what would still be there were it kept."""
    below = person.app.screen
    SCREENS[name].open(person)
    await person.until(lambda: person.app.screen is not below, name)
    await at_rest(person)
    left = weakref.ref(person.app.screen)
    for _ in range(3):
        if person.app.screen is not below:
            person.writes("escape")
            await at_rest(person)
    await person.until(lambda: person.app.screen is below, "the screen below")
    return left  # type: ignore[return-value]


def strips() -> int:
    gc.collect()
    return sum(isinstance(each, Strip) for each in gc.get_objects())


@pytest.mark.parametrize("name", OVER)
async def test_a_screen_that_was_left_is_forgotten(name: str, tmp_path: Path) -> None:
    options = SCREENS[name].options(tmp_path)
    async with wired((120, 40), saves=tmp_path, **options) as person:
        await at_rest(person)
        for _ in range(2):
            await opened_and_left(person, name)
        before = strips()
        gone = [await opened_and_left(person, name) for _ in range(4)]
        await at_rest(person)
        assert strips() <= before + SOME * 4
        assert sum(left() is not None for left in gone) <= 1

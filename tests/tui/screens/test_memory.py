"""Screens that were left are freed from memory, with all that was drawn on them."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest
from textual.strip import Strip

from tests.tui.every_screen import SCREENS
from tests.tui.wired import Wired, wired
from tui.screens.base import BaseScreen

SOME = 3
"""The number of strips (drawn lines) beyond those of the screen below that may remain, because
Python has not freed them yet."""
OVER = (
    ("menu's help", "set-up", "saves", "squadrons", "settings", "reference"),
    ("terms", "battle's help"),
    ("replay's help", "look back", "palette"),
)
"""The screens that are opened over another one: over the menu, a battle, a replay."""
TIMES = 2
"""How often each screen is opened and left, after a first time that fills caches which are kept."""


async def opened_and_left(person: Wired, name: str) -> weakref.ref[BaseScreen]:
    """Open a screen and leave it; return a weak reference to it."""
    below = person.app.screen
    SCREENS[name].open(person)
    await person.until(lambda: person.app.screen is not below, name)
    await person.rests()
    left = weakref.ref(person.app.screen)
    for _ in range(3):
        if person.app.screen is not below:
            person.writes("escape")
            await person.rests()
    await person.until(lambda: person.app.screen is below, "the screen below")
    return left  # type: ignore[return-value]


def strips() -> int:
    gc.collect()
    return sum(isinstance(each, Strip) for each in gc.get_objects())


@pytest.mark.parametrize("names", OVER, ids=["menu", "battle", "replay"])
async def test_a_screen_that_was_left_is_forgotten(names: tuple[str, ...], tmp_path: Path) -> None:
    async with wired((120, 40), saves=tmp_path, **SCREENS[names[0]].options(tmp_path)) as person:
        await person.rests()
        gc.freeze()  # what is there may be of other tests, and takes seconds to look through
        for name in names:
            await opened_and_left(person, name)
            before = strips()
            gone = [await opened_and_left(person, name) for _ in range(TIMES)]
            assert strips() <= before + SOME * TIMES, name
            assert sum(left() is not None for left in gone) <= 1, name
